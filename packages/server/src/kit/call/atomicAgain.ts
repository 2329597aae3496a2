import type { Ctx } from './context.ts'
import { isContended } from './problem.ts'

const triesMax = 4

/**
 * Runs work in a transaction, and again, four times in all, after a concurrent call came between: it made the same
 * record, or each of both waited for the other one. A transaction of the caller has failed, and runs again as a whole.
 */
export async function atomicAgain<T>(ctx: Ctx, work: (inner: Ctx) => Promise<T>): Promise<T> {
  for (let tries = 1; !ctx.isAtomic && tries < triesMax; tries++) {
    try {
      return await ctx.atomic(work)
    } catch (error) {
      if (!isContended(error)) throw error
    }
  }
  return ctx.atomic(work)
}
