import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { randomUUID } from 'node:crypto'
import { SessionCourse } from './sessionCourse.ts'
import type { LiveHappening, LivePlan } from './liveHost.ts'

const media = { videoCodec: 'avc1.64001f', audioCodec: null, width: 320, height: 180 }

/** A course under a clock that the test moves, and what it tells. */
function begin(t: TestContext, given: Partial<LivePlan> = {}, foundSeconds?: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const plan: LivePlan = {
    accountId: 1,
    streamUuid: randomUUID(),
    sessionUuid: randomUUID(),
    isNew: true,
    latencyMode: 'low',
    dvrWindowSeconds: 60,
    reconnectWindowSeconds: 30,
    maxDurationSeconds: 3_600,
    isRecorded: true,
    renditions: 'source',
    isAutoStarting: true,
    targets: [],
    ...given,
  }
  const told: string[] = []
  const happened = (happening: LiveHappening) =>
    told.push(happening.kind === 'resumed' ? `resumed ${happening.wasLive}` : happening.kind)
  const course = new SessionCourse({ plan, foundSeconds, happened, expired: (why) => told.push(`over: ${why}`) })
  return { course, told, tick: (seconds: number) => t.mock.timers.tick(1_000 * seconds) }
}

test('an encoder that comes back in time goes on; one that does not ends it', (t) => {
  const { course, told, tick } = begin(t)
  course.ready(media)
  assert.equal(course.isShown(), true)
  assert.deepEqual([course.gone(), course.gone()], [true, false])
  tick(29)
  course.returned()
  tick(60)
  assert.equal(course.gone(), true)
  tick(30)
  assert.deepEqual(told, ['ready', 'interrupted', 'resumed true', 'interrupted', 'over: encoder_gone'])
})

test('a preview is shown when it is asked for, once, and stays one over a reconnect', (t) => {
  const { course, told } = begin(t, { isAutoStarting: false })
  course.ready(media)
  course.gone()
  course.returned()
  assert.equal(course.isShown(), false)
  assert.deepEqual([course.goLive(), course.goLive()], [true, false])
  assert.deepEqual(told, ['ready', 'interrupted', 'resumed false', 'wentLive'])
})

test('what was never seen, or waits for nobody, is over when its encoder goes', (t) => {
  const unseen = begin(t)
  assert.equal(unseen.course.gone(), false)
  assert.deepEqual(unseen.told, ['over: encoder_gone'])
  t.mock.timers.reset()
  const strict = begin(t, { reconnectWindowSeconds: 0 })
  strict.course.ready(media)
  assert.equal(strict.course.gone(), false)
  assert.deepEqual(strict.told, ['ready', 'over: encoder_gone'])
})

test('the longest duration counts for what was found as well, and nothing comes after the end', (t) => {
  const { course, told, tick } = begin(t, { maxDurationSeconds: 100 }, 40)
  assert.deepEqual([course.isWaiting(), course.isShown()], [true, true])
  course.returned()
  tick(59)
  assert.deepEqual(told, ['resumed true'])
  tick(1)
  assert.deepEqual(told, ['resumed true', 'over: max_duration'])
  course.stop()
  assert.deepEqual([course.isOver(), course.gone()], [true, false])
  tick(3_600)
  assert.equal(told.length, 2)
})
