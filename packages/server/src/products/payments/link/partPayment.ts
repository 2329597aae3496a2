import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, type FieldProblem } from '#kit/call/problem.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { countsOf } from './linkCount.ts'
import type { PaymentLink } from './linkFields.ts'
import { linkExhausted } from './paymentLink.ts'
import { priceOf } from './linkPrice.ts'

/** Price of a link that takes parts, in minor units. held: amounts of running payments. open: neither paid nor held. */
export type PartState = { price: bigint; paid: bigint; held: bigint; open: bigint; least: bigint }

/** State of a link that takes parts; null for another one. `least`: least amount of the next part. */
export async function partState(ctx: Ctx, link: PaymentLink): Promise<PartState | null> {
  if (link.allowPartial === null) return null
  const count = (await countsOf(ctx, [link.id])).get(link.id)
  const price = BigInt(count?.price ?? priceOf(link))
  const [paid, held] = [BigInt(count?.amount ?? 0), BigInt(count?.held ?? 0)]
  const open = price > paid + held ? price - paid - held : 0n
  return { price, paid, held, open, least: leastPart(link, paid) }
}

/** Least amount of the next part: that of the owner until a first one is paid, then that of the currency. */
function leastPart({ allowPartial, currency }: PaymentLink, paid: bigint): bigint {
  const least = leastCharge(currency)
  const first = allowPartial?.firstMin ?? least
  return paid === 0n && first > least ? first : least
}

/** Whether a payer finds no part to pay: all is paid, or running payments hold too much of it. */
export function isPartTaken({ open, least }: PartState): boolean {
  return open < least
}

/**
 * A choice with its part of the price: the whole open amount where the payer chose none. Throws invalid for a part that
 * the link does not take, and payment_link_exhausted where no part is open.
 */
export async function withPart<C extends { amount?: bigint }>(ctx: Ctx, link: PaymentLink, chosen: C): Promise<C> {
  const state = await partState(ctx, link)
  if (state === null) return chosen
  if (isPartTaken(state)) throw problem(linkExhausted, { message: 'The rest of the price is paid, or is being paid.' })
  const amount = chosen.amount ?? state.open
  const wrong = partProblem(state, amount, leastCharge(link.currency))
  if (wrong !== undefined) throw invalid(wrong)
  return { ...chosen, amount }
}

function partProblem({ open, least }: PartState, amount: bigint, restMin: bigint): FieldProblem | undefined {
  if (amount < least) return field('amount', 'minimum', `must be at least ${least}`)
  if (amount > open) return field('amount', 'maximum', `must be at most ${open}`)
  const rest = open - amount
  if (rest === 0n || rest >= restMin) return undefined
  return field('amount', 'rest', `must be ${open}, or leave at least ${restMin}`)
}
