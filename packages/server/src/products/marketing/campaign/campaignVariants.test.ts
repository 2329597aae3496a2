import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInSteps } from '#test/mail/campaignSteps.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { winnerOf, type ArmResult } from './campaignArms.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'Plain news',
  format: 'markdown',
  body: '[Read](https://example.com/a) [Leave]({{ unsubscribeUrl }})',
} as const
const tested = {
  ...news,
  variants: [
    { name: 'Plain', weight: 1 },
    { name: 'Bold', weight: 2, subject: 'Bold news' },
  ],
  abTest: { samplePercent: 50, metric: 'clicks', decideAfter: 'PT4H' },
} as const

async function people(w: World, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    ids.push(String((await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })).id))
  }
  return ids
}

async function start(w: World, more: object = {}): Promise<string> {
  const made = await w.call('marketing.campaign.create', { ...news, ...more, status: 'sending' })
  await w.settle()
  return String(made.id)
}

async function read(w: World, campaignId: string) {
  const found = await w.call('marketing.campaign.get', { campaignId, include: ['results'] })
  const { audience, queued, sending, sent, deferred, bounced, failed, uncertain, skipped, cancelled } = found.stats
  assert.equal(audience, queued + sending + sent + deferred + bounced + failed + uncertain + skipped + cancelled)
  return { ...found, results: found.results ?? [] }
}

/** Clicks in the mail of a campaign to an address, as a person does a minute later. */
async function click(w: World, to: string, subject: string) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  const mails = await Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
  const mail = mails.find((each) => each.to === to && each.subject === subject)
  const url = (/http:\/\/fairground\.test(\/t\/c\/[^"]+)/.exec(String(mail?.html))?.[1] ?? '').replaceAll('&amp;', '&')
  w.clock.advance(60_000)
  const agent = 'Mozilla/5.0 (Macintosh) Safari/605.1.15'
  const reply = await w.app.server.inject({ method: 'GET', url, headers: { 'user-agent': agent } })
  assert.equal(reply.statusCode, 302)
}

test('a sample gets the variants by weight, and the rest gets the winner at the time of the decision', async () => {
  await using w = await world()
  await people(w, 12)
  const campaignId = await start(w, tested)
  const first = await read(w, campaignId)
  assert.deepEqual([first.stats.sent, first.stats.queued, first.winner], [6, 6, null])
  assert.deepEqual(
    first.results.map(({ name, subject, audience, sent }) => [name, subject, audience, sent]),
    [
      ['Plain', 'Plain news', 2, 2],
      ['Bold', 'Bold news', 4, 4],
    ],
  )
  const { rows } = await w.app.pools.work.query(`select address from marketing_message where variant = 'Bold' limit 1`)
  await click(w, String(rows[0]?.address), 'Bold news')
  w.clock.advance(4 * 3_600_000)
  await w.settle()
  const end = await read(w, campaignId)
  assert.deepEqual([end.status, end.winner, end.stats.sent], ['sent', 'Bold', 12])
  assert.deepEqual(
    end.results.map(({ name, sent, clicked, isWinner }) => [name, sent, clicked, isWinner]),
    [
      ['Plain', 2, 0, false],
      ['Bold', 10, 1, true],
    ],
  )
  const { items } = await w.call('account.mail.all', { limit: 100 })
  assert.equal(items.filter(({ subject }) => subject === 'Bold news').length, 10)
})

test('a sample has its shares in each step in which a large audience is fixed', async () => {
  await using w = await world()
  await people(w, 16)
  await startInSteps(w, tested, { contacts: 6 })
  const { rows } = await w.app.pools.work.query(
    `select coalesce(variant, 'rest') as variant, count(*)::integer as mails from marketing_message group by 1`,
  )
  const mails = Object.fromEntries(rows.map((row) => [row.variant, row.mails]))
  // Steps of 6, 6 and 4 contacts have samples of 3, 3 and 2.
  assert.deepEqual(mails, { Plain: 3, Bold: 5, rest: 8 })
})

test('a small audience among many contacts has one sample with its shares', async () => {
  await using w = await world()
  for (let index = 0; index < 12; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags: ['news'] })
    await w.call('marketing.contact.create', { email: `q${index}@example.com` })
  }
  const campaignId = await startInSteps(w, tested, { contacts: 12 })
  const { results, stats } = await read(w, campaignId)
  assert.deepEqual(
    results.map(({ name, audience }) => [name, audience]),
    [
      ['Plain', 2],
      ['Bold', 4],
    ],
  )
  assert.equal(stats.audience, 12)
})

test('a sample has the pace of its domain in each step, and waits for no mail of the rest', async () => {
  await using w = await world()
  await people(w, 12)
  const beginMs = w.clock.now().getTime()
  await startInSteps(w, { ...tested, throttle: { perDomainPerMinute: 1 } }, { contacts: 4 })
  const { rows } = await w.app.pools.work.query('select variant, due_at from marketing_message order by due_at')
  const minutes = rows.map((row) => [row.variant !== null, Math.round((Date.parse(row.due_at) - beginMs) / 61_000)])
  const sample = minutes.filter(([isSample]) => isSample).map(([, at]) => at)
  assert.deepEqual(sample, [0, 1, 2, 3, 4, 5])
  const rest = minutes.filter(([isSample]) => !isSample).map(([, at]) => at)
  assert.deepEqual(rest, [236, 237, 238, 239, 240, 241])
})

