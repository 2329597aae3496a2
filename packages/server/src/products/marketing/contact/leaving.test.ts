import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOutcome } from '#products/marketing/bounce/messageOutcome.ts'
import { unsubscribeByMail } from '#products/marketing/bounce/mailUnsubscribe.ts'
import { messageUrl } from '#products/marketing/message/messageLinks.ts'
import { sentMessage } from '#test/mail/sentMessage.ts'
import { world, type World } from '#test/world/world.ts'
import { contact } from './contact.ts'
import { confirmUrl } from './contactToken.ts'
import { suppress } from './suppression.ts'

const contextOf = (w: World) => w.app.operatorCtx(w.account.account, 'leaving')
const suppressed = 'complained@example.com'

/** A world with an address that gets no mail. */
async function withSuppression(): Promise<World> {
  const w = await world()
  const lost = { kind: 'email', address: suppressed, reason: 'complaint' } as const
  await contextOf(w).atomic((inner) => suppress(inner, lost))
  return w
}

const statusOf = async (w: World, contactId: string) => (await w.call('marketing.contact.get', { contactId })).status

/** Gives a contact the suppressed address, then a free one. Returns its state after each. */
async function moved(w: World, contactId: string): Promise<unknown[]> {
  const there = await w.call('marketing.contact.update', { contactId, email: suppressed })
  const back = await w.call('marketing.contact.update', { contactId, email: 'free@example.com' })
  return [there.status, back.status]
}

function open(w: World, uuid: string, method: 'GET' | 'POST' = 'POST') {
  const { pathname: url } = new URL(messageUrl(contextOf(w), 'unsubscribe', { uuid }))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return w.app.server.inject({ method, url, ...(method === 'POST' && { headers }) })
}

test('an agreement from before a departure, from the future or of no device brings no one back', async () => {
  await using w = await withSuppression()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  await open(w, messageId)
  const subscribe = (consent: object) =>
    ({ contactId, action: 'subscribe', consent: { source: 'Till', ...consent } }) as const
  const past = new Date(w.clock.now().getTime() - 60_000).toISOString()
  const future = new Date(w.clock.now().getTime() + 600_000).toISOString()
  for (const [consent, mention] of [
    [{ at: past }, '/consent/at'],
    [{ at: future }, '/consent/at'],
    [{ ip: '999.1.1.1' }, '/consent/ip'],
  ] as const) {
    await w.refused('marketing.contact.update', subscribe(consent), { code: 'invalid_request', mention })
  }
  assert.equal(await statusOf(w, contactId), 'unsubscribed')
  w.clock.advance(1_000)
  const { status } = await w.call('marketing.contact.update', subscribe({ ip: '2001:db8::1' }))
  assert.equal(status, 'subscribed')
})

test('an address that a merge drops stays left', async () => {
  await using w = await withSuppression()
  const { messageId, contactId: mergeFrom } = await sentMessage(w, 'ada@example.com')
  await open(w, messageId)
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@other.example' })
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  const again = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  assert.deepEqual([again.status, again.isSuppressed], ['suppressed', true])
  const at = new Date(w.clock.now().getTime() - 86_400_000).toISOString()
  const old = { contactId: again.id, action: 'subscribe', consent: { source: 'Till', at } } as const
  await w.refused('marketing.contact.update', old, { code: 'invalid_request', mention: '/consent/at' })
})

test('an address that a merge dropped comes back by the double opt-in alone', async () => {
  await using w = await withSuppression()
  const { messageId, contactId: mergeFrom } = await sentMessage(w, 'ada@example.com')
  await open(w, messageId)
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@other.example' })
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  const before = (await w.call('account.mail.all')).items.length
  const { id } = await w.call('marketing.contact.create', { email: 'ada@example.com', status: 'pending' })
  await w.settle()
  assert.equal((await w.call('account.mail.all')).items.length, before + 1)
  const { pathname } = new URL(confirmUrl(contextOf(w), await contextOf(w).store.get(contact, id)))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await w.app.server.inject({ method: 'POST', url: pathname, headers })
  const { status, isSuppressed } = await w.call('marketing.contact.get', { contactId: id })
  assert.deepEqual([status, isSuppressed], ['subscribed', false])
})

