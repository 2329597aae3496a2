import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { timeZoneAt } from './timeZoneAt.ts'

test('a point on land has the zone of its country, a point at sea a fixed offset', () => {
  assert.equal(timeZoneAt(52.52, 13.405), 'Europe/Berlin')
  assert.equal(timeZoneAt(40.7128, -74.006), 'America/New_York')
  assert.equal(timeZoneAt(-33.8688, 151.2093), 'Australia/Sydney')
  assert.match(timeZoneAt(0, -30), /^Etc\/GMT[+-]\d+$/)
})

test('every point of the earth has a zone that the clock knows', () => {
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  const longitude = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(latitude, longitude, (y, x) => {
      assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: timeZoneAt(y, x) }))
    }),
  )
})
