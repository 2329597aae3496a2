import { disputeSandbox, paySandbox, type SandboxChoice } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { askProvider, expirePayment } from '#products/payments/payment/paymentErrands.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { statement } from '#kit/call/statement.ts'
import type { Filling } from './demo.ts'
import { daysAgo, moneyDays, type Buyer } from './demoHistory.ts'
import { guest, type LoyaltyDemo } from './loyaltyDemo.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const good = '4242424242424242'
/** Payments of the six weeks beside those that show a state. */
const usualCount = 36

type Links = Record<'seat' | 'support' | 'mug' | 'yen' | 'boat' | 'table' | 'early' | 'personal', string>
type Started = { filling: Filling; id: string; proof: string }

/** Creates payment links and six weeks of payments at the sandbox, in each state. */
export async function fillPayments(filling: Filling, loyalty: LoyaltyDemo): Promise<void> {
  const links = await makeLinks(filling, loyalty)
  await payAsUsual(filling, links, loyalty.buyers)
  await fillUp(filling, links, loyalty.buyers)
  await refundSome(filling, links)
  await showStates(filling, links)
  await payWithTokens(filling, links, loyalty.guestId)
  await loseWebhooks(filling, links)
  await filling.ctx.atomic((inner) => inner.db.rows(countVisits, [inner.account.id]))
}

/** Links with a fixed price or a chosen amount, for one payment or few, for one person, expired, in yen, inactive. */
async function makeLinks(filling: Filling, { guestId }: LoyaltyDemo): Promise<Links> {
  const begin = daysAgo(filling, moneyDays - 0.5)
  const link = async (reference: string, input: Record<string, unknown>) => {
    const paymentLinkId = await begin.make('payments.paymentLink.create', `link:${reference}`, {
      currency: 'EUR',
      ...input,
    })
    const { slug } = await begin.call('payments.paymentLink.get', { paymentLinkId })
    return String(slug)
  }
  const expiresAt = new Date(filling.now().getTime() - 25 * dayMs).toISOString()
  const links = {
    seat: await link('seat', {
      title: 'Lantern night, balcony',
      description: 'Saturday, 19:30, Lantern Pier North. Doors open at 18:30.',
      lineItems: [{ name: 'Balcony seat', sku: 'SEAT', amount: 2_500, adjustable: { min: 1, max: 8 } }],
      maxPayments: 400,
      allowCoupons: true,
      acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 50 },
      collect: { name: true },
      customFields: [{ key: 'access', label: 'Do you need step-free access?' }],
      afterPayment: { message: 'See you at the pier. Your receipt is your ticket.' },
    }),
    support: await link('support', {
      title: 'Keep the lanterns burning',
      description: 'Any amount helps. Thank you.',
      amountMode: 'customer',
      customerAmount: { min: 300, max: 50_000, preset: 1_500 },
    }),
    mug: await link('mug', {
      title: 'Festival mug',
      lineItems: [
        { name: 'Mug, blue', sku: 'MUG', amount: 1_200, adjustable: { min: 0, max: 12 }, quantity: 3 },
        { name: 'Poster', sku: 'POSTER', amount: 900, adjustable: { min: 0, max: 5 }, quantity: 1 },
      ],
      allowCoupons: true,
      collect: { name: true, address: true },
    }),
    yen: await link('yen', {
      title: 'Lantern night, stream from Nagoya',
      currency: 'JPY',
      lineItems: [{ name: 'Stream pass', amount: 2_500 }],
    }),
    boat: await link('boat', {
      title: 'Boat tour, the last places',
      lineItems: [{ name: 'Place on the boat', amount: 3_900 }],
      maxPayments: 3,
    }),
    table: await link('table', {
      title: 'Table 12, the deposit',
      lineItems: [{ name: 'Deposit', amount: 8_000 }],
      maxPayments: 1,
    }),
    early: await link('early', {
      title: 'Early bird pass',
      lineItems: [{ name: 'Pass for all nights', amount: 5_900 }],
      expiresAt,
    }),
    personal: await link('personal', {
      title: 'Your seat at the opening',
      lineItems: [{ name: 'Seat in row 1', amount: 4_500 }],
      maxPayments: 1,
      contactId: guestId,
    }),
  }
  await link('parts', {
    title: 'Lantern hall, one evening',
    lineItems: [{ name: 'Hall with lanterns', amount: 60_000 }],
    maxPayments: 1,
    autoPromotions: false,
    allowPartial: { firstMin: 20_000 },
    contactId: guestId,
    expiresAt: new Date(filling.now().getTime() + 21 * dayMs).toISOString(),
    reminders: [{ before: 'P7D' }, { before: 'P2D' }],
  })
  await link('closed', {
    title: 'Workshop: paper lanterns',
    status: 'inactive',
    lineItems: [{ name: 'Place', amount: 1_800 }],
  })
  return links
}

