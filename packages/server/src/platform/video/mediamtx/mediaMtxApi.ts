import { openGuard } from '#platform/net/guard.ts'
import { download } from '#platform/net/download.ts'
import { fetchOutbound, type OutboundOptions } from '#platform/net/outbound.ts'
import { basicWord, hlsWord, type MediaMtxPlaces } from './mediaMtxAddresses.ts'
import { readPathPage, readSpans, type Span, type SeenPath } from './mediaMtxResponses.ts'

/** Connections that publish, by their protocol. */
export const connectionKinds = ['rtmp', 'rtsp', 'srt', 'webrtc'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** A connection that publishes. */
export type Connection = { kind: ConnectionKind; id: string }

/** What publishes to a path; undefined where nobody does, or what does cannot be closed. */
export function publisherOf(seen: SeenPath | undefined): Connection | undefined {
  const kind = connectionKinds.find((each) => seen?.sourceType.toLowerCase().startsWith(each))
  return seen === undefined || kind === undefined ? undefined : { kind, id: seen.sourceId }
}

/** What is asked of a MediaMTX. All of it throws OutboundFailed, OutboundRefused or MediaMtxFailed. */
export type MediaMtxApi = {
  /** The paths that can be read at this moment, by name. */
  paths(): Promise<Map<string, SeenPath>>
  /** Closes a connection; one that is gone is closed. */
  kick(connection: Connection): Promise<void>
  /** Has a path made into HLS for proxies, or go on with that: it stops where nobody asks for its playlist. */
  warm(path: string): Promise<void>
  /** What is recorded of a path within a range of programme time, in order. */
  spans(path: string, range: Range): Promise<Span[]>
  /** Fetches a span as an MP4. It begins with the key frame at or before its start. */
  fetch(path: string, span: Span, to: { path: string; signal: AbortSignal }): Promise<void>
  close(): Promise<void>
}

/** Programme times in ms since 1970. */
export type Range = { fromMs: number; toMs: number }

/** MediaMTX answered something else than what it documents. */
export class MediaMtxFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MediaMtxFailed'
  }
}

const callTimeoutMs = 4_000
/** A first playlist is held back until there is something in it. */
const warmTimeoutMs = 15_000
/** Recordings are looked through file by file. */
const listTimeoutMs = 30_000
const fetchIdleTimeoutMs = 120_000
const fetchTimeoutMs = 6 * 3_600_000
const fileBytesMax = 64 * 1024 ** 3
const itemsPerPage = 500
const pagesMax = 20
const listBytesMax = 8 * 1_048_576

/** Where they are listed in the control API, without and with TLS. */
const listsOfKind: Record<ConnectionKind, readonly string[]> = {
  rtmp: ['rtmpconns', 'rtmpsconns'],
  rtsp: ['rtspsessions', 'rtspssessions'],
  srt: ['srtconns'],
  webrtc: ['webrtcsessions'],
}

/** Opens the way to a MediaMTX, by its documents (control API v3, playback server). */
export function openMediaMtxApi(places: MediaMtxPlaces): MediaMtxApi {
  // It is the operator's own and may lie in a private network.
  const guard = openGuard({ allowPrivate: true })
  const authorization = basicWord(places)

  async function ask(url: URL, options: OutboundOptions = {}): Promise<{ status: number; body: unknown }> {
    const asked = { timeoutMs: callTimeoutMs, bodyBytesMax: listBytesMax, headers: { authorization }, ...options }
    const { status, body } = await fetchOutbound(guard, url.href, asked)
    const text = Buffer.from(body).toString('utf8')
    if (status === 200 || status === 404) return { status, body: text === '' ? undefined : parsed(text) }
    throw new MediaMtxFailed(`MediaMTX answers ${url.pathname} with ${status}: ${text.slice(0, 200)}`)
  }

  return {
    async paths() {
      const all = new Map<string, SeenPath>()
      for (let page = 0; page < pagesMax; page++) {
        const url = new URL(`/v3/paths/list?itemsPerPage=${itemsPerPage}&page=${page}`, places.apiUrl)
        const { items, pageCount } = readPathPage((await ask(url)).body)
        for (const item of items) all.set(item.name, item)
        if (page + 1 >= pageCount) break
      }
      return all
    },
    async kick({ kind, id }) {
      for (const list of listsOfKind[kind]) {
        const url = new URL(`/v3/${list}/kick/${encodeURIComponent(id)}`, places.apiUrl)
        const { status } = await ask(url, { method: 'POST' })
        if (status === 200) return
      }
    },
    async warm(path) {
      const headers = { authorization: hlsWord(places) }
      await fetchOutbound(guard, new URL(`/${path}/index.m3u8`, places.hlsUrl).href, {
        headers,
        timeoutMs: warmTimeoutMs,
      })
    },
    async spans(path, { fromMs, toMs }) {
      const url = new URL('/list', places.playbackUrl)
      url.search = query({ path, start: iso(fromMs), end: iso(toMs) })
      const { status, body } = await ask(url, { timeoutMs: listTimeoutMs })
      return status === 404 ? [] : readSpans(body)
    },
    async fetch(path, { startMs, seconds }, to) {
      const url = new URL('/get', places.playbackUrl)
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
    throw new MediaMtxFailed('MediaMTX answers with something that is not JSON')
  }
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
