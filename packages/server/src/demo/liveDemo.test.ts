import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { waitUntil } from '#platform/db/embedded/processes.ts'
import type { Environment } from '#kit/nouns/setting.ts'
import { openCommandLine } from '#test/world/commandLine.ts'
import { runModule, type RunningProcess } from '#test/world/runningProcess.ts'
import { readPlaylist, type ReadPlaylist } from '#test/video/hlsPlaylist.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'

type Demo = RunningProcess & {
  watchPath: string
  /** Live playlist; undefined while the stream is not live. */
  playlist(): Promise<ReadPlaylist | undefined>
  /** Status of the stream for its owner, by the secret key that the first start prints. */
  status(): Promise<Json>
}

const main = join(import.meta.dirname, '../app/main.ts')

async function openDemo(env: Environment): Promise<Demo> {
  const server = runModule(main, ['--demo'], { ...env, PORT: '0', RTMP_PORT: '0', LOG_LEVEL: 'warn' })
  const greeting = /Watch live\s+(http:\/\/[^/]+)(\/watch\/(plb_\w+))/
  const isReady = await waitUntil(() => server.child.exitCode !== null || greeting.test(server.out()), 60_000)
  const [, url = '', watchPath = '', playbackId = ''] = greeting.exec(server.out()) ?? []
  assert.ok(isReady && playbackId !== '', server.out() + server.err())
  return {
    ...server,
    watchPath,
    async playlist() {
      const response = await fetch(`${url}/hls/${playbackId}/video.m3u8`)
      const text = await response.text()
      return response.status === 200 ? readPlaylist(text) : undefined
    },
    async status() {
      const key = /fg_sk_live_\w+/.exec(server.out())?.[0] ?? ''
      const response = await fetch(`${url}/api/video/stream/getStatus`, {
        method: 'POST',
        headers: { 'x-service-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ streamId: playbackId.replace(/^plb/, 'str') }),
      })
      return objectOf(objectOf(await response.json())['data'])
    },
  }
}

/** Session of a playlist, and the count of its segments so far. */
function progressOf(playlist: ReadPlaylist | undefined) {
  const { mediaSequence = 0, segments = [] } = playlist ?? {}
  return { session: segments[0]?.uri.split('/')[0], count: mediaSequence + segments.length }
}

test(
  'a server with --demo is live at once, and continues its session after a restart',
  { timeout: 240_000 },
  async (t) => {
    const shell = await openCommandLine()
    const demos: Demo[] = []
    t.after(async () => {
      for (const demo of demos) await demo.end('SIGKILL')
      await shell.stop()
    })
    const open = async () => {
      const demo = await openDemo(shell.env)
      demos.push(demo)
      return demo
    }
    await shell.server.end()

    const first = await open()
    const live = await until(first.playlist, (playlist) => playlist !== undefined)
    const before = progressOf(live)
    await until(first.playlist, (now) => progressOf(now).count >= before.count + 2)
    // On a busy machine frames may arrive unevenly for a moment.
    const status = await until(first.status, ({ health }) => health === 'good')
    assert.deepEqual([status['status'], status['issues']], ['live', []])
    assert.equal(objectOf(status['recording'])['isRecording'], false)
    assert.equal(await first.end(), 0, first.out() + first.err())
    assert.equal(first.err(), '')

    const second = await open()
    assert.equal(second.watchPath, first.watchPath)
    const breaks = (now: ReadPlaylist | undefined) => now?.segments.filter((each) => each.isDiscontinuous).length
    const again = await until(second.playlist, (now) => (breaks(now) ?? 0) > 0)
    assert.deepEqual([progressOf(again).session, breaks(again)], [before.session, 1])
    assert.doesNotMatch(second.out(), /"level":"(warn|error)"/)
    assert.equal(await second.end(), 0, second.out() + second.err())
  },
)
