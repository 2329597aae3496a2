import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { factory, light } from '#test/world/factory.ts'
import { receiver, verify, type Receiver } from '#test/world/receiver.ts'
import { startMachinery } from '#test/world/startedMachinery.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type Input, type World } from '#test/world/world.ts'
import { openGuard } from '#platform/net/guard.ts'
import { retryAfterOf } from '#platform/net/retryAfter.ts'
import { messageOf } from './webhookMessage.ts'
import { openPost } from './post.ts'
import { retryDelayMs } from '#kit/values/backOff.ts'
import { deliveryBackOff, endpointBackOff } from './deliveryBackOff.ts'
import { newWebhookSecret } from './sign.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function endpoint(w: World, at: Receiver, more: Partial<Input<'account.webhookEndpoint.create'>> = {}) {
  const made = await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['factory.lamp.lit'], ...more })
  await w.settle()
  return made
}

async function deliveries(w: World, filter: Input<'account.delivery.all'> = {}) {
  return (await w.call('account.delivery.all', { sort: 'createdAt', ...filter })).items
}

test('a public fact arrives signed, its payload byte for byte, and once', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  const made = await endpoint(w, at)
  const [factId] = await light(w, [1])
  await w.settle()
  await w.settle()
  assert.equal(at.received.length, 1)
  const [seen] = at.received
  assert.ok(seen)
  verify(seen, String(made.secret))
  assert.throws(() => verify(seen, newWebhookSecret()))
  assert.equal(seen.headers['webhook-id'], factId)
  assert.equal(seen.headers['content-type'], 'application/json')
  assert.deepEqual(seen.body, {
    type: 'factory.lamp.lit',
    timestamp: '2026-11-21T09:00:00.000Z',
    data: { step: 1 },
    id: factId,
    accountId: w.account.account.publicId,
    subject: 'lamp',
    subjectVersion: 1,
  })
  const [delivery] = await deliveries(w)
  assert.deepEqual([delivery?.status, delivery?.lastStatus, delivery?.attemptCount], ['delivered', 204, 1])
})

test('the payload is copied unchanged', () => {
  const due = {
    id: '',
    fact_id: '01933b1e-0000-7000-8000-000000000000',
    fact_name: 'a.b.c',
    subject: 'x',
    attempts: 0,
    retry_step: 0,
    last_status: null,
  }
  const payload = '{ "n": 1.0,  "big":123456789012345678901, "u":"\\u00e9" }'
  const { body } = messageOf(5, { ...due, subject_version: 3, told_at: '2026-01-01T00:00:00.000Z' }, payload)
  assert.ok(body.includes(`"data":${payload},"id":"fct_`))
  JSON.parse(body)
})

test('silent and internal facts, other names, other accounts and disabled endpoints cause no delivery', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  const made = await endpoint(w, at, { facts: ['factory.lamp.seen', 'account.account.*'] })
  await light(w, [1], { isSilent: true })
  await light(w, [2], { account: w.account.twin })
  await w.settle()
  assert.equal(at.received.length, 0)
  await light(w, [3])
  await w.settle()
  assert.deepEqual(at.steps(), [3])
  await w.call('account.webhookEndpoint.update', { webhookEndpointId: made.id, action: 'disable' })
  await light(w, [4])
  await w.settle()
  assert.deepEqual(at.steps(), [3])
})

test('a delivery is attempted twelve times at the delays, then exhausted; resent by hand it arrives', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await endpoint(w, at)
  at.answer = () => 503
  await light(w, [1])
  await w.settle()
  const delays = [0, ...deliveryBackOff.delaysMs]
  for (const [index, delay] of delays.entries()) {
    assert.equal(at.received.length, index + 1)
    const next = delays[index + 1]
    if (next === undefined) break
    w.clock.advance(next * 0.89)
    await w.settle()
    assert.equal(at.received.length, index + 1, `too early after ${delay}`)
    w.clock.advance(next * 0.22)
    await w.settle()
  }
  w.clock.advance(100 * 3_600_000)
  await w.settle()
  assert.equal(at.received.length, 12)
  const [exhausted] = await deliveries(w, { status: 'exhausted' })
  assert.deepEqual(
    [exhausted?.attemptCount, exhausted?.lastError, exhausted?.responseExcerpt],
    [12, 'answered 503', 'status 503'],
  )
  assert.ok(exhausted)
  assert.equal(exhausted.nextAttemptAt, null)
  at.answer = () => 200
  await w.call('account.delivery.resend', { deliveryId: exhausted.id })
  await w.settle()
  assert.equal(at.received.length, 13)
  const found = await w.call('account.delivery.get', { deliveryId: exhausted.id })
  assert.equal(found.status, 'delivered')
  assert.deepEqual(
    arrayOf(found.attempts).map((each) => each['status']),
    [200, ...Array.from({ length: 12 }, () => 503)],
  )
})

test('a retry waits at least for the Retry-After of its receiver', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await endpoint(w, at)
  at.answer = () => 429
  at.headers = { 'retry-after': '3600' }
  await light(w, [1])
  await w.settle()
  w.clock.advance(3_590_000)
  await w.settle()
  assert.equal(at.received.length, 1)
  w.clock.advance(11_000)
  await w.settle()
  assert.equal(at.received.length, 2)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-21T09:00:00Z')
  const retryAfter = ['120', 'Sat, 21 Nov 2026 09:01:00 GMT', 'Sat, 21 Nov 2026 08:00:00 GMT']
  assert.deepEqual(
    retryAfter.map((each) => retryAfterOf(each, now)),
    [120_000, 60_000, 0],
  )
  for (const wrong of ['soon', 'soon 2030', '1.5', '-1', ' 120', 'Xxx, 99 Xxx 2026 09:00:00 GMT', undefined]) {
    assert.equal(retryAfterOf(wrong, now), undefined, `${wrong}`)
  }
})

