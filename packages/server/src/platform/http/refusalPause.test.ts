import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { openRefusalPause } from './refusalPause.ts'

const few = { name: 'refused', perSecond: 0.001, burst: 3 }

test('refusals of a network prefix beyond their rate pause, up to the limit of pauses', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pause = openRefusalPause(
    openBuckets(() => 0),
    few,
    { prefixMax: 2, countMax: 100 },
  )
  const pauses = Array.from({ length: 6 }, () => pause('203.0.113.7'))
  assert.deepEqual(
    pauses.map((each) => each !== undefined),
    [false, false, false, true, true, false],
  )
  assert.equal(pause('203.0.113.8'), undefined, 'another network prefix')
  t.mock.timers.tick(1_000)
  await Promise.all(pauses)
  assert.notEqual(pause('203.0.113.7'), undefined, 'the earlier pauses have ended')
})

test('a caller that repeats refused requests waits for each, a caller with a key does not', async (t) => {
  await using w = await world({ rates: { refused: few } })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let responseCount = 0
  const send = async (key: string, query = '') => {
    const url = `/api/places/general/all${query}`
    const headers = { 'x-service-api-key': key }
    const { statusCode } = await w.app.server.inject({ url, headers, remoteAddress: '203.0.113.7' })
    responseCount += 1
    return statusCode
  }
  const refused = Array.from({ length: 8 }, () => send(makeKey('secret', 'live')))
  await until(() => responseCount === few.burst)
  assert.equal(await send(w.account.secretKey, '?unknown=1'), 400)
  assert.equal(await send(w.account.secretKey), 200)
  assert.equal(responseCount, few.burst + 2)
  await until(() => {
    t.mock.timers.tick(1_000)
    return responseCount === refused.length + 2
  })
  assert.deepEqual(new Set(await Promise.all(refused)), new Set([401]))
})

test('a caller that repeats health checks waits for each beyond the rate, and is never refused', async (t) => {
  await using w = await world({ rates: { refused: few } })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let responseCount = 0
  const check = async () => {
    const { statusCode } = await w.app.server.inject({ url: '/health/live', remoteAddress: '203.0.113.7' })
    responseCount += 1
    return statusCode
  }
  const checks = Array.from({ length: 8 }, check)
  await until(() => responseCount === few.burst)
  // After a round trip, checks without a pause would have a response.
  assert.equal((await w.send('places.place.all')).status, 200)
  assert.equal(responseCount, few.burst)
  await until(() => {
    t.mock.timers.tick(1_000)
    return responseCount === checks.length
  })
  assert.deepEqual(new Set(await Promise.all(checks)), new Set([200]))
})