test('an old agreement brings no erased address back', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  const { id } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const consent = { source: 'Till', at: '2019-01-01T00:00:00Z' }
  const subscribe = { contactId: id, action: 'subscribe', consent } as const
  await w.refused('marketing.contact.update', subscribe, { code: 'invalid_request', mention: '/consent/at' })
  const fresh = { ...subscribe, consent: { source: 'Till' } }
  assert.equal((await w.call('marketing.contact.update', fresh)).status, 'subscribed')
})

test('the page to leave speaks the language of the contact', async () => {
  await using w = await withSuppression()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  assert.match((await open(w, messageId, 'GET')).payload, /lang="en"/)
  await w.call('marketing.contact.update', { contactId, locale: 'de' })
  assert.match((await open(w, messageId, 'GET')).payload, /lang="de"/)
})

test('a contact that left stays away, whatever happens to its address', async () => {
  await using w = await withSuppression()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  await open(w, messageId)
  await contextOf(w).atomic((inner) => applyOutcome(inner, { messageId, kind: 'hard', at: w.clock.now() }))
  assert.equal(await statusOf(w, contactId), 'unsubscribed')
  assert.deepEqual(await moved(w, contactId), ['unsubscribed', 'unsubscribed'])
})

test('a contact that complained is never subscribed by another address', async () => {
  await using w = await withSuppression()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  await contextOf(w).atomic((inner) => applyOutcome(inner, { messageId, kind: 'complaint', at: w.clock.now() }))
  assert.deepEqual(await moved(w, contactId), ['complained', 'complained'])
})

test('a contact that has not confirmed stays pending, and a suppressed address gets no mail about it', async () => {
  await using w = await withSuppression()
  const made = await w.call('marketing.contact.create', { email: suppressed, status: 'pending' })
  await w.settle()
  assert.deepEqual((await w.call('account.mail.all')).items, [])
  assert.deepEqual([made.status, made.isSuppressed], ['pending', true])
  const contactId = String(made.id)
  assert.deepEqual(await moved(w, contactId), ['pending', 'pending'])
})

test('a contact whose address is suppressed can leave, and a new address does not bring it back', async () => {
  await using w = await withSuppression()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  assert.equal((await w.call('marketing.contact.update', { contactId, email: suppressed })).status, 'suppressed')
  await open(w, messageId)
  assert.deepEqual(await moved(w, contactId), ['unsubscribed', 'unsubscribed'])
})

test('a merge of a contact that left into one with a suppressed address leaves it unsubscribed', async () => {
  await using w = await withSuppression()
  const into = await w.call('marketing.contact.create', { email: suppressed })
  const from = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.contact.update', { contactId: String(from.id), action: 'unsubscribe' })
  const input = { contactId: String(into.id), mergeFrom: String(from.id) }
  assert.equal((await w.call('marketing.contact.update', input)).status, 'unsubscribed')
})

test('the link and the address of a mail unsubscribe the contact that its own was merged into', async () => {
  await using w = await world()
  const { messageId: left } = await sentMessage(w, 'ada@example.com')
  const { rows } = await w.app.pools.work.query('select contact_id from marketing_message')
  const mergeFrom = String((await w.call('marketing.contact.get', { email: 'ada@example.com' })).id)
  const into = String((await w.call('marketing.contact.create', { email: 'grace@example.com' })).id)
  await w.call('marketing.contact.update', { contactId: into, mergeFrom })
  // The contact that stays has a message of the same campaign, so that this one stays behind.
  await w.app.pools.work.query('update marketing_message set contact_id = $1', [rows[0]?.contact_id])
  const page = await open(w, left, 'GET')
  assert.match(page.body, /<form/)
  assert.doesNotMatch(page.body, /grace@/)
  assert.equal(await statusOf(w, into), 'subscribed')
  assert.doesNotMatch((await open(w, left)).body, /grace@|\/preferences\//)
  assert.equal(await statusOf(w, into), 'unsubscribed')
  await w.call('marketing.contact.update', { contactId: into, action: 'subscribe', consent: { source: 'Form' } })
  const at = w.clock.now().toISOString()
  await contextOf(w).atomic((inner) => unsubscribeByMail(inner, left, at))
  assert.equal(await statusOf(w, into), 'unsubscribed')
})

test('the way back from an unsubscription names public topics alone, and keeps the others', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  await w.call('marketing.topic.create', { key: 'debtors', name: 'Debtors', isPublic: false })
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  await w.call('marketing.contact.update', { contactId, topics: ['news', 'debtors'] })
  const { body } = await open(w, messageId)
  assert.match(body, /value="news"/)
  assert.doesNotMatch(body, /debtors/)
  const url = /action="(\/preferences\/[^"]+)"/.exec(body)?.[1] ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await w.app.server.inject({ method: 'POST', url, headers, payload: 'isSubscribed=yes&topics=news' })
  const { status, topics } = await w.call('marketing.contact.get', { contactId })
  assert.deepEqual([status, topics.toSorted()], ['subscribed', ['debtors', 'news']])
})

