import type { Ctx } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { HookCall } from '#kit/nouns/hook.ts'

/** Kinds of payment providers. sandbox: the built-in one, which moves no money. */
export const payProviderKinds = ['sandbox', 'stripe'] as const
export type PayProviderKind = (typeof payProviderKinds)[number]

/** An account at a provider, with its opened secrets. */
export type PayConnection = {
  kind: PayProviderKind
  /** `ppr_…`; part of the address of its webhooks. */
  providerId: string
  /** Key of the provider's API; the sandbox needs none. */
  secretKey: string
  /** Former keys, newest first: payments may have gone through the account of one. */
  formerKeys?: readonly string[]
  /** Secrets of the webhook, newest first: several while one is rotated. */
  webhookSecrets: readonly string[]
}

/** A checkout to open at the provider's own page. */
export type PaySession = {
  /** `pay_…`: idempotency key, and reference in reports of the provider. */
  paymentId: string
  title: string
  /** Lines whose amounts, in minor units for the whole quantity, sum to `amount`. */
  lines: readonly { name: string; quantity: number; amount: bigint }[]
  amount: bigint
  currency: string
  email: string | null
  /** BCP 47 tag of the payer. */
  language: string
  /** Address that the payer returns to, whatever the outcome. */
  returnUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type OpenedSession = { reference: string; url: string }

/** State of a checkout: open waits for the payer, processing for money. */
export type PayState = 'open' | 'processing' | 'requiresAction' | 'succeeded' | 'failed' | 'cancelled' | 'expired'

/** A payment as its provider reports it. */
export type PaymentReport = {
  about: 'payment'
  /** Payment of ours; undefined where the provider names only its own ids. */
  paymentId: string | undefined
  /** Session at the provider. */
  reference: string
  /** Charge at the provider, which refunds and disputes name. */
  chargeReference: string | undefined
  state: PayState
  /** Moment of this state at the provider, in RFC 3339: an older one never replaces a newer one. */
  at: string
  /** Captured amount and fee of the provider in minor units; zero before success. */
  captured: bigint
  fee: bigint
  currency: string
  method: { type: string; brand: string | null; last4: string | null } | undefined
  /** Code of the last failed attempt, such as `card_declined`. */
  failureCode: string | undefined
  /** The failed attempt at the provider, which each later report names again. Without it, the moment is its name. */
  attemptReference?: string | undefined
}

export type RefundReport = {
  about: 'refund'
  /** Refund of ours; undefined for one that was made at the provider. */
  refundId: string | undefined
  reference: string
  chargeReference: string
  state: 'pending' | 'succeeded' | 'failed'
  at: string
  amount: bigint
  currency: string
  failureCode: string | undefined
}

export type DisputeReport = {
  about: 'dispute'
  reference: string
  chargeReference: string
  state: 'open' | 'won' | 'lost'
  at: string
  amount: bigint
  currency: string
  reason: string | undefined
}

export type PayReport = PaymentReport | RefundReport | DisputeReport

/** An authentic event of a webhook. `report` is undefined for an event that concerns no payment of ours. */
export type PayEvent = { id: string; type: string; at: string; report: PayReport | undefined }

export type RefundRequest = {
  /** `rfd_…`: idempotency key. */
  refundId: string
  chargeReference: string
  amount: bigint
  currency: string
  reason: string | undefined
}

/** Sums of a day (UTC) in one currency at the provider, in minor units: by the moment of each capture and refund. */
export type PayDayTotal = { currency: string; payments: number; captured: bigint; fees: bigint; refunded: bigint }

/** A permanent refusal of a provider: a repeat has the same result. */
export class PayRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'PayRefused'
    this.code = code
  }
}

/** A failure that a retry may overcome: the provider was not reached, or is overloaded. */
export class PayFailed extends Error {
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'PayFailed'
    this.retryAfterMs = retryAfterMs
  }
}

/** A request with the same idempotency key is under way: a repeat gets its result. */
export class PayInFlight extends PayFailed {
  override readonly name = 'PayInFlight'
}

/** A webhook endpoint to register at the provider. `known`: the one of an earlier run, whose secret is stored. */
export type HookRequest = { url: string; known: string | null }

/** A registered webhook endpoint. `secret`: of a new one; undefined for the known one, which stays. */
export type RegisteredHook = { reference: string; secret: string | undefined }

/**
 * One payment provider. Every request that writes carries an idempotency key, so a repeat answers the first result.
 * Methods throw PayRefused and PayFailed.
 */
export type PayProvider = {
  open(ctx: Ctx, to: PayConnection, session: PaySession): Promise<OpenedSession>
  /** The present state of a session, with the refunds and disputes of its charge. */
  retrieve(ctx: Ctx, to: PayConnection, reference: string): Promise<PayReport[]>
  /** Ends an open session, and reports its state: a payer may have been faster. */
  expire(ctx: Ctx, to: PayConnection, reference: string): Promise<PayReport[]>
  refund(ctx: Ctx, to: PayConnection, request: RefundRequest): Promise<RefundReport>
  /** Sums of a day, `YYYY-MM-DD` in UTC. */
  totals(ctx: Ctx, to: PayConnection, day: string): Promise<PayDayTotal[]>
  /** Oldest day, `YYYY-MM-DD` in UTC, whose sums are still there; undefined where all are. */
  oldestDay(to: PayConnection, now: Date): string | undefined
  /** Verifies that the keys work. Throws PayRefused for wrong ones. */
  check(ctx: Ctx, to: PayConnection): Promise<void>
  /**
   * Registers the webhook endpoint of a connection. Others of the same address or provider are removed: the secret of
   * an endpoint is shown once, so one whose secret was lost is replaced, and there are never two.
   */
  registerHook(ctx: Ctx, to: PayConnection, request: HookRequest): Promise<RegisteredHook>
  /** Removes a registered endpoint; one that is gone already is fine. */
  removeHook(ctx: Ctx, to: PayConnection, reference: string): Promise<void>
  /** Reads a call of the webhook. Throws PayRefused without a valid signature of the last five minutes. */
  readEvent(to: PayConnection, call: HookCall, now: Date): Promise<PayEvent>
}

/** The providers by kind: every method takes the connection, whose kind chooses the provider. */
export const payProviderPort = port<PayProvider>('payProvider', {
  open: 'leaves',
  retrieve: 'leaves',
  expire: 'leaves',
  refund: 'leaves',
  totals: 'leaves',
  check: 'leaves',
  registerHook: 'leaves',
  removeHook: 'leaves',
  readEvent: 'stays',
})
