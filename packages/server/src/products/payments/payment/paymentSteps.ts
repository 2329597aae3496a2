import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, line, nullable, oneOf } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { storable } from '#kit/values/foreignText.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentPrefix } from './paymentFields.ts'

/** In the order in which steps of one moment follow each other. */
const kinds = [
  ...(['created', 'opened', 'processing', 'requiresAction', 'declined', 'succeeded', 'failed', 'cancelled'] as const),
  ...(['expired', 'refundRequested', 'refunded', 'refundFailed', 'disputed', 'disputeWon', 'disputeLost'] as const),
  'receiptSent',
] as const

/** Most steps in the view of a payment. */
const shownMax = 200
const detailLengthMax = 300

/** A step in the time line of a payment. `source`: what makes it the only one of its kind, such as a refund. */
export type Step = { kind: StepKind; source?: string; at: string; detail?: string | undefined }

/** The start of a payment is a column of it, so no step is stored for it. */
type StepKind = Exclude<(typeof kinds)[number], 'created'>

/** Adds a step; false when it is known. A report that comes twice adds one. Call inside `ctx.atomic`. */
export async function addStep(ctx: Ctx, paymentId: string, { kind, source = '', at, detail }: Step): Promise<boolean> {
  const text = detail === undefined ? null : storable(detail, detailLengthMax)
  const values = [ctx.account.id, uuidOf(paymentPrefix, paymentId), kind, source, at, text]
  return (await ctx.db.rows(insertStep, values)).length > 0
}

/** Time line of a payment, oldest first. */
export async function stepsOf(ctx: Ctx, paymentId: string) {
  const rows = await ctx.db.rows(listSteps, [ctx.account.id, uuidOf(paymentPrefix, paymentId), kinds])
  // cast: `addStep` writes only these kinds.
  return rows.map(({ kind, at, detail }) => ({ kind: kind as (typeof kinds)[number], at, detail }))
}

/** Schema of the time line. */
export const timeline = Type.Array(
  closed({
    kind: oneOf(kinds, { description: 'Kind of the step.' }),
    at: dateTime({ description: 'Time of the step, at the provider where it reports one.' }),
    detail: nullable(line(detailLengthMax, { description: 'Code or text of the provider.' })),
  }),
  { description: 'Steps of the payment, oldest first.' },
)

const insertStep = statement(
  'payments_payment_step.insert',
  'account',
  `insert into payments_payment_step (account_id, payment_id, kind, source, at, detail)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (account_id, payment_id, kind, source) do nothing
   returning kind`,
)

const listSteps = statement(
  'payments_payment_step.list',
  'account',
  `select kind, at, detail from (
     select 'created' as kind, created_at as at, null as detail, '' as source from payments_payment
     where account_id = $1 and id = $2
     union all
     select kind, at, detail, source from payments_payment_step
     where account_id = $1 and payment_id = $2 and kind <> 'created') steps
   order by at, array_position($3::text[], kind), source limit ${shownMax}`,
)
