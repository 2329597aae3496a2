import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfRange, formerRange, periodOfSearch, rangeOfPeriod, rangeOfSpan, ticksOfRange } from './timeRange.ts'

const now = Date.parse('2026-11-23T14:07:31Z')
const iso = (ms: number) => new Date(ms).toISOString()

test('a recent period ends with the current interval and has its whole length', () => {
  const day = rangeOfPeriod({ kind: '24h' }, now, 'Europe/Berlin')
  assert.deepEqual([iso(day.fromMs), iso(day.toMs)], ['2026-11-22T14:10:00.000Z', '2026-11-23T14:10:00.000Z'])
  const month = rangeOfPeriod({ kind: '30d' }, now, 'Europe/Berlin')
  assert.deepEqual([iso(month.fromMs), iso(month.toMs)], ['2026-10-25T00:00:00.000Z', '2026-11-24T00:00:00.000Z'])
})

test('the former range ends where the range begins, with the same number of intervals', () => {
  const week = rangeOfPeriod({ kind: '7d' }, now, 'UTC')
  const former = formerRange(week)
  assert.equal(former.toMs, week.fromMs)
  assert.equal(former.toMs - former.fromMs, week.toMs - week.fromMs)
})

test('days of an own period are those of the zone, in either order, and never reach past now', () => {
  const own = rangeOfPeriod({ kind: 'own', from: '2026-10-26', to: '2026-10-24' }, now, 'Europe/Berlin')
  // Clocks go back on the 25th: three days of 73 hours.
  assert.deepEqual([iso(own.fromMs), iso(own.toMs)], ['2026-10-23T22:00:00.000Z', '2026-10-26T23:00:00.000Z'])
  assert.deepEqual(daysOfRange(own, 'Europe/Berlin'), { from: '2026-10-24', to: '2026-10-26' })
  const today = rangeOfPeriod({ kind: 'own', from: '2026-11-23', to: '2026-11-30' }, now, 'UTC')
  assert.equal(iso(today.toMs), '2026-11-23T14:10:00.000Z')
  const future = rangeOfPeriod({ kind: 'own', from: '2027-01-01', to: '2027-01-02' }, now, 'UTC')
  assert.ok(future.toMs > future.fromMs)
})

test('an own period of years keeps its last 400 days, and an old day has hours', () => {
  const long = rangeOfPeriod({ kind: 'own', from: '2020-01-01', to: '2026-11-22' }, now, 'UTC')
  assert.deepEqual([(long.toMs - long.fromMs) / 86_400_000, long.interval], [400, 'day'])
  const old = rangeOfPeriod({ kind: 'own', from: '2026-01-05', to: '2026-01-05' }, now, 'UTC')
  assert.equal(old.interval, 'hour')
})

test('an address with a wrong period opens the last seven days', () => {
  assert.deepEqual(periodOfSearch({ period: 'own', from: '2026-11-99', to: 'x' }), { kind: '7d' })
  assert.deepEqual(periodOfSearch({}), { kind: '7d' })
  const own = { from: '2026-11-01', to: '2026-11-02' }
  assert.deepEqual(periodOfSearch({ period: 'own', ...own }), { kind: 'own', ...own })
})

test('ticks stand at midnights of the zone, at hours of a day, and are few', () => {
  const week = rangeOfPeriod({ kind: '7d' }, now, 'Asia/Kolkata')
  const ticks = ticksOfRange(week, 'Asia/Kolkata', 8).map(iso)
  assert.equal(ticks.length, 7)
  assert.equal(ticks[0], '2026-11-16T18:30:00.000Z')
  const day = ticksOfRange(rangeOfPeriod({ kind: '24h' }, now, 'UTC'), 'UTC', 8).map(iso)
  assert.deepEqual([day.length, day[0]], [8, '2026-11-22T15:00:00.000Z'])
  assert.ok(ticksOfRange(rangeOfPeriod({ kind: '30d' }, now, 'UTC'), 'UTC', 5).length <= 5)
})

test('a show of an hour has minutes, and ticks every ten of them', () => {
  const show = rangeOfSpan(Date.parse('2026-11-23T12:00:20Z'), Date.parse('2026-11-23T13:01:00Z'), now)
  assert.deepEqual(
    [iso(show.fromMs), iso(show.toMs), show.interval],
    ['2026-11-23T12:00:00.000Z', '2026-11-23T13:01:00.000Z', 'minute'],
  )
  assert.equal(ticksOfRange(show, 'UTC', 8).length, 7)
})
