import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { promotion, type Promotion } from './promotion.ts'

type Counted = Pick<Promotion, 'limits' | 'budget'>

/**
 * Moves a promotion into the state that its times and counters give. Evaluations do not wait for it: they look at both
 * themselves.
 */
export const settlePromotion = task(
  'loyalty.promotion.settle',
  'Moves a promotion at its start, at its end, and at its limits.',
  Type.Object({ promotionId: Type.String() }),
  async (ctx, { promotionId }) => {
    const record = await ctx.store.find(promotion, promotionId)
    if (record === undefined || !isRunning(record)) return
    const uuid = parseId(promotion.prefix, promotionId)?.uuid
    const [total] = await ctx.db.rows(findTotal, [ctx.account.id, uuid])
    const isFull = isExhausted(record, { used: BigInt(total?.used ?? 0), spent: BigInt(total?.spent ?? 0) })
    const status = stateAt(record, ctx.now(), isFull)
    if (status !== record.status) await ctx.store.update(promotion, promotionId, { status, ifVersion: record.version })
  },
)

function isRunning({ status }: Promotion): boolean {
  return status === 'scheduled' || status === 'active' || status === 'exhausted'
}

/** State of a running promotion by its times and counters. */
export function stateAt(
  { startsAt, endsAt }: Pick<Promotion, 'startsAt' | 'endsAt'>,
  at: Date,
  isFull: boolean,
): string {
  const now = at.toISOString()
  if (endsAt !== null && endsAt <= now) return 'ended'
  if (startsAt > now) return 'scheduled'
  return isFull ? 'exhausted' : 'active'
}

function isExhausted({ limits, budget }: Counted, { used, spent }: { used: bigint; spent: bigint }): boolean {
  if (limits?.total !== undefined && used >= BigInt(limits.total)) return true
  return budget !== null && (budget.type === 'usage' ? used : spent) >= budget.amount
}

/** Queues the moves of a written promotion at its start and at its end. Call inside `ctx.atomic`. */
export function setPromotionClock(ctx: Ctx, { id: promotionId, startsAt, endsAt, status }: Promotion): void {
  const now = ctx.now()
  if (status === 'scheduled') ctx.later(settlePromotion, { promotionId }, new Date(startsAt))
  if (endsAt !== null && endsAt > now.toISOString()) ctx.later(settlePromotion, { promotionId }, new Date(endsAt))
}

/** Queues a look at the counters of promotions after uses of them. Call inside `ctx.atomic`. */
export function settleLater(ctx: Ctx, promotionIds: readonly string[]): void {
  for (const promotionId of promotionIds) ctx.later(settlePromotion, { promotionId }, ctx.now())
}

const findTotal = statement(
  'loyalty_promotion_total.find',
  'account',
  'select used, spent from loyalty_promotion_total where account_id = $1 and promotion_id = $2',
)
