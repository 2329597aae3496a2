import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { quoteHash, type TokenPart } from '#products/loyalty/pricing/quoteHash.ts'
import { evaluate, type Evaluated, type EvaluationOptions } from './evaluation.ts'

/** Evaluation of a cart with the tokens that pay a part, and the hash of what the buyer sees. */
export type CartQuote = Evaluated & { tokens: TokenPart | null; due: bigint; hash: string }

/** Prices a cart with all offers and tokens. Reads alone. */
export async function quoteCart(ctx: Ctx, cart: Cart, options: EvaluationOptions = {}): Promise<CartQuote> {
  const evaluated = await evaluate(ctx, cart, options)
  const tokens = await tokenPart(ctx, cart, evaluated.priced.total)
  const due = evaluated.priced.total - (tokens?.value ?? 0n)
  return { ...evaluated, tokens, due, hash: quoteHash(cart, evaluated.priced, tokens) }
}

/** Tokens that the buyer may use, bounded by the balance and by the largest part of the total. */
async function tokenPart(ctx: Ctx, { tokens, contactId }: Cart, total: bigint): Promise<TokenPart | null> {
  if (tokens === null) return null
  const { token, rate, percentMax, amount } = tokens
  const balances = contactId === null ? undefined : await ctx.port(rewardsPort).balances(ctx, [contactId])
  const own = balances?.get(contactId ?? '')?.find((each) => each.token === token)
  const payable = (total * BigInt(percentMax)) / 100n / rate
  const usable = least(own?.available ?? 0n, payable)
  const used = amount === null ? 0n : least(amount, usable)
  return { token, usable, used, value: used * rate }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
