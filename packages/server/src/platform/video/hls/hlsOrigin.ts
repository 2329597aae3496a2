import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { openConnectionSlots, type ConnectionSlots } from '#platform/net/connectionSlots.ts'
import { assetKey, assetPrefix } from '#platform/video/asset/assetNames.ts'
import { readAddress, type Address } from './hlsAddress.ts'
import type { PlaylistQuery } from './blockingReload.ts'
import type { Broadcast } from './broadcast.ts'
import { readByteRange } from './byteRange.ts'
import type { Playlist } from './playlist.ts'
import type { Recorded } from './recorded.ts'
import { openRelay, type Relay, type RelayTarget } from './nodeRelay.ts'
import { openStreamSender, sendBytes, type SendingBounds, type StreamSender } from './hlsResponse.ts'
import type { Variants } from './variants.ts'

/** Request for a playlist, a piece of media or a file of a video. */
export type MediaRequest = {
  playbackId: string
  /** Playback token from the address, unchecked. */
  token: string | undefined
  /** Asset that the address names; undefined for playlists and files. */
  assetId: string | undefined
  /** Last part of the path: `main.m3u8`, `s12.m4s`, `video.mp4`. */
  file: string
  /** Path and query. */
  path: string
  origin: string | undefined
  address: string
  authorization: string | undefined
}

/** Source of live media: a broadcast of this process, or another server that the request is relayed to. */
export type Playable =
  | { kind: 'live'; broadcast: Broadcast; assetId: string; variants?: Variants | undefined }
  | ({ kind: 'elsewhere' } & RelayTarget)

/** Decision about a media request: the source of the media, or a refusal. `reason` is a sentence for the viewer. */
export type Admission =
  | Playable
  | { kind: 'recorded'; recorded: Recorded; assetId: string; fromSegment?: number }
  | { kind: 'refused'; status: 401 | 403 | 404 | 410; reason: string }

/** Product side of the origin: decides which request may load which media. */
export type OriginHost = {
  /** Decides about each request for a playlist, part or segment; synchronously where the decision is cached. */
  admit(request: MediaRequest): Admission | Promise<Admission>
  files: Files
  log: Log
}

type Origin = {
  host: OriginHost
  sendStream: StreamSender
  relay: Relay
  /** Bounds the requests that wait for a segment or part. */
  slots: ConnectionSlots
}
type Exchange = { origin: Origin; request: FastifyRequest; reply: FastifyReply; address: Address }
type Live = Extract<Admission, { kind: 'live' }>
type Replayed = Extract<Admission, { kind: 'recorded' }>

/** Limits of waiting requests, in all and from one network prefix, and of concurrent file responses. */
export type OriginBounds = SendingBounds & { waitingMax: number; waitingPerPrefixMax: number }

/** One connection can hold thousands of waiting requests, so each network prefix gets a share only. */
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
/** The bytes at the address of a segment never change. */
const foreverAge = 'max-age=86400, immutable'
/** A poster, storyboard or MP4 file may be replaced. */
const fileAge = 'max-age=60'

/**
 * Serves `/hls/…` and `/media/…` to players, for GET and HEAD. Each request is admitted, then answered from the live
 * broadcast, from a recording, or by a relay to the node that holds the session. Requests for the next segment or part
 * wait for it; waits and file responses are bounded in all and per network prefix.
 */
