import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { linkOf, payAt, startOf } from '#test/payments/checkouts.ts'
import { world, type Json, type World } from '#test/world/world.ts'

let w: World
let count = 0
before(async () => void (w = await world()))
after(() => w[Symbol.asyncDispose]())

const hourMs = 3_600_000
const line = { lineItems: [{ name: 'Seat', amount: 2_500 }] }

async function person(more: Json = {}): Promise<{ contactId: string; email: string }> {
  count += 1
  const email = `reminded-${count}@example.com`
  const { id } = await w.call('marketing.contact.create', { email, ...more })
  return { contactId: id, email }
}

async function mailsTo(email: string) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  return items.filter(({ to }) => to === email)
}

async function pass(hours: number): Promise<void> {
  w.clock.advance(hours * hourMs)
  await w.settle()
}

const inHours = (hours: number) => new Date(w.clock.now().getTime() + hours * hourMs).toISOString()

test('each reminder is mailed once, after the creation or before the end, in the language of the contact', async () => {
  const { contactId, email } = await person({ firstName: 'Ada', locale: 'de-AT' })
  const reminders = [{ after: 'P1D' }, { before: 'PT12H' }]
  const link = await linkOf(w, { ...line, contactId, expiresAt: inHours(72), reminders })
  assert.deepEqual(link.reminders, reminders)
  await pass(23)
  assert.equal((await mailsTo(email)).length, 0)
  await pass(2)
  const [mail] = await mailsTo(email)
  assert.equal(mail?.subject, 'Erinnerung: Summer night')
  const { text, html } = await w.call('account.mail.get', { mailId: String(mail?.id) })
  assert.match(text, /Guten Tag Ada,[^]*25,00\s€ offen[^]*Jetzt zahlen:\nhttp[^]*Das ist bis zum/)
  assert.ok(text.includes(String(link.url)) && html?.includes(`href="${link.url}"`))
  await pass(30)
  assert.equal((await mailsTo(email)).length, 1)
  await pass(6)
  assert.equal((await mailsTo(email)).length, 2)
  await pass(24)
  assert.equal((await mailsTo(email)).length, 2)
})

test('a paid, inactive, deleted or changed link reminds of nothing', async () => {
  const linkFor = async (more: Json = {}) => {
    const who = await person()
    return {
      ...who,
      link: await linkOf(w, { ...line, contactId: who.contactId, reminders: [{ after: 'P1D' }], ...more }),
    }
  }
  const [paid, off, gone, changed, open] = [
    await linkFor(),
    await linkFor(),
    await linkFor(),
    await linkFor(),
    await linkFor(),
  ]
  await payAt(w, await startOf(w, paid.link), '4242424242424242')
  await w.call('payments.paymentLink.update', { paymentLinkId: off.link.id, action: 'deactivate' })
  await w.call('payments.paymentLink.delete', { paymentLinkId: gone.link.id })
  await w.call('payments.paymentLink.update', { paymentLinkId: changed.link.id, reminders: [{ after: 'P2D' }] })
  await w.settle()
  await pass(25)
  const sent = async (of: { email: string }) =>
    (await mailsTo(of.email)).filter(({ subject }) => subject.startsWith('Reminder')).length
  assert.deepEqual(await Promise.all([paid, off, gone, changed, open].map(sent)), [0, 0, 0, 0, 1])
  await pass(24)
  assert.equal(await sent(changed), 1)
  await w.call('payments.paymentLink.update', { paymentLinkId: open.link.id, reminders: [{ after: 'PT24H' }] })
  await pass(1)
  assert.equal(await sent(open), 1)
})

test('a link mails twenty reminders at most, however often they are changed', async () => {
  const { contactId, email } = await person()
  const link = await linkOf(w, { ...line, contactId, reminders: [{ after: 'PT1M' }] })
  for (let minute = 1; minute <= 22; minute += 1) {
    await w.call('payments.paymentLink.update', { paymentLinkId: link.id, reminders: [{ after: `PT${minute}M` }] })
    await pass(1 / 60)
  }
  assert.equal((await mailsTo(email)).length, 20)
})

test('a link that is paid in part reminds of the rest', async () => {
  const { contactId, email } = await person()
  const parts = { maxPayments: 1, autoPromotions: false, allowPartial: { firstMin: 1_000 } }
  const link = await linkOf(w, { ...line, ...parts, contactId, reminders: [{ after: 'P1D' }] })
  await payAt(w, await startOf(w, link, { amount: 1_000 }), '4242424242424242')
  await pass(25)
  const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Reminder'))
  const { text } = await w.call('account.mail.get', { mailId: String(mail?.id) })
  assert.match(text, /€15\.00 for “Summer night” are still open/)
})

test('erased and suppressed contacts get no reminder', async () => {
  const erased = await person()
  await linkOf(w, { ...line, contactId: erased.contactId, reminders: [{ after: 'P1D' }] })
  await w.call('marketing.contact.delete', { contactId: erased.contactId, mode: 'erase' })
  await w.settle()
  const { id: contactId, isSuppressed } = await w.call('marketing.contact.create', { email: erased.email })
  assert.equal(isSuppressed, true)
  await linkOf(w, { ...line, contactId, reminders: [{ after: 'P2D' }] })
  await pass(25)
  await pass(24)
  assert.deepEqual(await mailsTo(erased.email), [])
})

test('reminders need a contact, one time each, and an end where they come before it', async () => {
  const { contactId } = await person()
  const cases: [Json, string][] = [
    [{ reminders: [{ after: 'P1D' }] }, '/contactId'],
    [{ contactId, reminders: [{ before: 'P1D' }] }, '/expiresAt'],
    [{ contactId, reminders: [{}] }, '/reminders/0'],
    [{ contactId, reminders: [{ after: 'P1D', before: 'P1D' }], expiresAt: inHours(99) }, '/reminders/0'],
    [{ contactId, reminders: [{ after: 'PT24H' }, { after: 'P1D' }] }, '/reminders/1'],
    [{ contactId, reminders: [{ after: 'PT0M' }] }, '/reminders/0'],
    [{ contactId, reminders: [{ after: 'P1M' }] }, '/reminders/0/after'],
    [{ contactId, reminders: Array.from({ length: 6 }, (_, index) => ({ after: `P${index + 1}D` })) }, '/reminders'],
  ]
  for (const [more, path] of cases) {
    await assert.rejects(linkOf(w, { ...line, ...more }), new RegExp(path), JSON.stringify(more))
  }
})
