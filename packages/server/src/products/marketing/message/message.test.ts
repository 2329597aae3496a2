import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { attemptCommits } from './attemptCommits.ts'
import { keepContent } from './messageContent.ts'
import { messageUrl } from './messageLinks.ts'
import { sendingBounds } from './messageSend.ts'

const mail = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'text',
  body: 'Hello',
} as const

/** A campaign with one message that a process died over, in the state after its intent was recorded. */
async function interrupted(w: World, onUncertain: 'skip' | 'resend', action: 'resume' | 'cancel' = 'resume') {
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const made = await w.call('marketing.campaign.create', { ...mail, onUncertain, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  const past = new Date(w.clock.now().getTime() - 1_000).toISOString()
  const { rows } = await w.app.pools.work.query(
    `update marketing_message set state = 'attempting', attempts = 1, leased_until = $1 returning id`,
    [past],
  )
  assert.equal(rows.length, 1)
  await w.call('marketing.campaign.update', { campaignId, action })
  if (action === 'cancel') await w.call('marketing.campaign.create', { ...mail, name: 'Next', status: 'sending' })
  await w.settle()
  const { stats, status } = await w.call('marketing.campaign.get', { campaignId })
  return { campaignId, stats, status, row: await messageRow(w, String(rows[0]?.id)) }
}

test('a message whose process died during its sending is uncertain, and is not sent twice', async () => {
  await using w = await world()
  const { stats, status, row } = await interrupted(w, 'skip')
  assert.deepEqual([status, stats.audience, stats.uncertain, stats.sent], ['sent', 1, 1, 0])
  assert.equal(row['attempts'], 1)
  assert.deepEqual((await w.call('account.mail.all')).items, [])
})

test('an uncertain message whose link is visited did arrive: it counts as sent', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const body = '<p><a href="https://example.com/">Read</a></p>'
  const made = await w.call('marketing.campaign.create', { ...mail, format: 'html', body, status: 'sending' })
  await w.settle()
  await w.app.pools.work.query(`update marketing_message set state = 'uncertain', sent_at = null`)
  const numbers = async () => {
    const { sent, uncertain, clicked } = (await w.call('marketing.campaign.get', { campaignId: String(made.id) })).stats
    return { sent, uncertain, clicked }
  }
  assert.deepEqual(await numbers(), { sent: 0, uncertain: 1, clicked: 0 })
  const [taken] = (await w.call('account.mail.all')).items
  const { html } = await w.call('account.mail.get', { mailId: String(taken?.id) })
  const url = (/http:\/\/fairground\.test(\/t\/c\/[^"]+)/.exec(String(html))?.[1] ?? '').replaceAll('&amp;', '&')
  w.clock.advance(60_000)
  await w.app.server.inject({
    method: 'GET',
    url,
    headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' },
  })
  assert.deepEqual(await numbers(), { sent: 1, uncertain: 0, clicked: 1 })
})

test('a campaign that says so sends an uncertain message again', async () => {
  await using w = await world()
  const { stats, status, row } = await interrupted(w, 'resend')
  assert.deepEqual([status, stats.uncertain, stats.sent], ['sent', 0, 1])
  assert.equal(row['attempts'], 2)
})

test('a message that is deferred as its campaign is cancelled ends, also if its process exits before', async () => {
  await using w = await world()
  const person = await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const other = await w.call('marketing.contact.create', { phone: '+4915112345678', tags: ['news'] })
  const { id } = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
  const campaignId = String(id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  const { rows } = await w.app.pools.work.query(
    `update marketing_message set state = 'attempting', attempts = 1 where contact_id = $1 returning id`,
    [parseId('con', String(person.id))?.uuid],
  )
  await w.call('marketing.campaign.update', { campaignId, action: 'cancel' })
  // The process exits after this commit.
  const { leaseMs } = sendingBounds
  const fate = { id: String(rows[0]?.id), attempts: 0, state: 'deferred', reply: '450 Later', providerRef: null }
  const dueAt = new Date(w.clock.now().getTime() + 10 * leaseMs).toISOString()
  const commits = attemptCommits(w.app.operatorCtx(w.account.account, 'race'), leaseMs)
  await commits.end({ ...fate, dueAt, isFree: false })
  // The message changes places with that of the other contact, which has no address.
  await w.call('marketing.contact.update', { contactId: String(other.id), mergeFrom: String(person.id) })
  w.clock.advance(leaseMs + 1_000)
  await w.call('marketing.campaign.create', { ...mail, name: 'Next', status: 'sending' })
  await w.settle()
  const { stats } = await w.call('marketing.campaign.get', { campaignId })
  assert.deepEqual([stats.audience, stats.cancelled, stats.skipped, stats.queued], [2, 1, 1, 0])
})

test('an uncertain message of a cancelled campaign is not queued again', async () => {
  await using w = await world()
  const { campaignId } = await interrupted(w, 'resend', 'cancel')
  const { stats, status } = await w.call('marketing.campaign.get', { campaignId })
  assert.deepEqual([status, stats.uncertain, stats.queued, stats.sent], ['cancelled', 1, 0, 0])
})

test('a message that is queued while the job ends is sent', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const made = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  const { work } = w.app.pools
  const client = await work.connect()
  try {
    await client.query('begin')
    await client.query('select id from marketing_sender for update')
    const settled = w.settle()
    await until(
      async () => (await work.query(`select id from marketing_message where state = 'sent'`)).rows.length === 1,
    )
    await client.query(
      `insert into marketing_message (account_id, id, contact_id, channel, address, address_key, content_id, key, state,
         attempts, due_at, created_at)
       select account_id, gen_random_uuid(), contact_id, channel, address, address_key, content_id, 'late', 'queued', 0,
         due_at, created_at from marketing_message`,
    )
    await client.query('commit')
    await settled
  } finally {
    client.release()
  }
  await w.settle()
  const { rows } = await work.query(`select state from marketing_message where key = 'late'`)
  assert.deepEqual(rows, [{ state: 'sent' }])
})

test('a campaign that waits for its pace delays no other one, and goes on in the next hour', async () => {
  await using w = await world()
  for (const email of ['ada@example.com', 'ben@example.com', 'cleo@example.com']) {
    await w.call('marketing.contact.create', { email, tags: ['news'] })
  }
  const slow = await w.call('marketing.campaign.create', { ...mail, throttle: { perHour: 1 }, status: 'sending' })
  await w.settle()
  const fast = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
  await w.settle()
  const stats = async (campaignId: string) => (await w.call('marketing.campaign.get', { campaignId })).stats
  const [held, gone] = [await stats(String(slow.id)), await stats(String(fast.id))]
  assert.deepEqual([held.sent, held.queued, gone.sent], [1, 2, 3])
  const { rows } = await w.app.pools.work.query('select next_at from marketing_sender')
  assert.equal(new Date(rows[0]?.next_at).getTime() - w.clock.now().getTime(), 60_000)
  w.clock.advance(3_700_000)
  await until(async () => {
    w.clock.advance(61_000)
    await w.settle()
    return (await stats(String(slow.id))).sent === 2
  })
})

test('a campaign whose mails cannot be made pauses', async () => {
  await using w = await world()
  // The start makes the mail for the first three contacts, so the wrong part concerns the others.
  for (let index = 0; index < 11; index += 1) {
    const firstName = index < 3 ? 'First' : 'Other'
    await w.call('marketing.contact.create', { email: `reader${index}@example.com`, firstName, tags: ['news'] })
  }
  const body = '{% if contact.firstName == "Other" %}{% for i in (1..99999999) %}too long{% endfor %}{% endif %}'
  const made = await w.call('marketing.campaign.create', { ...mail, body })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'start' })
  await w.settle()
  const { status, pauseReason, stats } = await w.call('marketing.campaign.get', { campaignId })
  assert.deepEqual([status, pauseReason], ['paused', 'errorRate'])
  assert.ok(stats.failed >= 6, JSON.stringify(stats))
})

/** Sends a campaign to readers. The rows of the `broken` ones are invalid: a mail to them cannot be made. */
async function sentToBroken(w: World, { readers, broken }: { readers: number; broken: number }) {
  for (let index = 0; index < readers; index += 1) {
    await w.call('marketing.contact.create', { email: `reader${index}@example.com`, tags: ['news'] })
  }
  const made = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  const { work } = w.app.pools
  await work.query('alter table marketing_contact alter column topics drop not null')
  await work.query(
    'update marketing_contact set topics = null where id in (select id from marketing_contact order by id limit $1)',
    [broken],
  )
  await work.query(`update marketing_message m set topic = 'news' from marketing_contact c
    where c.id = m.contact_id and c.topics is null`)
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  const { stats, status, pauseReason } = await w.call('marketing.campaign.get', { campaignId })
  const { rows } = await work.query(`select distinct state, reply from marketing_message where topic = 'news'`)
  return { stats, status, pauseReason, rows }
}

test('an unexpected error in the making of one mail fails this mail alone, with its kind as the reason', async () => {
  await using w = await world()
  const { stats, status, rows } = await sentToBroken(w, { readers: 12, broken: 1 })
  assert.deepEqual([stats.sent, stats.failed, status], [11, 1, 'sent'])
  assert.deepEqual(rows, [{ state: 'failed', reply: 'unexpected error (TypeError)' }])
})

test('a campaign whose mails all meet an unexpected error pauses', async () => {
  await using w = await world()
  const { stats, status, pauseReason } = await sentToBroken(w, { readers: 12, broken: 12 })
  assert.deepEqual([status, pauseReason, stats.sent], ['paused', 'errorRate', 0])
  assert.ok(stats.failed >= 6, JSON.stringify(stats))
})

test('mails that left, opens, clicks and departures by them are facts for webhooks', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  await w.call('marketing.contact.create', { email: 'ben@example.com', tags: ['news'] })
  const body = '<p><a href="https://shop.example.com/?for=ada">Shop</a></p>'
  const { id } = await w.call('marketing.campaign.create', { ...mail, format: 'html', body, status: 'sending' })
  await w.settle()
  const [sent, ...others] = await w.emitted('marketing.message.sent')
  assert.equal(others.length, 0)
  // cast: the shape of the fact.
  const messages = (sent?.payload['messages'] ?? []) as { campaignId: string }[]
  assert.deepEqual([messages.length, messages[0]?.campaignId], [2, id])
  const { items } = await w.call('account.mail.all')
  const { html } = await w.call('account.mail.get', { mailId: String(items[0]?.id) })
  const click =
    /href="http:\/\/fairground\.test(\/t\/c\/[^"]+)"/.exec(String(html))?.[1]?.replaceAll('&amp;', '&') ?? ''
  w.clock.advance(60_000)
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  assert.equal((await w.app.server.inject({ method: 'GET', url: click, headers })).statusCode, 302)
  const [clicked] = await w.emitted('marketing.message.clicked')
  // cast: as above.
  const [touched] = (clicked?.payload['messages'] ?? []) as { contactId: string; url: string }[]
  assert.equal(touched?.url, 'https://shop.example.com/?for=ada')
  assert.equal((await w.emitted('marketing.message.opened')).length, 1)
  await w.call('marketing.contact.delete', { contactId: String(touched?.contactId), mode: 'erase' })
  assert.doesNotMatch(JSON.stringify(await w.emitted('marketing.message.clicked')), /shop\.example/)
  const forged = { name: 'marketing.message.opened', externalId: 'u-1' }
  const track = { events: [forged] }
  await w.refused('marketing.event.track', track, { code: 'invalid_request', mention: 'must not begin with marketing' })
})