export function registerOrigin(server: FastifyInstance, host: OriginHost, tighter: Partial<OriginBounds> = {}): void {
  const bounds = { ...boundsDefault, ...tighter }
  const origin: Origin = {
    host,
    sendStream: openStreamSender(host.log, bounds),
    relay: openRelay(host.log),
    slots: openConnectionSlots({
      countMax: bounds.waitingMax,
      prefixMax: bounds.waitingPerPrefixMax,
      retryAfterSeconds: 1,
    }),
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
  if (admission instanceof Promise) return admission.then((known) => respond(exchange, known)).catch(throwNotFound)
  return respond(exchange, admission)
}

function respond(exchange: Exchange, admission: Admission): void | Promise<void> {
  const { origin, request, reply, address } = exchange
  if (admission.kind === 'refused') return refuse(exchange, admission)
  if (admission.kind === 'elsewhere') return origin.relay.send(request, reply, admission)
  // A player with an outdated playlist requests segments of an earlier session.
  if (address.assetId !== undefined && address.assetId !== admission.assetId) throw problem(reasons.notFound)
  return admission.kind === 'live' ? respondLive(exchange, admission) : respondRecorded(exchange, admission)
}

function respondLive(exchange: Exchange, { broadcast: source, assetId, variants }: Live): void | Promise<void> {
  const { request, address } = exchange
  const { target, playbackId, rendition } = address
  const broadcast = rendition === undefined ? source : variants?.find(rendition)
  if (broadcast === undefined || target.kind === 'foreign') throw problem(reasons.notFound)
  if (target.kind === 'main') return sendWhenReady(exchange, (variants ?? source).multivariant(), sendPlaylist)
  if (target.kind === 'video') {
    return sendWhenReady(exchange, broadcast.mediaPlaylist(readQuery(request)), sendPlaylist)
  }
  if (target.kind === 'init') return sendMedia(exchange, broadcast.initData(target.id))
  if (target.kind === 'part') {
    return sendWhenReady(exchange, broadcast.partData(target.number, target.index), sendMedia)
  }
  if (target.kind === 'file') {
    const prefix = assetPrefix(accountOfId(playbackId) ?? 0, assetId)
    return sendFile(exchange, exchange.origin.host.files, assetKey(prefix, target.name))
  }
  const found = target.from === target.to ? broadcast.segmentData(target.from) : undefined
  return found === undefined || Buffer.isBuffer(found) ? sendMedia(exchange, found) : sendStored(exchange, found)
}

function respondRecorded(exchange: Exchange, admission: Replayed): void | Promise<void> {
  const { target, rendition } = exchange.address
  const { recorded, fromSegment = 0 } = admission
  if (target.kind === 'main') return sendWhenReady(exchange, recorded.multivariant(fromSegment), sendPlaylist)
  // Recordings hold the source only: a player of a smaller live rendition continues with the source.
  if (target.kind === 'video') return sendWhenReady(exchange, recorded.mediaPlaylist(fromSegment), sendPlaylist)
  if (rendition !== undefined) throw problem(reasons.notFound)
  if (target.kind === 'init') return sendWhenReady(exchange, recorded.initData(target.id), sendMedia)
  if (target.kind === 'file') return sendFile(exchange, recorded.files, assetKey(recorded.prefix, target.name))
  const isThere = target.kind === 'segment' && target.from >= fromSegment
  return sendStored(exchange, isThere ? recorded.range(target.from, target.to) : undefined)
}

/** Sends a value, waiting for a promised one. The slot of a waiting request is released when its client leaves. */
function sendWhenReady<T>(
  exchange: Exchange,
  value: T | Promise<T>,
  send: (exchange: Exchange, value: T) => void | Promise<void>,
): void | Promise<void> {
  if (!(value instanceof Promise)) return send(exchange, value)
  const { origin, request, reply } = exchange
  let leave: () => void
  try {
    leave = origin.slots.enter(request.ip)
  } catch (error) {
    // The refused request ignores the value: a rejection must not stay unhandled.
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
  const cacheControl = maxAgeSeconds === 0 ? 'no-store' : cacheControlOf(exchange, `max-age=${maxAgeSeconds}`)
  const gzipped = acceptsGzip(request.headers['accept-encoding']) ? text.gzipped() : undefined
  const head = { type: playlistType, cacheControl, more: { vary: 'Origin, Accept-Encoding' } }
  if (gzipped === undefined) return sendBytes(reply, text.bytes, head)
  const gzippedHead = { ...head, more: { vary: 'Origin, Accept-Encoding', 'content-encoding': 'gzip' } }
  if (!(gzipped instanceof Promise)) return sendBytes(reply, gzipped, gzippedHead)
  return gzipped.then((bytes) => sendBytes(reply, bytes, gzippedHead))
}

function sendMedia(exchange: Exchange, bytes: Buffer | undefined): void {
  if (bytes === undefined) throw problem(reasons.notFound)
  const type = exchange.address.target.kind === 'init' ? movieType : segmentType
  sendBytes(exchange.reply, bytes, { type, cacheControl: cacheControlOf(exchange, foreverAge) })
}

type Openable = { byteCount: number; open(): ReturnType<Files['open']> }

function sendStored(exchange: Exchange, stored: Openable | undefined): Promise<void> {
  if (stored === undefined) throw problem(reasons.notFound)
  const { byteCount, open } = stored
  const head = { type: segmentType, cacheControl: cacheControlOf(exchange, foreverAge), byteCount }
  return exchange.origin.sendStream(exchange.reply, open, head).catch(throwNotFound)
}

async function sendFile(exchange: Exchange, files: Files, key: string): Promise<void> {
  const { request, reply, origin } = exchange
  const size = await files.size(key)
  if (size === undefined) throw problem(reasons.notFound)
  // Responses carry no validators, so an If-Range condition is always false (RFC 9110, 13.1.5).
  const header = request.headers['if-range'] === undefined ? request.headers.range : undefined
  const range = readByteRange(header, size)
  if (range === 'unsatisfiable') return refuseRange(exchange, size)
  const isDownload = /[?&]download(?:[=&]|$)/.test(request.url)
  const { file } = exchange.address
  const head = {
    type: fileTypes.get(file.slice(file.indexOf('.'))) ?? 'application/octet-stream',
    cacheControl: cacheControlOf(exchange, fileAge),
    more: {
      'accept-ranges': 'bytes',
      ...(range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to - 1}/${size}` }),
      ...(isDownload ? { 'content-disposition': `attachment; filename="${file}"` } : {}),
    },
  }
  if (range === undefined)
    return origin.sendStream(reply, () => files.open(key), { ...head, byteCount: size }).catch(throwNotFound)
  const part = { ...head, status: 206 as const, byteCount: range.to - range.from }
  return origin.sendStream(reply, () => files.open(key, range), part).catch(throwNotFound)
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

function throwNotFound(error: unknown): never {
  throw error instanceof FileMissing ? problem(reasons.notFound) : error
}

/** Cache-Control with this age. Shared caches must not keep a response whose address holds a token. */
function cacheControlOf({ address }: Exchange, age: string): string {
  return `${address.token === undefined ? 'public' : 'private'}, ${age}`
}

function acceptsGzip(accepted: string | string[] | undefined): boolean {
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
