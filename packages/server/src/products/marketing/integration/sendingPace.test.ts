import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailServer } from '#test/world/mailServer.ts'
import { world, type World } from '#test/world/world.ts'
import { allowedADay } from './sendingPace.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  from: { name: 'Fair', email: 'news@fair.example' },
  subject: 'News',
  format: 'markdown',
  body: 'Hello\n\n[Leave]({{ unsubscribeUrl }})',
} as const

const hourMs = 3_600_000

async function prepare(w: World, port: number, more: object): Promise<string> {
  await w.call('marketing.sendingDomain.create', { domain: 'fair.example' })
  await w.app.pools.work.query("update marketing_sending_domain set status = 'verified'")
  for (let index = 0; index < 5; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })
  }
  const draft = { name: 'Own', type: 'smtp', config: { host: '127.0.0.1', port }, isDefault: true } as const
  return (await w.call('marketing.integration.create', { ...draft, ...more })).id
}

test('a warm-up doubles each day, up to the limit of the day', () => {
  const warmUp = { startPerDay: 50, startsAt: '2026-11-01T00:00:00.000Z' }
  const at = (day: string, perDay?: number) =>
    allowedADay({ limits: perDay === undefined ? null : { perDay }, warmUp }, new Date(`2026-11-${day}T12:00:00Z`))
  assert.deepEqual([at('01'), at('02'), at('04'), at('04', 300), at('01', 10)], [50, 100, 400, 300, 10])
  assert.equal(allowedADay({ limits: null, warmUp: null }, new Date()), undefined)
})

test('limits of an hour and a day hold over two processes, and the rest leaves later', async () => {
  await using server = await mailServer()
  await using w = await world()
  const integrationId = await prepare(w, server.port, { limits: { perHour: 2, perDay: 3 } })
  await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  await w.settle()
  assert.equal(server.taken.length, 2)
  const other = await w.beside()
  w.clock.advance(10 * 60_000)
  await other.settle()
  assert.equal(server.taken.length, 2)
  w.clock.advance(hourMs)
  await w.settle()
  assert.equal(server.taken.length, 3)
  const { today } = await w.call('marketing.integration.get', { integrationId })
  assert.deepEqual(today, { sent: 3, allowed: 3, remaining: 0 })
  w.clock.advance(25 * hourMs)
  await w.settle()
  assert.equal(server.taken.length, 5)
  assert.equal(new Set(server.taken.map(({ to }) => to[0])).size, 5)
})

test('mails leave also where each one needs a look into the limit of the day', async () => {
  await using server = await mailServer()
  await using w = await world()
  await prepare(w, server.port, { limits: { perDay: 100 } })
  for (let index = 5; index < 30; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })
  }
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  await w.settle()
  const { stats } = await w.call('marketing.campaign.get', { campaignId: String(id) })
  assert.deepEqual([server.taken.length, stats.sent, stats.uncertain], [30, 30, 0])
})

test('slow mails keep to the limit of an hour of their campaign', async () => {
  // Longer than the second for which the mails of the hour are known.
  await using server = await mailServer({ onRcptTo: (_to, _session, done) => void setTimeout(done, 1_200) })
  await using w = await world()
  await prepare(w, server.port, {})
  for (let index = 5; index < 40; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })
  }
  await w.call('marketing.campaign.create', { ...news, throttle: { perHour: 20 }, status: 'sending' })
  await w.settle()
  assert.equal(server.taken.length, 20)
})

test('a warm-up sends what it allows and shows what remains', async () => {
  await using server = await mailServer()
  await using w = await world()
  const warmUp = { startPerDay: 2, startsAt: w.clock.now().toISOString() }
  const integrationId = await prepare(w, server.port, { warmUp })
  await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  await w.settle()
  const { today } = await w.call('marketing.integration.get', { integrationId })
  assert.deepEqual([server.taken.length, today], [2, { sent: 2, allowed: 2, remaining: 0 }])
  const broken = { name: 'Half', type: 'smtp', config: { host: 'x.example' }, warmUp: { startPerDay: 2 } }
  await w.refused('marketing.integration.create', broken, { code: 'invalid_request', mention: 'warmUp/startsAt' })
})
