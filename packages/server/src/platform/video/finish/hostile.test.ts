import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { box, fullBox, u32, zeros } from '#platform/video/fmp4/boxes.ts'
import { makeFragment } from '#platform/video/fmp4/fragment.ts'
import { makeInitSection } from '#platform/video/fmp4/initSection.ts'
import type { AssetInit, AssetSegment } from '#platform/video/mediaTypes.ts'
import { boxesOf } from '#test/video/encodedVideo.ts'
import { type Finisher, openFinisher } from './finisher.ts'
import { Lane, type LaneTask } from './threadQueue.ts'
import type { ThreadJob } from './threadMessages.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-hostile-'))
const files = openDiskFiles(join(folder, 'store'))
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
after(() => rm(folder, { recursive: true, force: true }))

const video = { codec: 'avc1.64001F', width: 1280, height: 720, description: Buffer.from('0164001fffe1', 'hex') }
const init = makeInitSection(video, undefined)
const form: AssetInit = { id: 0, byteCount: init.length, video, audio: undefined }

function segment(number: number, byteCount: number): AssetSegment {
  return {
    number,
    initId: 0,
    startsAtMs: number * 2_000,
    mediaSeconds: 2 * number,
    durationSeconds: 2,
    byteCount,
    isIndependent: true,
    isDiscontinuous: false,
    reel: 0,
    offset: number * byteCount,
  }
}

/** A fragment of two seconds with frames of `byteCount` bytes, from `number * 2` seconds on. */
function fragment(number: number, frameCount: number, byteCount: number): Buffer {
  const payload = Buffer.alloc(byteCount, number)
  const duration = 180_000 / frameCount
  const samples = Array.from({ length: frameCount }, (_, at) => ({
    payload,
    duration,
    compositionOffset: 0,
    isSync: at === 0,
  }))
  const audio = { decodeTime: 0, samples: [] }
  return makeFragment({ sequenceNumber: number, video: { decodeTime: 180_000 * number, samples }, audio })
}

/** One fragment that declares a thousand million samples in a few bytes. */
function bomb(): Buffer {
  const runs = Array.from({ length: 1_000 }, () => fullBox('trun', 0, u32(1_000_000)))
  const track = box('traf', fullBox('tfhd', 0x020000, u32(1)), fullBox('tfdt', 0, u32(0)), ...runs)
  return Buffer.concat([box('moof', fullBox('mfhd', 0, u32(1)), track), box('mdat', zeros(8))])
}

function sourceOf(bytes: Buffer, count = 1): AssetSource {
  const segments = Array.from({ length: count }, (_, number) => segment(number, bytes.length))
  return { index: { inits: [form], segments }, init: async () => init, segment: async () => bytes }
}

/** A source that never responds, and a promise of the first request. */
function silentSource(): { source: AssetSource; requested: Promise<void> } {
  const [requested, segment] = [Promise.withResolvers<void>(), Promise.withResolvers<Buffer>()]
  const request = () => (requested.resolve(), segment.promise)
  return { source: { ...sourceOf(fragment(0, 60, 100)), segment: request }, requested: requested.promise }
}

/** Time-out far beyond any job on a busy machine: it ends hung jobs only. */
const timeoutMsDefault = 120_000

