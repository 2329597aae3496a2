import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { openRoom, type Room } from '#platform/net/connectionSlots.ts'
import { assetKey, assetPrefix } from '#platform/video/asset/assetNames.ts'
import { readAddress, type Address } from './hlsAddress.ts'
import type { Broadcast } from './broadcast.ts'
import { readByteRange } from './byteRange.ts'
import type { Playlist } from './playlist.ts'
import type { Recorded } from './recorded.ts'
import { openRelay, type Elsewhere, type Relay } from './nodeRelay.ts'
import type { PlaylistQuery } from './reload.ts'
import { openStreamSender, sendBytes, type SendingBounds, type StreamSender } from './hlsResponse.ts'
import type { Variants } from './variants.ts'

/** Who asks for what. */
export type Asked = {
  playbackId: string
  /** The token in the address, as it stands there. */
  token: string | undefined
  /** The asset that the address names; undefined for playlists and files. */
  assetId: string | undefined
  /** The last part of the path: `main.m3u8`, `s12.m4s`, `video.mp4`. */
  file: string
  /** The path with its query. */
  path: string
  origin: string | undefined
  address: string
  authorization: string | undefined
}

/** Where live media is: in this process, or at an address that the request is handed on to. */
export type Playable =
  | { kind: 'live'; broadcast: Broadcast; assetId: string; variants?: Variants | undefined }
  | ({ kind: 'elsewhere' } & Elsewhere)

/** Whether somebody may have what they ask for, and where it is. `reason` is a sentence for whoever asked. */
export type Admission =
  | Playable
  | { kind: 'recorded'; recorded: Recorded; assetId: string; fromSegment?: number }
  | { kind: 'refused'; status: 401 | 403 | 404 | 410; reason: string }

/** The one that knows videos and viewers. */
export type OriginHost = {
  /** Judges every single request: playlist, part and segment. At once where it can. */
  admit(asked: Asked): Admission | Promise<Admission>
  files: Files
  log: Log
}

type Origin = {
  host: OriginHost
  sendStream: StreamSender
  relay: Relay
  /** For requests that wait for something to come. */
  room: Room
}
type Exchange = { origin: Origin; request: FastifyRequest; reply: FastifyReply; address: Address }
type Live = Extract<Admission, { kind: 'live' }>
type Replayed = Extract<Admission, { kind: 'recorded' }>

/** Requests of this process that wait for a part, in all and from one network prefix; and the files it sends. */
export type OriginBounds = SendingBounds & { waitingMax: number; waitingPerPrefixMax: number }

/** One connection can send thousands of waiting requests, so one network prefix never gets all of them. */
const boundsDefault: OriginBounds = {
  waitingMax: 20_000,
  waitingPerPrefixMax: 5_000,
  sendingMax: 1_000,
  sendingPerPrefixMax: 500,
}

const playlistType = 'application/vnd.apple.mpegurl'
const segmentType = 'video/iso.segment'
const movieType = 'video/mp4'
const fileTypes = new Map([
  ['.mp4', movieType],
  ['.jpg', 'image/jpeg'],
  ['.vtt', 'text/vtt; charset=utf-8'],
])
/** What stands under the address of a segment never changes. */
const foreverAge = 'max-age=86400, immutable'
/** A picture or a movie may be replaced. */
const fileAge = 'max-age=60'

/** Serves `/hls/…` and `/media/…` to audiences, by GET and HEAD. */
export function registerOrigin(server: FastifyInstance, host: OriginHost, tighter: Partial<OriginBounds> = {}): void {
  const bounds = { ...boundsDefault, ...tighter }
  const origin: Origin = {
    host,
    sendStream: openStreamSender(host.log, bounds),
    relay: openRelay(host.log),
    room: openRoom({ countMax: bounds.waitingMax, prefixMax: bounds.waitingPerPrefixMax, retryAfterSeconds: 1 }),
  }
  server.addHook('onClose', () => origin.relay.close())
  for (const url of ['/hls/*', '/media/*']) {
    const config = { admission: 'media' } as const
    server.route({ method: ['GET', 'HEAD'], config, url, handler: (request, reply) => serve(origin, request, reply) })
  }
}

