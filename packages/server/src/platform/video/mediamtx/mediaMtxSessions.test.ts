import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openAsset } from '#platform/video/asset/assetSource.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { openFinisher } from '#platform/video/finish/finisher.ts'
import type { SessionEvents } from '#platform/video/live/heldSession.ts'
import type { LiveEvent, LivePlan } from '#platform/video/live/liveHost.ts'
import { encodeVideo } from '#test/video/encodedVideo.ts'
import { openFakeMediaMtx } from '#test/fakes/mediaMtx.ts'
import { until } from '#test/world/until.ts'
import type { PathState } from './mediaMtxResponses.ts'
import { openMediaMtxApi, type MediaMtxApi } from './mediaMtxApi.ts'
import { pathOfStream } from './mediaMtxPaths.ts'
import { openRecordings } from './mediaMtxRecordings.ts'
import { openMediaMtxSessions } from './mediaMtxSessions.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: silent }

/** Opens a MediaMTX without access control, and successive processes of ours on one disk. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-mtx-sessions-'))
  const film = await encodeVideo(join(folder, 'film.mp4'), { seconds: 60, size: '128x72', bFrames: 0 })
  const mtx = await openFakeMediaMtx(film)
  const authServer = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((done) => authServer.listen(0, '127.0.0.1', done))
  const address = authServer.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await mtx.configure({ fairground: `127.0.0.1:${port}`, secret: 'secret-of-sixteen', hasHooks: false })
  const files = openDiskFiles(join(folder, 'store'))
  const finisher = await openFinisher({ files, folder: join(folder, 'work'), ffmpeg: undefined, log })
  const api = openMediaMtxApi({ ...mtx, secret: 'secret-of-sixteen' })
  t.after(async () => {
    await finisher.close()
    await api.close()
    await mtx.stop()
    await new Promise((done) => authServer.close(done))
    await rm(folder, { recursive: true, force: true })
  })
  const plans = join(folder, 'plans')
  return {
    mtx,
    api,
    files,
    plans,
    start() {
      const cut = () => Promise.reject(new Error('nothing is cut here'))
      const recordings = openRecordings({ api, files, finisher, folder, cut, log })
      const sessions = openMediaMtxSessions({ folder: plans, api, recordings, nowMs: Date.now, log })
      return { ...sessions, stop: recordings.close }
    },
  }
}

function listener(): { emitted: LiveEvent[]; events: SessionEvents } {
  const emitted: LiveEvent[] = []
  return { emitted, events: { emit: (event) => void emitted.push(event), stored: async () => {}, closed: silent } }
}

/** State of a path with its video track, which MediaMTX reports some time after admission. */
function pathStateAt({ api }: { api: MediaMtxApi }, path: string): Promise<PathState | undefined> {
  return until(
    async () => (await api.paths()).get(path),
    (found) => found?.video !== undefined,
  )
}

/** Reads the file itself: recovery in a process would delete a plan that is being written. */
function planWritten(plans: string, { sessionUuid }: LivePlan): Promise<boolean> {
  const file = join(plans, sessionUuid, 'session.json')
  return until(
    () => existsSync(file),
    (isThere) => isThere,
  )
}

test('a session continues after a restart, and its recording is fetched then', { skip }, async (t) => {
  const w = await open(t)
  const plan = madePlan()
  const path = pathOfStream(plan)
  const publisher = await w.mtx.publish(path, '')
  const pathState = () => pathStateAt(w, path)

  const before = w.start()
  const first = listener()
  const session = before.open(plan, first.events)
  session.observe(await pathState())
  await planWritten(w.plans, plan)
  await sleep(1_500)
  await session.park()
  before.stop()
  assert.equal(publisher.isThere(), true)

  const between = w.start()
  const [found] = await between.left()
  assert.ok(found)
  const second = listener()
  const again = await between.recover(found, second.events)
  again?.observe(await pathState())
  assert.deepEqual(second.emitted, [{ kind: 'resumed', wasLive: true }])
  await again?.end('ended')
  // The process stops before the download.
  between.stop()
  await until(
    () => publisher.isThere(),
    (isThere) => !isThere,
  )
  assert.deepEqual(second.emitted.at(-1), { kind: 'ended', why: 'ended', recording: 'due', rejection: undefined })

  const after = w.start()
  const [ended] = await after.left()
  assert.ok(ended)
  const third = listener()
  await (await after.recover(ended, third.events))?.end('server_stopped')
  const last = await until(
    () => third.emitted.at(-1),
    (last) => last?.kind === 'ended' && last.recording !== 'due',
  )
  assert.ok(last?.kind === 'ended' && Object(last.recording).durationSeconds > 1.4)
  const { index } = await openAsset(w.files, assetPrefix(plan.accountId, plan.sessionUuid))
  assert.ok(Math.abs((index.segments[0]?.startsAtMs ?? 0) - found.beganAtMs) < 2_000)
  await until(
    () => readdir(w.plans),
    (names) => names.length === 0,
  )
})

test('a session without a recording fetches none, and an encoder without media times out', { skip }, async (t) => {
  const w = await open(t)
  const plan = { ...madePlan(), isRecorded: false }
  await w.mtx.publish(pathOfStream(plan), '')
  const { emitted, events } = listener()
  const session = w.start().open(plan, events)
  session.observe(await pathStateAt(w, session.path))
  await session.end('ended')
  await until(
    () => readdir(w.plans),
    (names) => names.length === 0,
  )
  assert.deepEqual(
    emitted.map(({ kind }) => kind),
    ['ready', 'ended'],
  )
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const unseen = listener()
  w.start().open(madePlan(), unseen.events).observe(undefined)
  t.mock.timers.tick(20_000)
  t.mock.timers.reset()
  await until(
    () => unseen.emitted,
    (all) => all.length === 1,
  )
  assert.deepEqual(unseen.emitted, [{ kind: 'ended', why: 'encoder_gone', recording: undefined, rejection: undefined }])
})

test('a preview is in no clip and no recording, also after a restart', { skip }, async (t) => {
  const w = await open(t)
  const plan = { ...madePlan(), isAutoStarting: false }
  const path = pathOfStream(plan)
  await w.mtx.publish(path, '')
  const node = w.start()
  const { emitted, events } = listener()
  const session = node.open(plan, events)
  session.observe(await pathStateAt(w, path))
  assert.equal(emitted[0]?.kind, 'ready')
  await planWritten(w.plans, plan)
  await sleep(1_500)
  const shownAtMs = Date.now()
  session.goLive()
  const isKept = (left: { shownAtMs?: number }[]) => (left[0]?.shownAtMs ?? 0) >= shownAtMs
  await until(() => node.left(), isKept)
  await sleep(2_500)
  // The window begins with the key frame at or before it; the encoder sends one a second.
  assert.ok(((await session.window())?.fromMs ?? 0) > shownAtMs - 1_100)
  await session.park()
  const [found] = await node.left()
  assert.ok(found)
  const again = await node.recover(found, events)
  assert.ok(((await again?.window())?.fromMs ?? 0) > shownAtMs - 1_100)
  await again?.end('ended')
  await until(
    () => emitted.at(-1),
    (last) => last?.kind === 'ended' && last.recording !== 'due',
  )
  const { index } = await openAsset(w.files, assetPrefix(plan.accountId, plan.sessionUuid))
  assert.ok((index.segments[0]?.startsAtMs ?? 0) > shownAtMs - 1_100)
  node.stop()
})
