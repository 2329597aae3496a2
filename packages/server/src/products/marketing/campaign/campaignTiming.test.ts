import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInSteps } from '#test/mail/campaignSteps.ts'
import { world, type World } from '#test/world/world.ts'
import { campaign } from './campaign.ts'
import { readDue } from '#products/marketing/message/messageRows.ts'
import { freezeStep } from './campaignFreeze.ts'
import { makeMessages } from './campaignMessages.ts'
import { startCampaign } from './campaignStart.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'text',
  body: 'Hello {{ unsubscribeUrl }}',
} as const

async function person(w: World, email: string, more: object = {}): Promise<string> {
  return String((await w.call('marketing.contact.create', { email, tags: ['news'], ...more })).id)
}

async function start(w: World, more: object = {}): Promise<string> {
  const made = await w.call('marketing.campaign.create', { ...news, ...more, status: 'sending' })
  await w.settle()
  return String(made.id)
}

async function dueTimes(w: World, campaignId: string): Promise<Record<string, string>> {
  const { rows } = await w.app.pools.work.query(
    `select address, due_at from marketing_message where state <> 'skipped' order by due_at`,
  )
  assert.ok(campaignId)
  return Object.fromEntries(rows.map((row) => [row.address, new Date(row.due_at).toISOString()]))
}

const stats = async (w: World, campaignId: string) => {
  const found = await w.call('marketing.campaign.get', { campaignId })
  return { ...found.stats, status: found.status }
}

test('each contact gets a mail when its own clock shows the local time', async () => {
  await using w = await world()
  w.clock.set('2027-03-10T12:00:00Z')
  await person(w, 'tokyo@example.com', { timezone: 'Asia/Tokyo' })
  await person(w, 'york@example.com', { timezone: 'America/New_York' })
  await person(w, 'home@example.com')
  const campaignId = await start(w, { sendMode: 'localTime', localTime: '09:00' })
  const due = await dueTimes(w, campaignId)
  assert.equal(due['york@example.com'], '2027-03-10T14:00:00.000Z')
  assert.equal(due['tokyo@example.com'], '2027-03-11T00:00:00.000Z')
  assert.equal((await stats(w, campaignId)).queued, 3)
  w.clock.set('2027-03-10T14:00:01Z')
  await w.settle()
  assert.ok((await stats(w, campaignId)).sent >= 1)
  w.clock.set('2027-03-11T12:00:00Z')
  await w.settle()
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.sent], ['sent', 3])
})

test('a campaign that starts in the minute of its local time sends at once, in each step of its audience', async () => {
  await using w = await world()
  w.clock.set('2027-03-10T08:00:00Z')
  for (let index = 0; index < 2; index++) await person(w, `home${index}@example.com`, { timezone: 'UTC' })
  await person(w, 'berlin@example.com', { timezone: 'Europe/Berlin' })
  const timing = { sendMode: 'localTime', localTime: '09:00' } as const
  const sendAt = '2027-03-10T09:00:00.000Z'
  const { id } = await w.call('marketing.campaign.create', { ...news, ...timing, sendAt, status: 'scheduled' })
  w.clock.set('2027-03-10T09:00:00.300Z')
  await w.settle()
  assert.equal((await stats(w, String(id))).sent, 2)
  assert.equal((await dueTimes(w, String(id)))['berlin@example.com'], '2027-03-11T08:00:00.000Z')
  await w.app.pools.work.query('delete from marketing_message')
  w.clock.set('2027-03-10T08:59:59.999Z')
  const between = async () => w.clock.advance(60_000)
  const inSteps = await startInSteps(w, { ...news, ...timing }, { contacts: 1, between })
  assert.deepEqual(await dueTimes(w, inSteps), {
    'home0@example.com': '2027-03-10T09:00:00.000Z',
    'home1@example.com': '2027-03-10T09:00:00.000Z',
    'berlin@example.com': '2027-03-11T08:00:00.000Z',
  })
})

test('no mail leaves outside of the send window of its contact, even after a pause', async () => {
  await using w = await world()
  w.clock.set('2027-03-12T21:00:00Z')
  await person(w, 'york@example.com', { timezone: 'America/New_York' })
  await person(w, 'london@example.com', { timezone: 'Europe/London' })
  const sendWindow = { days: ['mo', 'tu', 'we', 'th', 'fr'], from: '09:00', to: '17:00' }
  const campaignId = await start(w, { sendWindow, status: 'sending' })
  const first = await stats(w, campaignId)
  assert.deepEqual([first.sent, first.queued], [1, 1], 'it is 16:00 in New York and 21:00 in London')
  assert.equal((await dueTimes(w, campaignId))['london@example.com'], '2027-03-15T09:00:00.000Z')
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  w.clock.set('2027-03-15T22:00:00Z')
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  assert.equal((await stats(w, campaignId)).queued, 1)
  assert.equal((await dueTimes(w, campaignId))['london@example.com'], '2027-03-16T09:00:00.000Z')
  w.clock.set('2027-03-16T09:00:01Z')
  await w.settle()
  assert.equal((await stats(w, campaignId)).status, 'sent')
})

