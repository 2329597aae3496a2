import type { OfflineCtx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { askProvider } from '#products/payments/payment/paymentErrands.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'
import { compareDay } from './compareDay.ts'

/** Time after which an open payment, or a pending refund, is retrieved from its provider. */
const stuckMs = 10 * 60_000
const pageRows = 200
/** Most rows of one run; the next run goes on from the start, where the oldest changed. */
const rowsMax = 2_000
/** Time after the end of a day until it is compared, so that reports of its last minutes are in. */
const settledMs = 60 * 60_000

/** Clocks that compare our records with those of the providers. */
export const schedules: Schedule[] = [
  {
    name: 'payments.payment.reconcile',
    description: 'Retrieves payments and refunds that have not moved for ten minutes from their provider.',
    everySeconds: 300,
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - stuckMs).toISOString()
      for await (const { account_id: accountId, id } of stuckBefore(ctx, before)) {
        const account = await ctx.accounts.find(accountId)
        if (account === undefined) continue
        const paymentId = encodeId(paymentPrefix, accountId, id)
        await attempt(ctx, { paymentId }, () => askProvider.handle(ctx.as(account), { paymentId }))
      }
    },
  },
  {
    name: 'payments.reconciliation.compare',
    description: 'Compares the sums of past days with those of the providers.',
    everySeconds: 900,
    async run(ctx) {
      const day = new Date(ctx.now().getTime() - settledMs).toISOString().slice(0, 10)
      for (const row of await ctx.db.rows(uncheckedDays, [day, pageRows])) {
        const account = await ctx.accounts.find(row.account_id)
        if (account === undefined) continue
        const of = { providerId: row.provider_id, day: row.day.slice(0, 10) }
        await attempt(ctx, of, () => compareDay(ctx.as(account), of))
      }
    },
  },
]

/** One record that cannot be compared now does not hold up the others: the next run tries it again. */
async function attempt(ctx: OfflineCtx, what: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.warn('a payment could not be reconciled', { ...what, error: String(error) })
  }
}

async function* stuckBefore(ctx: OfflineCtx, before: string) {
  let last: readonly [number, string] = [-1, '00000000-0000-0000-0000-000000000000']
  for (let read = 0; read < rowsMax; read += pageRows) {
    const rows = await ctx.db.rows(stuck, [before, ...last, pageRows])
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < pageRows) return
    last = [end.account_id, end.id]
  }
}

const stuck = statement(
  'payments_payment.stuck',
  'offline',
  `select account_id, id from payments_payment
   where status in ('created', 'processing', 'requiresAction') and updated_at < $1
     and provider_reference is not null and (account_id, id) > ($2::bigint, $3::uuid)
   union
   select account_id, payment_id from payments_refund
   where status = 'pending' and updated_at < $1 and (account_id, payment_id) > ($2::bigint, $3::uuid)
   order by account_id, id limit $4`,
)

const uncheckedDays = statement(
  'payments_day.unchecked',
  'offline',
  `select account_id, provider_id, day from payments_day
   where checked_at is null and day < $1 order by day, account_id, provider_id limit $2`,
)
