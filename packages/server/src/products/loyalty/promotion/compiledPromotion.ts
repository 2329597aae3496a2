import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { matches } from '#kit/filter/matches.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Offer, OfferEffect, OfferTarget } from '#products/loyalty/pricing/offer.ts'
import { buyerConditions, lineSubject, lineVocabulary } from './cartVocabulary.ts'
import { promotion, type Promotion, type PromotionEffect } from './promotion.ts'

/** A promotion in the form that evaluations use, compiled once for each version. */
export type CompiledPromotion = {
  record: Promotion
  /** The offer without what depends on the cart, the buyer or the moment. */
  offer: Offer
  filter: Filter | undefined
  /** Conditions of the filter on the buyer. */
  buyerConditions: readonly Filter[]
  startsAtMs: number
  endsAtMs: number
}

const compiledMax = 20_000

function cacheOf(ctx: Ctx): LRUCache<string, CompiledPromotion> {
  return ctx.memory('loyalty.promotions', () => new LRUCache<string, CompiledPromotion>({ max: compiledMax }))
}

/**
 * Promotions by row id and version, from memory where this process has the version. The versions are read with every
 * evaluation, so that a change holds on all processes from its commit on. `isWriting`: the transaction of the caller
 * may have changed promotions, and memory keeps nothing that is never committed.
 */
export async function compiledOf(
  ctx: Ctx,
  rows: readonly { id: string; version: number }[],
  { isWriting = false } = {},
): Promise<CompiledPromotion[]> {
  const cache = cacheOf(ctx)
  const missing = rows.filter(({ id, version }) => cache.get(id)?.record.version !== version)
  const read = new Map<string, CompiledPromotion>()
  const ids = missing.map(({ id }) => encodeId(promotion.prefix, ctx.account.id, id))
  for (const [index, record] of (await readPromotions(ctx, ids)).entries()) {
    if (record === undefined) continue
    const { id } = missing[index] ?? { id: '' }
    const compiled = compile(record)
    read.set(id, compiled)
    if (!isWriting) cache.set(id, compiled)
  }
  return rows.flatMap(({ id }) => read.get(id) ?? cache.get(id) ?? [])
}

/** Reads promotions by id: together, or one after another in a transaction, which has one connection. */
export async function readPromotions(ctx: Ctx, ids: readonly string[]): Promise<(Promotion | undefined)[]> {
  if (!ctx.isAtomic) return Promise.all(ids.map((id) => ctx.store.find(promotion, id)))
  const records: (Promotion | undefined)[] = []
  for (const id of ids) records.push(await ctx.store.find(promotion, id))
  return records
}

/** Compiles a promotion. */
export function compile(record: Promotion): CompiledPromotion {
  const { stacking, filter } = record
  return {
    record,
    offer: {
      id: record.id,
      kind: 'promotion',
      title: record.display?.title ?? record.name,
      code: record.code ?? undefined,
      class: stacking.class,
      priority: stacking.priority,
      createdAt: new Date(record.createdAt),
      // cast: the schema of the field has these words alone.
      combinesWith: stacking.combinesWith as Offer['combinesWith'],
      isExclusive: stacking.exclusive,
      group: stacking.group,
      groupLimit: stacking.groupLimit,
      strategy: record.strategy,
      percentOf: stacking.percentOf,
      effects: record.effects.map(effectOf),
      maxAmount: record.maxAmount ?? undefined,
      currency: record.currency ?? undefined,
      revision: record.revision,
    },
    filter: filter ?? undefined,
    buyerConditions: filter === null ? [] : buyerConditions(filter),
    startsAtMs: Date.parse(record.startsAt),
    endsAtMs: record.endsAt === null ? Infinity : Date.parse(record.endsAt),
  }
}

function effectOf(effect: PromotionEffect): OfferEffect {
  const { type, percentOff = 100, amount = 0n, quantity = 1, sku = '', maxSets } = effect
  const target = effect.target === undefined ? undefined : targetOf(effect.target)
  switch (type) {
    case 'orderPercent':
    case 'itemPercent':
      return { type, percentOff, target }
    case 'orderAmount':
    case 'itemAmount':
    case 'fixedPrice':
      return { type, amount, target }
    case 'freeItem':
      return { type, sku, quantity, target }
    case 'buyXGetY':
      return { type, buy: effect.buy ?? 1, get: effect.get ?? 1, percentOff, maxSets, target }
    case 'bundlePrice':
      return { type, items: effect.items, quantity: effect.quantity, amount, maxSets, target }
    case 'tieredSpend':
      return { type, tiers: effect.tiers ?? [], target }
    case 'freeShipping':
      return { type }
    case 'grantTokens':
      return tokensOf(effect, target)
    default:
      return { type, couponId: effect.couponId ?? '' }
  }
}

function tokensOf(effect: PromotionEffect, target: OfferTarget | undefined): OfferEffect {
  const { rewardId, token = 'POINTS', amount = 0n, perAmount } = effect
  return { type: 'grantTokens', rewardId, token, amount: Number(amount), perAmount, target }
}

function targetOf({ filter, ...lists }: NonNullable<PromotionEffect['target']>): OfferTarget {
  if (filter === undefined) return lists
  const on = { vocabulary: lineVocabulary, at: new Date(0) }
  return { ...lists, matches: (line) => matches(filter, lineSubject(line), on) }
}