test('a winner chosen by hand goes out at once, and is chosen once', async () => {
  await using w = await world()
  await people(w, 6)
  const campaignId = await start(w, tested)
  const wrong = { campaignId, variant: 'Other' }
  await w.refused('marketing.campaign.decide', wrong, { code: 'invalid_request', mention: 'variant' })
  await w.call('marketing.campaign.decide', { campaignId, variant: 'Plain' })
  await w.settle()
  const end = await read(w, campaignId)
  assert.deepEqual([end.status, end.winner, end.stats.sent], ['sent', 'Plain', 6])
  const again = { campaignId, variant: 'Bold' }
  await w.refused('marketing.campaign.decide', again, { code: 'conflict', mention: 'no_open_test' })
})

test('a decision waits for mails of its sample that the pace holds back, and for the end of a pause', async () => {
  await using w = await world()
  await people(w, 12)
  const campaignId = await start(w, { ...tested, throttle: { perHour: 4 } })
  assert.deepEqual(
    (await read(w, campaignId)).results.map(({ sent }) => sent).reduce((sum, n) => sum + n),
    4,
  )
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  w.clock.advance(4 * 3_600_000)
  await w.settle()
  assert.equal((await read(w, campaignId)).winner, null, 'a paused campaign decides nothing')
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  const step = async () => {
    await w.settle()
    w.clock.advance(6 * 60_000)
    return read(w, campaignId)
  }
  const decided = await until(step, ({ winner }) => winner !== null)
  const lost = decided.results.filter(({ isWinner }) => !isWinner)
  assert.deepEqual(
    lost.map(({ sent }) => sent),
    lost.map(({ audience }) => audience),
  )
  const end = await until(step, ({ status }) => status === 'sent')
  assert.equal(end.stats.sent, 12)
})

test('a test without two variants, a metric or a text that compiles is refused', async () => {
  await using w = await world()
  for (const [fields, mention] of [
    [{ abTest: tested.abTest }, 'variants'],
    [{ variants: tested.variants }, 'abTest'],
    [{ ...tested, abTest: { samplePercent: 10, metric: 'clicks' } }, '/abTest/decideAfter'],
    [{ ...tested, abTest: { ...tested.abTest, metric: 'conversions' } }, '/abTest/metric'],
    [{ ...tested, variants: [...tested.variants, { name: 'Bold', weight: 1 }] }, 'variants'],
    [{ ...tested, variants: [...tested.variants, { name: 'C', weight: 1, body: '{{ x | shout }}' }] }, '/variants/2'],
    [{ ...tested, sendMode: 'localTime', localTime: '09:00' }, '/abTest/decideAfter'],
  ] as const) {
    await w.refused('marketing.campaign.create', { ...news, ...fields }, { code: 'invalid_request', mention })
  }
})

test('a tie goes by clicks, opens, weight and order, and a variant that was not sent does not win by zero', () => {
  const result = (name: string, more: Partial<ArmResult>): ArmResult => {
    const counts = { audience: 10, sent: 10, opened: 0, clicked: 0, converted: 0, unsubscribed: 0 }
    return { name, weight: 1, subject: null, ...counts, ...more }
  }
  assert.equal(winnerOf([result('A', {}), result('B', {})], 'clicks'), 'A')
  assert.equal(winnerOf([result('A', {}), result('B', { weight: 2 })], 'clicks'), 'B')
  assert.equal(winnerOf([result('A', { weight: 2 }), result('B', { opened: 1 })], 'clicks'), 'B')
  assert.equal(winnerOf([result('A', { opened: 9 }), result('B', { clicked: 1 })], 'conversions'), 'B')
  assert.equal(winnerOf([result('A', { clicked: 2 }), result('B', { clicked: 1, sent: 4 })], 'clicks'), 'B')
  assert.equal(winnerOf([], 'clicks'), undefined)
})

test('an event after a click is a conversion of the last touched campaign, once, with its revenue', async () => {
  await using w = await world()
  const [contactId = ''] = await people(w, 2)
  const conversion = { event: 'shop.order.placed', within: 'P2D' }
  const first = await start(w, { subject: 'First', conversion })
  const second = await start(w, { subject: 'Second', conversion: { ...conversion, valueProperty: 'total' } })
  const order = (eventId: string, properties: object) => {
    return { name: 'shop.order.placed', eventId, contactId, properties: { currency: 'EUR', ...properties } }
  }
  const track = async (...events: ReturnType<typeof order>[]) => {
    await w.call('marketing.event.track', { events })
    await w.settle()
  }
  await track(order('early', { amountMinor: 100 }))
  await click(w, 'p0@example.com', 'First')
  w.clock.advance(1_000)
  await track(order('one', { amountMinor: 4_900 }))
  await track(order('one', { amountMinor: 4_900 }))
  await click(w, 'p0@example.com', 'Second')
  w.clock.advance(1_000)
  await track(
    order('two', { total: 1_000 }),
    order('three', { total: 250, currency: 'usd' }),
    order('four', { currency: 'x' }),
  )
  w.clock.advance(3 * 86_400_000)
  await track(order('late', { total: 1 }))
  const numbers = async (campaignId: string) => {
    const { conversions, revenue } = (await w.call('marketing.campaign.get', { campaignId })).stats
    return { conversions, revenue }
  }
  assert.deepEqual(await numbers(first), { conversions: 1, revenue: [{ amount: 4_900, currency: 'EUR' }] })
  assert.deepEqual(await numbers(second), {
    conversions: 3,
    revenue: [
      { amount: 1_000, currency: 'EUR' },
      { amount: 250, currency: 'USD' },
    ],
  })
})
