import type { Ctx } from '#kit/call/context.ts'
import type { Draft } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { reconciliation, type reportKinds } from './reconciliation.ts'

/** A report that does not fit the payment that it names. Amounts in minor units of `currency`. */
export type ReportMismatch = {
  providerId: string
  paymentId: string
  kind: (typeof reportKinds)[number]
  /** Session or refund at the provider. */
  providerReference: string
  at: string
  currency: string
  ours: bigint
  theirs: bigint
}

/** Records a report that does not fit, once. Call inside `ctx.atomic`, with the payment held. */
export async function recordMismatch(ctx: Ctx, { at, ...mismatch }: ReportMismatch): Promise<void> {
  const { paymentId, kind, providerReference } = mismatch
  const known = await ctx.db.rows(findMismatch, [ctx.account.id, paymentId, kind, providerReference])
  if (known.length > 0) return
  ctx.log.warn('a report of a payment provider does not fit its payment', { paymentId, kind, providerReference })
  const set = { ...mismatch, day: new Date(at).toISOString().slice(0, 10) }
  // cast: the platform sets every field of a difference.
  await ctx.store.create(reconciliation, {} as Draft<typeof reconciliation>, { set })
}

const findMismatch = statement(
  'payments_reconciliation.ofReport',
  'account',
  `select id from payments_reconciliation
   where account_id = $1 and payment_id = $2 and kind = $3 and provider_reference = $4`,
)
