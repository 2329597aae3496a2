import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { goLive, watches } from '#test/video/audience.ts'
import { world, type World } from '#test/world/world.ts'
import { arrive, linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const email = 'ada@example.com'
const fiveMinutes = 30
const price = 2_500

/** Tokens of a contact that it can spend, by name. */
async function tokensOf(contactId: string): Promise<Record<string, number>> {
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return Object.fromEntries((balance ?? []).map(({ token, available }) => [token, available]))
}

/** A viewer watches a live video for ten minutes, and the roll-ups of its watch time run. */
async function watchLive(viewerToken: string): Promise<void> {
  const { playbackId } = await goLive(w, { isRewardsEnabled: true })
  const viewer = watches(w, playbackId)
  for (let beat = 0; beat <= 2 * fiveMinutes; beat++) {
    await viewer.beat({ viewerToken })
    w.clock.advance(10_000)
  }
  for (let minute = 0; minute < 7; minute++) {
    w.clock.advance(60_000)
    await w.settle()
  }
}

/** Mails a campaign with the link, and clicks it. Returns the path that the click leads to. */
async function openFromCampaign(url: string): Promise<{ campaignId: string; path: string }> {
  const { id } = await w.call('marketing.campaign.create', {
    ...{ name: 'Seats', audience: { tags: ['viewers'] }, subject: 'Seats', format: 'markdown', status: 'sending' },
    body: `[Buy](${url}) [Leave]({{ unsubscribeUrl }})`,
    conversion: { event: 'payments.payment.succeeded' },
  })
  await w.settle()
  const { items } = await w.call('account.mail.all', { to: email })
  const { html } = await w.call('account.mail.get', { mailId: String(items[0]?.id) })
  const tracked = /http:\/\/fairground\.test(\/t\/c\/[^"]+)/.exec(html ?? '')?.[1] ?? assert.fail('no tracked link')
  w.clock.advance(60_000)
  const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' }
  const reply = await w.app.server.inject({ url: tracked.replaceAll('&amp;', '&'), headers })
  return { campaignId: String(id), path: new URL(String(reply.headers.location)).pathname }
}

/** Proofs over all accounts' books: payments, ledger and redemptions match, and the token ledger sums to zero. */
async function checkBooks(): Promise<void> {
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
  const { ok, defects } = await w.call('loyalty.reward.audit')
  assert.ok(ok, JSON.stringify(defects))
}

async function booksOfMoney(): Promise<Record<string, number>> {
  const { rows } = await w.app.pools.work.query(
    `select e.ledger, sum(e.amount)::int as sum from ledger_entry e join ledger_txn t
       on t.account_id = e.account_id and t.id = e.txn_id
     where e.account_id = $1 and t.book = 'money' group by 1 order by 1`,
    [w.account.account.id],
  )
  return Object.fromEntries(rows.map(({ ledger, sum }) => [ledger, sum]))
}

test('watched minutes become tokens that pay a part of a price from a campaign; a refund takes all back', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email, tags: ['viewers'] })
  const rule = { name: 'Rule', mode: 'rule', status: 'active' } as const
  await w.call('loyalty.reward.create', { ...rule, on: 'stream.watched', amount: 250, per: { duration: 'PT5M' } })
  const per = { amount: 100, currency: 'EUR' }
  await w.call('loyalty.reward.create', { ...rule, on: 'payment.succeeded', token: 'THANKS', amount: 1, per })
  const signIn = async () => (await w.call('account.viewer.createToken', { contactId })).token
  await watchLive(await signIn())
  assert.deepEqual(await tokensOf(contactId), { POINTS: 500 })

  const discount = { type: 'percent', percentOff: 20 } as const
  const coupon = await w.call('loyalty.coupon.create', { name: 'Fifth', discount, maxRedemptions: 1 })
  const couponId = String(coupon.id)
  const acceptTokens = { token: 'POINTS', rate: 1, maxPercent: 50 }
  const link = await linkOf(w, { allowCoupons: true, acceptTokens })
  const { campaignId, path } = await openFromCampaign(String(link.url))
  assert.equal(path, `/pay/${link.slug}`)
  const choice = { email, codes: [String(coupon.code)], tokens: 400, viewerToken: await signIn() }
  const started = await startOf(w, link, choice)
  const paidAmount = price - 500 - 400
  assert.deepEqual([started.amount, await tokensOf(contactId)], [paidAmount, { POINTS: 100 }])
  await payAt(w, started, '4242424242424242')

  const state = async () => {
    const { status, amountRefunded } = await paymentOf(w, started.id)
    const { status: couponStatus, redeemed, remaining } = await w.call('loyalty.coupon.get', { couponId })
    const { conversions, revenue } = (await w.call('marketing.campaign.get', { campaignId })).stats
    return { status, amountRefunded, couponStatus, redeemed, remaining, conversions, revenue }
  }
  assert.deepEqual(await state(), {
    ...{ status: 'succeeded', amountRefunded: 0 },
    ...{ couponStatus: 'exhausted', redeemed: 1, remaining: 0 },
    ...{ conversions: 1, revenue: [{ amount: paidAmount, currency: 'EUR' }] },
  })
  assert.deepEqual(await tokensOf(contactId), { POINTS: 100, THANKS: 16 })
  const { items: mails } = await w.call('account.mail.all', { to: email })
  assert.equal(mails.filter(({ subject }) => subject === 'Receipt: Summer night').length, 1)
  await checkBooks()
  const paidBooks = await booksOfMoney()
  const clearing = Object.keys(paidBooks).find((name) => name.startsWith('provider:')) ?? assert.fail()
  const sold = { fees: 47, [clearing]: paidAmount - 47, revenue: -(paidAmount + 400), tokens: 400 }
  assert.deepEqual(paidBooks, sold)

  await w.call('payments.paymentLink.refundPayment', { paymentId: started.id, clientReference: 'all-of-it' })
  await arrive(w)
  assert.deepEqual(await state(), {
    ...{ status: 'refunded', amountRefunded: paidAmount },
    ...{ couponStatus: 'active', redeemed: 0, remaining: 1 },
    ...{ conversions: 1, revenue: [{ amount: 0, currency: 'EUR' }] },
  })
  assert.deepEqual(await tokensOf(contactId), { POINTS: 500 })
  const { items: uses } = await w.call('loyalty.redemption.all', { couponId })
  assert.deepEqual(
    uses.map(({ status }) => status),
    ['rolledBack'],
  )
  await checkBooks()
  const books = await booksOfMoney()
  // The fee stays with the company: all else of the payment is booked back, the value of its tokens included.
  assert.deepEqual(books, { ...sold, [clearing]: -47, refunds: paidAmount + 400, tokens: 0 })
})
