import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountOfId } from '#kit/values/ids.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { openConnectionSlots } from '#platform/net/connectionSlots.ts'
import { assetKey, assetPrefix } from '#platform/video/asset/assetNames.ts'
import { nodeRoute, type NodeCallReader } from '#platform/video/live/nodeSignature.ts'
import { readAddress, readSessionAddress } from './hlsAddress.ts'
import type { PlaylistQuery } from './blockingReload.ts'
import { openStreamSender, sendBytes, type SendingBounds } from './hlsResponse.ts'
import {
  acceptsGzip,
  cacheControlOf,
  isMediaSent,
  playlistHeaders,
  sendFile,
  sendMedia,
  sendMultivariant,
  sendPlaylist,
  sendStored,
  throwNotFound,
  type Exchange,
  type Origin,
} from './mediaSender.ts'
import { openRelay, type Relayed, type RelayTarget } from './nodeRelay.ts'
import type { Admission, HeldMedia, OriginHost } from './originHost.ts'
import { withViewToken } from './playlistTags.ts'

type Live = Extract<Admission, { kind: 'live' }>
type Replayed = Extract<Admission, { kind: 'recorded' }>
type Elsewhere = Extract<Admission, { kind: 'elsewhere' }>

/** Limits of waiting requests, in all and from one network prefix, and of concurrent file responses. */
export type OriginBounds = SendingBounds & { waitingMax: number; waitingPerPrefixMax: number }

/** One connection can hold thousands of waiting requests, so each network prefix gets a share only. */
const boundsDefault: OriginBounds = {
  waitingMax: 20_000,
  waitingPerPrefixMax: 5_000,
  sendingMax: 1_000,
  sendingPerPrefixMax: 500,
}

/** Sessions of this node for the relays of other nodes: the check of their calls, and the media of a session. */
export type NodeMedia = { readCall: NodeCallReader; find(sessionUuid: string): HeldMedia | undefined }

export type OriginOptions = { bounds?: Partial<OriginBounds>; nodeMedia?: NodeMedia }

/** Root of the addresses at which a node serves media of its sessions to other nodes. */
export const nodeMediaRoot = '/internal/media/'

/**
 * Serves `/hls/…` and `/media/…` to players, for GET and HEAD. Each request is admitted, then answered from the live
 * broadcast, from a recording, or by a relay to the node that holds the session. Requests for the next segment or part
 * wait for it; waits and file responses are bounded in all and per network prefix.
 */
export function registerOrigin(server: FastifyInstance, host: OriginHost, options: OriginOptions = {}): void {
  const bounds = { ...boundsDefault, ...options.bounds }
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
  const { nodeMedia } = options
  if (nodeMedia !== undefined) registerNodeMedia(server, origin, nodeMedia)
}

/** Serves media of sessions of this node to other nodes, which have admitted the viewers. */
function registerNodeMedia(server: FastifyInstance, origin: Origin, { readCall, find }: NodeMedia): void {
  server.route({
    ...nodeRoute(readCall),
    method: 'GET',
    url: `${nodeMediaRoot}*`,
    handler: (request, reply) => {
      const address = readSessionAddress(request.url, nodeMediaRoot)
      const held = address && find(address.sessionUuid)
      // The session may have moved a moment ago.
      if (address === undefined || held === undefined) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      return respond({ origin, request, reply, address, view: undefined }, held)
    },
  })
}

function serve(origin: Origin, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const address = readAddress(request.url)
  if (address === undefined) throw problem(reasons.routeNotFound)
  const { playbackId, token, viewToken, assetId, file, target, mediaPath, query } = address
  const { headers, url: path, ip } = request
  const admission = origin.host.admit({
    playbackId,
    token,
    viewToken,
    assetId,
    file,
    kind: target.kind,
    mediaPath,
    query,
    path,
    origin: headers.origin,
    address: ip,
    headers,
  })
  const exchange = { origin, request, reply, address, view: undefined }
  if (admission instanceof Promise) return admission.then((known) => respond(exchange, known)).catch(throwNotFound)
  return respond(exchange, admission)
}

