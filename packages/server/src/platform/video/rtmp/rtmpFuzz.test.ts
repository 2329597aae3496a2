import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { damaged, openDice, recordings } from '#test/video/damagedRtmp.ts'
import { ingestWorld } from '#test/video/ingestWorld.ts'
import { until } from '#test/world/until.ts'
import { tagOf } from '#test/video/rtmpEncoder.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { type ConnectionHost, IngestConnection } from './rtmpConnection.ts'
import { ingestLimits } from './rtmpLimits.ts'
import { classicTag } from '#platform/video/flv/classicTag.ts'
import { openPackager } from '#platform/video/packager/packager.ts'
import { openPushFeed } from './pushFeed.ts'
import type { PublishRequest, PublishSink, PublishVerdict } from '#platform/video/publishing.ts'

const seed = 20_261_121
const streamCount = 10_000
/** One stream of this many is sent over the network, the others over a pair of streams, which is cheaper. */
const networkEvery = 20
const concurrency = 32
const warmUpCount = 2_000
const grownBytesMax = 4 * 1_048_576
const quiet = () => undefined

test(`${streamCount} damaged streams disturb no other connection and leak nothing`, async (t) => {
  const counts = { errors: 0, sinks: 0, ends: 0, tags: 0, closed: 0, damaged: 0 }
  const count = (name: keyof typeof counts) => () => void (counts[name] += 1)
  const log = { debug: quiet, info: quiet, warn: count('errors'), error: count('errors') }
  async function admit({ key }: PublishRequest): Promise<PublishVerdict> {
    if (key === 'good') return { sink: { tag: checkGood, end: quiet } }
    if (key !== 'fuzz') return { refusal: 'There is no stream with this key.' }
    counts.sinks += 1
    return { sink: openSink(count) }
  }
  // Tags are compared on arrival: stored tags would count as growth of the memory.
  let goodCount = 0
  const checkGood = (tag: MediaTag) => assert.deepEqual(tag, tagOf.frame((goodCount += 1)))
  const host: ConnectionHost = {
    address: '',
    protocol: 'rtmp',
    limits: ingestLimits,
    log,
    admit,
    nowMs: () => performance.now(),
    received: quiet,
    published: quiet,
    refused: quiet,
    damaged: count('damaged'),
    closed: count('closed'),
  }

  const { nowMs } = host
  await using w = await ingestWorld({ limits: { waitingPerPrefixMax: 100 }, log, admit, nowMs })
  const encoder = await w.encoder()
  await encoder.publish('good')
  let sent = 0
  const publishing = setInterval(() => encoder.tags(tagOf.frame((sent += 1))), 5)
  const dice = openDice(seed)
  async function deliver(count: number): Promise<void> {
    let left = count
    const one = async () => {
      while (left > 0) {
        left -= 1
        const bytes = damaged(dice.pick(recordings), dice)
        await (left % networkEvery === 0 ? overNetwork(w.port, bytes) : overPair(host, bytes))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, one))
    await until(() => w.ingest.stats().connections === 1)
  }
  await deliver(warmUpCount)
  const warmBytes = await usedBytes()
  await deliver(streamCount - warmUpCount)
  const grownBytes = (await usedBytes()) - warmBytes
  clearInterval(publishing)
  await until(() => goodCount === sent)

  t.diagnostic(`seed ${seed}: ${JSON.stringify(counts)}; memory grew by ${grownBytes} bytes`)
  const { accepted, rejected } = w.ingest.stats()
  const overNetworkCount = streamCount / networkEvery
  assert.deepEqual([accepted, rejected], [overNetworkCount + 1, 0])
  assert.deepEqual([counts.closed, counts.errors, counts.ends], [streamCount - overNetworkCount, 0, counts.sinks])
  // Some damage is refused before admission, some arrives after it.
  assert.ok(counts.damaged > streamCount / 4 && counts.sinks > streamCount / 4 && counts.tags > streamCount)
  assert.ok(grownBytes < grownBytesMax, `memory grew by ${grownBytes} bytes`)
  encoder.socket.destroy()
  await w.ingest.stop()
  await until(() => !process.getActiveResourcesInfo().some((resource) => /TCP|Immediate|Timeout/.test(resource)))
})

/** Sink with the parts of a live session that read tags: the packager, and the feed of a simulcast target. */
function openSink(count: (name: 'tags' | 'ends') => () => void): PublishSink {
  const output = { init: quiet, part: quiet, segment: quiet, frame: quiet, refused: quiet }
  const packager = openPackager({ segmentSecondsMin: 2, partSeconds: 0.5, nowMs: () => performance.now(), output })
  const feed = openPushFeed()
  const [counted, ended] = [count('tags'), count('ends')]
  packager.begin()
  feed.begin()
  return {
    tag(tag) {
      counted()
      packager.tag(tag)
      const classic = classicTag(tag)
      for (const { timestampMs } of classic === undefined ? [] : feed.take(classic, queueSpace)) {
        assert.ok(timestampMs >= 0 && timestampMs <= 0xffff_ffff)
      }
    },
    end() {
      ended()
      packager.finish()
    },
  }
}

const queueSpace = { bytes: 1_000_000, bytesMax: 1_000_000 }

async function overNetwork(port: number, bytes: Buffer): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  // A listener that closes before it has read all bytes resets the connection, which is an error on this side only.
  socket.on('error', quiet).resume().end(bytes)
  await new Promise((closed) => socket.once('close', closed))
}

async function overPair(host: ConnectionHost, bytes: Buffer): Promise<void> {
  const [near, far]: Duplex[] = duplexPair({ allowHalfOpen: false })
  assert.ok(near !== undefined && far !== undefined)
  const connection = new IngestConnection(far, host)
  near.on('error', quiet).resume()
  // The end follows later: a duplex pair would report it before the bytes are read.
  near.write(bytes, () => setImmediate(() => near.end()))
  await once(far, 'close')
  assert.equal(connection.isPublishing(), false)
}

/** Bytes of memory after garbage collection; a buffer is collected one run later than its owner. */
async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  assert.ok(typeof collect === 'function')
  for (let run = 0; run < 3; run += 1) {
    collect()
    await immediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
