import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { madeInit, madeSession } from '#test/video/madeMedia.ts'
import { until } from '#test/world/until.ts'
import { Problem } from '#kit/call/problem.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { readNodeCall, signNodeCall, type NodeCall } from '#platform/video/live/nodeSignature.ts'
import { openBroadcast } from './broadcast.ts'
import { nodeMediaRoot, registerOrigin, type NodeMedia } from './hlsOrigin.ts'
import type { Admission, HeldMedia, MediaRequest } from './originHost.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const path = `/hls/${playbackId}/t/a.token/${assetId}/s1.m4s`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const servers = new Map<string, FastifyInstance>()
const closing: (() => Promise<unknown> | void)[] = []
after(() => Promise.all(closing.map((close) => close())))

const key = Buffer.alloc(32, 7)
const readCall: NodeMedia['readCall'] = ({ headers, method, url }) =>
  readNodeCall(key, headers.authorization, { method, path: url })

async function node(admit: (request: MediaRequest) => Admission, held?: HeldMedia): Promise<string> {
  const server = fastify({ forceCloseConnections: true })
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  const find = (sessionUuid: string) => (sessionUuid === assetId ? held : undefined)
  const nodeMedia = { readCall, find }
  registerOrigin(server, { admit, files: openDiskFiles('/nowhere'), log: quiet }, { nodeMedia })
  closing.push(() => server.close())
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  servers.set(url, server)
  return url
}

const refuseViewers = (): Admission => ({ kind: 'refused', status: 404, reason: 'There are no viewers here.' })

/** Admission of an edge that relays to a node, by signed calls. */
function relayTo(nodeUrl: string): (request: MediaRequest) => Admission {
  return ({ mediaPath, query }) => {
    const to = `${nodeMediaRoot}${assetId}/${mediaPath}${query}`
    const authorization = () => signNodeCall(key, { method: 'GET', path: to, body: '' }, Date.now())
    return { kind: 'elsewhere', nodeUrl, path: to, authorization }
  }
}

function madeBroadcast(segmentCount: number) {
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 60 })
  broadcast.init(madeInit())
  const session = madeSession({ bytesPerPart: 100_000 })
  const made = Array.from({ length: segmentCount }, () => session.next())
  for (const { segment, parts } of made) broadcast.segment(segment, parts)
  const held: HeldMedia = { kind: 'live', broadcast, assetId }
  return { broadcast, session, made, held }
}

/** A node whose responses the test writes byte by byte. */
async function rawNode(respond: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // cast: a server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a relayed response equals the response of the node that holds the session', async () => {
  const { broadcast, session, made, held } = madeBroadcast(8)
  const holder = await node(() => held, held)
  const edge = await node(relayTo(holder))
  const relayed = await fetch(`${edge}${path}`)
  assert.equal(relayed.status, 200)
  assert.ok(Buffer.from(await relayed.arrayBuffer()).equals(made[0]?.bytes ?? Buffer.alloc(0)))
  const direct = await fetch(`${holder}${path}`)
  await direct.arrayBuffer()
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'content-length', 'etag']) {
    assert.equal(relayed.headers.get(name), direct.headers.get(name), name)
  }
  const playlist = await fetch(`${edge}/hls/${playbackId}/video.m3u8`, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(playlist.headers.get('content-encoding'), 'gzip')
  assert.match(await playlist.text(), /s8\.m4s/)
  const head = await fetch(`${edge}${path}`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '600000'])
  const waiting = fetch(`${edge}/hls/${playbackId}/video.m3u8?_HLS_msn=9`)
  await sleep(50)
  const next = session.next()
  broadcast.segment(next.segment, next.parts)
  assert.match(await (await waiting).text(), /s9\.m4s/)
  assert.equal((await fetch(`${edge}/hls/${playbackId}/${assetId}/s99.m4s`)).status, 404)
})

test('viewers of a node share one request to the node that holds the session', async () => {
  const { broadcast, session, held } = madeBroadcast(8)
  let requestCount = 0
  const holder = await node(refuseViewers, {
    ...held,
    get broadcast() {
      requestCount += 1
      return broadcast
    },
  })
  const edge = servers.get(await node(relayTo(holder)))
  assert.ok(edge)
  const names = ['video.m3u8?_HLS_msn=9&', `${assetId}/s8.m4s?`]
  const viewers = Array.from({ length: 100 }, (_, index) =>
    // A viewer's own tokens are no part of the request to the other node.
    names.map((name) => edge.inject(`/hls/${playbackId}/t/token${index}/${name}v=viewer${index}`)),
  )
  await until(() => requestCount >= 2)
  const next = session.next()
  broadcast.segment(next.segment, next.parts)
  const responses = await Promise.all(viewers.flat())
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]))
  assert.match(responses[0]?.body ?? '', /s9\.m4s/)
  const later = await edge.inject(`/hls/${playbackId}/t/late/${assetId}/s8.m4s`)
  assert.ok(later.rawPayload.equals(responses[1]?.rawPayload ?? Buffer.alloc(0)))
  assert.equal(requestCount, 2, 'one request for the playlist, one for the segment, also of later viewers')
})

