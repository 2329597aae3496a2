import { openGuard } from '#platform/net/guard.ts'
import { download } from '#platform/net/download.ts'
import { fetchOutbound, type OutboundOptions } from '#platform/net/outbound.ts'
import { basicAuthorization, hlsAuthorization, type MediaMtxAddresses } from './mediaMtxAddresses.ts'
import { readPathPage, readSpans, type Span, type PathState } from './mediaMtxResponses.ts'

/** Protocols of publishing connections. */
export const connectionKinds = ['rtmp', 'rtsp', 'srt', 'webrtc'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Connection of a publisher. */
export type Connection = { kind: ConnectionKind; id: string }

/** Publishing connection of a path; undefined without one, or when it cannot be closed. */
export function publisherOf(path: PathState | undefined): Connection | undefined {
  const kind = connectionKinds.find((each) => path?.sourceType.toLowerCase().startsWith(each))
  return path === undefined || kind === undefined ? undefined : { kind, id: path.sourceId }
}

/** Client of a MediaMTX. Every method throws OutboundFailed, OutboundRefused or MediaMtxFailed. */
export type MediaMtxApi = {
  /** Readable paths, by name. */
  paths(): Promise<Map<string, PathState>>
  /** Closes a connection; a missing one counts as closed. */
  kick(connection: Connection): Promise<void>
  /** Requests the HLS playlist of a path, so that MediaMTX muxes it: it stops muxing without requests. */
  warm(path: string): Promise<void>
  /** Recorded spans of a path within a range of programme time, in order. */
  spans(path: string, range: Range): Promise<Span[]>
  /** Fetches a span as an MP4. It begins with the key frame at or before its start. */
  fetch(path: string, span: Span, to: { path: string; signal: AbortSignal }): Promise<void>
  close(): Promise<void>
}

/** Programme times in ms since 1970. */
export type Range = { fromMs: number; toMs: number }

/** Undocumented response of MediaMTX. */
export class MediaMtxFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MediaMtxFailed'
  }
}

const callTimeoutMs = 4_000
/** Time-out of a first playlist, which MediaMTX delays until it has a segment. */
const warmTimeoutMs = 15_000
/** Time-out of the list of recordings, for which MediaMTX reads every file. */
const listTimeoutMs = 30_000
const fetchIdleTimeoutMs = 120_000
const fetchTimeoutMs = 6 * 3_600_000
const fileBytesMax = 64 * 1024 ** 3
const itemsPerPage = 500
const pagesMax = 20
const listBytesMax = 8 * 1_048_576

/** Lists of the control API by protocol, without and with TLS. */
const listsOfKind: Record<ConnectionKind, readonly string[]> = {
  rtmp: ['rtmpconns', 'rtmpsconns'],
  rtsp: ['rtspsessions', 'rtspssessions'],
  srt: ['srtconns'],
  webrtc: ['webrtcsessions'],
}

/** Opens a client of a MediaMTX (control API v3, playback server). */
export function openMediaMtxApi(addresses: MediaMtxAddresses): MediaMtxApi {
  // The MediaMTX of the operator may have a private address.
  const guard = openGuard({ allowPrivate: true })
  const authorization = basicAuthorization(addresses)

  async function request(url: URL, options: OutboundOptions = {}): Promise<{ status: number; body: unknown }> {
    const call = { timeoutMs: callTimeoutMs, bodyBytesMax: listBytesMax, headers: { authorization }, ...options }
    const { status, body } = await fetchOutbound(guard, url.href, call)
    const text = Buffer.from(body).toString('utf8')
    if (status === 200 || status === 404) return { status, body: text === '' ? undefined : parsed(text) }
    throw new MediaMtxFailed(`MediaMTX responds to ${url.pathname} with ${status}: ${text.slice(0, 200)}`)
  }

  return {
    async paths() {
      const all = new Map<string, PathState>()
      for (let page = 0; page < pagesMax; page++) {
        const url = new URL(`/v3/paths/list?itemsPerPage=${itemsPerPage}&page=${page}`, addresses.apiUrl)
        const { items, pageCount } = readPathPage((await request(url)).body)
        for (const item of items) all.set(item.name, item)
        if (page + 1 >= pageCount) break
      }
      return all
    },
    async kick({ kind, id }) {
      for (const list of listsOfKind[kind]) {
        const url = new URL(`/v3/${list}/kick/${encodeURIComponent(id)}`, addresses.apiUrl)
        const { status } = await request(url, { method: 'POST' })
        if (status === 200) return
      }
    },
    async warm(path) {
      const headers = { authorization: hlsAuthorization(addresses) }
      await fetchOutbound(guard, new URL(`/${path}/index.m3u8`, addresses.hlsUrl).href, {
        headers,
        timeoutMs: warmTimeoutMs,
      })
    },
    async spans(path, { fromMs, toMs }) {
      const url = new URL('/list', addresses.playbackUrl)
      url.search = query({ path, start: iso(fromMs), end: iso(toMs) })
      const { status, body } = await request(url, { timeoutMs: listTimeoutMs })
      return status === 404 ? [] : readSpans(body)
    },
    async fetch(path, { startMs, seconds }, to) {
      const url = new URL('/get', addresses.playbackUrl)
      url.search = query({ path, start: iso(startMs), duration: seconds.toFixed(6), format: 'mp4' })
      await download(guard, url.href, {
        toPath: to.path,
        bytesMax: fileBytesMax,
        headers: { authorization },
        signal: to.signal,
        idleTimeoutMs: fetchIdleTimeoutMs,
        totalTimeoutMs: fetchTimeoutMs,
      })
    },
    close: guard.close,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MediaMtxFailed('a response of MediaMTX is not JSON')
  }
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
