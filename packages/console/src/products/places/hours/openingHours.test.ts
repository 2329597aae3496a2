import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedDays, hoursOfDay, isOverMidnight, withDay, withDayEverywhere, withMoreHours } from './openingHours.ts'

const evening = { day: 5, opens: '18:00', closes: '02:00' }

test('a first time on a day copies the nearest day before, a second one follows the first', () => {
  const monday = withMoreHours({}, 1)
  assert.deepEqual(monday.regular, [{ day: 1, opens: '09:00', closes: '17:00' }])
  const tuesday = withMoreHours(withDay({}, 1, [{ day: 1, opens: '10:00', closes: '20:00' }]), 2)
  assert.deepEqual(hoursOfDay(tuesday, 2), [{ day: 2, opens: '10:00', closes: '20:00' }])
  assert.deepEqual(hoursOfDay(withMoreHours(monday, 1), 1)[1], { day: 1, opens: '18:00', closes: '19:00' })
  assert.deepEqual(hoursOfDay(withMoreHours({ regular: [evening] }, 1), 1), [{ ...evening, day: 1 }])
})

test('a day copied everywhere replaces the hours of each other day', () => {
  const hours = withDayEverywhere({ regular: [evening, { day: 1, opens: '08:00', closes: '09:00' }] }, 5)
  assert.equal(hours.regular?.length, 7)
  assert.deepEqual(groupedDays(hours), [{ days: [1, 2, 3, 4, 5, 6, 7], hours: [{ ...evening, day: 1 }] }])
})

test('groupedDays() joins neighbours of equal hours, closed days too', () => {
  const week = [1, 2, 3].map((day) => ({ day, opens: '09:00', closes: '17:00' }))
  assert.deepEqual(
    groupedDays({ regular: week }).map(({ days }) => days),
    [
      [1, 2, 3],
      [4, 5, 6, 7],
    ],
  )
  assert.equal(isOverMidnight(evening), true)
  assert.equal(isOverMidnight({ opens: '09:00', closes: '17:00' }), false)
})
