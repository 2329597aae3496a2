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
import { openLiveFrames, type LiveFrames, type PublishedSegment } from './liveFrames.ts'
import { lacks } from '#test/world/program.ts'

const minuteMs = 60_000

describe('still frames of a live session', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let ffmpeg: Ffmpeg
  let published: PublishedSegment[]
  let count = 0

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-frames-'))
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 4, niceness: 0 })
    const recording = recordMedia()
    recording.packager.begin()
    recording.send(readFlvFile(await readFile(await encodeVideo(join(folder, 'sent.flv'), { seconds: 4 }))))
    recording.packager.flush()
    const [init] = recording.inits
    assert.ok(init !== undefined && recording.segments.length >= 3)
    published = recording.segments.map((each) => ({ ...each, init }))
  })
  after(async () => {
    await ffmpeg.close()
    await rm(folder, { recursive: true })
  })

  /** Opens still frames of a session with a separate store and a manual clock; `events` are callbacks and warnings. */
  function opened(more: { files?: Files; grabber?: ReturnType<typeof openFrameGrabber> } = {}) {
    const files = openDiskFiles(join(folder, String((count += 1))))
    const clock = { ms: 1_000_000 }
    const events: string[] = []
    const log = {
      debug: () => undefined,
      info: () => undefined,
      error: () => undefined,
      warn: (message: string) => void events.push(message),
    }
    const frames = openLiveFrames({
      grabber: openFrameGrabber(ffmpeg, log),
      files,
      prefix: 'media/x/',
      nowMs: () => clock.ms,
      log,
      onFirst: () => void events.push('first'),
      ...more,
    })
    const poster = () => files.read('media/x/poster.jpg').catch(() => undefined)
    return { frames, clock, events, poster, log }
  }

  function offer(frames: LiveFrames, at: number): void {
    frames.offer(published[at] ?? assert.fail())
  }

  /** Waits for a poster other than the one before. */
  async function nextPoster(poster: () => Promise<Buffer | undefined>, before: Buffer | undefined): Promise<Buffer> {
    const found = await until(poster, (now) => now !== undefined && before?.equals(now) !== true)
    return found ?? assert.fail()
  }

  test('the next frame comes after a clock is set back, and not an hour late', async () => {
    const { frames, clock, events, poster } = opened()
    offer(frames, 0)
    const first = await nextPoster(poster, undefined)
    await until(() => events.length === 1)
    await until(async () => {
      clock.ms -= 60 * minuteMs
      offer(frames, 1)
      return (await poster())?.equals(first) === false
    })
    await frames.stop()
  })

  test('the first frame is of the first segment, the next a minute later; onFirst() is called once', async () => {
    const { frames, clock, events, poster } = opened()
    offer(frames, 0)
    // Dropped: a frame is being grabbed.
    offer(frames, 1)
    const first = await nextPoster(poster, undefined)
    assert.deepEqual(readJpegSize(first), [320, 180])
    await until(() => events.length === 1)
    clock.ms += minuteMs - 1
    offer(frames, 1)
    await frames.stop()
    assert.ok(first.equals((await poster()) ?? assert.fail()))
    const later = opened()
    offer(later.frames, 0)
    assert.ok((await nextPoster(later.poster, undefined)).equals(first), 'of the first segment')
    await until(() => later.events.length === 1)
    later.clock.ms += minuteMs
    offer(later.frames, 2)
    assert.ok((await nextPoster(later.poster, first)).length > 1_000)
    assert.deepEqual([events, later.events], [['first'], ['first']])
  })

  test('stop() drops a frame that is being grabbed', async () => {
    const { frames, events, poster } = opened()
    offer(frames, 0)
    await frames.stop()
    offer(frames, 1)
    // ffmpeg runs jobs in order: the dropped frame is finished before this one.
    const other = opened()
    offer(other.frames, 0)
    await nextPoster(other.poster, undefined)
    assert.deepEqual([await poster(), events], [undefined, []])
  })

  test('frames that fail back off up to an hour, and each failure is logged once', async () => {
    const { frames, clock, events } = opened({ files: openDiskFiles('/dev/null/away') })
    const failed = 'a still frame of a live stream could not be stored'
    offer(frames, 0)
    await until(() => events.length === 1)
    for (const pauseMinutes of [2, 4, 8, 16, 32, 60, 60]) {
      const before = events.length
      clock.ms += pauseMinutes * minuteMs - 1
      offer(frames, 1)
      clock.ms += 1
      offer(frames, 2)
      await until(() => events.length > before)
    }
    assert.deepEqual(
      events,
      Array.from({ length: 8 }, () => failed),
    )
  })

  test('without ffmpeg there are no frames', async () => {
    const none = opened()
    const { frames, events, poster } = opened({ grabber: openFrameGrabber(undefined, none.log) })
    offer(frames, 0)
    await frames.stop()
    assert.deepEqual([await poster(), events], [undefined, []])
  })
})
