import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import type { LiveEvent, LivePlan } from './liveHost.ts'
import { openSessions } from './liveSessions.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-sessions-'))
const silent = () => undefined
const log = { debug: silent, info: silent, warn: silent, error: (message: string) => assert.fail(message) }
after(() => rm(folder, { recursive: true }))

test('a session that ends at once leaves no files, not even its plan', async () => {
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
  const plan: LivePlan = {
    accountId: 1,
    streamUuid: randomUUID(),
    sessionUuid: randomUUID(),
    isNew: true,
    latencyMode: 'low',
    dvrWindowSeconds: 60,
    reconnectWindowSeconds: 30,
    endOnUnpublish: false,
    maxDurationSeconds: 3_600,
    isRecorded: false,
    renditions: 'source',
    isAutoStarting: true,
    targets: [],
  }
  const kinds: LiveEvent['kind'][] = []
  const closed = Promise.withResolvers<void>()
  const events = {
    emit: ({ kind }: LiveEvent) => void kinds.push(kind),
    stored: async () => {},
    closed: closed.resolve,
  }
  const session = sessions.open(plan, events)
  await session.end('ended')
  session.dispose()
  await closed.promise
  assert.deepEqual(kinds, ['ended', 'ended'])
  assert.deepEqual(await readdir(spools), [])
  assert.deepEqual(await sessions.left(), [])
})
