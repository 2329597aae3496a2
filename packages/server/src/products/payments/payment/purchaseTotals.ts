import { provide } from '#kit/call/port.ts'
import { purchasesPort, type Purchases } from '#kit/call/purchases.ts'
import { statement } from '#kit/call/statement.ts'

const purchases: Purchases = {
  async hasPaid(ctx, contactId) {
    return (await ctx.db.rows(findPaid, [ctx.account.id, contactId])).length > 0
  },
  async totals(ctx, contactIds) {
    const rows = await ctx.db.rows(sumByContact, [ctx.account.id, contactIds])
    const byContact = Map.groupBy(rows, (row) => row.contact_id ?? '')
    return new Map(
      [...byContact].map(([contactId, own]) => [
        contactId,
        {
          count: own.reduce((sum, each) => sum + Number(each.count), 0),
          totals: own.map(({ currency, total }) => ({ currency, amount: BigInt(total ?? 0) })),
          lastPaidAt: own.map(({ last_paid_at: at }) => at ?? '').reduce((last, at) => (at > last ? at : last), ''),
        },
      ]),
    )
  },
}

/** Port of purchases, which limits and filters of other products read. */
export const ports = [provide(purchasesPort, purchases)]

const findPaid = statement(
  'payments_payment.hasPaid',
  'account',
  `select 1 as one from payments_payment
   where account_id = $1 and contact_id = $2 and deleted_at is null and paid_at is not null limit 1`,
)

const sumByContact = statement(
  'payments_payment.sumByContact',
  'account',
  `select contact_id, currency, count(*) as count, sum(amount - amount_refunded)::bigint as total,
     max(paid_at) as last_paid_at
   from payments_payment
   where account_id = $1 and contact_id = any($2::text[]) and deleted_at is null and paid_at is not null
   group by contact_id, currency order by contact_id, currency`,
)
