import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { Problem } from '#kit/call/problem.ts'
import { madeInit } from '#test/video/madeMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { readAddress } from './hlsAddress.ts'
import { openBroadcast, type Broadcast } from './broadcast.ts'
import { registerOrigin, type OriginBounds } from './hlsOrigin.ts'
import { SegmentTable } from './segmentTable.ts'
import { Recorded } from './recorded.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const broadcasts: Broadcast[] = []
after(() => {
  for (const broadcast of broadcasts) broadcast.end()
})

/** An origin whose session has no segment yet: `load` requests the first playlist, from a host address. */
function emptyOrigin(bounds: Partial<OriginBounds>) {
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 60 })
  broadcast.init(madeInit())
  broadcasts.push(broadcast)
  const server = fastify()
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  const admit = () => ({ kind: 'live' as const, broadcast, assetId })
  registerOrigin(server, { admit, files: openDiskFiles('/nowhere'), log: quiet }, { bounds })
  const load = async (remoteAddress: string) =>
    (await server.inject({ url: `/hls/${playbackId}/video.m3u8`, remoteAddress })).statusCode
  return { broadcast, load }
}

test('a network prefix that fills its share of waiting requests leaves the others theirs', async () => {
  const { broadcast, load } = emptyOrigin({ waitingMax: 4, waitingPerPrefixMax: 2 })
  const waiting = ['2001:db8::1', '2001:db8::2', '203.0.113.1'].map(load)
  assert.equal(await load('2001:db8::3'), 429)
  waiting.push(load('203.0.113.2'))
  assert.equal(await load('203.0.113.3'), 503)
  broadcast.end()
  assert.deepEqual(await Promise.all(waiting), [404, 404, 404, 404])
  assert.equal(await load('2001:db8::3'), 404)
})

test('a network prefix that reads its files slowly leaves the others theirs', async () => {
  const slow = new PassThrough()
  const store = openDiskFiles('/nowhere')
  const files: Files = { ...store, look: async () => ({ size: 10, version: 'a' }), open: async () => slow }
  const server = fastify()
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({})
  })
  const recorded = new Recorded(files, `media/00000000/${assetId}/`, { inits: [], segments: new SegmentTable() })
  const admit = () => ({ kind: 'recorded' as const, recorded, assetId })
  registerOrigin(server, { admit, files, log: quiet }, { bounds: { sendingMax: 2, sendingPerPrefixMax: 1 } })
  const load = async (remoteAddress: string) =>
    (await server.inject({ url: `/media/${playbackId}/video.mp4`, remoteAddress })).statusCode
  const first = load('2001:db8::1')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await load('2001:db8::2'), 429)
  const other = load('203.0.113.1')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await load('203.0.113.2'), 503)
  slow.end(Buffer.alloc(10))
  assert.equal(await first, 200)
  await other
})

test('a refused wait leaves no unhandled rejection', async () => {
  const { broadcast, load } = emptyOrigin({ waitingMax: 0, waitingPerPrefixMax: 1 })
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  assert.equal(await load('203.0.113.1'), 503)
  broadcast.end()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})

test('readAddress() rejects an address without a playback id, however long it is', () => {
  const addressOf = (prefix: string) => readAddress(`/hls/${prefix}_${'0'.repeat(34)}/main.m3u8`)
  assert.equal(addressOf('plb')?.playbackId, playbackId)
  assert.equal(addressOf('p'.repeat(10_000)), undefined)
})
