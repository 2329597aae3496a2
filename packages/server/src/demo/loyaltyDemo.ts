import type { Filling } from './demo.ts'

const dayMs = 86_400_000
/** Days of history of the demo's money. */
export const moneyDays = 42

/** Person who signs in to the wallet of the demo. */
export const guest = { email: 'ada@harbour-lights.example', firstName: 'Ada', lastName: 'Brandt', locale: 'en' }

/** Functions of the account some days ago. */
export function daysAgo(filling: Filling, days: number): Filling {
  return filling.at(new Date(filling.now().getTime() - Math.round(days * dayMs)))
}

/** Records that payments of the demo refer to. */
export type LoyaltyDemo = { guestId: string; buyers: readonly Buyer[] }

/** Contact who pays in the demo. */
export type Buyer = { id: string; email: string }

/** Creates rules, perks, promotions and coupons, six weeks of their use, and the wallet of one guest. */
export async function fillLoyalty(filling: Filling): Promise<LoyaltyDemo> {
  const begin = daysAgo(filling, moneyDays)
  const guestId = await begin.make('marketing.contact.create', 'contact:guest', guest)
  const { items } = await filling.call('marketing.contact.all', { limit: 40, status: ['subscribed'] })
  // cast: a list of contacts has ids, and those of the demo have addresses.
  const buyers = Array.from(Object(items) as Buyer[], ({ id, email }) => ({ id, email }))
  const perks = await makeRewards(begin)
  await makePromotions(filling, begin)
  await makeCoupons(filling, guestId)
  await useCoupons(filling, buyers)
  await usePromotions(filling)
  await fillWallet(filling, guestId, perks)
  await grantBuyers(filling, buyers)
  return { guestId, buyers }
}

/** Two rules at work, a draft, and two perks. Returns the ids of the perks. */
async function makeRewards({ make }: Filling): Promise<string[]> {
  const rules = [
    {
      name: 'One point for each euro',
      status: 'active',
      on: 'payment.succeeded',
      amount: 1,
      per: { amount: 100, currency: 'EUR' },
      caps: { perContact: { max: 500, per: 'day' } },
      expiresAfter: 'P365D',
    },
    {
      name: 'Ten points for five minutes of live video',
      status: 'active',
      on: 'stream.watched',
      amount: 10,
      per: { duration: 'PT5M' },
      caps: { perContact: { max: 200, per: 'day' }, total: 1_000_000 },
    },
    { name: 'Points for a used coupon', status: 'draft', on: 'coupon.redeemed', amount: 5 },
  ]
  for (const rule of rules) await make('loyalty.reward.create', `reward:${rule.name}`, { mode: 'rule', ...rule })
  const perks = [
    { name: 'A drink at the pier bar', cost: 80, stock: 500, gives: { type: 'manual', note: 'Any drink up to 6 EUR' } },
    { name: 'A walk behind the stage', cost: 600, stock: 12, perContact: 1, gives: { type: 'webhook' } },
  ]
  const ids: string[] = []
  for (const perk of perks)
    ids.push(await make('loyalty.reward.create', `reward:${perk.name}`, { mode: 'perk', ...perk }))
  return ids
}

/** Promotions in each state: at work with a holdout, by code, scheduled, ended, exhausted, and a draft. */
async function makePromotions(filling: Filling, { make, now }: Filling): Promise<void> {
  const at = (days: number) => new Date(filling.now().getTime() + days * dayMs).toISOString()
  const promotions = [
    {
      name: 'Ten percent on two seats and more',
      filter: { field: 'cart.quantity', is: 'gte', value: 2 },
      effects: [{ type: 'orderPercent', percentOff: 10 }],
      holdoutPercent: 20,
      display: { title: 'Together: 10 % off' },
    },
    {
      name: 'Three mugs for two',
      effects: [{ type: 'buyXGetY', buy: 2, get: 1, percentOff: 100, target: { skus: ['MUG'] } }],
      display: { title: 'Three for two' },
    },
    { name: 'Crew code', trigger: 'code', code: 'CREW', effects: [{ type: 'orderPercent', percentOff: 50 }] },
    {
      name: 'First twenty carts',
      trigger: 'code',
      code: 'FIRST20',
      currency: 'EUR',
      effects: [{ type: 'orderAmount', amount: 300 }],
      limits: { total: 20 },
    },
    {
      name: 'Opening week',
      effects: [{ type: 'orderPercent', percentOff: 5 }],
      startsAt: now().toISOString(),
      endsAt: at(7 - moneyDays),
    },
    {
      name: 'Winter lights',
      effects: [
        {
          type: 'tieredSpend',
          tiers: [
            { from: 5_000, percentOff: 5 },
            { from: 10_000, percentOff: 8 },
          ],
        },
      ],
      currency: 'EUR',
      startsAt: at(14),
    },
  ]
  for (const each of promotions) {
    await make('loyalty.promotion.create', `promotion:${each.name}`, { status: 'active', ...each })
  }
  const effects = [{ type: 'grantTokens', amount: 50 }]
  await make('loyalty.promotion.create', 'promotion:Points', { name: 'Fifty points with a mug', effects })
}

const percent = (percentOff: number) => ({ type: 'percent', percentOff })