test('viewers with made-up queries and spellings share the request of the others', async () => {
  const { session, broadcast, held } = madeBroadcast(8)
  let requestCount = 0
  const holder = await node(refuseViewers, {
    ...held,
    get broadcast() {
      requestCount += 1
      return broadcast
    },
  })
  const edge = servers.get(await node(relayTo(holder)))
  assert.ok(edge)
  const names = [
    ...['s8.m4s', 's8.m4s?x=1', 's8.m4s?_HLS_msn=3', 's8.m4s?v=viewer&x=2'].map((name) => `${assetId}/${name}`),
    ...['_HLS_msn=9', '_HLS_msn=009', 'x=1&_HLS_msn=9', '_HLS_msn=9&v=viewer&x=2'].map(
      (query) => `video.m3u8?${query}`,
    ),
  ]
  const viewers = names.map((name) => edge.inject(`/hls/${playbackId}/${name}`))
  await until(() => requestCount >= 2)
  const next = session.next()
  broadcast.segment(next.segment, next.parts)
  const responses = await Promise.all(viewers)
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]))
  assert.equal(requestCount, 2, 'one request for the playlist, one for the segment')
  assert.equal((await edge.inject(`/hls/${playbackId}/${assetId}/s08.m4s`)).statusCode, 404)
  const delta = await edge.inject(`/hls/${playbackId}/video.m3u8?_HLS_part=0&_HLS_skip=YES&_HLS_msn=9`)
  assert.equal(delta.statusCode, 200, delta.body)
  const refused = await edge.inject(`/hls/${playbackId}/video.m3u8?_HLS_msn=x`)
  assert.equal(refused.statusCode, 400)
})

test('a node serves its sessions to signed calls of this path and method alone', async () => {
  const { held } = madeBroadcast(2)
  const holder = await node(refuseViewers, held)
  const to = `${nodeMediaRoot}${assetId}/${assetId}/s1.m4s`
  const load = async (authorization: string | undefined, at = to) => {
    const response = await fetch(`${holder}${at}`, authorization === undefined ? {} : { headers: { authorization } })
    await response.arrayBuffer()
    return response.status
  }
  const signed = (call: Partial<NodeCall> = {}, by = key, atMs = Date.now()) =>
    signNodeCall(by, { method: 'GET', path: to, body: '', ...call }, atMs)
  assert.equal(await load(signed()), 200)
  assert.equal(await load(signed({ path: `${to}?x=1` }), `${to}?x=1`), 200)
  const refused = [
    undefined,
    'Node 1.a.b',
    signed({ method: 'POST' }),
    signed({ path: to.replace('s1', 's2') }),
    signed({ body: 'x' }),
    signed({}, Buffer.alloc(32, 8)),
    signed({}, key, Date.now() - 61_000),
  ]
  for (const each of refused) assert.equal(await load(each), 404)
  assert.equal(await load(signed(), `${to}?x=1`), 404)
  const gone = `${nodeMediaRoot}${assetId.replace('0', '1')}/video.m3u8`
  assert.equal(await load(signed({ path: gone }), gone), 503)
})

test('a relay responds 503 for a node that is lost, sends no HTTP, or breaks off', async () => {
  const nodes = {
    gone: 'http://127.0.0.1:9',
    nonsense: await rawNode((_request, response) => void response.socket?.end('nonsense\r\n\r\n')),
    half: await rawNode((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half', () => response.destroy())
    }),
  }
  for (const which of ['gone', 'nonsense', 'half'] as const) {
    const edge = await node(relayTo(nodes[which]))
    assert.equal((await fetch(`${edge}${path}`)).status, 503, which)
  }
})

test('a relay closes its connection to the node when the client leaves', async () => {
  const [requested, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = await rawNode((request) => {
    request.socket.once('close', () => closed.resolve())
    requested.resolve()
  })
  const edge = await node(relayTo(holder))
  const leaving = new AbortController()
  const response = fetch(`${edge}${path}`, { signal: leaving.signal })
  await requested.promise
  leaving.abort()
  await assert.rejects(response)
  await closed.promise
})