function respond(asked: Exchange, admission: Admission): void | Promise<void> {
  if (admission.kind === 'refused') return refuse(asked, admission)
  const exchange = admission.view === undefined ? asked : { ...asked, view: admission.view }
  const { assetId } = exchange.address
  if (admission.kind === 'elsewhere') return respondElsewhere(exchange, admission)
  // A player with an outdated playlist requests segments of an earlier session.
  if (assetId !== undefined && assetId !== admission.assetId) throw problem(reasons.notFound)
  return admission.kind === 'live' ? respondLive(exchange, admission) : respondRecorded(exchange, admission)
}

/** Responds by the node that holds the session, or by another media server. */
function respondElsewhere(exchange: Exchange, { assetId, nodeUrl, path, ...more }: Elsewhere): Promise<void> {
  const { origin, request, reply, address } = exchange
  const { target, playbackId } = address
  // All nodes have one store of files.
  if (target.kind === 'file' && assetId !== undefined) {
    return sendFile(
      exchange,
      origin.host.files,
      assetKey(assetPrefix(accountOfId(playbackId) ?? 0, assetId), target.name),
    )
  }
  const to: RelayTarget = { nodeUrl, path, ...more }
  const isPlaylist = address.file.endsWith('.m3u8')
  // The text of a multivariant playlist is rewritten for its viewer.
  const isRewritten = target.kind === 'main' && exchange.view !== undefined
  const isGzip = isPlaylist && !isRewritten && acceptsGzip(request.headers['accept-encoding'])
  const { response, leave } = origin.relay.load(to, isGzip)
  reply.raw.once('close', leave)
  const sent = sendWhenReady(exchange, response, (_exchange, relayed) => {
    if (isPlaylist && !isRewritten && request.method === 'GET' && relayed.status === 200) exchange.view?.served()
    sendRelayed(exchange, relayed, to)
  })
  return Promise.resolve(sent)
}

function sendRelayed(exchange: Exchange, { status, headers, body }: Relayed, { cacheControl }: RelayTarget): void {
  const { reply, address, view } = exchange
  const { target } = address
  const age = (headers['cache-control'] ?? 'no-store').replace(/^public, /, '')
  const isUncached = cacheControl !== undefined || age === 'no-store' || status !== 200
  const head = {
    status,
    type: headers['content-type'] ?? 'application/octet-stream',
    cacheControl: isUncached ? (cacheControl ?? age) : cacheControlOf(exchange, age),
    more: {
      ...(target.kind === 'main' || target.kind === 'video' ? playlistHeaders : {}),
      ...copied(headers, ['content-encoding', 'retry-after', 'etag']),
    },
  }
  if (target.kind !== 'main' || view === undefined || status !== 200) return sendBytes(reply, body, head)
  sendBytes(reply, Buffer.from(withViewToken(body.toString(), view)), { ...head, cacheControl: 'private, no-store' })
}

function copied(headers: Relayed['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

function respondLive(exchange: Exchange, { broadcast: source, assetId, variants }: Live): void | Promise<void> {
  const { request, address } = exchange
  const { target, playbackId, rendition } = address
  const broadcast = rendition === undefined ? source : variants?.find(rendition)
  if (broadcast === undefined || target.kind === 'foreign') throw problem(reasons.notFound)
  if (target.kind === 'main') return sendWhenReady(exchange, (variants ?? source).multivariant(), sendMultivariant)
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
  if (target.kind === 'main') return sendWhenReady(exchange, recorded.multivariant(fromSegment), sendMultivariant)
  // Recordings hold the source only: a player of a smaller live rendition continues with the source.
  if (target.kind === 'video') return sendWhenReady(exchange, recorded.mediaPlaylist(fromSegment), sendPlaylist)
  if (rendition !== undefined) throw problem(reasons.notFound)
  if (target.kind === 'init') return sendWhenReady(exchange, recorded.initData(target.id), sendMedia)
  if (target.kind === 'file') return sendFile(exchange, recorded.files, assetKey(recorded.prefix, target.name))
  const isThere = target.kind === 'segment' && target.from >= fromSegment
  const range = isThere ? recorded.range(target.from, target.to) : undefined
  if (range !== undefined && isMediaSent(exchange)) exchange.view?.served(range.place)
  return sendStored(exchange, range)
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
