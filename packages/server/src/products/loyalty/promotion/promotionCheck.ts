import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { windowProblems } from '#products/loyalty/validWindow.ts'
import { cartVocabulary, lineVocabulary } from './cartVocabulary.ts'
import type { Promotion, PromotionEffect } from './promotion.ts'
import type { EffectType } from './promotionFields.ts'

type Member = Exclude<keyof PromotionEffect, 'type'>

/** Members of an effect by its type: those that it needs, and those that it may have. */
const members: Readonly<Record<EffectType, { needs: readonly Member[]; may: readonly Member[] }>> = {
  orderPercent: { needs: ['percentOff'], may: [] },
  orderAmount: { needs: ['amount'], may: [] },
  itemPercent: { needs: ['percentOff'], may: ['target'] },
  itemAmount: { needs: ['amount'], may: ['target'] },
  fixedPrice: { needs: ['amount'], may: ['target'] },
  freeItem: { needs: ['sku'], may: ['quantity', 'target'] },
  buyXGetY: { needs: ['buy', 'get'], may: ['percentOff', 'maxSets', 'target'] },
  bundlePrice: { needs: ['amount'], may: ['items', 'quantity', 'maxSets', 'target'] },
  tieredSpend: { needs: ['tiers'], may: ['target'] },
  freeShipping: { needs: [], may: [] },
  grantTokens: { needs: ['amount'], may: ['token', 'rewardId', 'perAmount', 'target'] },
  issueCoupon: { needs: ['couponId'], may: [] },
}

const tokensMax = 1_000_000_000_000n

/** Throws invalid for fields of a promotion that do not fit together. */
export function checkPromotion(record: Promotion): void {
  const { trigger, code, startsAt, endsAt, effects, currency, maxAmount, budget } = record
  const problems = effects.flatMap((effect, index) => effectProblems(effect, `/effects/${index}`))
  if (trigger === 'automatic' && code !== null) problems.push(field('code', 'notAllowed', 'goes with trigger code'))
  problems.push(...windowProblems(record.validWindows))
  if (endsAt !== null && endsAt <= startsAt) problems.push(field('endsAt', 'order', 'must be after startsAt'))
  const hasAmounts = maxAmount !== null || budget?.type === 'spend' || effects.some(isInCurrency)
  if (hasAmounts && currency === null) problems.push(field('currency', 'required', 'is needed for amounts'))
  if (problems.length > 0) throw invalid(...problems)
}

function isInCurrency({ type, amount, tiers, perAmount }: PromotionEffect): boolean {
  return (amount !== undefined && type !== 'grantTokens') || tiers !== undefined || perAmount !== undefined
}

function effectProblems(effect: PromotionEffect, path: string): FieldProblem[] {
  const { needs, may } = members[effect.type]
  // cast: the names of an object of this type.
  const sent = (Object.keys(effect) as (keyof PromotionEffect)[]).filter((name) => effect[name] !== undefined)
  const allowed = new Set<string>(['type', ...needs, ...may])
  const problems = [
    ...needs
      .filter((name) => !sent.includes(name))
      .map((name) => field(`${path}/${name}`, 'required', `is needed for type ${effect.type}`)),
    ...sent
      .filter((name) => !allowed.has(name))
      .map((name) => field(`${path}/${name}`, 'notAllowed', `does not go with type ${effect.type}`)),
  ]
  const percents = [effect, ...(effect.tiers ?? [])].map(({ percentOff = 1 }) => percentOff)
  if (percents.some((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) > 1e-6)) {
    problems.push(field(path, 'multipleOf', 'percentages have at most two decimals'))
  }
  return [...problems, ...typeProblems(effect, path)]
}

function typeProblems({ type, amount = 1n, items, quantity, tiers = [] }: PromotionEffect, path: string) {
  const problems: FieldProblem[] = []
  if (amount < 1n && type !== 'fixedPrice' && type !== 'bundlePrice') {
    problems.push(field(`${path}/amount`, 'minimum', 'must be at least 1'))
  }
  if (type === 'grantTokens' && amount > tokensMax) {
    problems.push(field(`${path}/amount`, 'maximum', `must be at most ${tokensMax}`))
  }
  if (type === 'bundlePrice' && (items === undefined) === (quantity === undefined)) {
    problems.push(field(path, 'exactlyOne', 'exactly one of items, quantity is needed'))
  }
  for (const [index, tier] of tiers.entries()) {
    if ((tier.percentOff === undefined) === (tier.amount === undefined)) {
      problems.push(field(`${path}/tiers/${index}`, 'exactlyOne', 'exactly one of percentOff, amount is needed'))
    }
  }
  return problems
}

type Named = { filter?: Filter | null | undefined; effects?: readonly PromotionEffect[] | undefined }

/** Throws invalid for filters of another form, and for records that are not there. `stored` names may be gone since. */
export async function checkNames(ctx: Ctx, sent: Named, stored: Named = {}): Promise<void> {
  const problems: FieldProblem[] = []
  const { filter } = sent
  if (filter) problems.push(...(await filterProblems(ctx, filter, stored.filter)))
  for (const [index, { target }] of (sent.effects ?? []).entries()) {
    if (target?.filter === undefined) continue
    problems.push(...checkFilter(target.filter, lineVocabulary, `/effects/${index}/target/filter`))
  }
  const known = new Set((stored.effects ?? []).flatMap(idsOf).map(({ id }) => id))
  const named = (sent.effects ?? []).flatMap(idsOf).filter(({ id }) => !known.has(id))
  const cards = await ctx.as(ctx.account).cards([...new Set(named.map(({ id }) => id))].slice(0, 200))
  problems.push(...named.filter(({ id }) => !cards.has(id)).map(({ path }) => unknownReference(path)))
  if (problems.length > 0) throw invalid(...problems)
}

async function filterProblems(ctx: Ctx, filter: Filter, stored: Filter | null | undefined): Promise<FieldProblem[]> {
  const contacts = ctx.port(contactsPort)
  const problems = checkFilter(filter, cartVocabulary(contacts.vocabulary), '/filter')
  if (problems.length > 0) return problems
  return contacts.unknownNames(ctx, [{ filter, path: '/filter' }], stored ? [stored] : [])
}

/** Records that an effect names, of nouns that exist here. */
function idsOf({ rewardId, couponId, target }: PromotionEffect, index: number): { id: string; path: string }[] {
  const path = `/effects/${index}`
  const one = (name: string, id: string | undefined) => (id === undefined ? [] : [{ id, path: `${path}/${name}` }])
  const placed = (name: 'placeIds' | 'paymentLinkIds') =>
    (target?.[name] ?? []).map((id, at) => ({ id, path: `${path}/target/${name}/${at}` }))
  return [
    ...one('rewardId', rewardId),
    ...one('couponId', couponId),
    ...placed('placeIds'),
    ...placed('paymentLinkIds'),
  ]
}
