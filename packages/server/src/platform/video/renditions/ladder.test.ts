import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeVideo, ffmpegPath, readAudioSamples, readVideoFrames } from '#test/video/encodedVideo.ts'
import { ladderWorld, smallRungs, type LadderWorld, type EmittedRendition } from '#test/video/ladderWorld.ts'
import { until } from '#test/world/until.ts'
import { type Ffmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import type { MediaTag, Part } from '#platform/video/mediaTypes.ts'
import { openLadderSlots } from './ladderSlots.ts'
import { sizesFor } from './rungs.ts'
import { lacks } from '#test/world/program.ts'

/** The properties of a part that all renditions share. */
function frameOf({ data: _data, opens, ...part }: Part) {
  return { ...part, opens: opens && { ...opens, initId: 0 } }
}

const numbersOf = (parts: readonly Part[]) => parts.map(({ segment, index }) => `${segment}.${index}`)

test('sizes are smaller than the source, in its shape, with even sides', () => {
  const of = (width: number, height: number) =>
    sizesFor({ width, height }).map(({ name, ...size }) => [name, size.width, size.height])
  assert.deepEqual(of(1920, 1080), [
    ['720p', 1280, 720],
    ['480p', 854, 480],
  ])
  assert.deepEqual(of(1080, 1920), [
    ['720p', 720, 1280],
    ['480p', 480, 854],
  ])
  assert.deepEqual(of(1280, 720), [['480p', 854, 480]])
  assert.deepEqual(of(640, 480), [])
})

describe('a ladder', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let ffmpeg: Ffmpeg
  /** Six seconds with B-frames and a key frame every second. */
  let tags: MediaTag[]
  /** The same frames, six seconds later. */
  let later: MediaTag[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ladder-'))
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 1, niceness: 0 })
    tags = await encoded('sent', '320x180')
    later = tags.filter(({ body }) => body[1] === 1).map((tag) => ({ ...tag, timestampMs: tag.timestampMs + 6_000 }))
  })
  after(async () => {
    await ffmpeg.close()
    await rm(folder, { recursive: true })
  })

  async function encoded(name: string, size: string, more: readonly string[] = []): Promise<MediaTag[]> {
    return readFlvFile(await readFile(await encodeVideo(join(folder, `${name}.flv`), { seconds: 6, size, more })))
  }

  /** Messages within these seconds. */
  function between(fromSeconds: number, toSeconds: number): MediaTag[] {
    const isIn = (ms: number) => ms >= fromSeconds * 1000 && ms < toSeconds * 1000
    return tags.filter(({ timestampMs }, index) => isIn(timestampMs) || (index < 4 && fromSeconds === 0))
  }

  /** Puts parts behind their init section. */
  async function written(init: { data: Buffer } | undefined, parts: readonly Part[]): Promise<string> {
    const path = join(folder, 'played.mp4')
    await writeFile(path, Buffer.concat([init?.data ?? Buffer.alloc(0), ...parts.map(({ data }) => data)]))
    return path
  }

  /** Video frames and audio samples of parts, read by ffmpeg. */
  async function played(init: { data: Buffer } | undefined, parts: readonly Part[]) {
    const path = await written(init, parts)
    return { frames: await readVideoFrames(path), audio: await readAudioSamples(path) }
  }

  async function end({ source, ladder, renditions }: LadderWorld): Promise<void> {
    source.packager.flush()
    await ladder.end()
    for (const one of renditions.values()) {
      assert.deepEqual(numbersOf(one.parts), numbersOf(source.parts))
      assert.equal(one.ends.at(-1), 'end')
    }
  }

  /** Segments that are as in the source, by their numbers. */
  function passed({ source }: LadderWorld, { segments }: EmittedRendition): number[] {
    const isSource = (part: Part | undefined) => source.parts.some(({ data }) => data === part?.data)
    return segments.filter(({ parts }) => isSource(parts[0])).map(({ segment }) => segment.number)
  }

  test('follows the source part by part: smaller frames at the same times, and the same audio', async () => {
    const w = ladderWorld(ffmpeg)
    w.source.packager.begin()
    w.source.send(tags)
    await end(w)
    assert.deepEqual([...w.renditions.keys()], ['120p', '90p', 'audio'])
    assert.deepEqual([w.runs.length, w.warnings, w.ladder.issue], [1, [], undefined])
    const sent = await played(w.source.inits[0], w.source.parts)
    for (const [name, width] of [
      ['120p', 214],
      ['90p', 160],
    ] as const) {
      const one = w.of(name)
      assert.deepEqual(one.parts.map(frameOf), w.source.parts.map(frameOf))
      assert.deepEqual([one.inits.length, one.inits[0]?.video?.width], [1, width])
      const { frames, audio } = await played(one.inits[0], one.parts)
      // ffmpeg 7 guesses other durations than ffmpeg 5: the times of the frames are compared.
      const times = (all: typeof frames) => all.map(({ atSeconds }) => atSeconds)
      assert.deepEqual(times(frames), times(sent.frames))
      assert.equal(new Set(frames.map(({ hash }) => hash)).size, 180)
      assert.deepEqual(audio, sent.audio)
      for (const { segment } of one.segments) assert.ok(segment.isIndependent)
    }
    const alone = w.of('audio')
    assert.equal(alone.inits[0]?.video, undefined)
    assert.deepEqual(await readAudioSamples(await written(alone.inits[0], alone.parts)), sent.audio)
  })

  test('continues over a reconnect and a frame of another size, discontinuous where the source is', async () => {
    const w = ladderWorld(ffmpeg)
    w.source.packager.begin()
    w.source.send(between(0, 2))
    w.source.packager.flush()
    w.ladder.interrupted()
    w.source.packager.begin()
    w.source.send(tags)
    w.source.send((await encoded('wide', '480x180')).map((tag) => ({ ...tag, timestampMs: tag.timestampMs + 6_100 })))
    await end(w)
    assert.deepEqual(w.warnings, [])
    assert.equal(w.runs.length, 3)
    const discontinuous = w.source.segments
      .filter(({ segment }) => segment.isDiscontinuous)
      .map(({ segment }) => segment.number)
    assert.equal(discontinuous.length, 2)
    for (const name of ['120p', '90p', 'audio']) {
      const one = w.of(name)
      assert.deepEqual(one.ends, ['interrupted', 'end'])
      if (name !== 'audio') assert.deepEqual(one.parts.map(frameOf), w.source.parts.map(frameOf))
      assert.deepEqual(
        one.segments.filter(({ segment }) => segment.isDiscontinuous).map(({ segment }) => segment.number),
        discontinuous,
      )
      assert.deepEqual(passed(w, one), [])
    }
  })

  test('starts ffmpeg again with lower bitrates where a rendition needs more than the source', async () => {
    const w = ladderWorld(ffmpeg)
    const frugal = await encoded('frugal', '320x180', ['-crf', '50'])
    w.source.packager.begin()
    w.source.send(frugal.filter(({ timestampMs }) => timestampMs < 3_500))
    const one = w.of('120p')
    await until(() => one.segments.length === w.source.segments.length)
    assert.equal(w.runs.length, 1)
    w.source.send(frugal.filter(({ timestampMs }) => timestampMs >= 3_500))
    await end(w)
    assert.deepEqual([w.runs.length, w.warnings, passed(w, one)], [2, [], []])
    assert.deepEqual(one.parts.map(frameOf), w.source.parts.map(frameOf))
    const bytes = one.segments.map(({ segment }) => segment.byteCount)
    assert.ok(Math.max(...bytes.slice(4)) < Math.min(...bytes.slice(0, 4)), String(bytes))
  })

  test('copies the source while ffmpeg is missing, and scales again after its restart', async () => {
    const w = ladderWorld(ffmpeg)
    w.source.packager.begin()
    w.source.send(between(0, 2.5))
    const one = w.of('120p')
    await until(() => one.parts.length === w.source.parts.length)
    w.runs[0]?.kill()
    await until(() => w.warnings.length === 1)
    w.source.send(between(2.5, 4.5))
    assert.deepEqual(w.runs.length, 1)
    w.clock.ms += 1_001
    w.source.send(between(4.5, 6))
    await end(w)
    assert.equal(w.runs.length, 2)
    assert.deepEqual(passed(w, one), [4, 5])
    assert.deepEqual(
      one.inits.map(({ video }) => video?.width),
      [214, 320, 214],
    )
    assert.deepEqual(
      one.segments.map(({ segment }) => segment.initId),
      [0, 0, 0, 1, 1, 2],
    )
    assert.equal((await played(one.inits[2], one.segments[5]?.parts ?? [])).frames.length, 30)
    assert.equal((await played(w.source.inits[0], w.source.parts)).frames.length, 180)
  })

  /** A ladder whose ffmpeg hangs after 1.5 s. */
  async function stopped(): Promise<LadderWorld> {
    const w = ladderWorld(ffmpeg)
    w.source.packager.begin()
    w.source.send(between(0, 0.5))
    // The start grace of ffmpeg has passed.
    w.clock.ms += 10_000
    w.source.send(between(0.5, 1.5))
    await until(() => w.of('120p').parts.length === w.source.parts.length)
    process.kill(w.runs[0]?.pid ?? 0, 'SIGSTOP')
    w.source.send(between(1.5, 4.5))
    assert.deepEqual(w.warnings, [])
    return w
  }

  test('feeds no frames to ffmpeg while its output is late', async () => {
    const w = await stopped()
    w.clock.ms += 3_000
    w.source.send(between(4.5, 5.5))
    assert.match(JSON.stringify(w.warnings), /does not keep up/)
    w.clock.ms += 1_001
    w.source.send(later.filter(({ timestampMs }) => timestampMs < 6_500))
    assert.equal(w.runs.length, 1)
    process.kill(w.runs[0]?.pid ?? 0, 'SIGCONT')
    assert.equal(await w.runs[0]?.ended, undefined)
    assert.equal(w.of('120p').parts.length, w.source.parts.length)
    w.source.send(later.filter(({ timestampMs }) => timestampMs >= 6_500 && timestampMs < 8_500))
    await end(w)
    assert.deepEqual([w.runs.length, w.warnings.length, w.ladder.issue], [2, 1, undefined])
    assert.deepEqual(passed(w, w.of('120p')), [6, 7])
  })

  test('stops transcoding after five failures of ffmpeg, and copies the source', async () => {
    const failing = openFfmpeg('/bin/false', { concurrency: 1, queueMax: 1 })
    const w = ladderWorld(failing)
    w.source.packager.begin()
    for (const second of [0, 1, 2, 3, 4]) {
      assert.equal(w.ladder.issue, undefined)
      w.source.send(between(second, second + 0.5))
      await until(() => w.warnings.length === second + 1)
      w.source.send(between(second + 0.5, second + 1))
      w.clock.ms += 1_000 * 2 ** second
    }
    assert.equal(w.ladder.issue?.code, 'server_overloaded')
    w.source.send([...between(5, 6), ...later])
    await end(w)
    assert.equal(w.runs.length, 5)
    assert.deepEqual(
      passed(w, w.of('120p')),
      w.source.segments.map(({ segment }) => segment.number),
    )
  })

  test('kills ffmpeg when it hangs, and starts another process', async () => {
    const w = await stopped()
    w.source.send([...between(4.5, 6), ...later.filter(({ timestampMs }) => timestampMs < 9_800)])
    w.clock.ms += 8_500
    w.source.send(later.filter(({ timestampMs }) => timestampMs >= 9_800 && timestampMs < 9_900))
    await until(() => w.warnings.length === 1)
    assert.match(JSON.stringify(w.warnings), /SIGKILL/)
    w.clock.ms += 1_001
    w.source.send(later.filter(({ timestampMs }) => timestampMs >= 9_900))
    await end(w)
    assert.equal(w.runs.length, 2)
    assert.deepEqual(passed(w, w.of('120p')), [3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('without audio emits parts without media for gaps', async () => {
    const silent = { seconds: 3, hasAudio: false, keyFrameInterval: 45 }
    const all = readFlvFile(await readFile(await encodeVideo(join(folder, 'silent.flv'), silent)))
    const w = ladderWorld(ffmpeg)
    w.source.packager.begin()
    w.source.send(all.filter(({ timestampMs }) => timestampMs < 900))
    await until(() => w.of('120p').parts.length === w.source.parts.length)
    w.runs[0]?.kill()
    await until(() => w.warnings.length === 1)
    w.clock.ms += 1_000
    w.source.send(all.filter(({ timestampMs }) => timestampMs >= 900))
    await end(w)
    assert.deepEqual([...w.renditions.keys()], ['120p', '90p'])
    const { inits, segments } = w.of('120p')
    assert.deepEqual(inits.length, 1)
    const frames = await readVideoFrames(
      await written(
        inits[0],
        segments.flatMap(({ parts }) => parts),
      ),
    )
    const missing = frames.findIndex(({ atSeconds }, index) => atSeconds - (frames[index - 1]?.atSeconds ?? 0) > 0.1)
    assert.ok(missing >= 20 && missing < 30, `a gap before frame ${missing}`)
    const sinceFirst = (frames[missing]?.atSeconds ?? 0) - (frames[0]?.atSeconds ?? 0)
    assert.ok(Math.abs(sinceFirst - 1.5) < 0.002, `${sinceFirst} s is not where the next segment begins`)
  })

  test('has no renditions without ffmpeg or without a free transcoding slot', async () => {
    const without = ladderWorld(undefined)
    without.source.packager.begin()
    without.source.send(between(0, 1.5))
    assert.deepEqual([without.ladder.issue?.code, without.renditions.size], ['ffmpeg_missing', 0])
    await end(without)
    const slots = openLadderSlots(1)
    const first = ladderWorld(ffmpeg, { slots })
    const second = ladderWorld(ffmpeg, { slots })
    for (const { source } of [first, second]) {
      source.packager.begin()
      source.send(between(0, 1.5))
    }
    assert.deepEqual([first.ladder.issue, first.renditions.size], [undefined, 3])
    assert.deepEqual(
      [second.ladder.issue?.code, second.renditions.size, second.runs.length],
      ['server_overloaded', 0, 0],
    )
    await Promise.all([end(first), end(second)])
    const third = ladderWorld(ffmpeg, { slots, rungs: smallRungs.slice(1) })
    third.source.packager.begin()
    third.source.send(between(0, 1.5))
    assert.deepEqual([...third.renditions.keys()], ['90p', 'audio'])
    await end(third)
  })
})
