import { promotionOf, type Offer, type OfferClass, type OfferReason } from './offer.ts'

/** Most offers that each begin a plan of their own when offers do not combine. */
const seedsMax = 8

/** An offer that applies by itself, with its discount when it is alone. */
export type Candidate = { offer: Offer; alone: bigint }

/** Reason of an offer that another one keeps out. */
export type Conflict = { offer: Offer; reason: OfferReason; with: Offer }

/**
 * Sets of offers that combine, to compare by their discount: one when all combine or an offer's strategy is priority,
 * otherwise a plan for each of the strongest offers, so that an exclusive offer stands against the sum of the others.
 * Candidates stand in the order of evaluation, and so does every plan.
 */
export function plansOf(candidates: readonly Candidate[]): Offer[][] {
  const inOrder = candidates.map(({ offer }) => offer)
  const first = combined(inOrder)
  if (first.length === inOrder.length || inOrder.some(({ strategy }) => strategy === 'priority')) return [first]
  const strongest = candidates.toSorted((a, b) => (a.alone === b.alone ? 0 : a.alone > b.alone ? -1 : 1))
  const byAmount = strongest.map(({ offer }) => offer)
  const starts = [...byAmount.slice(0, seedsMax), byAmount.find(({ isExclusive }) => !isExclusive)]
  const seeded = starts.flatMap((seed) => (seed === undefined ? [] : [combined([seed, ...byAmount])]))
  return distinct([...seeded, first].map((plan) => inOrder.filter((offer) => plan.includes(offer))))
}

/** For each candidate outside the plan, the first offer of the plan that keeps it out. */
export function conflictsOf(candidates: readonly Candidate[], plan: readonly Offer[]): Conflict[] {
  return candidates.flatMap(({ offer }): Conflict[] => {
    if (plan.includes(offer)) return []
    const other = plan.find((each) => !combine(each, offer))
    if (other !== undefined) return [{ offer, reason: 'not_combinable', with: other }]
    const member = plan.find(({ group }) => group !== undefined && group === offer.group)
    return member === undefined ? [] : [{ offer, reason: 'group_limit', with: member }]
  })
}

/** Whether two offers may apply to one cart: both agree, neither is exclusive, and a promotion applies once. */
export function combine(a: Offer, b: Offer): boolean {
  return (
    onceKey(a) !== onceKey(b) &&
    !a.isExclusive &&
    !b.isExclusive &&
    a.combinesWith.includes(b.class) &&
    b.combinesWith.includes(a.class)
  )
}

/** Name under which an offer applies once: its promotion, which several codes may give. */
function onceKey(offer: Offer): string {
  return promotionOf(offer) ?? offer.id
}

/** Takes each offer that combines with all taken before it. */
function combined(offers: readonly Offer[]): Offer[] {
  const taken = new Taken()
  return [...new Set(offers)].filter((offer) => taken.take(offer))
}

/** Offers taken so far, by what the next one has to agree with: a check costs the same however many they are. */
class Taken {
  #keys = new Set<string>()
  #classes = new Set<OfferClass>()
  #combinesWith: OfferClass[] | undefined
  #isExclusive = false
  #groups = new Map<string, { count: number; limit: number }>()

  take(offer: Offer): boolean {
    if (!this.#isFree(offer)) return false
    this.#keys.add(onceKey(offer))
    this.#classes.add(offer.class)
    this.#combinesWith = (this.#combinesWith ?? [...offer.combinesWith]).filter((each) =>
      offer.combinesWith.includes(each),
    )
    this.#isExclusive ||= offer.isExclusive
    if (offer.group === undefined) return true
    const { count = 0, limit = Infinity } = this.#groups.get(offer.group) ?? {}
    this.#groups.set(offer.group, { count: count + 1, limit: Math.min(limit, offer.groupLimit ?? 1) })
    return true
  }

  #isFree(offer: Offer): boolean {
    if (this.#combinesWith === undefined) return true
    if (
      this.#keys.has(onceKey(offer)) ||
      this.#isExclusive ||
      offer.isExclusive ||
      !this.#combinesWith.includes(offer.class)
    )
      return false
    if (![...this.#classes].every((each) => offer.combinesWith.includes(each))) return false
    const group = offer.group === undefined ? undefined : this.#groups.get(offer.group)
    return group === undefined || group.count < Math.min(group.limit, offer.groupLimit ?? 1)
  }
}

function distinct(plans: Offer[][]): Offer[][] {
  return [...new Map(plans.map((plan) => [plan.map(({ id }) => id).join(' '), plan])).values()]
}
