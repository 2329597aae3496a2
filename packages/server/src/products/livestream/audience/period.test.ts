import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { bucketsMax, bucketsOf, intervals, periodOf, type PeriodInput } from './period.ts'

const nowMs = Date.parse('2026-11-21T09:17:30Z')
const lastDay = { fromMs: nowMs - intervals.day, toMs: nowMs }

function read(input: PeriodInput) {
  const period = periodOf(input, lastDay, nowMs)
  return { ...period, from: new Date(period.fromMs).toISOString(), to: new Date(period.toMs).toISOString() }
}

function ago(ms: number): string {
  return new Date(nowMs - ms).toISOString()
}

test('the default range is the last 24 hours, widened to whole five minutes', () => {
  const { from, to, interval } = read({})
  assert.deepEqual([from, to, interval], ['2026-11-20T09:15:00.000Z', '2026-11-21T09:20:00.000Z', '5minutes'])
  const hours = read({ from: '2026-11-20T09:00:00Z', to: '2026-11-20T12:00:00Z', interval: 'hour' })
  assert.deepEqual([hours.from, hours.to], ['2026-11-20T09:00:00.000Z', '2026-11-20T12:00:00.000Z'])
  assert.deepEqual(
    bucketsOf(hours).map((at) => new Date(at).getUTCHours()),
    [9, 10, 11],
  )
})

test('a range with an end alone covers the day before it', () => {
  const { from, to } = read({ to: '2026-10-01T00:00:00Z' })
  assert.deepEqual([from, to], ['2026-09-30T00:00:00.000Z', '2026-10-01T00:00:00.000Z'])
})

test('the interval follows the length of the range and the retention of minutes', () => {
  const chosen = (from: number, to = 0) => read({ from: ago(from), to: ago(to) }).interval
  const { hour, day } = intervals
  assert.deepEqual(
    [3 * hour, 4 * hour, 27 * hour, 15 * day].map((length) => chosen(length)),
    ['minute', '5minutes', 'hour', 'day'],
  )
  assert.equal(chosen(91 * day, 91 * day - hour), 'hour')
})

test('a range has at most the intervals of one response', () => {
  for (const [name, size] of Object.entries(intervals)) {
    const lengthMs = Math.min(2_880 * size, 400 * intervals.day)
    const end = Math.floor(nowMs / size) * size
    const periodWith = (more: number) => ({
      from: new Date(end - lengthMs - more).toISOString(),
      to: new Date(end).toISOString(),
      // cast: a key of the intervals.
      interval: name as keyof typeof intervals,
    })
    const count = bucketsOf(read(periodWith(0))).length
    assert.ok(count >= lengthMs / size && count <= bucketsMax, `${count} of ${name}`)
    assert.throws(() => read(periodWith(1)), tooLarge, name)
  }
})

test('minutes beyond their retention are refused', () => {
  const periodWith = (days: number, interval: PeriodInput['interval']) =>
    read({ from: ago(days * intervals.day), to: ago(days * intervals.day - intervals.hour), interval })
  assert.equal(periodWith(89, 'minute').interval, 'minute')
  for (const interval of ['minute', '5minutes'] as const) assert.throws(() => periodWith(91, interval), tooLarge)
  assert.equal(periodWith(91, 'hour').interval, 'hour')
})

test('a range that ends before it begins is refused with the sent field', () => {
  const wrong = (input: PeriodInput, path: string) =>
    assert.throws(
      () => read(input),
      (error) => error instanceof Problem && error.fields[0]?.path === path,
    )
  wrong({ from: ago(0), to: ago(0) }, '/from')
  wrong({ from: ago(1), to: ago(2) }, '/from')
  wrong({ from: '2026-11-22T00:00:00Z' }, '/from')
})

function tooLarge(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'range_too_large'
}

test('a range outside the calendar is refused with its field', () => {
  const refused: [PeriodInput, string][] = [
    [{ to: '1000-01-01T00:00:00Z' }, '/from'],
    [{ from: '9999-12-31T22:00:00Z', to: '9999-12-31T23:59:59Z', interval: 'minute' }, '/to'],
  ]
  for (const [input, path] of refused) {
    assert.throws(
      () => read(input),
      (error) => error instanceof Problem && error.fields[0]?.path === path,
    )
  }
})