test('delays between attempts of a delivery are those of the contract', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000]
  assert.deepEqual(deliveryBackOff.delaysMs, [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ])
})

test('delays of a delivery and of a silent endpoint have a jitter of 10 percent', () => {
  const low = { random: () => 0 }
  const delays = [1, 11].map((failures) => retryDelayMs(deliveryBackOff, failures, low))
  assert.deepEqual(delays, [4_500, 77_760_000])
  assert.equal(retryDelayMs(deliveryBackOff, 1, { retryAfterMs: 60_000 }), 60_000, 'Retry-After is respected')
  assert.equal(retryDelayMs(deliveryBackOff, 1, { retryAfterMs: 1e12 }), 86_400_000, 'for a day at most')
  assert.ok(retryDelayMs(deliveryBackOff, 3, { retryAfterMs: 1_000 }) >= 108_000, 'Retry-After shortens no delay')
  assert.deepEqual(
    [1, 2, 3, 4, 500].map((failures) => retryDelayMs(endpointBackOff, failures, low)),
    [4_500, 27_000, 108_000, 108_000, 108_000],
  )
})

test('a receiver that responds 410 disables its endpoint, with a fact, until it is enabled by hand', async () => {
  const f = factory()
  await using w = await world({ products: f.products, log: quiet })
  await using at = await receiver()
  const made = await endpoint(w, at)
  at.answer = () => 410
  await light(w, [1, 2, 3])
  await w.settle()
  assert.equal(at.received.length, 1)
  const after = await w.call('account.webhookEndpoint.get', { webhookEndpointId: made.id })
  assert.deepEqual([after.status, after.disabledReason], ['disabled', 'gone'])
  assert.equal((await w.emitted('account.webhookEndpoint.disabled')).length, 1)
  assert.deepEqual(
    (await deliveries(w)).map((each) => [each.status, each.lastError]),
    [
      ['exhausted', 'answered 410'],
      ['exhausted', 'the endpoint is disabled'],
      ['exhausted', 'the endpoint is disabled'],
    ],
  )
  at.answer = () => 204
  const enabled = await w.call('account.webhookEndpoint.update', { webhookEndpointId: made.id, action: 'enable' })
  assert.equal(enabled.disabledReason, null)
  await light(w, [4])
  await w.settle()
  assert.deepEqual(at.steps(), [1, 4])
})

test('first attempts of a subject arrive in order, and a failed one blocks no other', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await endpoint(w, at)
  at.answer = async ({ body }) => {
    await sleep(Math.random() * 4)
    return Object(body['data']).step === 1 ? 500 : 204
  }
  await light(
    w,
    Array.from({ length: 24 }, (_, index) => index + 1),
    { subject: (step) => `lamp ${step % 3}` },
  )
  await w.settle()
  assert.equal(at.received.length, 24)
  for (const rest of [0, 1, 2]) {
    const steps = at
      .steps()
      .map(Number)
      .filter((step) => step % 3 === rest)
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    )
  }
  at.answer = () => 204
  w.clock.advance(6_000)
  await w.settle()
  assert.equal(at.steps().at(-1), 1)
})

test('the rotated secret and the previous one both sign until the overlap ends', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  const made = await endpoint(w, at)
  const rotated = await w.call('account.webhookEndpoint.rotateSecret', { webhookEndpointId: made.id })
  assert.notEqual(rotated.secret, made.secret)
  await light(w, [1])
  await w.settle()
  const [seen] = at.received
  assert.ok(seen)
  verify(seen, String(made.secret))
  verify(seen, String(rotated.secret))
  w.clock.advance(24 * 3_600_000)
  await light(w, [2])
  await w.settle()
  const [, late] = at.received
  assert.ok(late)
  verify(late, String(rotated.secret))
  assert.throws(() => verify(late, String(made.secret)))
})

test('no redirect is followed, and no private address is called unless that is allowed', async () => {
  await using at = await receiver()
  at.answer = ({ path }) => (path === '/hook' ? 302 : 204)
  const open = openGuard({ allowPrivate: true })
  const target = { url: at.url, secrets: [newWebhookSecret()] }
  const message = { id: 'fct_1', body: '{}' }
  const redirected = await openPost(open)(1, target, message)
  assert.deepEqual([redirected.status, redirected.error], [302, 'answered 302; redirects are not followed'])
  const closed = openGuard()
  const refused = await openPost(closed)(1, target, message)
  assert.deepEqual([refused.status, refused.error], [undefined, 'the address leads to an address that is not public'])
  assert.equal(at.received.length, 1)
  const unreachable = await openPost(open)(1, { ...target, url: 'http://127.0.0.1:9/' }, message)
  assert.equal(unreachable.status, undefined)
  await Promise.all([open.close(), closed.close()])
})

test('a silent endpoint delays no other', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using slow = await receiver()
  await using quick = await receiver()
  await endpoint(w, slow)
  await endpoint(w, quick)
  let release: (status: number) => void = () => {}
  const pending = new Promise<number>((resolve) => (release = resolve))
  slow.answer = () => pending
  await using machinery = startMachinery(w, f)
  await w.app.pools.work.query("update ops_lease set until_at = now() - interval '1 second'")
  const steps = Array.from({ length: 150 }, (_, index) => index)
  await light(w, steps, { subject: (step) => `lamp ${step}` })
  machinery.hint()
  await until(() => quick.received.length >= 150 && slow.received.length >= 4)
  assert.equal(quick.received.length, 150)
  assert.equal(slow.received.length, 4)
  release(204)
  await machinery.stop()
})
