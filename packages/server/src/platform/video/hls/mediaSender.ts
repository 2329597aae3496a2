import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { isUnchanged } from '#platform/http/unchanged.ts'
import type { ConnectionSlots } from '#platform/net/connectionSlots.ts'
import type { Address } from './hlsAddress.ts'
import { readByteRange } from './byteRange.ts'
import { sendBytes, type StreamSender } from './hlsResponse.ts'
import type { Relay } from './nodeRelay.ts'
import type { OriginHost, View } from './originHost.ts'
import { PlaylistText, type Playlist } from './playlist.ts'
import { withViewToken } from './playlistTags.ts'

/** Parts of the origin of one server. */
export type Origin = {
  host: OriginHost
  sendStream: StreamSender
  relay: Relay
  /** Bounds the requests that wait for a segment or part. */
  slots: ConnectionSlots
}

/** Request for media, with its address and viewer. */
export type Exchange = {
  origin: Origin
  request: FastifyRequest
  reply: FastifyReply
  address: Address
  view: View | undefined
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

/** Sends a multivariant playlist, whose addresses name its viewer. */
export function sendMultivariant(exchange: Exchange, playlist: Playlist | undefined): void | Promise<void> {
  const { view } = exchange
  if (playlist === undefined || view === undefined) return sendPlaylist(exchange, playlist)
  const text = new PlaylistText(withViewToken(playlist.text.bytes.toString(), view))
  const head = { type: playlistType, cacheControl: 'private, no-store', more: playlistHeaders }
  sendBytes(exchange.reply, text.bytes, head)
}

/** Sends a playlist, compressed for a client that accepts it. Throws not_found without one. */
export function sendPlaylist(exchange: Exchange, playlist: Playlist | undefined): void | Promise<void> {
  if (playlist === undefined) throw problem(reasons.notFound)
  const { reply, request, address, view } = exchange
  if (address.target.kind === 'video' && request.method === 'GET') view?.served()
  const { text, maxAgeSeconds } = playlist
  const cacheControl = maxAgeSeconds === 0 ? 'no-store' : cacheControlOf(exchange, `max-age=${maxAgeSeconds}`)
  const gzipped = acceptsGzip(request.headers['accept-encoding']) ? text.gzipped() : undefined
  const head = { type: playlistType, cacheControl, etag: text.etag, more: playlistHeaders }
  if (gzipped === undefined) return sendBytes(reply, text.bytes, head)
  const gzippedHead = { ...head, more: gzippedHeaders }
  if (!(gzipped instanceof Promise)) return sendBytes(reply, gzipped, gzippedHead)
  return gzipped.then((bytes) => sendBytes(reply, bytes, gzippedHead))
}

/** Headers of every playlist. */
export const playlistHeaders = { vary: 'Origin, Accept-Encoding' }
const gzippedHeaders = { ...playlistHeaders, 'content-encoding': 'gzip' }

/** Sends an init section, a segment or a part from memory. Throws not_found without bytes. */
export function sendMedia(exchange: Exchange, bytes: Buffer | undefined): void {
  if (bytes === undefined) throw problem(reasons.notFound)
  const type = exchange.address.target.kind === 'init' ? movieType : segmentType
  sendBytes(exchange.reply, bytes, { type, cacheControl: cacheControlOf(exchange, foreverAge), etag: etagOf(exchange) })
}

/** Validator of media whose bytes never change at their address. */
function etagOf({ address }: Exchange): string {
  return `"${address.mediaPath.replaceAll('/', '.')}"`
}

/** Whether a request for media gets its bytes: a HEAD request does not, and a client that has them gets 304. */
export function isMediaSent(exchange: Exchange): boolean {
  return exchange.request.method === 'GET' && !isUnchanged(exchange.reply, etagOf(exchange))
}

type Openable = { byteCount: number; open(): ReturnType<Files['open']> }

/** Sends segments from the store. Throws not_found without them. */
export function sendStored(exchange: Exchange, stored: Openable | undefined): Promise<void> {
  if (stored === undefined) throw problem(reasons.notFound)
  const { byteCount, open } = stored
  const cacheControl = cacheControlOf(exchange, foreverAge)
  const head = { type: segmentType, cacheControl, byteCount, etag: etagOf(exchange) }
  return exchange.origin.sendStream(exchange.reply, open, head).catch(throwNotFound)
}

/** Sends a file of a video, or the requested range of it. */
export async function sendFile(exchange: Exchange, files: Files, key: string): Promise<void> {
  const { request, reply, origin } = exchange
  const found = await files.look(key)
  if (found === undefined) throw problem(reasons.notFound)
  const { size, version } = found
  const etag = `"${version}"`
  // A range of another version than the client has would damage its file (RFC 9110, 13.1.5).
  const condition = request.headers['if-range']
  const header = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = readByteRange(header, size)
  if (range === 'unsatisfiable') return refuseRange(exchange, size)
  const isDownload = /[?&]download(?:[=&]|$)/.test(request.url)
  const { file } = exchange.address
  const head = {
    type: fileTypes.get(file.slice(file.indexOf('.'))) ?? 'application/octet-stream',
    cacheControl: cacheControlOf(exchange, fileAge),
    etag,
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

/** Throws not_found for a missing file, and every other error as it is. */
export function throwNotFound(error: unknown): never {
  throw error instanceof FileMissing ? problem(reasons.notFound) : error
}

/** Cache-Control with this age. Shared caches must not keep a response whose address holds a token that opens it. */
export function cacheControlOf({ address }: Exchange, age: string): string {
  return `${address.token === undefined ? 'public' : 'private'}, ${age}`
}

/** Whether a client accepts gzip, by its Accept-Encoding header. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)
}
