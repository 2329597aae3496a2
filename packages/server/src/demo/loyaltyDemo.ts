import type { Filling } from './demo.ts'
import { daysAgo, moneyDays, type Buyer } from './demoHistory.ts'
import { fillWallet, grantBuyers, makeRewards } from './rewardsDemo.ts'

const dayMs = 86_400_000

/** Person who signs in to the wallet of the demo. */
export const guest = { email: 'ada@harbour-lights.example', firstName: 'Ada', lastName: 'Brandt', locale: 'en' }

/** Records that payments of the demo refer to. */
export type LoyaltyDemo = { guestId: string; buyers: readonly Buyer[] }

/** Creates rules, perks, promotions and coupons, six weeks of their use, and the wallet of one guest. */
export async function fillLoyalty(filling: Filling): Promise<LoyaltyDemo> {
  const begin = daysAgo(filling, moneyDays)
  const guestId = await begin.make('marketing.contact.create', 'contact:guest', guest)
  const { items } = await filling.call('marketing.contact.all', { limit: 40, status: ['subscribed'] })
  // cast: a list of contacts has ids, and those of the demo have addresses and names.
  const buyers = Object(items) as Buyer[]
  const perks = await makeRewards(begin)
  await makePromotions(filling, begin)
  await makeCoupons(filling, guestId)
  await useCoupons(filling, buyers)
  await usePromotions(filling)
  await fillWallet(filling, guestId, perks)
  await grantBuyers(filling, buyers, perks)
  return { guestId, buyers }
}

/** Promotions in each state: active with a holdout, by code, scheduled, paused, ended, exhausted, archived, a draft. */
async function makePromotions(filling: Filling, { make, call, now }: Filling): Promise<void> {
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
      name: 'A quiet Tuesday',
      effects: [{ type: 'orderPercent', percentOff: 15 }],
      validWindows: [{ days: ['tu'], from: '17:00', to: '21:00', timezone: 'Europe/Berlin' }],
    },
    { name: 'Trial of last year', trigger: 'code', code: 'TRIAL', effects: [{ type: 'orderPercent', percentOff: 5 }] },
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
  const ids = new Map<string, string>()
  for (const each of promotions) {
    const id = await make('loyalty.promotion.create', `promotion:${each.name}`, { status: 'active', ...each })
    ids.set(each.name, id)
  }
  const move = (name: string, action: string) =>
    call('loyalty.promotion.update', { promotionId: ids.get(name), action })
  await move('A quiet Tuesday', 'pause')
  await move('Trial of last year', 'end')
  await move('Trial of last year', 'archive')
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
  // Before the others, so that its codes do not fill the first pages of the list.
  await daysAgo(filling, moneyDays).make('loyalty.coupon.create', 'coupon:hotel', {
    name: 'Guests of the Harbour Hotel',
    discount: percent(10),
    quantity: 250,
    codePattern: { prefix: 'HOTEL-' },
  })
  for (const each of coupons) await begin.make('loyalty.coupon.create', `coupon:${each.code}`, each)
  const couponId = await begin.make('loyalty.coupon.create', 'coupon:PRESS', {
    name: 'Press',
    code: 'PRESS',
    discount: percent(100),
  })
  await begin.call('loyalty.coupon.update', { couponId, action: 'pause' })
}

/** Uses of coupons at checkouts and at the door, more of them each week; some are taken back, and some reserved. */
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
    if (use === 35) {
      const part = { redemptionId: id, amount: 200, reason: 'One of three seats came back' }
      await past.call('loyalty.redemption.rollback', part)
    }
  }
  await useEarly(filling, buyers)
  await useBatch(filling, buyers)
  await reserveUses(filling, buyers)
}

/** Uses of a coupon that has expired since. */
async function useEarly(filling: Filling, buyers: readonly Buyer[]): Promise<void> {
  for (let use = 0; use < 6; use += 1) {
    const order = { currency: 'EUR', subtotal: 2_900 + 700 * use }
    const sent = { code: 'EARLY', contactId: buyers[use]?.id, clientReference: `demo:early:${use}`, order }
    await daysAgo(filling, 38 - 2.5 * use).call('loyalty.redemption.create', sent)
  }
}

/** Uses of some codes of the batch. */
async function useBatch(filling: Filling, buyers: readonly Buyer[]): Promise<void> {
  const { items } = await filling.call('loyalty.coupon.all', { query: 'HOTEL-', limit: 12 })
  // cast: a list of coupons has codes.
  for (const [at, { code }] of (Object(items) as { code: string }[]).entries()) {
    const order = { currency: 'EUR', subtotal: 4_200 + 350 * at }
    const sent = { code, contactId: buyers[at + 10]?.id, clientReference: `demo:hotel:${at}`, order }
    await daysAgo(filling, 26 - 2 * at).call('loyalty.redemption.create', sent)
  }
}

/** A use that a running order reserves for a day, and one that was released. */
async function reserveUses(filling: Filling, buyers: readonly Buyer[]): Promise<void> {
  const reserve = (past: Filling, at: number) =>
    past.call('loyalty.redemption.create', {
      ...{ code: 'SUMMER25', contactId: buyers[at]?.id, mode: 'reserve', ttl: 'P1D' },
      ...{ clientReference: `demo:reserved:${at}`, order: { currency: 'EUR', subtotal: 7_500 } },
    })
  await reserve(filling, 38)
  const past = daysAgo(filling, 4)
  const { id } = await reserve(past, 37)
  await past.call('loyalty.redemption.rollback', { redemptionId: id, reason: 'The cart was left' })
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