/** Payments of six weeks: prices, cards, coupons and first tries that failed vary. */
async function payAsUsual(filling: Filling, links: Links, buyers: readonly Buyer[]): Promise<void> {
  for (let at = 0; at < usualCount; at += 1) {
    const past = daysAgo(filling, (moneyDays - 1) * (1 - at / usualCount) + 0.1)
    const { email, firstName, lastName } = buyers[at % buyers.length] ?? guest
    const slug = [links.seat, links.mug, links.seat, links.support, links.yen, links.seat][at % 6] ?? links.seat
    const own: Record<string, unknown> = { name: `${firstName} ${lastName}`, email }
    if (slug === links.seat) own['quantities'] = [1 + (at % 4)]
    if (slug === links.support) own['amount'] = 500 + 250 * (at % 9)
    if (slug === links.mug) own['address'] = 'Am Kai 7, 20457 Hamburg'
    if (at % 12 === 2) own['codes'] = ['SUMMER25']
    const started = await start(past, slug, own)
    if (at % 9 === 4) await pay(started, { card: '4000000000009995' }).catch(() => undefined)
    if (at % 10 === 6) await pay(started, { card: '4000002500003155' })
    await pay(started, at % 10 === 6 ? { decision: 'approve' } : { card: at % 2 === 0 ? good : '5555555555554444' })
    await arrive(started)
  }
}

/** Fills the links with few payments. */
async function fillUp(filling: Filling, links: Links, buyers: readonly Buyer[]): Promise<void> {
  const slugs = [links.early, links.early, links.boat, links.boat, links.boat, links.table]
  for (const [at, slug] of slugs.entries()) {
    const past = daysAgo(filling, at < 2 ? 30 - at : 18 - at)
    const started = await start(past, slug, { email: buyers[at]?.email })
    await pay(started, { card: good })
    await arrive(started)
  }
}

/** Refunds in full, in part, and one that the provider refuses. */
async function refundSome(filling: Filling, links: Links): Promise<void> {
  const refunds = [
    { card: good, days: 16, amount: undefined, reason: 'Cannot come' },
    { card: good, days: 9, amount: 2_500, reason: 'One seat less' },
    { card: '4000000000005126', days: 4, amount: 2_500, reason: 'Cannot come' },
  ]
  for (const { card, days, amount, reason } of refunds) {
    const email = `guest.${days}@harbour-lights.example`
    const started = await start(daysAgo(filling, days), links.seat, { email, name: 'Ines Falk', quantities: [2] })
    await pay(started, { card })
    await arrive(started)
    const input = { paymentId: started.id, amount, reason, clientReference: `demo:refund:${days}` }
    await daysAgo(filling, days - 1).call('payments.paymentLink.refundPayment', input)
  }
}

