import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openAsset } from '#platform/video/asset/assetSource.ts'
import { openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { decodes, encodeVideo, ffmpegPath, readAudioSamples, readVideoFrames } from '#test/video/encodedVideo.ts'
import { openFinisher } from './finisher.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-following-'))
const files = openDiskFiles(join(folder, 'store'))
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }
after(() => rm(folder, { recursive: true, force: true }))

const here = (name: string) => join(folder, name)

test('files that follow one another become one asset, with the gaps in its programme time', { skip }, async () => {
  await using finisher = await openClosing()
  await encodeVideo(here('first.mp4'), { seconds: 4, keyFrameInterval: 40 })
  await encodeVideo(here('second.mp4'), { seconds: 3, keyFrameInterval: 40 })
  const target = 'media/0a1b2c3d/following/'
  const video = await finisher.importFile({
    path: here('first.mp4'),
    startsAtMs: 5_000,
    target,
    following: [{ path: here('second.mp4'), startsAtMs: 60_000 }],
  })
  assert.ok(Math.abs(video.durationSeconds - 7) < 0.02, `${video.durationSeconds} s`)
  const { index } = await openAsset(files, target)
  const second = index.segments.find(({ initId }) => initId === 1)
  assert.deepEqual(
    index.segments.map(({ isDiscontinuous }) => isDiscontinuous),
    index.segments.map((segment) => segment === second),
  )
  assert.deepEqual([index.segments[0]?.startsAtMs, second?.startsAtMs], [5_000, 60_000])
  assert.ok(Math.abs((second?.mediaSeconds ?? 0) - 4) < 0.01)
  const mp4 = join(folder, 'store', target, 'video.mp4')
  await decodes(mp4)
  const [frames, one, two] = await Promise.all([mp4, here('first.mp4'), here('second.mp4')].map(readVideoFrames))
  assert.deepEqual(
    frames?.map(({ hash }) => hash),
    [...(one ?? []), ...(two ?? [])].map(({ hash }) => hash),
  )
  const steps = frames?.map(({ atSeconds }, at) => atSeconds - (frames[at - 1]?.atSeconds ?? atSeconds - 1 / 30)) ?? []
  assert.ok(steps.every((step) => Math.abs(step - 1 / 30) < 0.01))
  const audio = await readAudioSamples(mp4)
  assert.ok(audio.every(({ atSeconds }, at) => at === 0 || atSeconds - (audio[at - 1]?.atSeconds ?? 0) < 0.1))
})

test('following files may have other codecs, where ffmpeg is installed', { skip }, async () => {
  await using finisher = await openClosing(true)
  for (const name of ['a.mkv', 'b.mkv']) {
    await encodeVideo(here(name), { seconds: 1, more: ['-c:v', 'mpeg4', '-c:a', 'aac'] })
  }
  const video = await finisher.importFile({
    path: here('a.mkv'),
    startsAtMs: 1_000,
    target: 'media/0a1b2c3d/transcoded/',
    following: [{ path: here('b.mkv'), startsAtMs: 9_000 }],
  })
  assert.deepEqual([video.wasTranscoded, Math.round(video.durationSeconds)], [true, 2])
})

async function openClosing(hasFfmpeg = false) {
  const ffmpeg = hasFfmpeg ? openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 4, niceness: 0 }) : undefined
  const finisher = await openFinisher({ files, folder: here('work'), ffmpeg, log })
  return {
    ...finisher,
    async [Symbol.asyncDispose]() {
      await finisher.close()
      await ffmpeg?.close()
    },
  }
}