async function merged(w: World, intoId: unknown, fromId: unknown) {
  const { status, email, topics } = await w.call('marketing.contact.update', {
    contactId: String(intoId),
    mergeFrom: String(fromId),
  })
  return { status, email, topics }
}

test('a merge of an archived contact that had left gives its address no mail', async () => {
  await using w = await world()
  const { id: into } = await w.call('marketing.contact.create', { externalId: 'crm-1' })
  const { id: from } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.call('marketing.contact.update', { contactId: String(from), action: 'unsubscribe' })
  await w.call('marketing.contact.delete', { contactId: String(from) })
  const expected = { status: 'unsubscribed', email: 'ada@example.com', topics: [] }
  assert.deepEqual(await merged(w, into, from), expected)
})

test('a merge of a contact that has not confirmed leaves its address unconfirmed', async () => {
  await using w = await world()
  const { id: into } = await w.call('marketing.contact.create', { externalId: 'crm-1' })
  const { id: from } = await w.call('marketing.contact.create', { email: 'ada@example.com', status: 'pending' })
  assert.deepEqual(await merged(w, into, from), { status: 'pending', email: 'ada@example.com', topics: [] })
  // A contact that agreed at an address of its own keeps both.
  const { id: own } = await w.call('marketing.contact.create', { email: 'grace@example.com' })
  const { id: other } = await w.call('marketing.contact.create', { email: 'hopper@example.com', status: 'pending' })
  assert.deepEqual(await merged(w, own, other), { status: 'subscribed', email: 'grace@example.com', topics: [] })
})

test('a merge brings no topic back that one of the two left last', async () => {
  await using w = await world()
  for (const key of ['news', 'offers']) await w.call('marketing.topic.create', { key, name: key })
  const { id: from } = await w.call('marketing.contact.create', {
    email: 'old@example.com',
    topics: ['news', 'offers'],
  })
  const { id: into } = await w.call('marketing.contact.create', { email: 'ada@example.com', topics: ['news'] })
  w.clock.advance(60_000)
  await w.call('marketing.contact.update', { contactId: String(into), topics: [] })
  assert.deepEqual((await merged(w, into, from)).topics, ['offers'])
})

test('a merge of a contact without an address brings its departure along', async () => {
  await using w = await world()
  const { id: into } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const { id: from } = await w.call('marketing.contact.create', { externalId: 'app-1' })
  await w.call('marketing.contact.update', { contactId: String(from), action: 'unsubscribe' })
  assert.equal((await merged(w, into, from)).status, 'unsubscribed')
})

test('a complaint about a mail counts for the contact that its own was merged into', async () => {
  await using w = await world()
  const { messageId, contactId } = await sentMessage(w, 'ada@example.com')
  const { rows } = await w.app.pools.work.query('select contact_id from marketing_message')
  const { id: into } = await w.call('marketing.contact.create', { externalId: 'crm-1' })
  assert.equal((await merged(w, into, contactId)).email, 'ada@example.com')
  // The contact that stays has a message of the same campaign, so that this one stays behind.
  await w.app.pools.work.query('update marketing_message set contact_id = $1', [rows[0]?.contact_id])
  await contextOf(w).atomic((inner) => applyOutcome(inner, { messageId, kind: 'complaint', at: w.clock.now() }))
  assert.equal(await statusOf(w, String(into)), 'complained')
  assert.deepEqual(await moved(w, String(into)), ['complained', 'complained'])
})
