import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinWindows as within, windowProblems } from './validWindow.ts'

type Windows = Parameters<typeof windowProblems>[0]

// A Friday.
const at = (time: string) => new Date(`2026-11-27T${time}:00Z`)

const since = new Date('2026-11-04T23:30:00Z')
const isWithinWindows = (windows: Windows, moment: Date, timeZone: string) =>
  within(windows, { at: moment, since, timeZone })

test('a window holds on its days, by the clock of its zone', () => {
  const happy = [{ days: ['fr'], from: '17:00', to: '19:00' }]
  assert.equal(isWithinWindows(happy, at('17:00'), 'UTC'), true)
  assert.equal(isWithinWindows(happy, at('19:00'), 'UTC'), false)
  assert.equal(isWithinWindows(happy, at('16:30'), 'Europe/Berlin'), true)
  assert.equal(isWithinWindows([{ days: ['mo', 'su'], from: '17:00', to: '19:00' }], at('18:00'), 'UTC'), false)
  assert.equal(isWithinWindows([{ from: '17:00', to: '19:00', timezone: 'Asia/Tokyo' }], at('08:30'), 'UTC'), true)
  assert.equal(isWithinWindows([], at('03:00'), 'UTC'), true)
})

test('a window that ends at or before its begin lasts into the next day', () => {
  const night = [{ days: ['th'], from: '22:00', to: '02:00' }]
  assert.equal(isWithinWindows(night, at('01:59'), 'UTC'), true)
  assert.equal(isWithinWindows(night, at('02:00'), 'UTC'), false)
  assert.equal(isWithinWindows(night, at('22:00'), 'UTC'), false)
  assert.equal(
    isWithinWindows([{ days: ['su'], from: '22:00', to: '22:00' }], new Date('2026-11-30T21:00:00Z'), 'UTC'),
    true,
  )
})

test('a window by a rule of recurrence holds on its days, which count from the begin of the offer', () => {
  const on = (rrule: string, day: string, hour = '18:00') =>
    isWithinWindows([{ rrule, from: '17:00', to: '01:00' }], new Date(`${day}T${hour}:00Z`), 'UTC')
  assert.equal(on('FREQ=MONTHLY;BYDAY=1SA', '2026-12-05'), true)
  assert.equal(on('FREQ=MONTHLY;BYDAY=1SA', '2026-12-06', '00:59'), true)
  assert.equal(on('FREQ=MONTHLY;BYDAY=1SA', '2026-12-06', '01:00'), false)
  assert.equal(on('FREQ=MONTHLY;BYDAY=1SA', '2026-12-12'), false)
  assert.equal(on('FREQ=DAILY;INTERVAL=2', '2026-11-04'), true)
  assert.equal(on('FREQ=DAILY;INTERVAL=2', '2026-11-05'), false)
  assert.equal(on('FREQ=DAILY;INTERVAL=2', '2026-11-06'), true)
  const tokyo = [{ rrule: 'FREQ=WEEKLY', from: '00:00', to: '00:00', timezone: 'Asia/Tokyo' }]
  assert.equal(isWithinWindows(tokyo, new Date('2026-11-12T14:59:00Z'), 'UTC'), true)
  assert.equal(isWithinWindows(tokyo, new Date('2026-11-12T15:00:00Z'), 'UTC'), false)
})

test('windows refuse rules that are none, repeat within a day, count or stand beside days', () => {
  const paths = (window: object) => windowProblems([{ from: '10:00', to: '11:00', ...window }]).map(({ rule }) => rule)
  assert.deepEqual(paths({ rrule: 'FREQ=WEEKLY;BYDAY=MO' }), [])
  assert.deepEqual(paths({ rrule: 'FREQ=HOURLY;INTERVAL=2' }), ['rrule'])
  assert.deepEqual(paths({ rrule: 'FREQ=DAILY;COUNT=3' }), ['rrule'])
  assert.deepEqual(paths({ rrule: 'BYDAY=MO;X=1' }), ['rrule'])
  assert.deepEqual(paths({ rrule: 'FREQ=DAILY', days: ['mo'] }), ['notAllowed'])
})