describe('a lane', () => {
  let lane: Lane
  before(() => {
    lane = new Lane({ queueMax: 2, heapMiBMax: 64, log })
  })
  after(() => lane.close())

  function run(source: AssetSource, { timeoutMs = timeoutMsDefault, ...more }: Partial<LaneTask> = {}, on = lane) {
    const own = mkdtempSync(join(folder, 'job-'))
    const job: ThreadJob = { kind: 'movie', index: source.index, folder: own, title: undefined }
    return on.run({ party: { path: ['one'] }, job, source, timeoutMs, ...more })
  }

  async function works(on = lane): Promise<void> {
    const { need } = await run(sourceOf(fragment(0, 60, 100)), {}, on)
    assert.equal(need, undefined)
  }

  test('survives a job that takes all memory, one that computes for ever, and one that hangs', async () => {
    await assert.rejects(run(sourceOf(bomb())), { reason: 'crashed' })
    await works()
    await assert.rejects(run(silentSource().source, { timeoutMs: 150 }), { reason: 'timed_out' })
    await works()
    // A heap for many seconds of allocations.
    const roomy = new Lane({ queueMax: 2, heapMiBMax: 512, log })
    await works(roomy)
    await assert.rejects(run(sourceOf(bomb()), { timeoutMs: 150 }, roomy), { reason: 'timed_out' })
    await works(roomy)
    await roomy.close()
  })

  test('ends cancelled jobs, running or queued, and refuses jobs beyond its queue', async () => {
    const { source: never, requested } = silentSource()
    const [first, second] = [new AbortController(), new AbortController()]
    const given = [run(never, { signal: first.signal }), run(never, { signal: second.signal })]
    const runs = [...given, run(sourceOf(fragment(0, 9, 9)))]
    await requested
    await assert.rejects(run(never), { reason: 'busy' })
    second.abort()
    first.abort()
    const [one, two, three] = await Promise.allSettled(runs)
    assert.deepEqual(
      [one, two].map((each) => each?.status === 'rejected' && each.reason.reason),
      ['cancelled', 'cancelled'],
    )
    assert.equal(three?.status, 'fulfilled')
  })

  test('runs jobs of accounts in rotation', async () => {
    const turns = new Lane({ queueMax: 8, heapMiBMax: 64, log })
    const { source, requested } = silentSource()
    const blocking = new AbortController()
    const blocked = assert.rejects(run(source, { signal: blocking.signal }, turns), { reason: 'cancelled' })
    const order: string[] = []
    const runs = ['one', 'one', 'one', 'two', 'two', 'three'].map(async (account) => {
      await run(sourceOf(fragment(0, 9, 9)), { party: { path: [account, 'run'] } }, turns)
      order.push(account)
    })
    await requested
    blocking.abort()
    await Promise.all([blocked, ...runs])
    assert.deepEqual(order, ['two', 'three', 'one', 'two', 'one', 'one'])
    await turns.close()
  })

  test('rejects running and queued jobs when it is closed, and refuses later ones', async () => {
    const { source: never, requested } = silentSource()
    const runs = Promise.allSettled([run(never), run(never)])
    await requested
    await lane.close()
    const reasons = (await runs).map((each) => each.status === 'rejected' && each.reason.reason)
    assert.deepEqual(reasons, ['cancelled', 'cancelled'])
    await assert.rejects(run(never), { reason: 'cancelled' })
  })
})