/** Coupons: single, personal, a batch, with a budget, exhausted, expired, paused, scheduled. */
async function makeCoupons(filling: Filling, guestId: string): Promise<void> {
  const begin = daysAgo(filling, moneyDays - 1)
  const at = (days: number) => new Date(filling.now().getTime() + days * dayMs).toISOString()
  const coupons = [
    { name: 'Summer sale', code: 'SUMMER25', discount: percent(25), maxRedemptions: 100 },
    {
      name: 'Five euros for friends',
      code: 'FRIENDS',
      discount: { type: 'amount', amount: 500, currency: 'EUR' },
      budget: { amount: 10_000, currency: 'EUR' },
    },
    { name: 'The first ten', code: 'FIRST10', discount: percent(50), maxRedemptions: 10 },
    { name: 'Early bird', code: 'EARLY', discount: percent(15), expiresAt: at(-20) },
    { name: 'Next season', code: 'NEXT', discount: percent(20), startsAt: at(30) },
    { name: 'A birthday drink', code: 'ADA-DRINK', discount: percent(100), audience: { contactId: guestId } },
    { name: 'Your next seat', code: 'ADA-SEAT', discount: percent(30), audience: { contactId: guestId } },
    { name: 'Bonus points', code: 'POINTS50', discount: { type: 'tokens', amount: 50 }, maxRedemptions: 1_000 },
  ]
  for (const each of coupons) await begin.make('loyalty.coupon.create', `coupon:${each.code}`, each)
  await begin.make('loyalty.coupon.create', 'coupon:hotel', {
    name: 'Guests of the Harbour Hotel',
    discount: percent(10),
    quantity: 250,
    codePattern: { prefix: 'HOTEL-' },
  })
  const couponId = await begin.make('loyalty.coupon.create', 'coupon:PRESS', {
    name: 'Press',
    code: 'PRESS',
    discount: percent(100),
  })
  await begin.call('loyalty.coupon.update', { couponId, action: 'pause' })
}

/** Uses of coupons at checkouts and at the door, more of them each week; two are taken back. */
async function useCoupons(filling: Filling, buyers: readonly Buyer[]): Promise<void> {
  const codes = ['SUMMER25', 'FRIENDS', 'FIRST10', 'SUMMER25']
  for (let use = 0; use < 40; use += 1) {
    const past = daysAgo(filling, 0.2 + (moneyDays - 2) * (1 - use / 40) ** 1.4)
    const order = { currency: 'EUR', subtotal: 2_400 + ((use * 730) % 6_000) }
    const contactId = buyers[use % buyers.length]?.id
    const clientReference = `demo:order:${use}`
    const { id } = await past.call('loyalty.redemption.create', {
      code: codes[use % 4],
      contactId,
      clientReference,
      order,
    })
    if (use % 20 === 7)
      await past.call('loyalty.redemption.rollback', { redemptionId: id, reason: 'The order was cancelled' })
  }
}

/** Carts of a shop over six weeks: each is shown its price, and two of three are bought. */
async function usePromotions(filling: Filling): Promise<void> {
  for (let cart = 0; cart < 60; cart += 1) {
    const past = daysAgo(filling, moneyDays - 0.5 - (cart * (moneyDays - 1)) / 60)
    const items = [
      { sku: 'SEAT', name: 'Seat', quantity: 1 + (cart % 4), unitAmount: 2_500 },
      ...(cart % 3 === 0 ? [{ sku: 'MUG', name: 'Mug', quantity: 3, unitAmount: 1_200 }] : []),
    ]
    const codes = cart >= 10 && cart % 2 === 0 && cart < 50 ? { codes: ['FIRST20'] } : {}
    const commit = cart % 3 === 1 && cart % 2 === 1 ? {} : { commit: { clientReference: `demo:cart:${cart}` } }
    const sent = { visitorId: `visitor-${cart}`, isShown: true, cart: { currency: 'EUR', items, ...codes }, ...commit }
    await past.call('loyalty.promotion.evaluate', sent)
  }
}

/** Wallet of the guest: points that stay, expire soon or come later, a spend, a gift and a perk. */
async function fillWallet(filling: Filling, contactId: string, perks: readonly string[]): Promise<void> {
  const at = (days: number) => new Date(filling.now().getTime() + days * dayMs).toISOString()
  const grants = [
    { days: 40, name: 'Welcome', amount: 500, expiresAfter: 'P365D' },
    { days: 33, name: 'Early bird', amount: 240, expiresAt: at(9) },
    { days: 12, name: 'A prize at the lantern quiz', amount: 150 },
    { days: 1, name: 'Thank you for helping', amount: 80, availableAt: at(3) },
  ]
  for (const { days, name, ...grant } of grants) {
    await daysAgo(filling, days).make('loyalty.reward.create', `grant:${name}`, { name, contactId, ...grant })
  }
  const spend = { contactId, amount: 60, clientReference: 'demo:poster', reason: 'Poster' }
  await daysAgo(filling, 20).call('loyalty.reward.spend', spend)
  const perk = { contactId, rewardId: perks[0], clientReference: 'demo:drink' }
  await daysAgo(filling, 6).call('loyalty.reward.spend', perk)
}

/** Welcome points of other contacts, and a gift of one to another. */
async function grantBuyers(filling: Filling, buyers: readonly Buyer[]): Promise<void> {
  for (const [at, { id }] of buyers.slice(0, 20).entries()) {
    const grant = { name: 'Welcome', contactId: id, amount: 100, expiresAfter: 'P365D' }
    await daysAgo(filling, 38 - at).make('loyalty.reward.create', `grant:buyer:${at}`, grant)
  }
  const [from, to] = buyers
  const gift = { contactId: from?.id, toContactId: to?.id, amount: 25, clientReference: 'demo:gift' }
  await daysAgo(filling, 11).call('loyalty.reward.transfer', gift)
}
