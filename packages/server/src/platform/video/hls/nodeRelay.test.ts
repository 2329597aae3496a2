import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { madeInit, madeSession } from '#test/video/madeMedia.ts'
import { Problem } from '#kit/call/problem.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openBroadcast } from './broadcast.ts'
import { registerOrigin, type Admission, type MediaRequest } from './hlsOrigin.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const path = `/hls/${playbackId}/t/a.token/${assetId}/s1.m4s`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const closing: (() => Promise<unknown> | void)[] = []
after(() => Promise.all(closing.map((close) => close())))

async function node(admit: (request: MediaRequest) => Admission): Promise<string> {
  const server = fastify({ forceCloseConnections: true })
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  registerOrigin(server, { admit, files: openDiskFiles('/nowhere'), log: quiet })
  closing.push(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
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
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 60 })
  broadcast.init(madeInit())
  const session = madeSession({ bytesPerPart: 100_000 })
  const made = Array.from({ length: 8 }, () => session.next())
  for (const { segment, parts } of made) broadcast.segment(segment, parts)
  const requests: MediaRequest[] = []
  const holder = await node((each) => {
    requests.push(each)
    return { kind: 'live', broadcast, assetId }
  })
  const edge = await node(({ path: to }) => ({ kind: 'elsewhere', nodeUrl: holder, authorization: `Node ${to}` }))
  const relayed = await fetch(`${edge}${path}`)
  assert.equal(relayed.status, 200)
  assert.ok(Buffer.from(await relayed.arrayBuffer()).equals(made[0]?.bytes ?? Buffer.alloc(0)))
  const direct = await fetch(`${holder}${path}`)
  await direct.arrayBuffer()
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'content-length']) {
    assert.equal(relayed.headers.get(name), direct.headers.get(name), name)
  }
  assert.equal(requests[0]?.authorization, `Node ${path}`)
  assert.equal(requests[0]?.token, 'a.token')
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

test('a request is relayed once where two nodes take each other for the holder', async () => {
  let requestCount = 0
  const urls: string[] = []
  const admit = (to: number) => (): Admission => {
    requestCount += 1
    return { kind: 'elsewhere', nodeUrl: urls[to] ?? '', authorization: 'x' }
  }
  urls.push(await node(admit(1)), await node(admit(0)))
  const response = await fetch(`${urls[0]}${path}`)
  assert.equal(response.status, 503)
  assert.equal(requestCount, 2)
})

test('a relay responds 503 for a node that is lost or sends no HTTP, and breaks off where the node does', async () => {
  const headersRead = Promise.withResolvers<void>()
  const nodes = {
    gone: 'http://127.0.0.1:9',
    nonsense: await rawNode((_request, response) => void response.socket?.end('nonsense\r\n\r\n')),
    half: await rawNode((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
      void headersRead.promise.then(() => response.destroy())
    }),
  }
  for (const which of ['gone', 'nonsense'] as const) {
    const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: nodes[which], authorization: 'x' }))
    assert.equal((await fetch(`${edge}${path}`)).status, 503, which)
  }
  const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: nodes.half, authorization: 'x' }))
  const response = await fetch(`${edge}${path}`)
  assert.equal(response.status, 200)
  headersRead.resolve()
  await assert.rejects(response.arrayBuffer())
})

test('a relay closes its connection to the node when the client leaves', async () => {
  const [requested, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = await rawNode((request) => {
    request.socket.once('close', () => closed.resolve())
    requested.resolve()
  })
  const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: holder, authorization: 'x' }))
  const leaving = new AbortController()
  const response = fetch(`${edge}${path}`, { signal: leaving.signal })
  await requested.promise
  leaving.abort()
  await assert.rejects(response)
  await closed.promise
})
