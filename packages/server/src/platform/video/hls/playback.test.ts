import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { encodeVideo, ffmpegPath, readVideoFrames } from '#test/video/encodedVideo.ts'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import { checkLive, checkUpdate, readPlaylist } from '#test/video/hlsPlaylist.ts'
import { until } from '#test/world/until.ts'
import { recordMedia, type Recording } from '#test/video/recordedMedia.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { firstSegmentNumber, type MediaTag, type Part } from '#platform/video/mediaTypes.ts'
import { openSpool } from '#platform/video/spool/spool.ts'
import { openBroadcast, type Broadcast } from './broadcast.ts'
import { registerOrigin } from './hlsOrigin.ts'
import type { Admission, MediaRequest } from './originHost.ts'
import { openRecorded } from './recorded.ts'
import { lacks } from '#test/world/program.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(34)}`
const prefix = `media/00000000/${assetId}/`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const run = promisify(execFile)

describe('ffmpeg as a player', { skip: lacks('ffmpeg') }, () => {
  let folder: string
  let tags: MediaTag[]
  const servers = new Set<() => Promise<unknown>>()

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'playback-'))
    tags = readFlvFile(
      await readFile(await encodeVideo(join(folder, 'sent.flv'), { seconds: 6, keyFrameInterval: 60 })),
    )
  })
  after(async () => {
    await Promise.all([...servers].map((close) => close()))
    await rm(folder, { recursive: true })
  })

  async function served(admission: Admission, onRequest = (_path: string) => {}): Promise<string> {
    const server = fastify({ forceCloseConnections: true })
    const admit = ({ path }: MediaRequest) => (onRequest(path), admission)
    registerOrigin(server, { admit, files: openDiskFiles(folder), log: quiet })
    servers.add(() => server.close())
    return `${await server.listen({ port: 0, host: '127.0.0.1' })}/hls/${playbackId}/t/a.token-of_a_viewer/main.m3u8`
  }

  /** Packages an encoder's messages twice, with a reconnect in between. */
  function packed(): Recording {
    const recording = recordMedia()
    for (const isLast of [false, true]) {
      recording.packager.begin()
      recording.send(tags)
      recording.packager.flush()
      if (!isLast) recording.clock.ms += 5_000
    }
    return recording
  }

  test('a recording of two connections plays to its last frame', async () => {
    const files = openDiskFiles(join(folder, 'store'))
    const onTrouble = () => assert.fail()
    const spool = openSpool({
      folder: join(folder, 'spool'),
      files,
      prefix,
      isKept: true,
      windowSeconds: 60,
      log: quiet,
      onTrouble,
    })
    const { inits, segments } = packed()
    for (const init of inits) spool.init(init)
    for (const { segment, parts } of segments) spool.segment(segment, parts)
    await spool.close()
    const url = await served({ kind: 'recorded', recorded: await openRecorded(files, prefix), assetId })
    const text = await (await fetch(url.replace('main', 'video'))).text()
    assert.equal(text.match(/#EXT-X-DISCONTINUITY\n/g)?.length, 1)
    const [sent, played] = await Promise.all([readVideoFrames(join(folder, 'sent.flv')), readVideoFrames(url)])
    assert.deepEqual(
      played.map(({ hash }) => hash),
      [...sent, ...sent].map(({ hash }) => hash),
    )
  })

  /** Adds the output of a packager to a broadcast, part by part, each once the player waits for it. */
  async function feed(broadcast: Broadcast, { inits, segments }: Recording, isAwaited: (part: Part) => boolean) {
    for (const init of inits) broadcast.init(init)
    for (const { segment, parts } of segments) {
      for (const part of parts) {
        await until(() => isAwaited(part))
        // Five times the speed of playback.
        await sleep(200 * part.durationSeconds)
        broadcast.part(part)
      }
      broadcast.segment(segment, parts)
    }
    broadcast.end()
  }

  for (const [name, partSeconds] of Object.entries({ 'low latency': 0.334, 'standard latency': undefined })) {
    test(`a live stream of ${name} plays over a reconnect, from its first segment to its end`, async () => {
      const recording = packed()
      const broadcast = openBroadcast({ assetId, partSeconds, windowSeconds: 16 })
      const queries = new Set<string | undefined>()
      const url = await served({ kind: 'live', broadcast, assetId }, (path) => void queries.add(path.split('?')[1]))
      // ffmpeg 5.1 loads no parts, and by default begins three segments before the end.
      const args = ['-nostdin', '-v', 'warning', '-live_start_index', '0', '-i', url]
      const playing = run(ffmpegPath ?? '', [...args, '-f', 'framemd5', '-map', '0:v:0', '-'])
      const watching = watch(url.replace('main', 'video'))
      await feed(broadcast, recording, ({ segment, index }) => {
        const query = `_HLS_msn=${segment}${partSeconds === undefined ? '' : `&_HLS_part=${index}`}`
        return segment === firstSegmentNumber || queries.has(query)
      })
      const { stdout } = await playing
      assert.equal(stdout.split('\n').filter((line) => line.startsWith('0,')).length, 360)
      assert.ok((await watching) >= (partSeconds === undefined ? 5 : 20))
    })
  }

  /** Reloads a playlist as a player does, checks each update against the one before, and returns their count. */
  async function watch(url: string): Promise<number> {
    let known = readPlaylist(await (await fetch(url)).text())
    let count = 1
    for (; !known.isEnded; count++) {
      const msn = known.mediaSequence + known.segments.length
      const part = known.partSeconds === undefined ? '' : `&_HLS_part=${known.open.parts.length}`
      const response = await fetch(`${url}?_HLS_msn=${msn}${part}`)
      assert.equal(response.status, 200)
      const read = readPlaylist(await response.text())
      checkLive(read, assetId)
      checkUpdate(known, read)
      known = read
    }
    return count
  }
})
