import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** Tokens for a contact. */
export type TokenGrant = {
  contactId: string
  token: string
  /** Whole tokens, 1 to 10^12. */
  amount: bigint
  /** Reward that the tokens belong to; null for none. */
  rewardId: string | null
  reason: string
  /** Name of the grant: a repeat grants once. */
  reference: string
  /** Moment after which unspent tokens expire; null for never. */
  expiresAt: Date | null
  /** Purchase that gives them: its refunds take them back. */
  purchase?: string | undefined
}

/** Tokens of a contact. `available`: without what it owes. */
export type TokenBalance = {
  token: string
  available: bigint
  pending: bigint
  held: bigint
  /** Tokens that the contact spent before a refund took them back: its other tokens pay them first. */
  owed: bigint
  expiringNext: { amount: bigint; at: string } | null
}

/** Tokens set aside for a purchase, by its reference. */
export type TokenHold = { contactId: string; token: string; amount: bigint; reference: string }

/** A purchase with the sum of its refunds so far. */
export type Refunded = { reference: string; refunded: bigint; captured: bigint }

/** Tokens that paid for a purchase, and how many of them came back before and after a refund. */
export type TokensBack = { paid: bigint; before: bigint; after: bigint }

/** Result of a refund of a purchase that no tokens paid for. */
export const noTokensBack: TokensBack = { paid: 0n, before: 0n, after: 0n }

/** Tokens of contacts, as other products use them. All writes run in the transaction of the caller. */
export type Rewards = {
  grant(ctx: Ctx, grant: TokenGrant): Promise<{ transactionId: string; balanceAfter: bigint; isRepeat: boolean }>
  balances(ctx: Ctx, contactIds: readonly string[]): Promise<ReadonlyMap<string, readonly TokenBalance[]>>
  /** Sets tokens aside, also again after they were given back. Throws insufficient_balance. */
  hold(ctx: Ctx, hold: TokenHold): Promise<void>
  /** Spends what is held under a reference; without a hold it does nothing. */
  capture(ctx: Ctx, reference: string): Promise<void>
  /** Gives back what is held under a reference; without a hold it does nothing. */
  release(ctx: Ctx, reference: string): Promise<void>
  /**
   * After a refund of a purchase, gives back the share of the tokens that paid for it, and takes back that of those
   * that it gave: spent ones are owed. `refunded` of `captured` minor units in all so far. Returns what was given back.
   */
  refund(ctx: Ctx, of: Refunded): Promise<TokensBack>
}

/** Token rewards of an account. */
export const rewardsPort = port<Rewards>('rewards', {
  grant: 'stays',
  balances: 'stays',
  hold: 'stays',
  capture: 'stays',
  release: 'stays',
  refund: 'stays',
})
