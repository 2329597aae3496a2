import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeVideo, ffmpegPath } from '#test/video/encodedVideo.ts'
import { checkLive, readPlaylist } from '#test/video/hlsPlaylist.ts'
import { until } from '#test/world/until.ts'
import { smallRungs } from '#test/video/ladderWorld.ts'
import { recordMedia, type Recording } from '#test/video/recordedMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { type Ffmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { openBroadcast, type Broadcast } from '#platform/video/hls/broadcast.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import { openLiveRenditions, type LiveRenditionsOptions } from './liveRenditions.ts'
import { lacks } from '#test/world/program.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const sessionUuid = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'

describe('renditions of a session', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let ffmpeg: Ffmpeg
  /** Tags of twelve seconds, with a key frame every second. */
  let tags: MediaTag[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-renditions-'))
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 1, queueMax: 1, niceness: 0 })
    const form = { seconds: 12, size: '160x128' }
    tags = readFlvFile(await readFile(await encodeVideo(join(folder, 'sent.flv'), form)))
  })
  after(async () => {
    await ffmpeg.close()
    await rm(folder, { recursive: true })
  })

  function open(past?: LiveRenditionsOptions['past']) {
    const source = { assetId: sessionUuid, partSeconds: 0.334, windowSeconds: 60 }
    const broadcast = openBroadcast(source)
    const renditions = openLiveRenditions({
      ffmpeg,
      slots: openLadderSlots(1),
      rungs: smallRungs,
      log: quiet,
      nowMs: () => 1_000,
      // Long enough for ffmpeg on a busy machine.
      finishTimeoutMs: 60_000,
      sessionUuid,
      source,
      broadcast: () => broadcast,
      files: openDiskFiles(join(folder, 'files')),
      folderOf: (name) => join(folder, 'spool', name),
      ...(past === undefined ? {} : { past }),
    })
    const from = past === undefined ? {} : { from: past.position }
    const recording = recordMedia(from, renditions)
    const broadcastOf = (name: string): Broadcast => {
      const found = renditions.variants.find(name)
      assert.ok(found !== undefined)
      return found
    }
    const listed = async (name: string) => readPlaylist((await broadcastOf(name).mediaPlaylist()).text.bytes.toString())
    return { renditions, recording, broadcastOf, listed }
  }

  /** Waits until a rendition has the last segment of the source. */
  async function complete({ segments }: Recording, broadcast: Broadcast): Promise<void> {
    await until(() => broadcast.segmentData(segments.at(-1)?.segment.number ?? -1) !== undefined)
  }

  test('a rendition has the DVR window of the source, and leaves no files', async () => {
    const { renditions, recording, broadcastOf, listed } = open()
    recording.packager.begin()
    recording.send(tags)
    recording.packager.flush()
    renditions.interrupted()
    await complete(recording, broadcastOf('120p'))
    const list = await listed('120p')
    checkLive(list, `${sessionUuid}/120p`)
    assert.equal(list.segments.length, 12)
    const first = broadcastOf('120p').segmentData(1)
    assert.ok(first !== undefined && !Buffer.isBuffer(first), 'the first segment is in memory')
    assert.ok((await first.read()).length > 1_000)
    assert.ok((await listed('audio')).segments.length < 12)
    assert.ok(renditions.memoryBytes() > 10_000)
    await renditions.end()
    assert.equal((await listed('120p')).isEnded, true)
    assert.ok((await first.read()).length > 1_000)
    await renditions.remove()
    assert.deepEqual(await readdir(join(folder, 'spool')), [])
  })

  test('a rendition continues after a restart with the segment numbers of the source', async (t) => {
    const before = open()
    before.recording.packager.begin()
    before.recording.send(tags.slice(0, 100))
    before.recording.packager.flush()
    await before.renditions.park()
    const { segments, inits } = before.recording
    const last = segments.at(-1)?.segment
    assert.ok(last !== undefined)
    const position = {
      nextNumber: last.number + 1,
      initCount: 1,
      mediaSeconds: last.mediaSeconds + last.durationSeconds,
      targetSeconds: 2,
    }
    const history = {
      inits,
      segments: segments.map(({ segment }) => ({ ...segment, reel: 0, offset: 0 })),
      discontinuitiesBefore: 3,
      targetSeconds: 2,
    }
    const { renditions, recording, broadcastOf, listed } = open({ position, history })
    // A player of the time before the restart waits for the playlist until the encoder is back.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const waiting = listed('120p')
    // The mocked clock never reaches the time limit of the wait, however slow ffmpeg is.
    t.mock.timers.reset()
    recording.packager.begin()
    recording.send(tags)
    recording.packager.flush()
    renditions.interrupted()
    assert.equal((await waiting).mediaSequence, last.number + 1)
    await complete(recording, broadcastOf('120p'))
    const list = await listed('120p')
    assert.deepEqual([list.discontinuitySequence, list.segments[0]?.discontinuity], [3, 4])
    assert.equal(list.targetSeconds, 2)
    await renditions.end()
  })
})
