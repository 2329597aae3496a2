import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { combine } from '#products/loyalty/pricing/choose.ts'
import { compile, compiledOf } from './compiledPromotion.ts'
import type { Promotion } from './promotion.ts'

const overlapsMax = 20
/** Overlaps in a response. */
export const overlapsOutput = Type.Array(
  closed({
    promotionId: idOf('prm', { description: 'Another promotion that runs at the same time.' }),
    name: line(120, { description: 'Name of the other promotion.' }),
    kind: oneOf(['excludes', 'stacks'], {
      description: '`excludes`: only one of both applies to a cart. `stacks`: both lower the same part of the price.',
    }),
  }),
  { description: 'Other running promotions that meet it on one cart; 20 at most.' },
)

const over = new Set(['ended', 'archived'])

/** A running promotion that meets another one on a cart. */
export type Overlap = { promotionId: string; name: string; kind: 'excludes' | 'stacks' }

/** Running promotions that meet this one on a cart of the same time: only one applies, or both lower the same part. */
export async function overlapsOf(ctx: Ctx, record: Promotion): Promise<Overlap[]> {
  if (over.has(record.status)) return []
  const own = compile(record)
  const others = await compiledOf(ctx, await ctx.db.rows(findRunning, [ctx.account.id]), {
    isWriting: ctx.isAtomic,
  })
  return others
    .filter((other) => other.record.id !== record.id)
    .filter((other) => other.startsAtMs < own.endsAtMs && own.startsAtMs < other.endsAtMs)
    .flatMap(({ offer, record: { id: promotionId, name } }): Overlap[] => {
      if (!combine(own.offer, offer)) return [{ promotionId, name, kind: 'excludes' }]
      return offer.class === own.offer.class ? [{ promotionId, name, kind: 'stacks' }] : []
    })
    .slice(0, overlapsMax)
}

const findRunning = statement(
  'loyalty_promotion.running',
  'account',
  `select id, version from loyalty_promotion
   where account_id = $1 and deleted_at is null and status in ('active', 'scheduled', 'exhausted') order by id`,
)
