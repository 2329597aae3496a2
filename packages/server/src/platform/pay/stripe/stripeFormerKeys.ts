import type Stripe from 'stripe'
import type { Ctx } from '#kit/call/context.ts'
import { PayRefused, type PayConnection } from '#platform/pay/payProviderPort.ts'
import type { StripeCalls } from './stripeClient.ts'

type At = { ctx: Ctx; to: PayConnection }
type Work<T> = (stripe: Stripe) => Promise<T>

/** Code of a refusal by an account that does not have the session, the charge or the endpoint. */
const unknownCode = 'resource_missing'

/**
 * Runs a call about a payment. An account that does not know it sends the call on to the account of a former key:
 * payments of before a change of the account are refunded and retrieved there. Throws the first refusal.
 */
export async function callByAnyKey<T>(calls: StripeCalls, { ctx, to }: At, work: Work<T>): Promise<T> {
  try {
    return await calls(ctx, to, work)
  } catch (error) {
    if (!(error instanceof PayRefused) || error.code !== unknownCode) throw error
    for (const former of formerOf(to)) {
      try {
        return await calls(ctx, former, work)
      } catch (other) {
        if (!(other instanceof PayRefused)) throw other
      }
    }
    throw error
  }
}

/**
 * Runs a call by the present key and by each former one. A former key that is refused has no result. Throws the refusal
 * of the present key, after the calls by the others.
 */
export async function callByEachKey<T>(calls: StripeCalls, { ctx, to }: At, work: Work<T>): Promise<T[]> {
  const results: T[] = []
  let refusal: unknown
  for (const each of [to, ...formerOf(to)]) {
    try {
      results.push(await calls(ctx, each, work))
    } catch (error) {
      if (!(error instanceof PayRefused)) throw error
      if (each === to) refusal = error
    }
  }
  if (refusal !== undefined) throw refusal
  return results
}

function formerOf(to: PayConnection): PayConnection[] {
  return (to.formerKeys ?? []).map((secretKey) => ({ ...to, secretKey }))
}