/** Payments that are not paid: open, with an extra step, on their way, cancelled, expired, disputed. */
async function showStates(filling: Filling, links: Links): Promise<void> {
  const by = (name: string) => ({ email: `${name}@harbour-lights.example`, name: 'Ruben Stahl' })
  for (const [days, card] of [
    [13, '4000000000000259'],
    [7, '4000000000001976'],
  ] as const) {
    const disputed = await start(daysAgo(filling, days), links.seat, by(`dispute.${days}`))
    await pay(disputed, { card })
    await arrive(disputed)
  }
  await openDispute(filling, links)
  const cancelled = await start(daysAgo(filling, 5), links.seat, by('cancelled'))
  await cancelled.filling.call('payments.checkout.cancel', { paymentId: cancelled.id, proof: cancelled.proof })
  const past = daysAgo(filling, 3)
  const expired = await start(past, links.seat, by('expired'))
  const later = filling.at(new Date(past.now().getTime() + 32 * minuteMs))
  await expirePayment.handle(later.ctx, { paymentId: expired.id })
  await start(filling, links.seat, by('open'))
  for (const card of ['4000002500003155', '4000000000000077']) {
    const waiting = await start(filling, links.seat, by(`waiting.${card.slice(-4)}`))
    await pay(waiting, { card })
    await arrive(waiting)
  }
}

/** A dispute that is not decided: of those of the test cards, the decision follows within minutes. */
async function openDispute(filling: Filling, links: Links): Promise<void> {
  const past = daysAgo(filling, 2)
  const disputed = await start(past, links.seat, { email: 'dispute.2@harbour-lights.example', name: 'Henri Lund' })
  await pay(disputed, { card: good })
  await arrive(disputed)
  const { providerReference } = await past.ctx.store.get(payment, disputed.id)
  const later = daysAgo(filling, 1)
  const opening = { sessionId: providerReference ?? '', state: 'open' }
  await later.ctx.atomic((inner) => disputeSandbox.handle(inner, opening))
}

/** The guest of the wallet pays a part with points. */
async function payWithTokens(filling: Filling, links: Links, contactId: string): Promise<void> {
  const { token: viewerToken } = await filling.call('account.viewer.createToken', { contactId })
  const own = { email: guest.email, name: 'Ada Brandt', quantities: [2], tokens: 150, viewerToken }
  const started = await start(filling, links.seat, own)
  await pay(started, { card: good })
  await arrive(started)
}

/**
 * Two days whose webhooks were late, so that the comparison finds a difference: that of the first is gone, that of the
 * second stands.
 */
async function loseWebhooks(filling: Filling, links: Links): Promise<void> {
  const past = daysAgo(filling, 8)
  const late = await start(past, links.support, { email: 'late@harbour-lights.example', amount: 2_000 })
  await pay(late, { card: good })
  const day = past.now().toISOString().slice(0, 10)
  await daysAgo(filling, 7).call('payments.reconciliation.run', { day })
  await arrive(late)
  await daysAgo(filling, 6.9).call('payments.reconciliation.run', { day })
  const now = await start(filling, links.support, { email: 'late.now@harbour-lights.example', amount: 4_000 })
  await pay(now, { card: good })
  await filling.call('payments.reconciliation.run', { day: filling.now().toISOString().slice(0, 10) })
}

async function start(filling: Filling, slug: string, own: Record<string, unknown>): Promise<Started> {
  const attemptId = `demo-${filling.now().getTime()}-${String(own['email']).replace(/\W/g, '').slice(0, 30)}`
  const { id, proof } = await filling.call('payments.checkout.start', { slug, attemptId, ...own })
  return { filling, id: String(id), proof: String(proof) }
}

/** Pays at the sandbox, as its page does. */
async function pay({ filling: { ctx }, id }: Started, choice: SandboxChoice): Promise<void> {
  const { providerReference } = await ctx.store.get(payment, id)
  await paySandbox(ctx, providerReference ?? '', choice)
}

/** Applies the result at the provider, which its webhooks report only while the server listens. */
async function arrive({ filling: { ctx }, id }: Started): Promise<void> {
  await askProvider.handle(ctx, { paymentId: id })
}

/** Visits of pages: some three for each payment that was started. */
const countVisits = statement(
  'payments_link_count.fillDemo',
  'account',
  `update payments_link_count set views = 5 + started * 3 + used % 7 where account_id = $1`,
)