function serve(origin: Origin, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const address = readAddress(request.url)
  if (address === undefined) throw problem(reasons.routeNotFound)
  const { playbackId, token, assetId, file } = address
  const { origin: page, authorization } = request.headers
  const admission = origin.host.admit({
    playbackId,
    token,
    assetId,
    file,
    path: request.url,
    origin: page,
    address: request.ip,
    authorization,
  })
  const exchange = { origin, request, reply, address }
  if (admission instanceof Promise) return admission.then((known) => answer(exchange, known)).catch(missing)
  return answer(exchange, admission)
}

function answer(exchange: Exchange, admission: Admission): void | Promise<void> {
  const { origin, request, reply, address } = exchange
  if (admission.kind === 'refused') return refuse(exchange, admission)
  if (admission.kind === 'elsewhere') return origin.relay.send(request, reply, admission)
  // Segments of another session than the one that is admitted: an old playlist.
  if (address.assetId !== undefined && address.assetId !== admission.assetId) throw problem(reasons.notFound)
  return admission.kind === 'live' ? answerLive(exchange, admission) : answerRecorded(exchange, admission)
}

function answerLive(exchange: Exchange, { broadcast: source, assetId, variants }: Live): void | Promise<void> {
  const { request, address } = exchange
  const { target, playbackId, rendition } = address
  const broadcast = rendition === undefined ? source : variants?.find(rendition)
  if (broadcast === undefined || target.kind === 'foreign') throw problem(reasons.notFound)
  if (target.kind === 'main') return later(exchange, (variants ?? source).multivariant(), sendPlaylist)
  if (target.kind === 'video') return later(exchange, broadcast.mediaPlaylist(readQuery(request)), sendPlaylist)
  if (target.kind === 'init') return sendMedia(exchange, broadcast.initData(target.id))
  if (target.kind === 'part') return later(exchange, broadcast.partData(target.number, target.index), sendMedia)
  if (target.kind === 'file') {
    const prefix = assetPrefix(accountOfId(playbackId) ?? 0, assetId)
    return sendFile(exchange, exchange.origin.host.files, assetKey(prefix, target.name))
  }
  const found = target.from === target.to ? broadcast.segmentData(target.from) : undefined
  return found === undefined || Buffer.isBuffer(found) ? sendMedia(exchange, found) : sendStored(exchange, found)
}

function answerRecorded(exchange: Exchange, admission: Replayed): void | Promise<void> {
  const { target, rendition } = exchange.address
  const { recorded, fromSegment = 0 } = admission
  if (target.kind === 'main') return sendPlaylist(exchange, recorded.multivariant(fromSegment))
  // There is only the source: whoever watched a smaller rendition while it was live goes on with that.
  if (target.kind === 'video') return sendPlaylist(exchange, recorded.mediaPlaylist(fromSegment))
  if (rendition !== undefined) throw problem(reasons.notFound)
  if (target.kind === 'init') return later(exchange, recorded.initData(target.id), sendMedia)
  if (target.kind === 'file') return sendFile(exchange, recorded.files, assetKey(recorded.prefix, target.name))
  const isThere = target.kind === 'segment' && target.from >= fromSegment
  return sendStored(exchange, isThere ? recorded.range(target.from, target.to) : undefined)
}

/** Sends what is there, or as soon as it is. Whoever leaves before makes room for others. */
function later<T>(
  exchange: Exchange,
  value: T | Promise<T>,
  send: (exchange: Exchange, value: T) => void | Promise<void>,
): void | Promise<void> {
  if (!(value instanceof Promise)) return send(exchange, value)
  const { origin, request, reply } = exchange
  let leave: () => void
  try {
    leave = origin.room.enter(request.ip)
  } catch (error) {
    // Nobody hears any more what comes of it.
    value.catch(() => undefined)
    throw error
  }
  reply.raw.once('close', leave)
  return value.finally(leave).then((known) => (reply.raw.destroyed ? void reply.hijack() : send(exchange, known)))
}

