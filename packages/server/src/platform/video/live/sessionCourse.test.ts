import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { madePlan } from '#test/video/madePlan.ts'
import { SessionCourse } from './sessionCourse.ts'
import type { LiveEvent, LivePlan } from './liveHost.ts'

const format = { videoCodec: 'avc1.64001f', audioCodec: null, width: 320, height: 180 }

/** A course with a manual clock, and its events. */
function begin(t: TestContext, given: Partial<LivePlan> = {}, recoveredSeconds?: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const plan = madePlan(given)
  const events: string[] = []
  const emit = (event: LiveEvent) => events.push(event.kind === 'resumed' ? `resumed ${event.wasLive}` : event.kind)
  const course = new SessionCourse({ plan, recoveredSeconds, emit, expired: (why) => events.push(`over: ${why}`) })
  return { course, events, tick: (seconds: number) => t.mock.timers.tick(1_000 * seconds) }
}

test('a session resumes when its encoder returns within the reconnect window, and ends when it does not', (t) => {
  const { course, events, tick } = begin(t)
  course.ready(format)
  assert.equal(course.isLive(), true)
  assert.deepEqual([course.disconnect(), course.disconnect()], [true, false])
  tick(29)
  course.returned()
  tick(60)
  assert.equal(course.disconnect(), true)
  tick(30)
  assert.deepEqual(events, ['ready', 'interrupted', 'resumed true', 'interrupted', 'over: encoder_gone'])
})

test('a preview goes live once, by goLive(), and stays a preview over a reconnect', (t) => {
  const { course, events } = begin(t, { isAutoStarting: false })
  course.ready(format)
  course.disconnect()
  course.returned()
  assert.equal(course.isLive(), false)
  assert.deepEqual([course.goLive(), course.goLive()], [true, false])
  assert.deepEqual(events, ['ready', 'interrupted', 'resumed false', 'wentLive'])
})

test('a session without media or without a reconnect window ends when its encoder disconnects', (t) => {
  const unseen = begin(t)
  assert.equal(unseen.course.disconnect(), false)
  assert.deepEqual(unseen.events, ['over: encoder_gone'])
  t.mock.timers.reset()
  const strict = begin(t, { reconnectWindowSeconds: 0 })
  strict.course.ready(format)
  assert.equal(strict.course.disconnect(), false)
  assert.deepEqual(strict.events, ['ready', 'over: encoder_gone'])
})

test('the longest duration includes the time before a restart, and no event follows the end', (t) => {
  const { course, events, tick } = begin(t, { maxDurationSeconds: 100 }, 40)
  assert.deepEqual([course.isWaiting(), course.isLive()], [true, true])
  course.returned()
  tick(59)
  assert.deepEqual(events, ['resumed true'])
  tick(1)
  assert.deepEqual(events, ['resumed true', 'over: max_duration'])
  course.stop()
  assert.deepEqual([course.isOver(), course.disconnect()], [true, false])
  tick(3_600)
  assert.equal(events.length, 2)
})
