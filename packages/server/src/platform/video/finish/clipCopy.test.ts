import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  boxesOf,
  decodes,
  encodeVideo,
  frameSizesOf,
  readAudioSamples,
  type FrameHash,
  readVideoFrames,
} from '#test/video/encodedVideo.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { liveAsset } from '#test/video/liveAsset.ts'
import { recordedFromMs, recordMedia } from '#test/video/recordedMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { type AssetSource, openAsset } from '#platform/video/asset/assetSource.ts'
import type { Clip, Finisher } from './finisher.ts'
import { openFinisher } from './finisher.ts'
import { lacks } from '#test/world/program.ts'

const frameSeconds = 1 / 30
const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-clip-'))
const store = join(folder, 'store')
const files = openDiskFiles(store)
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
after(() => rm(folder, { recursive: true, force: true }))

/** A session of an encoder that sends these files in order, with ten seconds between them. */
async function session(...names: string[]): Promise<AssetSource> {
  const recording = recordMedia()
  for (const name of names) {
    recording.packager.begin()
    recording.send(readFlvFile(await readFile(join(folder, name))))
    recording.packager.flush()
    recording.clock.ms += 10_000
  }
  assert.deepEqual(recording.refusals, [])
  return liveAsset(recording)
}

describe('a clip', { skip }, () => {
  let finisher: Finisher
  let clipCount = 0

  before(async () => {
    finisher = await openFinisher({ files, folder: join(folder, 'work'), ffmpeg: undefined, log })
    const forms = {
      'plain.flv': { seconds: 8, bFrames: 0, keyFrameInterval: 30 },
      'b.flv': { seconds: 8, bFrames: 3, keyFrameInterval: 60 },
      'large.flv': {
        seconds: 4,
        size: '640x360',
        bFrames: 0,
        keyFrameInterval: 30,
        more: ['-b:v', '4M', '-ar', '44100'],
      },
      'mute.flv': { seconds: 4, hasAudio: false, bFrames: 0, keyFrameInterval: 30 },
    }
    await Promise.all(Object.entries(forms).map(([name, form]) => encodeVideo(join(folder, name), form)))
  })
  after(() => finisher.close())

  async function clipped(source: AssetSource | string, fromSeconds: number, toSeconds: number) {
    clipCount += 1
    const target = `media/0a1b2c3d/clip-${clipCount}/`
    const clip = await finisher.cutClip({ source, fromSeconds, toSeconds, target, title: 'The <best> part' })
    const hls = join(folder, `${clipCount}.mp4`)
    const { index } = await openAsset(files, target)
    const reels = [...new Set(index.segments.map(({ reel }) => reel))]
    const names = ['init-0.mp4', ...reels.map((reel) => `${String(reel).padStart(5, '0')}.m4s`)]
    await writeFile(hls, Buffer.concat(await Promise.all(names.map((name) => files.read(`${target}${name}`)))))
    return { clip, index, hls, target, mp4: join(store, target, 'video.mp4') }
  }

  /** Checks that the file shows the frames of the source from one number up to, not including, another, evenly. */
  async function shows(path: string, source: readonly FrameHash[], range: [from: number, to: number]) {
    const seen = await readVideoFrames(path)
    const expected = source.slice(...range)
    assert.deepEqual(
      seen.map(({ hash }) => hash),
      expected.map(({ hash }) => hash),
    )
    for (const [index, { atSeconds }] of seen.entries()) {
      near(atSeconds - (seen[0]?.atSeconds ?? 0), index * frameSeconds, 0.0011)
    }
    return seen
  }

  /** Checks that audio frames follow each other at the distance from the first video frame that the source has. */
  async function audioInSync(path: string, seen: readonly FrameHash[], from: { path: string; begin?: FrameHash }) {
    const [clip, source] = [await readAudioSamples(path), await readAudioSamples(from.path)]
    const [zero, sourceZero] = [seen[0]?.atSeconds ?? NaN, from.begin?.atSeconds ?? NaN]
    const timeOf = new Map(source.map(({ hash, atSeconds }) => [hash, atSeconds]))
    assert.equal(timeOf.size, source.length, 'frames of the source are not all different')
    for (const [index, { hash, atSeconds, durationSeconds }] of clip.entries()) {
      near(atSeconds - zero, (timeOf.get(hash) ?? NaN) - sourceZero, 0.002)
      const next = clip[index + 1]
      if (next !== undefined) near(next.atSeconds, atSeconds + durationSeconds, 0.0001)
    }
    const end = (seen.at(-1)?.atSeconds ?? NaN) + frameSeconds
    await decodes(path)
    near(clip[0]?.atSeconds ?? NaN, zero, 0.022)
    near((clip.at(-1)?.atSeconds ?? NaN) + (clip.at(-1)?.durationSeconds ?? 0), end, 0.03)
  }

  test('begins with the key frame before the requested begin and ends with the requested end', async () => {
    const source = await session('plain.flv')
    const frames = await readVideoFrames(join(folder, 'plain.flv'))
    const { clip, hls, mp4, index } = await clipped(source, 2.5, 5.2)
    rangeIs(clip, 2, 5.2)
    for (const path of [mp4, hls]) {
      const seen = await shows(path, frames, [60, 156])
      near(clip.durationSeconds, seen.length * frameSeconds, 0.001)
      await audioInSync(path, seen, { path: join(folder, 'plain.flv'), begin: frames[60] })
    }
    assert.deepEqual(await boxesOf(mp4), ['ftyp', 'moov', 'mdat'])
    assert.deepEqual([clip.width, clip.height, clip.audioCodec], [320, 180, 'mp4a.40.2'])
    assert.match(clip.videoCodec, /^avc1\.[0-9A-F]{6}$/)
    assert.ok(index.segments.every(({ isIndependent, isDiscontinuous }) => isIndependent && !isDiscontinuous))
    assert.ok(index.segments.slice(0, -1).every(({ durationSeconds }) => durationSeconds >= 2))
    near(index.segments[0]?.startsAtMs ?? NaN, recordedFromMs + 2_000, 50)
  })

  test('with B-frames has all frames up to its end, and none with missing references', async () => {
    const source = await session('b.flv')
    const frames = await readVideoFrames(join(folder, 'b.flv'))
    for (const to of [3.1, 3.14, 4]) {
      const { clip, mp4, hls } = await clipped(source, 2.01, to)
      const last = Math.round(clip.toSeconds * 30)
      assert.ok(last >= Math.ceil(to * 30 - 0.1) && last <= Math.ceil(to * 30) + 3, `${to} became ${clip.toSeconds}`)
      const seen = await shows(mp4, frames, [60, last])
      await audioInSync(mp4, seen, { path: join(folder, 'b.flv'), begin: frames[60] })
      if (to === 3.1) await shows(hls, frames, [60, last])
    }
  })

  test('begins and ends exactly at key frames, and has one frame at least', async () => {
    const source = await session('plain.flv')
    const frames = await readVideoFrames(join(folder, 'plain.flv'))
    const exact = await clipped(source, 3, 5)
    rangeIs(exact.clip, 3, 5)
    await shows(exact.mp4, frames, [90, 150])
    const tiny = await clipped(source, 3, 3.01)
    rangeIs(tiny.clip, 3, 3 + frameSeconds)
    await shows(tiny.mp4, frames, [90, 91])
  })

  test('stops at the edges of the source', async () => {
    const source = await session('plain.flv')
    rangeIs((await clipped(source, -3, 1)).clip, 0, 1)
    rangeIs((await clipped(source, 7.5, 60)).clip, 7, 8)
    const outside = { source, target: 'media/0a1b2c3d/none/' }
    for (const [fromSeconds, toSeconds] of [
      [9, 12],
      [-5, -1],
      [5, 5],
    ] as const) {
      await assert.rejects(finisher.cutClip({ ...outside, fromSeconds, toSeconds }), { reason: 'outside_range' })
    }
    assert.deepEqual(await files.list('media/0a1b2c3d/none/', 10), [])
  })

  test('over a reconnect of the same encoder has one run', async () => {
    const source = await session('plain.flv', 'plain.flv')
    assert.ok(source.index.segments.some(({ isDiscontinuous }) => isDiscontinuous))
    const frames = await readVideoFrames(join(folder, 'plain.flv'))
    const { mp4, hls, index } = await clipped(source, 6, 10)
    const joined = [...frames.slice(180), ...frames.slice(0, 60)]
    assert.equal(index.inits.length, 1)
    for (const path of [mp4, hls]) {
      const seen = await readVideoFrames(path)
      assert.deepEqual(
        seen.map(({ hash }) => hash),
        joined.map(({ hash }) => hash),
      )
      await decodes(path)
      const gaps = seen.slice(1).map(({ atSeconds }, at) => atSeconds - (seen[at]?.atSeconds ?? 0))
      assert.ok(
        gaps.every((gap) => gap > 0.02 && gap < 0.07),
        `a gap of ${Math.max(...gaps)}`,
      )
    }
    assert.ok((index.segments.at(-1)?.startsAtMs ?? 0) - recordedFromMs > 17_900)
  })

  test('over a change of the frame size and of the sample rate has all of it, as a stream and as MP4', async () => {
    const source = await session('plain.flv', 'large.flv')
    const { clip, index, mp4, target } = await clipped(source, 7, 10)
    assert.deepEqual([clip.width, clip.height], [640, 360])
    near(clip.durationSeconds, 3, 0.05)
    assert.deepEqual(
      index.inits.map(({ video }) => video.width),
      [320, 640],
    )
    assert.deepEqual(
      index.segments.map(({ initId, isDiscontinuous }) => [initId, isDiscontinuous]),
      [
        [0, false],
        [1, true],
      ],
    )
    const seen = await readVideoFrames(mp4)
    assert.equal(seen.length, 90)
    for (const [at, { atSeconds }] of seen.entries()) near(atSeconds - (seen[0]?.atSeconds ?? 0), at / 30, 0.002)
    const before = (await readVideoFrames(join(folder, 'plain.flv'))).slice(210, 240)
    assert.deepEqual(
      seen.slice(0, 30).map(({ hash }) => hash),
      before.map(({ hash }) => hash),
    )
    assert.deepEqual(await frameSizesOf(mp4), { '320x180': 30, '640x360': 60 })
    const audio = await readAudioSamples(mp4)
    const end = (audio.at(-1)?.atSeconds ?? 0) + (audio.at(-1)?.durationSeconds ?? 0)
    near(end - (audio[0]?.atSeconds ?? 0), 3, 0.06)
    for (const [at, { atSeconds }] of audio.slice(1).entries()) {
      assert.ok(atSeconds - (audio[at]?.atSeconds ?? 0) < 0.05, `a gap before ${atSeconds}`)
    }
    await decodes(mp4)
    const asset = await openAsset(files, target)
    const [first] = asset.index.segments
    assert.ok(first !== undefined)
    const part = join(folder, 'part.mp4')
    await writeFile(part, Buffer.concat([await asset.init(0), await asset.segment(first)]))
    await shows(part, await readVideoFrames(join(folder, 'plain.flv')), [210, 240])
  })

  test('can be cut from a stream without audio, whose track is silent, and from a clip', async () => {
    const { clip, target, mp4 } = await clipped(await session('mute.flv'), 1, 3)
    assert.equal(clip.audioCodec, 'mp4a.40.2')
    await decodes(mp4)
    const frames = await readVideoFrames(join(folder, 'mute.flv'))
    await shows(mp4, frames, [30, 90])
    const second = await clipped(target, 1, 1.5)
    await shows(second.mp4, frames, [60, 75])
  })

  test('with half a minute of media is cut within the time-out', async (t) => {
    const source = await session(...Array.from({ length: 10 }, () => 'large.flv'))
    const began = performance.now()
    const { clip } = await clipped(source, 8, 38)
    t.diagnostic(`a clip of 30 s with ${clip.byteCount} bytes took ${Math.round(performance.now() - began)} ms`)
    rangeIs(clip, 8, 38)
  })

  test('from a missing or damaged source fails with its reason and leaves no files', async () => {
    const order = { fromSeconds: 0, toSeconds: 2, target: 'media/0a1b2c3d/failed/' }
    await assert.rejects(finisher.cutClip({ ...order, source: 'media/0a1b2c3d/gone/' }), { reason: 'source_missing' })
    const source = await session('plain.flv')
    const damaged = { ...source, segment: async () => Buffer.alloc(4_000, 7) }
    await assert.rejects(finisher.cutClip({ ...order, source: damaged }), { reason: 'damaged' })
    assert.deepEqual(await files.list(order.target, 10), [])
  })
})

function rangeIs({ fromSeconds, toSeconds }: Clip, from: number, to: number): void {
  // Timestamps of encoders are whole milliseconds.
  near(fromSeconds, from, 0.0021)
  near(toSeconds, to, 0.0021)
}

function near(actual: number, expected: number, by: number): void {
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not ${expected}`)
}
