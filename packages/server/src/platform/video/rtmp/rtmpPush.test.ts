import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { retryDelayMs } from '#kit/values/backOff.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { freePort } from '#test/world/freePort.ts'
import { goodKey, ingestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { tagOf } from '#test/video/rtmpEncoder.ts'
import { pushLimits } from './rtmpLimits.ts'
import { openPush, type PushOptions } from './rtmpPush.ts'

type StateEvent = [state: string, error?: string]

const quick = { backOff: { delaysMs: [20, 40], jitterShare: 0.25 }, lingerTimeoutMs: 200 }

/** Push to this machine, and the states that it emitted. */
function openTestPush(port: number, options: Partial<PushOptions> = {}) {
  const states: StateEvent[] = []
  const push = openPush({
    url: `rtmp://127.0.0.1:${port}/live`,
    streamKey: goodKey,
    rules: { allowPrivate: true },
    limits: quick,
    onState: (...state) => states.push(state),
    ...options,
  })
  const is = (state: string) => until(() => states.at(-1)?.[0] === state)
  return { push, states, is, [Symbol.asyncDispose]: () => push.stop() }
}

function portOf(server: Server): number {
  const bound = server.address()
  assert.ok(typeof bound === 'object' && bound !== null)
  return bound.port
}

const headers = [tagOf.metadata(), tagOf.videoHeader(), tagOf.audioHeader()]
const at = (timestampMs: number) => (tag: MediaTag) => ({ ...tag, timestampMs })

test('a stream arrives at the target from a key frame on, then ends there', async () => {
  await using w = await ingestWorld()
  await using target = openTestPush(w.port)
  for (const header of headers) target.push.tag(header)
  await target.is('live')
  const tags = [tagOf.frame(900), tagOf.keyFrame(1_000, 50_000), tagOf.audioFrame(1_010), tagOf.frame(1_033)]
  for (const tag of tags) target.push.tag(tag)
  await until(() => w.published[0]?.tags.length === 6)
  assert.deepEqual(w.published[0]?.tags, [
    ...[...headers, tagOf.keyFrame(1_000, 50_000)].map(at(0)),
    at(10)(tagOf.audioFrame(1_010)),
    at(33)(tagOf.frame(1_033)),
  ])
  assert.deepEqual([w.requests[0]?.app, w.requests[0]?.key], ['live', goodKey])
  await target.push.stop()
  assert.deepEqual(w.published[0].ends, ['unpublished'])
  assert.deepEqual(target.states, [
    ['starting', undefined],
    ['live', undefined],
    ['ended', undefined],
  ])
})

test('a push retries a target that is down until it is up, also after a restart of the target', async () => {
  let port: number | undefined
  await using line = await openProxy(() => port)
  await using target = openTestPush(line.port)
  await target.is('error')
  assert.equal(target.states.at(-1)?.[1], 'The target closed the connection.')
  for (const run of [1, 2]) {
    await using w = await ingestWorld()
    port = w.port
    await target.is('live')
    for (const tag of [...headers, tagOf.keyFrame(run * 100), tagOf.frame(run * 100 + 33)]) target.push.tag(tag)
    await until(() => w.published[0]?.tags.length === 5)
    assert.deepEqual(
      w.published[0]?.tags.map(({ timestampMs }) => timestampMs),
      [0, 0, 0, 0, 33],
    )
    const before = target.states.length
    await w.ingest.stop()
    // The next attempt, which gets no response, may be over by now.
    await until(() => target.states.length > before)
    assert.match(target.states[before]?.[1] ?? '', /The server stops/)
  }
})

test('the error quotes the refusal of a target, without the key', async () => {
  await using w = await ingestWorld({ admit: async ({ key }) => ({ refusal: `There is no key ${key}.` }) })
  await using target = openTestPush(w.port, { streamKey: 'an-old-key?sign=1' })
  await target.is('error')
  assert.equal(target.states.at(-1)?.[1], 'The target refused the stream: There is no key ….')
  // An error that repeats is emitted once.
  await until(() => w.ingest.stats().refused >= 3)
  assert.equal(target.states.length, 2)
})

test('a private or invalid address is refused before a connection is opened', async () => {
  await using w = await ingestWorld()
  await using private_ = openTestPush(w.port, { rules: {} })
  await private_.is('error')
  assert.match(private_.states.at(-1)?.[1] ?? '', /not public/)
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  await using named = openTestPush(w.port, { url: `rtmp://example.com:${w.port}/live`, rules: { resolve } })
  await named.is('error')
  await using none = openTestPush(w.port, { url: 'rtmp://127.0.0.1:22/live' })
  await none.is('error')
  assert.equal(none.states.at(-1)?.[1], 'The target must not use port 22.')
  assert.equal(w.ingest.stats().accepted, 0)
})

test('targets that speak another protocol, close or stay silent are errors', async () => {
  for (const [respond, error, limits] of [
    [
      (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'The target does not speak RTMP correctly.',
      quick,
    ],
    [(socket: Socket) => socket.destroy(), 'The target closed the connection.', quick],
    [() => undefined, 'The target did not accept the stream in time.', { ...quick, startTimeoutMs: 100 }],
  ] as const) {
    await using server = await rawServer(respond)
    await using target = openTestPush(server.port, { limits })
    await target.is('error')
    assert.equal(target.states.at(-1)?.[1], error)
  }
})

async function rawServer(respond: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    respond(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Proxy to the listener on a port, if there is one; it can stop reading, as a congested network does. */
async function openProxy(portNow: () => number | undefined) {
  const lines = new Set<Socket>()
  let byteCount = 0
  const server = await rawServer((near) => {
    const port = portNow()
    if (port === undefined) return near.destroy()
    const far = connect(port, '127.0.0.1')
    lines.add(near)
    near.on('data', (bytes: Buffer) => {
      byteCount += bytes.length
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => near.write(bytes))
    near.on('close', () => far.destroy())
    // The last status of the listener is still on its way.
    far.on('close', () => near.end()).on('error', () => undefined)
  })
  return {
    ...server,
    byteCount: () => byteCount,
    stop: () => lines.forEach((line) => line.pause()),
    resume: () => lines.forEach((line) => line.resume()),
    flood: (bytes: Buffer) => lines.forEach((line) => line.write(bytes)),
  }
}

test('a target that stops reading costs no more than the queue, and continues with a key frame', async () => {
  const queueBytesMax = 1_048_576
  await using w = await ingestWorld()
  await using line = await openProxy(() => w.port)
  await using target = openTestPush(line.port, { limits: { ...quick, queueBytesMax } })
  await target.is('live')
  for (const header of headers) target.push.tag(header)
  target.push.tag(tagOf.keyFrame(0))
  await until(() => w.published[0]?.tags.length === 4)
  line.stop()
  const size = 100_000
  for (let frame = 1; frame <= 600; frame += 1) {
    target.push.tag(frame % 30 === 0 ? tagOf.keyFrame(frame * 33, size) : tagOf.frame(frame * 33, size))
    if (frame % 20 === 0) await wait(1)
  }
  line.resume()
  const tags = w.published[0]?.tags ?? []
  const times = () => tags.map(({ timestampMs }) => timestampMs)
  const restartAt = () => tags.findLastIndex(({ kind }) => kind === 'data')
  // Queued tags have arrived when a key frame is sent again, behind metadata and two sequence headers.
  for (let frame = 601; (times().at(-1) ?? 0) < 600 * 33 || tags.length < restartAt() + 4; frame += 1) {
    target.push.tag(tagOf.keyFrame(frame * 33))
    await wait(5)
  }
  // Socket buffers of loopback hold some megabytes; 60 were sent.
  assert.ok(line.byteCount() < queueBytesMax + 20_000_000, `${line.byteCount()} bytes were queued`)
  assert.deepEqual(
    tags.slice(restartAt(), restartAt() + 4).map(({ kind, body }) => `${kind} ${body[0]}`),
    ['data 2', 'video 23', 'audio 175', 'video 23'],
  )
  assert.deepEqual(
    times(),
    times().toSorted((one, other) => one - other),
  )
})

test('a connection that the target does not read times out, and is retried', async () => {
  await using w = await ingestWorld()
  await using line = await openProxy(() => w.port)
  await using target = openTestPush(line.port, { limits: { ...quick, stallTimeoutMs: 100 } })
  await target.is('live')
  line.stop()
  const filling = setInterval(() => target.push.tag(tagOf.keyFrame(0, 500_000)), 1)
  await until(() => target.states.some(([, error]) => error === 'The target no longer reads the stream.')).finally(() =>
    clearInterval(filling),
  )
  await target.is('live')
})

test('a connection on which the target sends too much is closed, and is retried', async () => {
  await using w = await ingestWorld()
  await using line = await openProxy(() => w.port)
  await using target = openTestPush(line.port)
  await target.is('live')
  // A chunk of stream 2 with a ping request (Adobe RTMP 1.0, 5.3.1 and 7.1.7): each requires a response.
  const ping = Buffer.from('020000000000060400000000000600000001', 'hex')
  line.flood(Buffer.concat(Array.from({ length: 60_000 }, () => ping)))
  await until(() => target.states.some(([, error]) => error === 'The target sends too much.'))
  await target.is('live')
})

test('stop() between two attempts, and while one begins, ends the push at once', async () => {
  const port = await freePort()
  const waiting = openTestPush(port, { limits: { backOff: { delaysMs: [60_000], jitterShare: 0.25 } } })
  await waiting.is('error')
  assert.equal(waiting.states.at(-1)?.[1], 'The target refused the connection.')
  const beginning = openTestPush(port)
  await using server = await rawServer(() => undefined)
  const shaking = openTestPush(server.port, { limits: { lingerTimeoutMs: 50 } })
  await Promise.all([waiting.push.stop(), waiting.push.stop(), beginning.push.stop(), shaking.push.stop()])
  for (const { states, push } of [waiting, beginning, shaking]) {
    assert.deepEqual(states.at(-1), ['ended', undefined])
    push.tag(tagOf.keyFrame(0))
  }
})

test('retries back off exponentially, with a jitter of a quarter', () => {
  const delays = (random: number) =>
    [1, 2, 3, 6, 7, 500].map((each) => retryDelayMs(pushLimits.backOff, each, { random: () => random }))
  assert.deepEqual(delays(0.5), [1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
  assert.deepEqual(delays(0), [750, 1_500, 3_000, 24_000, 45_000, 45_000])
})
