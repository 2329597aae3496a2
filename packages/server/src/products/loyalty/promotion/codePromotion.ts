import type { Ctx } from '#kit/call/context.ts'
import { field, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { promotion, type Promotion } from './promotion.ts'

/** Problems of a promotion that coupons are to have: it gives its effects to codes, until its end. */
export async function codePromotionProblems(ctx: Ctx, promotionId: string, path: string): Promise<FieldProblem[]> {
  const found = await ctx.store.find(promotion, promotionId)
  if (found === undefined) return [unknownReference(path)]
  if (found.trigger !== 'code') return [field(path, 'conflict', 'must have trigger code')]
  return isOver(found) ? [field(path, 'conflict', 'has ended')] : []
}

/** Whether carts get a promotion never again. */
export function isOver({ status }: Pick<Promotion, 'status'>): boolean {
  return status === 'ended' || status === 'archived'
}
