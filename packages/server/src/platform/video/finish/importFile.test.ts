import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openAsset } from '#platform/video/asset/assetSource.ts'
import { type Ffmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import {
  boxesOf,
  decodes,
  encodeVideo,
  ffmpeg as runFfmpeg,
  ffmpegPath,
  readAudioSamples,
  type FrameHash,
  readVideoFrames,
} from '#test/video/encodedVideo.ts'
import { FinishFailed, type FinishFailure } from './finishFailed.ts'
import { type Finisher, openFinisher } from './finisher.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-import-'))
const store = join(folder, 'store')
const files = openDiskFiles(store)
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
after(() => rm(folder, { recursive: true, force: true }))

const here = (name: string) => join(folder, name)
const copyTo = (name: string, ...options: string[]) =>
  runFfmpeg('-i', here('base.mp4'), '-c', 'copy', ...options, here(name))

describe('a file', { skip }, () => {
  let plain: Finisher
  let withFfmpeg: Finisher
  let ffmpeg: Ffmpeg
  let base: FrameHash[]
  let importCount = 0

  before(async () => {
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 4, niceness: 0 })
    plain = await openFinisher({ files, folder: here('plain'), ffmpeg: undefined, log })
    withFfmpeg = await openFinisher({ files, folder: here('able'), ffmpeg, log })
    await encodeVideo(here('base.mp4'), { seconds: 4, keyFrameInterval: 40 })
    base = await readVideoFrames(here('base.mp4'))
  })
  after(() => Promise.all([plain.close(), withFfmpeg.close(), ffmpeg.close()]))

  async function imported(name: string, by = plain) {
    importCount += 1
    const target = `media/0a1b2c3d/${importCount}/`
    const percents: number[] = []
    const onProgress = (percent: number) => void percents.push(percent)
    const video = await by.importFile({ path: here(name), target, title: name, onProgress, startsAtMs: 5_000 })
    assert.ok(percents.every((percent) => percent >= 0 && percent <= 100))
    const { index } = await openAsset(files, target)
    const stream = here(`${importCount}.mp4`)
    const parts = ['init-0.mp4', '00000.m4s'].map((part) => files.read(`${target}${part}`))
    await writeFile(stream, Buffer.concat(await Promise.all(parts)))
    return { video, index, stream, mp4: join(store, target, 'video.mp4') }
  }

  async function fails(name: string, reason: FinishFailure, by = plain): Promise<FinishFailed> {
    const target = 'media/0a1b2c3d/failed/'
    let failure: unknown
    await by.importFile({ path: here(name), target }).catch((error: unknown) => (failure = error))
    assert.ok(failure instanceof FinishFailed, String(failure))
    assert.equal(failure.reason, reason, failure.message)
    assert.doesNotMatch(failure.message, /\/|\\/)
    assert.deepEqual(await files.list(target, 10), [])
    return failure
  }

  const hashes = (frames: readonly FrameHash[]) => frames.map(({ hash }) => hash)

  /** Checks for the frames of the base file, evenly from the start, with audio from start to end. */
  async function isBase({ stream, mp4 }: { stream: string; mp4: string }, toleranceSeconds = 0.001) {
    const [frames, audio] = await Promise.all([readVideoFrames(mp4), readAudioSamples(mp4), decodes(mp4)])
    assert.deepEqual(hashes(frames), hashes(base))
    const zero = frames[0]?.atSeconds ?? NaN
    for (const [at, { atSeconds }] of frames.entries()) near(atSeconds - zero, at / 30, toleranceSeconds)
    near(audio[0]?.atSeconds ?? NaN, zero, 0.023)
    near((audio.at(-1)?.atSeconds ?? NaN) - zero, 4, 0.06)
    assert.deepEqual(hashes(await readVideoFrames(stream)), hashes(base))
    assert.deepEqual(await boxesOf(mp4), ['ftyp', 'moov', 'mdat'])
  }

  test('with H.264 and AAC is copied from MP4, MOV, Matroska and a transport stream', async () => {
    await copyTo('base.mov')
    await copyTo('base.mkv')
    await copyTo('base.ts')
    for (const name of ['base.mp4', 'base.mov', 'base.mkv', 'base.ts']) {
      const { video, index, ...paths } = await imported(name)
      await isBase(paths, name === 'base.mkv' ? 0.0025 : 0.001)
      near(video.durationSeconds, 4, 0.01)
      assert.deepEqual([video.width, video.height, video.wasTranscoded], [320, 180, false])
      assert.deepEqual([video.videoCodec.slice(0, 5), video.audioCodec], ['avc1.', 'mp4a.40.2'])
      assert.deepEqual(
        index.segments.map(({ mediaSeconds, startsAtMs }) => [Math.round(mediaSeconds * 30), startsAtMs]),
        [
          [0, 5_000],
          [80, Math.round(5_000 + (index.segments[1]?.mediaSeconds ?? 0) * 1000)],
        ],
      )
      assert.ok(index.segments.every(({ isIndependent }) => isIndependent))
    }
  })

  test('with a rotated display matrix is shown rotated', async () => {
    // ffmpeg 6 replaced the metadata of ffmpeg 5 by an option of the input.
    const byOption = ['-display_rotation:v:0', '90', '-i', here('base.mp4'), '-c', 'copy', here('turned.mov')]
    await runFfmpeg(...byOption).catch(() => copyTo('turned.mov', '-metadata:s:v', 'rotate=90'))
    const { video, stream, mp4 } = await imported('turned.mov')
    assert.deepEqual([video.width, video.height], [180, 320])
    const turned = hashes(await readVideoFrames(here('turned.mov')))
    assert.notDeepEqual(turned, hashes(base))
    for (const path of [stream, mp4]) assert.deepEqual(hashes(await readVideoFrames(path)), turned)
  })

  test('begins at 0 with any start time, and keeps uneven steps', async () => {
    await copyTo('late.ts', '-output_ts_offset', '3600')
    await isBase(await imported('late.ts'))
    const uneven = ['-vf', "select='not(eq(mod(n,3),1))'", '-fps_mode', 'vfr']
    await encodeVideo(here('uneven.mp4'), { seconds: 3, more: uneven })
    const [seen, expected] = [
      await readVideoFrames((await imported('uneven.mp4')).mp4),
      await readVideoFrames(here('uneven.mp4')),
    ]
    assert.deepEqual(hashes(seen), hashes(expected))
    const steps = (frames: FrameHash[]) => frames.map(({ atSeconds }) => atSeconds - (frames[0]?.atSeconds ?? 0))
    for (const [at, step] of steps(expected).entries()) near(steps(seen)[at] ?? NaN, step, 0.001)
  })

  test('with a few still frames has audio to its end', async () => {
    await encodeVideo(here('still.mp4'), { seconds: 20, rate: '1', keyFrameInterval: 100 })
    const { mp4, index } = await imported('still.mp4')
    assert.deepEqual(hashes(await readVideoFrames(mp4)), hashes(await readVideoFrames(here('still.mp4'))))
    assert.deepEqual(
      index.segments.map(({ isIndependent }) => isIndependent),
      [true, false],
    )
    near((await readAudioSamples(mp4)).at(-1)?.atSeconds ?? NaN, 20, 0.05)
  })

  test('without audio has none; with several audio tracks it has the first', async () => {
    await copyTo('mute.mkv', '-an')
    const mute = await imported('mute.mkv')
    assert.equal(mute.video.audioCodec, null)
    assert.deepEqual(hashes(await readVideoFrames(mute.mp4)), hashes(base))
    const second = ['-f', 'lavfi', '-i', 'sine=frequency=300', '-map', '0', '-map', '1', '-c:a:1', 'aac', '-shortest']
    await runFfmpeg('-i', here('base.mp4'), ...second, '-c:v', 'copy', '-c:a:0', 'copy', here('several.mp4'))
    const several = await imported('several.mp4')
    const heard = new Set(hashes(await readAudioSamples(here('base.mp4'))))
    assert.ok(hashes(await readAudioSamples(several.mp4)).every((hash) => heard.has(hash)))
  })

  test('with other codecs is transcoded as far as necessary', async () => {
    await encodeVideo(here('vp9.webm'), {
      seconds: 2,
      codecs: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus'],
    })
    await copyTo('mp3.mkv', '-c:a', 'libmp3lame')
    await encodeVideo(here('old.avi'), { seconds: 2, codecs: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] })
    const webm = await imported('vp9.webm', withFfmpeg)
    assert.deepEqual([webm.video.wasTranscoded, webm.video.audioCodec], [true, 'mp4a.40.2'])
    near(webm.video.durationSeconds, 2, 0.05)
    await decodes(webm.mp4)
    const mp3 = await imported('mp3.mkv', withFfmpeg)
    assert.deepEqual(hashes(await readVideoFrames(mp3.mp4)), hashes(base), 'the H.264 video was transcoded')
    const avi = await imported('old.avi', withFfmpeg)
    near(avi.video.durationSeconds, 2, 0.05)
    for (const [name, says] of [
      ['vp9.webm', /VP9 and Opus.*ffmpeg/],
      ['mp3.mkv', /MP3.*ffmpeg/],
      ['old.avi', /AVI.*ffmpeg/],
    ] as const) {
      assert.match((await fails(name, 'unsupported_codec')).message, says)
    }
  })

  test('without video is refused, with ffmpeg and without', async () => {
    await runFfmpeg('-i', here('base.mp4'), '-vn', '-c:a', 'libmp3lame', here('sound.mp3'))
    await runFfmpeg('-i', here('base.mp4'), '-frames:v', '1', here('picture.jpg'))
    await writeFile(here('noise'), Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 256)))
    await writeFile(here('nothing'), '')
    await writeFile(here('list.m3u8'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
    await writeFile(here('list.txt'), `ffconcat version 1.0\nfile ${here('base.mp4')}\n`)
    for (const name of ['sound.mp3', 'picture.jpg', 'noise', 'nothing', 'list.m3u8', 'list.txt']) {
      await fails(name, 'not_a_video')
      await fails(name, 'not_a_video', withFfmpeg)
    }
    await fails('missing.mp4', 'source_missing')
  })

  test('with missing media is refused as damaged, one with repeated media as too large', async () => {
    const whole = await readFile(here('base.mp4'))
    await writeFile(here('cut.mp4'), whole.subarray(0, whole.length / 2))
    await fails('cut.mp4', 'damaged')
    await copyTo('front.mp4', '-movflags', '+faststart')
    const front = await readFile(here('front.mp4'))
    await writeFile(here('cutMedia.mp4'), front.subarray(0, front.length / 2))
    await fails('cutMedia.mp4', 'damaged')
    await writeFile(here('swollen.mp4'), swollen(front))
    await fails('swollen.mp4', 'damaged')
    await writeFile(here('repeated.mp4'), repeated(front))
    await fails('repeated.mp4', 'too_large')
    await isBase(await imported('base.mp4'))
  })

  test('leaves no temporary files', async () => {
    assert.deepEqual(await readdir(here('plain')), [])
    assert.deepEqual(await readdir(here('able')), [])
  })
})

/** Sets the size of every sample to a hundred megabytes. */
function swollen(mp4: Buffer): Buffer {
  const copy = Buffer.from(mp4)
  for (let at = copy.indexOf('stsz'); at > 0; at = copy.indexOf('stsz', at + 1)) {
    const count = copy.readUInt32BE(at + 12)
    for (let sample = 0; sample < count; sample++) copy.writeUInt32BE(100_000_000, at + 16 + 4 * sample)
  }
  return copy
}

/** Sets the offset of all chunks to the same one, and makes their samples large. */
function repeated(mp4: Buffer): Buffer {
  const copy = Buffer.from(mp4)
  const [places, sizes] = [copy.indexOf('stco'), copy.indexOf('stsz')]
  const first = copy.readUInt32BE(places + 12)
  for (let at = 0; at < copy.readUInt32BE(places + 8); at++) copy.writeUInt32BE(first, places + 12 + 4 * at)
  for (let at = 0; at < copy.readUInt32BE(sizes + 12); at++) copy.writeUInt32BE(30_000, sizes + 16 + 4 * at)
  return copy
}

function near(actual: number, expected: number, by: number): void {
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not ${expected}`)
}
