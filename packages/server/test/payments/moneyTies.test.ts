import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { applyReport } from '#products/payments/payment/applyReport.ts'
import { world, type World } from '#test/world/world.ts'
import { linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World

before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

/** Mails to an address, the newest first. */
async function mailsTo(address: string) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  const own = items.filter(({ to }) => to === address)
  return Promise.all(own.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
}

/** Clicks the first link of a mail, as a person does a minute later. Returns the address that it leads to. */
async function click(html: string): Promise<string> {
  const url = (/http:\/\/fairground\.test(\/t\/c\/[^"]+)/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
  w.clock.advance(60_000)
  const agent = 'Mozilla/5.0 (Macintosh) Safari/605.1.15'
  const reply = await w.app.server.inject({ method: 'GET', url, headers: { 'user-agent': agent } })
  assert.equal(reply.statusCode, 302)
  return String(reply.headers['location'])
}

test('a campaign mail leads to a payment, its conversion and revenue, which a refund lowers', async () => {
  const email = 'campaign@example.com'
  await w.call('marketing.contact.create', { email, tags: ['news'] })
  const link = await linkOf(w)
  const { id: campaignId } = await w.call('marketing.campaign.create', {
    ...{ name: 'Seats', audience: { tags: ['news'] }, subject: 'Seats', format: 'markdown', status: 'sending' },
    body: `[Buy](${String(link.url)}) [Leave]({{ unsubscribeUrl }})`,
    conversion: { event: 'payments.payment.succeeded' },
  })
  await w.settle()
  const [mail] = await mailsTo(email)
  assert.ok(mail?.html, 'no mail of the campaign')
  const opened = new URL(await click(String(mail?.html)))
  assert.equal(opened.pathname, `/pay/${String(link.slug)}`)
  const started = await startOf(w, link, { email })
  await payAt(w, started, '4242424242424242')
  const numbers = async () => {
    const { conversions, revenue } = (await w.call('marketing.campaign.get', { campaignId })).stats
    return [conversions, revenue]
  }
  assert.deepEqual(await numbers(), [1, [{ amount: 2_500, currency: 'EUR' }]])
  const refund = (amount: number, clientReference: string) =>
    w.call('payments.paymentLink.refundPayment', { paymentId: started.id, amount, clientReference })
  await Promise.all([refund(300, 'first'), refund(200, 'second')])
  await w.settle()
  assert.deepEqual(await numbers(), [1, [{ amount: 2_000, currency: 'EUR' }]])
  const { refunds, chargeReference, providerId } = await paymentOf(w, started.id)
  const first = refunds.find(({ amount }) => amount === 300) ?? assert.fail('no refund')
  await w.app.operatorCtx(w.account.account, 'test').atomic((inner) =>
    applyReport(inner, providerId, {
      ...{ about: 'refund', refundId: first.id, reference: 'returned', chargeReference: chargeReference ?? '' },
      ...{ amount: 300n, currency: 'EUR', state: 'failed', at: w.clock.now().toISOString(), failureCode: undefined },
    }),
  )
  await w.settle()
  assert.deepEqual(await numbers(), [1, [{ amount: 2_300, currency: 'EUR' }]])
})

test('a refund takes its share of a value that is not the amount, to the unit over all refunds', async () => {
  const email = 'share@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email, tags: ['share'] })
  const { id: campaignId } = await w.call('marketing.campaign.create', {
    ...{ name: 'Share', audience: { tags: ['share'] }, subject: 'Share', format: 'markdown', status: 'sending' },
    body: '[Buy](https://shop.example/) [Leave]({{ unsubscribeUrl }})',
    conversion: { event: 'payments.payment.succeeded', valueProperty: 'margin' },
  })
  await w.settle()
  const [mail] = await mailsTo(email)
  await click(String(mail?.html))
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const record = async (verb: string, properties: Record<string, number>) => {
    const event = { contactId, name: `payments.payment.${verb}`, subject: 'pay_one', properties }
    const full = { ...event, id: randomUUID(), isFact: true as const, properties: { ...properties, currency: 'EUR' } }
    await ctx.atomic((inner) => recordEvents(inner, [full]))
  }
  const revenue = async () => {
    await w.settle()
    return (await w.call('marketing.campaign.get', { campaignId })).stats.revenue[0]?.amount
  }
  await record('succeeded', { amountMinor: 300, margin: 100 })
  assert.equal(await revenue(), 100)
  await Promise.all([record('refunded', { amountMinor: 100 }), record('refunded', { amountMinor: 100 })])
  assert.equal(await revenue(), 33)
  await record('refunded', { amountMinor: 100 })
  assert.equal(await revenue(), 0)
})

test('one payment redeems its coupon, earns tokens by rule, mails a receipt and begins an automation', async () => {
  const email = 'ties@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', {
    email,
    consent: { source: 'Shop' },
  })
  const discount = { type: 'percent', percentOff: 20 } as const
  const { id: couponId, code } = await w.call('loyalty.coupon.create', { name: 'Fifth', discount })
  const { id: given } = await w.call('loyalty.coupon.create', { name: 'Next time', discount, maxRedemptions: 9 })
  const rule = { name: 'Points', mode: 'rule', status: 'active', on: 'payment.succeeded', token: 'POINTS' } as const
  await w.call('loyalty.reward.create', { ...rule, amount: 1, per: { amount: 100, currency: 'EUR' } })
  const inline = { subject: 'Thank you', format: 'text', body: 'Code {{ coupon.code }}' } as const
  await w.call('marketing.automation.create', {
    ...{ name: 'Thanks', status: 'active', trigger: { type: 'paymentSucceeded' } },
    nodes: [
      { nodeId: 'coupon', type: 'issueCoupon', couponId: String(given), next: 'points' },
      { nodeId: 'points', type: 'grantTokens', amount: 50, reason: 'A payment', next: 'mail' },
      { nodeId: 'mail', type: 'sendEmail', inline },
    ],
  })
  const started = await startOf(w, await linkOf(w, { allowCoupons: true }), { email, codes: [String(code)] })
  assert.equal(started.amount, 2_000)
  await payAt(w, started, '4242424242424242')
  const { items: uses } = await w.call('loyalty.redemption.all', { couponId: String(couponId) })
  assert.deepEqual(
    uses.map((use) => [use.status, use.contactId]),
    [['redeemed', contactId]],
  )
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  assert.deepEqual(
    balance?.map(({ token, available }) => [token, available]),
    [['POINTS', 70]],
  )
  const { items: coupons } = await w.call('loyalty.coupon.all', { contactId })
  assert.equal(coupons.length, 1)
  const mails = await mailsTo(email)
  const thanks = mails.find(({ subject }) => subject === 'Thank you')
  assert.ok(thanks?.text.includes(`Code ${String(coupons[0]?.code)}`), mails.map(({ subject }) => subject).join())
  assert.equal(mails.filter(({ subject }) => subject === 'Receipt: Summer night').length, 1)
  const { timeline } = await w.call('marketing.contact.get', { contactId, include: ['timeline'] })
  const names = JSON.stringify(timeline)
  for (const name of ['payments.payment.succeeded', 'loyalty.coupon.redeemed', 'loyalty.tokens.granted']) {
    assert.ok(names.includes(name), `${name} is not in ${names}`)
  }
})
