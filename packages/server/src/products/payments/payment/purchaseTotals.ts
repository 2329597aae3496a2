import { provide } from '#kit/call/port.ts'
import { purchasesPort, type Purchases } from '#kit/call/purchases.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { paymentPrefix } from './paymentFields.ts'
import { receiptUrlOf } from './paymentProof.ts'

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
  async receipts(ctx, contactId) {
    const rows = await ctx.db.rows(receiptsOf, [ctx.account.id, contactId, receiptsMax])
    return rows.map(({ id, title, paid_at: paidAt, currency, amount, amount_refunded: refunded }) => {
      const paymentId = encodeId(paymentPrefix, ctx.account.id, id)
      return {
        ...{ paymentId, title, paidAt: paidAt ?? '', url: receiptUrlOf(ctx, paymentId) },
        paid: { amount: BigInt(amount), currency },
        refunded: { amount: BigInt(refunded), currency },
      }
    })
  },
}

const receiptsMax = 20

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
  `select contact_id, currency, count(*) as count, sum(amount - amount_refunded - amount_lost)::bigint as total,
     max(paid_at) as last_paid_at
   from payments_payment
   where account_id = $1 and contact_id = any($2::text[]) and deleted_at is null and paid_at is not null
   group by contact_id, currency order by contact_id, currency`,
)

const receiptsOf = statement(
  'payments_payment.receiptsOf',
  'account',
  `select id, title, paid_at, currency, amount, amount_refunded from payments_payment
   where account_id = $1 and contact_id = $2 and deleted_at is null and paid_at is not null
     and status in ('succeeded', 'partiallyRefunded', 'refunded', 'disputed', 'lost')
   order by created_at desc, id desc limit $3`,
)
