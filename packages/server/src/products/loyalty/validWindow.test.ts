import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinWindows } from './validWindow.ts'

// A Friday.
const at = (time: string) => new Date(`2026-11-27T${time}:00Z`)

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
