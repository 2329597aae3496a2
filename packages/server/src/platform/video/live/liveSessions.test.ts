import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import { programme } from '#test/video/madeEncoder.ts'
import { madeSessions, publishTo } from '#test/video/madeSessions.ts'
import { until } from '#test/world/until.ts'
import type { LiveEvent, LivePlan } from './liveHost.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-sessions-'))
after(() => rm(folder, { recursive: true }))
const { sessions, spools } = madeSessions(folder)

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
  publishTo(session, programme({ seconds: 40 }))
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
  publishTo(session, programme({ seconds: 5, fps: 24 }))
  const { text } = await session.broadcast.mediaPlaylist()
  const lines = text.bytes.toString()
  const target = Number(/PART-TARGET=([\d.]+)/.exec(lines)?.[1])
  const parts = [...lines.matchAll(/#EXT-X-PART:DURATION=([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  assert.equal(target, session.partSeconds())
  assert.ok(parts.length > 10 && Math.max(...parts) <= target, `${parts.join(' ')} within ${target}`)
  await session.end('ended')
  session.dispose()
})