describe('a recording', () => {
  const prefix = 'media/0a1b2c3d/recording/'
  const work = join(folder, 'work')
  let finisher: Finisher

  before(async () => {
    finisher = await openFinisher({ files, folder: work, ffmpeg: undefined, log, heapMiBMax: 48 })
  })
  after(() => finisher.close())

  /** An asset of these segments, in one reel. */
  async function record(bytes: readonly Buffer[]): Promise<void> {
    const placed: AssetSegment[] = []
    for (const [number, { length }] of bytes.entries()) {
      const last = placed.at(-1)
      placed.push({ ...segment(number, length), offset: last === undefined ? 0 : last.offset + last.byteCount })
    }
    const lines = [encodeInitLine(form), ...placed.map(encodeSegmentLine)].join('')
    await files.removeAll(prefix)
    await files.put(`${prefix}init-0.mp4`, init, 'video/mp4')
    await files.put(`${prefix}00000.m4s`, Buffer.concat(bytes), 'video/mp4')
    await files.put(`${prefix}index.jsonl`, Buffer.from(lines), 'application/jsonl')
  }

  test('takes the memory of one segment at any length', async () => {
    // 200 MB in 600,000 frames: neither the bytes nor a list of objects would fit.
    const bytes = Array.from({ length: 10 }, (_, number) => fragment(number, 6_000, 300))
    const segments = Array.from({ length: 100 }, (_, number) => segment(number, bytes[0]?.length ?? 0))
    const long = new Lane({ queueMax: 1, heapMiBMax: 48, log })
    const own = await mkdtemp(join(folder, 'job-'))
    const before = process.memoryUsage.rss()
    let most = 0
    await long.run({
      party: { path: ['one'] },
      job: { kind: 'movie', index: { inits: [form], segments }, folder: own, title: undefined },
      source: { init: async () => init, segment: async ({ number }) => fragmentAt(bytes, number) },
      timeoutMs: timeoutMsDefault,
      onProgress: () => void (most = Math.max(most, process.memoryUsage.rss())),
    })
    await long.close()
    // A thread and its input take some 90 MiB; all of the video would be 190 more.
    assert.ok(most - before < 200 * 1024 * 1024, `${Math.round((most - before) / 1024 ** 2)} MiB`)
    assert.deepEqual(await boxesOf(join(own, 'video.mp4')), ['ftyp', 'moov', 'mdat'])
    await rm(own, { recursive: true })
  })

  test('reports its progress, and has its MP4 in its folder', async () => {
    await record(Array.from({ length: 40 }, (_, number) => fragment(number, 60, 1_000)))
    const percents: number[] = []
    const made = await finisher.finishRecording({
      source: prefix,
      onProgress: (percent) => void percents.push(percent),
    })
    assert.deepEqual([made.durationSeconds, made.width, made.height, made.audioCodec], [80, 1280, 720, null])
    assert.ok(percents.every((percent, at) => percent <= 100 && percent >= (percents[at - 1] ?? 0)))
    assert.equal(await files.size(`${prefix}video.mp4`), made.byteCount)
    assert.deepEqual(await readdir(work), [])
  })

  test('delays no clip, however long it takes', async () => {
    await record([fragment(0, 60, 100)])
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow: Files = {
      ...files,
      read: (key, range) => (range ? promise : Promise.resolve()).then(() => files.read(key, range)),
    }
    const own = await openFinisher({ files: slow, folder: join(folder, 'slow'), ffmpeg: undefined, log })
    const recording = own.finishRecording({ source: prefix })
    const order = { source: sourceOf(fragment(0, 60, 100)), fromSeconds: 0, toSeconds: 2 }
    const clip = await own.cutClip({ ...order, target: 'media/0a1b2c3d/quick/' })
    assert.equal(clip.durationSeconds, 2)
    resolve()
    assert.equal((await recording).durationSeconds, 2)
    await own.close()
  })

  test('without a readable source has no MP4, and a failed clip leaves no files', async () => {
    await record([fragment(0, 60, 100), Buffer.alloc(500, 7)])
    await assert.rejects(finisher.finishRecording({ source: prefix }), { reason: 'damaged' })
    await files.put(`${prefix}00000.m4s`, Buffer.alloc(10), 'video/mp4')
    await assert.rejects(finisher.finishRecording({ source: prefix }), { reason: 'damaged' })
    await files.put(`${prefix}index.jsonl`, Buffer.from('{"version":1}\n[]\n'), 'application/jsonl')
    await assert.rejects(finisher.finishRecording({ source: prefix }), { reason: 'damaged' })
    await assert.rejects(finisher.finishRecording({ source: 'media/0a1b2c3d/none/' }), { reason: 'source_missing' })
    const full: Files = {
      ...files,
      adopt: (key, path, type) =>
        key.endsWith('video.mp4')
          ? Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
          : files.adopt(key, path, type),
    }
    const other = await openFinisher({ files: full, folder: join(folder, 'other'), ffmpeg: undefined, log })
    const target = 'media/0a1b2c3d/clip/'
    const order = { source: sourceOf(fragment(0, 60, 100)), fromSeconds: 0, toSeconds: 2, target }
    await assert.rejects(other.cutClip(order), { reason: 'storage_failed', message: 'The disk is full.' })
    assert.deepEqual(await files.list(target, 10), [])
    await other.close()
  })
})

/** The same frames at a later time. */
function fragmentAt(all: readonly Buffer[], number: number): Buffer {
  const copy = Buffer.from(all[number % all.length] ?? [])
  copy.writeUInt32BE(180_000 * number, copy.indexOf('tfdt') + 12)
  return copy
}