test('the links of a mail to a former address show nothing of the contact, and unsubscribe it', async () => {
  await using w = await world()
  const { messageId: uuid, contactId } = await sentMessage(w, 'typo@example.com')
  const ctx = w.app.operatorCtx(w.account.account, 'links')
  const request = async (method: 'GET' | 'POST', use: 'unsubscribe' | 'view') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { pathname: url } = new URL(messageUrl(ctx, use, { uuid }))
    const { statusCode, body } = await w.app.server.inject({ method, url, ...(method === 'POST' && { headers }) })
    return { statusCode, isKnown: /mira@example\.com/.test(body), hasWayBack: /\/preferences\/con_/.test(body) }
  }
  await w.call('marketing.contact.update', { contactId, email: 'mira@example.com' })
  assert.deepEqual(await request('POST', 'unsubscribe'), { statusCode: 200, isKnown: false, hasWayBack: false })
  assert.equal((await w.call('marketing.contact.get', { contactId })).status, 'unsubscribed')
  assert.deepEqual(await request('GET', 'unsubscribe'), { statusCode: 200, isKnown: false, hasWayBack: false })
  assert.equal((await request('GET', 'view')).statusCode, 404)
  await w.call('marketing.contact.update', { contactId, email: 'Typo@example.com' })
  assert.equal((await request('GET', 'unsubscribe')).hasWayBack, true)
})

test('a text that once failed to compile is compiled again for the next campaign', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const send = async () => {
    const { id } = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
    await w.settle()
    return (await w.call('marketing.campaign.get', { campaignId: String(id) })).stats.sent
  }
  const ctx = w.app.operatorCtx(w.account.account, 'contents')
  await ctx.atomic((inner) => keepContent(inner, mail))
  await w.app.pools.work.query("update marketing_content set problem = '/body takes too long to compile'")
  assert.equal(await send(), 1)
})
