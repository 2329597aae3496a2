import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import { audioHeader, programme, videoHeader } from '#test/video/madeEncoder.ts'
import { until } from '#test/world/until.ts'
import type { LiveEvent, LivePlan } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'
import { openSessions } from './liveSessions.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-sessions-'))
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: (message: string) => assert.fail(message) }
after(() => rm(folder, { recursive: true }))

const spools = join(folder, 'spools')
const sessions = openSessions({
  folder: spools,
  files: openDiskFiles(join(folder, 'store')),
  guard: openGuard(),
  ladders: { ffmpeg: undefined, slots: openLadderSlots(1), rungs: [] },
  frames: { grabber: openFrameGrabber(undefined, log) },
  cut: () => Promise.reject(new Error('the test cuts no clip')),
  nowMs: Date.now,
  log,
})

/** Opens a session that is not recorded. */
function openUnrecorded(more: Partial<LivePlan> = {}) {
  const plan = madePlan({ isRecorded: false, ...more })
  const kinds: LiveEvent['kind'][] = []
  const closed = Promise.withResolvers<void>()
  const events = {
    emit: ({ kind }: LiveEvent) => void kinds.push(kind),
    stored: async () => {},
    closed: closed.resolve,
  }
  return { session: sessions.open(plan, events), kinds, closed: closed.promise }
}

/** Sends media of an encoder to a session. */
function publish(session: LiveSession, media: readonly MediaTag[]): void {
  const connection = {
    drop: silent,
    pause: silent,
    resume: silent,
    silenceMs: () => 0,
    byteCount: () => 0,
    remoteAddress: '127.0.0.1',
  }
  const verdict = session.attach({ connection, protocol: 'rtmp', keyHash: undefined }, [])
  assert.ok('sink' in verdict)
  for (const tag of [videoHeader(), audioHeader(), ...media]) verdict.sink.tag(tag)
}

test('a session that ends at once leaves no files, not even its plan', async () => {
  const { session, kinds, closed } = openUnrecorded()
  await session.end('ended')
  session.dispose()
  await closed
  assert.deepEqual(kinds, ['ended', 'ended'])
  assert.deepEqual(await readdir(spools), [])
  assert.deepEqual(await sessions.left(), [])
})

test('a session without a recording keeps its window on the disk until its final playlist is gone', async () => {
  const { session, kinds, closed } = openUnrecorded()
  publish(session, programme({ seconds: 40 }))
  const stored = await until(
    () => session.broadcast.segmentData(1),
    (found) => found !== undefined && !Buffer.isBuffer(found),
  )
  await session.end('ended')
  await until(() => kinds.filter((kind) => kind === 'ended').length === 2)
  assert.ok(stored !== undefined && !Buffer.isBuffer(stored))
  assert.equal((await stored.read()).length, stored.byteCount)
  session.dispose()
  await closed
  assert.deepEqual(await readdir(spools), [])
})

test('the playlist of a session announces the part target that fits its frame rate', async () => {
  const { session } = openUnrecorded({ latencyMode: 'ultraLow' })
  publish(session, programme({ seconds: 5, fps: 24 }))
  const { text } = await session.broadcast.mediaPlaylist()
  const lines = text.bytes.toString()
  const target = Number(/PART-TARGET=([\d.]+)/.exec(lines)?.[1])
  const parts = [...lines.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  assert.equal(target, session.partSeconds())
  assert.ok(parts.length > 10 && Math.max(...parts) <= target, `${parts.join(' ')} within ${target}`)
  await session.end('ended')
  session.dispose()
})
