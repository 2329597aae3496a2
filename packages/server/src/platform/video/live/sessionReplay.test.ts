import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import { Recorded } from '#platform/video/hls/recorded.ts'
import { SegmentTable } from '#platform/video/hls/segmentTable.ts'
import { readPlaylist } from '#test/video/hlsPlaylist.ts'
import { programme } from '#test/video/madeEncoder.ts'
import { madeSessions, publishTo } from '#test/video/madeSessions.ts'
import { until } from '#test/world/until.ts'
import type { LiveEvent, LivePlan } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'

const folder = await mkdtemp(join(tmpdir(), 'fairground-replays-'))
after(() => rm(folder, { recursive: true }))
const { sessions, files } = madeSessions(folder)

/** Opens a recorded session. */
function openRecorded(more: Partial<LivePlan>) {
  const plan = madePlan(more)
  const ends: Extract<LiveEvent, { kind: 'ended' }>[] = []
  const emit = (event: LiveEvent) => void (event.kind === 'ended' && ends.push(event))
  return { session: sessions.open(plan, { emit, stored: async () => {}, closed: () => undefined }), ends }
}

/** Connects an encoder that sends this many seconds; returns its sink. */
const publish = (session: LiveSession, seconds: number) =>
  publishTo(session, seconds === 0 ? [] : programme({ seconds }))

const secondsOf = (segments: readonly { durationSeconds: number }[]) =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
const bytesOf = async (found: ReturnType<LiveSession['broadcast']['segmentData']>) =>
  found === undefined || Buffer.isBuffer(found) ? found : found.read()

/** Ends a session, and checks that its final playlist and its replay have the same media to the last byte. */
async function checkEnd(session: LiveSession, ends: ReturnType<typeof openRecorded>['ends'], seconds: number) {
  await session.end('ended')
  await until(() => ends.length === 2)
  const { text } = await session.broadcast.mediaPlaylist()
  const list = readPlaylist(text.bytes.toString())
  assert.ok(list.isEnded)
  const live = await Promise.all(list.segments.map(({ number }) => bytesOf(session.broadcast.segmentData(number))))
  const prefix = assetPrefix(session.plan.accountId, session.plan.sessionUuid)
  const index = readIndex(await files.read(`${prefix}index.jsonl`))
  const table = new SegmentTable()
  for (const segment of index.segments) table.add(segment)
  const recorded = new Recorded(files, prefix, { inits: index.inits, segments: table })
  const replay = readPlaylist(String((await recorded.mediaPlaylist())?.text.bytes))
  assert.ok(Math.abs(secondsOf(list.segments) - seconds) < 0.05, `${secondsOf(list.segments)} of ${seconds}`)
  assert.ok(Math.abs(secondsOf(replay.segments) - seconds) < 0.05, `${secondsOf(replay.segments)} of ${seconds}`)
  const recording = ends[1]?.recording
  assert.ok(typeof recording === 'object' && Math.abs(recording.durationSeconds - seconds) < 0.05)
  const stored = index.segments.map(async ({ number }) => {
    const range = recorded.range(number, number)
    return range && buffer(await range.open())
  })
  assert.deepEqual(await Promise.all(stored), live)
  for (const { number, parts } of list.segments) {
    const bytes = await Promise.all(parts.map((_, at) => session.broadcast.partData(number, at)))
    const whole = live[number - list.mediaSequence]
    if (parts.length > 0) assert.deepEqual(Buffer.concat(bytes.map((each) => each ?? assert.fail())), whole)
  }
  session.dispose()
  return { list, replay }
}

for (const latencyMode of ['ultraLow', 'low', 'standard'] as const) {
  for (const seconds of [0.2, 0.5, 0.9, 1.1, 4.1, 4.6, 5.03]) {
    test(`a session of ${seconds} seconds ends with all its media: ${latencyMode}`, async () => {
      const { session, ends } = openRecorded({ latencyMode })
      publish(session, seconds)
      await checkEnd(session, ends, seconds)
    })
  }

  for (const seconds of [0, 0.1, 0.5, 1.2]) {
    test(`a session that ends ${seconds} seconds after a reconnect has all its media: ${latencyMode}`, async () => {
      const { session, ends } = openRecorded({ latencyMode })
      publish(session, 3.1).end('closed')
      publish(session, seconds)
      const { list, replay } = await checkEnd(session, ends, 3.1 + seconds)
      for (const { segments } of [list, replay]) {
        assert.equal(segments.filter(({ isDiscontinuous }) => isDiscontinuous).length, seconds === 0 ? 0 : 1)
      }
    })
  }
}

test('a preview ends with all its media', async () => {
  const { session, ends } = openRecorded({ isAutoStarting: false })
  publish(session, 4.6)
  await checkEnd(session, ends, 4.6)
})

test('a session that ends as it goes live has its media from the newest segment of the preview on', async () => {
  const { session, ends } = openRecorded({ isAutoStarting: false })
  publish(session, 4.6)
  session.goLive()
  await checkEnd(session, ends, 1.6)
})