function sendPlaylist(exchange: Exchange, playlist: Playlist | undefined): void | Promise<void> {
  if (playlist === undefined) throw problem(reasons.notFound)
  const { reply, request } = exchange
  const { text, maxAgeSeconds } = playlist
  const cacheControl = maxAgeSeconds === 0 ? 'no-store' : reusable(exchange, `max-age=${maxAgeSeconds}`)
  const packed = takesGzip(request.headers['accept-encoding']) ? text.packed() : undefined
  const head = { type: playlistType, cacheControl, more: { vary: 'Origin, Accept-Encoding' } }
  if (packed === undefined) return sendBytes(reply, text.bytes, head)
  const packedHead = { ...head, more: { vary: 'Origin, Accept-Encoding', 'content-encoding': 'gzip' } }
  if (!(packed instanceof Promise)) return sendBytes(reply, packed, packedHead)
  return packed.then((bytes) => sendBytes(reply, bytes, packedHead))
}

function sendMedia(exchange: Exchange, bytes: Buffer | undefined): void {
  if (bytes === undefined) throw problem(reasons.notFound)
  const type = exchange.address.target.kind === 'init' ? movieType : segmentType
  sendBytes(exchange.reply, bytes, { type, cacheControl: reusable(exchange, foreverAge) })
}

type Openable = { byteCount: number; open(): ReturnType<Files['open']> }

function sendStored(exchange: Exchange, stored: Openable | undefined): Promise<void> {
  if (stored === undefined) throw problem(reasons.notFound)
  const { byteCount, open } = stored
  const head = { type: segmentType, cacheControl: reusable(exchange, foreverAge), byteCount }
  return exchange.origin.sendStream(exchange.reply, open, head).catch(missing)
}

async function sendFile(exchange: Exchange, files: Files, key: string): Promise<void> {
  const { request, reply, origin } = exchange
  const size = await files.size(key)
  if (size === undefined) throw problem(reasons.notFound)
  // Without validators an If-Range never holds (RFC 9110, 13.1.5).
  const asked = request.headers['if-range'] === undefined ? request.headers.range : undefined
  const range = readByteRange(asked, size)
  if (range === 'unsatisfiable') return refuseRange(exchange, size)
  const isDownload = /[?&]download(?:[=&]|$)/.test(request.url)
  const { file } = exchange.address
  const head = {
    type: fileTypes.get(file.slice(file.indexOf('.'))) ?? 'application/octet-stream',
    cacheControl: reusable(exchange, fileAge),
    more: {
      'accept-ranges': 'bytes',
      ...(range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to - 1}/${size}` }),
      ...(isDownload ? { 'content-disposition': `attachment; filename="${file}"` } : {}),
    },
  }
  if (range === undefined)
    return origin.sendStream(reply, () => files.open(key), { ...head, byteCount: size }).catch(missing)
  const part = { ...head, status: 206 as const, byteCount: range.to - range.from }
  return origin.sendStream(reply, () => files.open(key, range), part).catch(missing)
}

function refuseRange({ reply }: Exchange, size: number): void {
  const headers = {
    'content-range': `bytes */${size}`,
    'content-length': 0,
    'cache-control': 'no-store',
    vary: 'Origin',
  }
  reply.hijack()
  reply.raw.writeHead(416, { ...headers, 'access-control-allow-origin': '*' }).end()
}

function missing(error: unknown): never {
  throw error instanceof FileMissing ? problem(reasons.notFound) : error
}

/** What an address with a token opens is for whoever has that, and for no cache on the way. */
function reusable({ address }: Exchange, age: string): string {
  return `${address.token === undefined ? 'public' : 'private'}, ${age}`
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
}

function readQuery({ query }: FastifyRequest): PlaylistQuery {
  // cast: the query parser makes a plain object.
  const { _HLS_msn: msn, _HLS_part: part, _HLS_skip: skip } = query as Record<string, unknown>
  return { msn: count('_HLS_msn', msn), part: count('_HLS_part', part), skip: skip === 'YES' || skip === 'v2' }
}

function count(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value))
    throw invalid(field(name, 'type', 'must be a whole number'))
  return Number(value)
}

const refusals = {
  401: reasons.authenticationRequired,
  403: reasons.playbackRefused,
  404: reasons.notFound,
  410: reasons.notFound,
} as const

function refuse(
  { request, reply }: Exchange,
  { status, reason: message }: { status: 401 | 403 | 404 | 410; reason: string },
): void {
  const { code, reason } = refusals[status]
  if (status !== 410) throw problem(refusals[status], { message })
  request.refusal = reason
  const error = { code, reason, message, docs: `/docs/errors#${reason}` }
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error, requestId: request.id }))
}
