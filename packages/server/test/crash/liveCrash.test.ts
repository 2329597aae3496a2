import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { callVideo as call, openPlatform } from './platform.ts'
import { encode, noEncoder, publishedFps, type Encoder } from '#test/video/liveWorld.ts'
import { findProgram } from '#test/world/program.ts'
import { arrayOf, objectOf } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

const run = promisify(execFile)

/** Seconds of video that ffmpeg decodes from an address, without errors. */
async function secondsPlayed(url: string): Promise<number> {
  const args = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-i', url, '-f', 'null', '-progress', 'pipe:1', '-']
  const { stdout, stderr } = await run(findProgram('ffmpeg') ?? '', args, { timeout: 120_000 })
  assert.equal(stderr, '')
  return Number(/frame=(\d+)(?![\s\S]*frame=)/.exec(stdout)?.[1]) / publishedFps
}

test(
  'a server that is killed while live keeps the recording, and its encoder may reconnect',
  { skip: noEncoder },
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairground-live-'))
    const platform = await openPlatform(dataDir)
    const encoders: Encoder[] = []
    t.after(async () => {
      for (const each of encoders) await each.kill()
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await platform.start()
    const made = await call(platform, 'stream/create', { title: 'Through a crash', reconnectWindowSeconds: 300 })
    const streamId = String(made['id'])
    const { streamKey } = objectOf(made['ingest'])
    const stream = () => call(platform, `stream/get?streamId=${streamId}`)
    const publish = async () => {
      const { rtmpUrl } = objectOf((await stream())['ingest'])
      encoders.push(encode(`${String(rtmpUrl).replace('localhost', '127.0.0.1')}/${streamKey}`))
    }
    const recorded = async () => {
      const { recording } = await call(platform, 'stream/getStatus', { streamId })
      return Number(objectOf(recording)['seconds'])
    }
    await publish()
    await until(recorded, (seconds) => seconds > 4)
    const before = await recorded()
    const { sessionId } = await stream()
    await platform.killServer()
    await sleep(500)
    await platform.start()
    await until(stream, ({ status }) => status === 'reconnecting')
    const kept = await recorded()
    assert.ok(kept >= before - 2, `${kept} s kept of ${before} s`)
    await publish()
    await until(stream, ({ status }) => status === 'live')
    assert.equal((await stream())['sessionId'], sessionId)
    await until(recorded, (seconds) => seconds > kept + 2)
    await call(platform, 'stream/update', { streamId, action: 'end' })
    const [replay] = await until(
      async () => arrayOf((await call(platform, 'static/all?source=recording'))['items']),
      ([made]) => made?.['status'] === 'published',
    )
    const seconds = Number(replay?.['durationSeconds'])
    assert.ok(seconds > kept + 2)
    const { playbackId } = objectOf(replay?.['playback'])
    const played = await secondsPlayed(`${platform.url}/hls/${String(playbackId)}/main.m3u8`)
    assert.ok(Math.abs(played - seconds) < 0.2, `${played} of ${seconds} s can be played`)
  },
)
