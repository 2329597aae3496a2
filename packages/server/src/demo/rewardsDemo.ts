import type { Filling } from './demo.ts'
import { daysAgo, type Buyer } from './demoHistory.ts'

const dayMs = 86_400_000

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
  { name: 'Points for a new address', status: 'active', on: 'lead.created', amount: 20 },
  { name: 'Points of the opening night', status: 'active', on: 'event.attended', amount: 50 },
]

const perks = [
  { name: 'A drink at the pier bar', cost: 80, stock: 500, gives: { type: 'manual', note: 'Any drink up to 6 EUR' } },
  { name: 'A walk behind the stage', cost: 600, stock: 12, perContact: 1, gives: { type: 'webhook' } },
  { name: 'The lantern of the poster', cost: 100, stock: 1, gives: { type: 'manual', note: 'At the box office' } },
  { name: 'A blanket for the evening', cost: 40, gives: { type: 'manual' } },
]

/** Rules and perks in each state. Returns the ids of the perks by name. */
export async function makeRewards({ make, call }: Filling): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const all = [...rules.map((each) => ({ mode: 'rule', ...each })), ...perks.map((each) => ({ mode: 'perk', ...each }))]
  for (const each of all) ids.set(each.name, await make('loyalty.reward.create', `reward:${each.name}`, each))
  const move = (name: string, action: string) => call('loyalty.reward.update', { rewardId: ids.get(name), action })
  await move('Points for a new address', 'pause')
  await move('Points of the opening night', 'end')
  await move('A blanket for the evening', 'pause')
  return ids
}

/** Wallet of the guest: points that stay, expire soon or come later, a spend, a hold, a gift and perks. */
export async function fillWallet(
  filling: Filling,
  contactId: string,
  perkIds: ReadonlyMap<string, string>,
): Promise<void> {
  const at = (days: number) => new Date(filling.now().getTime() + days * dayMs).toISOString()
  const grants = [
    { days: 40, name: 'Welcome', amount: 500, expiresAfter: 'P365D' },
    { days: 39, name: 'Points of the opening week', amount: 30, expiresAt: at(-30) },
    { days: 33, name: 'Early bird', amount: 420, expiresAt: at(9) },
    { days: 12, name: 'A prize at the lantern quiz', amount: 150 },
    { days: 10, name: 'Booked twice', amount: 75 },
    { days: 1, name: 'Thank you for helping', amount: 80, availableAt: at(3) },
  ]
  const ids = new Map<string, string>()
  for (const { days, name, ...grant } of grants) {
    const past = daysAgo(filling, days)
    ids.set(name, await past.make('loyalty.reward.create', `grant:${name}`, { name, contactId, ...grant }))
  }
  const mistake = { rewardId: ids.get('Booked twice'), reason: 'The same prize was booked twice' }
  await daysAgo(filling, 9).call('loyalty.reward.delete', mistake)
  const spend = { contactId, amount: 60, clientReference: 'demo:poster', reason: 'Poster' }
  await daysAgo(filling, 20).call('loyalty.reward.spend', spend)
  const drink = { contactId, rewardId: perkIds.get('A drink at the pier bar'), clientReference: 'demo:drink' }
  await daysAgo(filling, 6).call('loyalty.reward.spend', drink)
  const hold = { contactId, amount: 40, mode: 'hold', clientReference: 'demo:hold', reason: 'A seat on the balcony' }
  await filling.call('loyalty.reward.spend', hold)
}

/** Welcome points of other contacts, a gift of one to another, and the last piece of a perk. */
export async function grantBuyers(
  filling: Filling,
  buyers: readonly Buyer[],
  perkIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [at, { id }] of buyers.slice(0, 20).entries()) {
    const grant = { name: 'Welcome', contactId: id, amount: 100, expiresAfter: 'P365D' }
    await daysAgo(filling, 38 - at).make('loyalty.reward.create', `grant:buyer:${at}`, grant)
  }
  const [from, to, lucky] = buyers
  const gift = { contactId: from?.id, toContactId: to?.id, amount: 25, clientReference: 'demo:gift' }
  await daysAgo(filling, 11).call('loyalty.reward.transfer', gift)
  const rewardId = perkIds.get('The lantern of the poster')
  const last = { contactId: lucky?.id, rewardId, clientReference: 'demo:lantern' }
  await daysAgo(filling, 10).call('loyalty.reward.spend', last)
}
