import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openAsset } from '#platform/video/asset/assetSource.ts'
import { type Ffmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import {
  boxesOf,
  brightnessOf,
  decodes,
  encodeVideo,
  ffmpegPath,
  frameSizesOf,
  readAudioSamples,
} from '#test/video/encodedVideo.ts'
import { liveAsset } from '#test/video/liveAsset.ts'
import { recordMedia } from '#test/video/recordedMedia.ts'
import { type Finisher, openFinisher } from './finisher.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-exact-'))
const store = join(folder, 'store')
const files = openDiskFiles(store)
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
const source = 'media/0a1b2c3d/source/'
const target = 'media/0a1b2c3d/exact/'
after(() => rm(folder, { recursive: true, force: true }))

describe('an exact clip', { skip }, () => {
  let finisher: Finisher
  let ffmpeg: Ffmpeg

  before(async () => {
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 4, niceness: 0 })
    finisher = await openFinisher({ files, folder: join(folder, 'work'), ffmpeg, log })
    // Each frame is one step brighter than the one before.
    const steps = ['-vf', "geq=lum='30+N':cb=128:cr=128", '-crf', '10']
    const path = await encodeVideo(join(folder, 'source.mp4'), { seconds: 6, keyFrameInterval: 90, more: steps })
    await finisher.importFile({ path, target: source })
  })
  after(() => Promise.all([finisher.close(), ffmpeg.close()]))

  test('has the requested frames and no others, with their audio', async () => {
    const clip = await finisher.cutExactClip({ source, target, fromSeconds: 1.5, toSeconds: 4.5, title: 'Exactly' })
    assert.deepEqual([clip.fromSeconds, Math.round(clip.toSeconds * 30)], [1.5, 135])
    const mp4 = join(store, target, 'video.mp4')
    const frames = await brightnessOf(mp4)
    assert.equal(frames.length, 90)
    for (const [at, value] of frames.entries()) assert.ok(Math.abs(value - (75 + at)) <= 1.5, `${at} is ${value}`)
    await decodes(mp4)
    const audio = await readAudioSamples(mp4)
    const end = (audio.at(-1)?.atSeconds ?? 0) + (audio.at(-1)?.durationSeconds ?? 0)
    assert.ok((audio[0]?.atSeconds ?? 1) < 0.03 && Math.abs(end - 3) < 0.05, `${audio[0]?.atSeconds} to ${end}`)
    const { index } = await openAsset(files, target)
    assert.ok(index.segments.every(({ isIndependent }) => isIndependent))
  })

  test('over a change of the frame size is encoded in the size before it', async () => {
    const recording = recordMedia()
    for (const size of ['320x180', '640x360']) {
      const path = await encodeVideo(join(folder, `${size}.flv`), { seconds: 3, size, bFrames: 0 })
      recording.packager.begin()
      recording.send(readFlvFile(await readFile(path)))
      recording.packager.flush()
    }
    const over = 'media/0a1b2c3d/over/'
    const clip = await finisher.cutExactClip({
      source: liveAsset(recording),
      target: over,
      fromSeconds: 2.5,
      toSeconds: 4,
    })
    assert.deepEqual([clip.width, clip.height, Math.round(clip.durationSeconds * 30)], [320, 180, 45])
    assert.deepEqual(await frameSizesOf(join(store, over, 'video.mp4')), { '320x180': 45 })
    await decodes(join(store, over, 'video.mp4'))
  })

  test('has audio of one format where the encoder changed its sample rate, like a clip by copy', async () => {
    const recording = recordMedia()
    for (const rate of ['48000', '44100']) {
      const path = await encodeVideo(join(folder, `${rate}.flv`), { seconds: 3, bFrames: 0, more: ['-ar', rate] })
      recording.packager.begin()
      recording.send(readFlvFile(await readFile(path)))
      recording.packager.flush()
    }
    const mixed = 'media/0a1b2c3d/mixed/'
    const clip = await finisher.cutClip({ source: liveAsset(recording), target: mixed, fromSeconds: 2, toSeconds: 5 })
    const mp4 = join(store, mixed, 'video.mp4')
    assert.deepEqual([Math.round(clip.durationSeconds), await boxesOf(mp4)], [3, ['ftyp', 'moov', 'free', 'mdat']])
    const audio = await readAudioSamples(mp4)
    const distances = audio.slice(1).map(({ atSeconds }, at) => atSeconds - (audio[at]?.atSeconds ?? 0))
    // At the seam two frames overlap by less than half a frame.
    assert.ok(distances.every((seconds) => Math.abs(seconds - 1_024 / 48_000) < 0.011))
    assert.ok(Math.abs(audio.length * (1_024 / 48_000) - 3) < 0.1, `${audio.length} frames`)
    assert.deepEqual(await frameSizesOf(mp4), { '320x180': 90 })
    await decodes(mp4)
  })

  test('needs ffmpeg', async () => {
    const none = await openFinisher({ files, folder: join(folder, 'none'), ffmpeg: undefined, log })
    const order = { source, target: 'media/0a1b2c3d/none/', fromSeconds: 0, toSeconds: 1 }
    await assert.rejects(none.cutExactClip(order), { reason: 'ffmpeg_missing' })
    await none.close()
  })
})
