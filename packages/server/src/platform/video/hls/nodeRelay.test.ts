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
import { registerOrigin, type Admission, type Asked } from './hlsOrigin.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const path = `/hls/${playbackId}/t/a.token/${assetId}/s1.m4s`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const closing: (() => Promise<unknown> | void)[] = []
after(() => Promise.all(closing.map((close) => close())))

async function node(admit: (asked: Asked) => Admission): Promise<string> {
  const server = fastify({ forceCloseConnections: true })
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  registerOrigin(server, { admit, files: openDiskFiles('/nowhere'), log: quiet })
  closing.push(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
}

/** A node that answers as told, byte by byte. */
async function odd(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // cast: a server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what another node holds is answered as that node answers it', async () => {
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 60 })
  broadcast.init(madeInit())
  const session = madeSession({ bytesPerPart: 100_000 })
  const made = Array.from({ length: 8 }, () => session.next())
  for (const { segment, parts } of made) broadcast.segment(segment, parts)
  const asked: Asked[] = []
  const holder = await node((each) => {
    asked.push(each)
    return { kind: 'live', broadcast, assetId }
  })
  const edge = await node(({ path: to }) => ({ kind: 'elsewhere', nodeUrl: holder, authorization: `Node ${to}` }))
  const answer = await fetch(`${edge}${path}`)
  assert.equal(answer.status, 200)
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(made[0]?.bytes ?? Buffer.alloc(0)))
  const direct = await fetch(`${holder}${path}`)
  await direct.arrayBuffer()
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'content-length']) {
    assert.equal(answer.headers.get(name), direct.headers.get(name), name)
  }
  assert.equal(asked[0]?.authorization, `Node ${path}`)
  assert.equal(asked[0]?.token, 'a.token')
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

test('nodes that take each other for the holder do not send a request to and fro', async () => {
  let asked = 0
  const urls: string[] = []
  const admit = (to: number) => (): Admission => {
    asked += 1
    return { kind: 'elsewhere', nodeUrl: urls[to] ?? '', authorization: 'x' }
  }
  urls.push(await node(admit(1)), await node(admit(0)))
  const answer = await fetch(`${urls[0]}${path}`)
  assert.equal(answer.status, 503)
  assert.equal(asked, 2)
})

test('a node that is gone, says nonsense, or stops in the middle harms nobody else', async () => {
  const shown = Promise.withResolvers<void>()
  const nodes = {
    gone: 'http://127.0.0.1:9',
    nonsense: await odd((_request, response) => void response.socket?.end('nonsense\r\n\r\n')),
    half: await odd((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
      void shown.promise.then(() => response.destroy())
    }),
  }
  for (const which of ['gone', 'nonsense'] as const) {
    const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: nodes[which], authorization: 'x' }))
    assert.equal((await fetch(`${edge}${path}`)).status, 503, which)
  }
  const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: nodes.half, authorization: 'x' }))
  const answer = await fetch(`${edge}${path}`)
  assert.equal(answer.status, 200)
  shown.resolve()
  await assert.rejects(answer.arrayBuffer())
})

test('when the client leaves, the other node is left as well', async () => {
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = await odd((request) => {
    request.socket.once('close', () => left.resolve())
    asked.resolve()
  })
  const edge = await node(() => ({ kind: 'elsewhere', nodeUrl: holder, authorization: 'x' }))
  const leaving = new AbortController()
  const answer = fetch(`${edge}${path}`, { signal: leaving.signal })
  await asked.promise
  leaving.abort()
  await assert.rejects(answer)
  await left.promise
})