test('a domain gets no more mails a minute than its bound, and other domains do not wait', async () => {
  await using w = await world()
  for (let index = 0; index < 7; index++) await person(w, `p${index}@slow.example`)
  for (const domain of ['one.example', 'two.example', 'three.example']) await person(w, `p@${domain}`)
  const campaignId = await start(w, { throttle: { perDomainPerMinute: 2 } })
  assert.equal((await stats(w, campaignId)).sent, 4)
  // A pause makes all of them due at once: the bound holds all the same.
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  w.clock.advance(10 * 60_000)
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  assert.equal((await stats(w, campaignId)).sent, 6)
  for (let step = 0; step < 8; step++) {
    w.clock.advance(31_000)
    await w.settle()
  }
  assert.equal((await stats(w, campaignId)).status, 'sent')
  const { rows } = await w.app.pools.work.query(
    `select extract(epoch from sent_at) as at from marketing_message where address like '%slow%' order by sent_at`,
  )
  const times = rows.map((row) => Number(row.at))
  for (const [index, at] of times.entries()) {
    assert.ok(times.filter((other) => other >= at && other < at + 60).length <= 2, `message ${index}`)
  }
})

test('mails to a domain are spaced beyond the steps in which a large audience is fixed', async () => {
  await using w = await world()
  for (let index = 0; index < 7; index++) await person(w, `p${index}@slow.example`)
  await person(w, 'p@other.example')
  const beginMs = w.clock.now().getTime()
  const campaignId = await startInSteps(w, { ...news, throttle: { perDomainPerMinute: 1 } }, { contacts: 3 })
  const seconds = Object.entries(await dueTimes(w, campaignId)).map(([address, at]) => [
    address.split('@')[1],
    Math.round((new Date(String(at)).getTime() - beginMs) / 1_000),
  ])
  const of = (domain: string) => seconds.filter(([each]) => each === domain).map(([, at]) => Number(at))
  assert.deepEqual(
    of('slow.example').toSorted((a, b) => a - b),
    [0, 61, 122, 183, 244, 305, 366],
  )
  assert.deepEqual(of('other.example'), [0])
})

test('mails to a domain in one time zone wait for no later ones of another zone in any step', async () => {
  await using w = await world()
  w.clock.set('2027-03-10T07:00:00Z')
  const zones = ['Europe/Berlin', 'America/New_York']
  for (let index = 0; index < 8; index++) {
    await person(w, `${String(zones[index % 2]).slice(8)}${index}@slow.example`, { timezone: zones[index % 2] })
  }
  const fields = { sendMode: 'localTime', localTime: '09:00', throttle: { perDomainPerMinute: 1 } } as const
  const campaignId = await startInSteps(w, { ...news, ...fields }, { contacts: 3 })
  const times = Object.values(await dueTimes(w, campaignId))
  assert.deepEqual(
    times.map((at) => at.slice(11, 19)),
    ['08:00:00', '08:01:01', '08:02:02', '08:03:03', '14:00:00', '14:01:01', '14:02:02', '14:03:03'],
  )
})

test('no more mails are taken at once than the pace of a campaign lets leave in a second', async () => {
  await using w = await world()
  for (let index = 0; index < 5; index++) await person(w, `p${index}@example.com`)
  const { id } = await w.call('marketing.campaign.create', { ...news, throttle: { perSecond: 2 } })
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  await ctx.atomic(async (inner) => {
    const record = await startCampaign(inner, await inner.store.get(campaign, String(id)))
    await freezeStep(inner, record)
    await makeMessages(inner, record)
  })
  const now = w.clock.now().toISOString()
  assert.equal((await ctx.db.rows(readDue, [ctx.account.id, now, 400, []])).length, 2)
})

test('a contact that is merged into one without an address still gets a mail that waits', async () => {
  await using w = await world()
  w.clock.set('2027-03-10T12:00:00Z')
  const { id } = await w.call('marketing.contact.create', { externalId: 'visitor', tags: ['news'] })
  const ada = await person(w, 'ada@example.com')
  const campaignId = await start(w, { sendMode: 'localTime', localTime: '15:00' })
  await w.call('marketing.contact.update', { contactId: String(id), mergeFrom: ada })
  w.clock.set('2027-03-10T16:00:00Z')
  await w.settle()
  const { audience, sent, skipped, status } = await stats(w, campaignId)
  assert.deepEqual([audience, sent, skipped, status], [2, 1, 1, 'sent'])
  const { items } = await w.call('account.mail.all', { to: 'ada@example.com' })
  assert.equal(items.length, 1)
})

test('a contact that had the most messages of the period is left out as capped', async () => {
  await using w = await world()
  await person(w, 'often@example.com')
  await start(w)
  await person(w, 'new@example.com')
  const frequencyCap = { max: 1, per: 'P7D' }
  const second = await start(w, { frequencyCap })
  const found = await stats(w, second)
  assert.deepEqual([found.audience, found.sent, found.skipped, found.skippedCapped], [2, 1, 1, 1])
  w.clock.advance(8 * 86_400_000)
  const third = await start(w, { frequencyCap })
  assert.equal((await stats(w, third)).sent, 2)
})

test('a local time without its mode, half a window and half a cap are refused', async () => {
  await using w = await world()
  for (const [fields, mention] of [
    [{ localTime: '09:00' }, 'localTime'],
    [{ sendMode: 'localTime' }, 'localTime'],
    [{ sendWindow: { from: '09:00' } }, '/sendWindow/to'],
    [{ sendWindow: { from: '09:00', to: '09:00' } }, '/sendWindow/to'],
    [{ frequencyCap: { max: 1 } }, '/frequencyCap/per'],
    [{ frequencyCap: { max: 1, per: 'P99999D' } }, '/frequencyCap/per'],
  ] as const) {
    await w.refused('marketing.campaign.create', { ...news, ...fields }, { code: 'invalid_request', mention })
  }
})

test('two contacts with one address cannot exist, so a campaign writes to an address once', async () => {
  await using w = await world()
  await person(w, 'Ada@Example.com')
  await w.refused(
    'marketing.contact.create',
    { email: 'ada@EXAMPLE.com' },
    { code: 'conflict', mention: 'contact_exists' },
  )
})
