import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeVideo, ffmpegPath } from '#test/video/encodedVideo.ts'
import { until } from '#test/world/until.ts'
import { recordMedia } from '#test/video/recordedMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { openFfmpeg, type Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import { readJpegSize } from '#platform/video/frames/posterCheck.ts'
import { openLiveFrames, type LiveFrames, type SeenSegment } from './liveFrames.ts'
import { lacks } from '#test/world/program.ts'

const minuteMs = 60_000

describe('pictures of what is live', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let ffmpeg: Ffmpeg
  let seen: SeenSegment[]
  let count = 0

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-pictures-'))
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 4, niceness: 0 })
    const recording = recordMedia()
    recording.packager.begin()
    recording.send(readFlvFile(await readFile(await encodeVideo(join(folder, 'sent.flv'), { seconds: 4 }))))
    recording.packager.flush()
    const [init] = recording.inits
    assert.ok(init !== undefined && recording.segments.length >= 3)
    seen = recording.segments.map((each) => ({ ...each, init }))
  })
  after(async () => {
    await ffmpeg.close()
    await rm(folder, { recursive: true })
  })

  /** Pictures of a session, by a clock that stands, in a store of their own; with what was told and logged. */
  function opened(more: { files?: Files; grabber?: ReturnType<typeof openFrameGrabber> } = {}) {
    const files = openDiskFiles(join(folder, String((count += 1))))
    const clock = { ms: 1_000_000 }
    const told: string[] = []
    const log = {
      debug: () => undefined,
      info: () => undefined,
      error: () => undefined,
      warn: (message: string) => void told.push(message),
    }
    const pictures = openLiveFrames({
      grabber: openFrameGrabber(ffmpeg, log),
      files,
      prefix: 'media/x/',
      nowMs: () => clock.ms,
      log,
      onFirst: () => void told.push('first'),
      ...more,
    })
    const kept = () => files.read('media/x/poster.jpg').catch(() => undefined)
    return { pictures, clock, told, kept, log }
  }

  function look(pictures: LiveFrames, at: number): void {
    pictures.look(seen[at] ?? assert.fail())
  }

  /** Waits for a picture other than the one before. */
  async function another(kept: () => Promise<Buffer | undefined>, before: Buffer | undefined): Promise<Buffer> {
    const found = await until(kept, (now) => now !== undefined && before?.equals(now) !== true)
    return found ?? assert.fail()
  }

  test('the first is of the first segment, the next a minute later, and the first is told of', async () => {
    const { pictures, clock, told, kept } = opened()
    look(pictures, 0)
    // One is being taken: this one is left out.
    look(pictures, 1)
    const first = await another(kept, undefined)
    assert.deepEqual(readJpegSize(first), [320, 180])
    await until(() => told.length === 1)
    clock.ms += minuteMs - 1
    look(pictures, 1)
    await pictures.stop()
    assert.ok(first.equals((await kept()) ?? assert.fail()))
    const later = opened()
    look(later.pictures, 0)
    assert.ok((await another(later.kept, undefined)).equals(first), 'of the first segment')
    await until(() => later.told.length === 1)
    later.clock.ms += minuteMs
    look(later.pictures, 2)
    assert.ok((await another(later.kept, first)).length > 1_000)
    assert.deepEqual([told, later.told], [['first'], ['first']])
  })

  test('nothing comes once it has stopped, though it was being taken', async () => {
    const { pictures, told, kept } = opened()
    look(pictures, 0)
    await pictures.stop()
    look(pictures, 1)
    // The one that was being taken has come by the time that another one has.
    const other = opened()
    look(other.pictures, 0)
    await another(other.kept, undefined)
    assert.deepEqual([await kept(), told], [undefined, []])
  })

  test('where they fail they are tried ever more seldom, and each failure is logged once', async () => {
    const { pictures, clock, told } = opened({ files: openDiskFiles('/dev/null/away') })
    const failed = 'a still image of a live stream could not be kept'
    look(pictures, 0)
    await until(() => told.length === 1)
    for (const pauseMinutes of [2, 4, 8, 16, 32, 60, 60]) {
      const before = told.length
      clock.ms += pauseMinutes * minuteMs - 1
      look(pictures, 1)
      clock.ms += 1
      look(pictures, 2)
      await until(() => told.length > before)
    }
    assert.deepEqual(
      told,
      Array.from({ length: 8 }, () => failed),
    )
  })

  test('without a program there are none', async () => {
    const none = opened()
    const { pictures, told, kept } = opened({ grabber: openFrameGrabber(undefined, none.log) })
    look(pictures, 0)
    await pictures.stop()
    assert.deepEqual([await kept(), told], [undefined, []])
  })
})
