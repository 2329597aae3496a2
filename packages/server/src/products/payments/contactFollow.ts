import { statement } from '#kit/call/statement.ts'
import { reaction, type Reaction } from '#kit/nouns/reaction.ts'
import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { forgetMails, forgetRecord } from '#platform/audit/forgetRecord.ts'
import { contactDeleted, contactMerged } from '#products/marketing/facts.ts'
import { paymentPrefix } from './payment/paymentFields.ts'

/** Payments of one statement. */
const batchMax = 200

/** Reactions by which records of payments follow their contact. */
export const reactions: Reaction[] = [
  reaction('payments.paymentLink.contactMerged', contactMerged, async (ctx, { payload: { id, mergedId } }) => {
    await ctx.db.rows(moveLinks, [ctx.account.id, mergedId, id])
    await ctx.db.rows(movePayments, [ctx.account.id, mergedId, id])
  }),
  reaction('payments.payment.contactDeleted', contactDeleted, async (ctx, { payload: { id } }) => {
    await forgetPayer(ctx, id)
  }),
]

/** Removes personal data of an erased contact from its payments. Amounts stay: books must add up. */
async function forgetPayer(ctx: Ctx, contactId: string): Promise<void> {
  for (;;) {
    const rows = await ctx.db.rows(findPayer, [ctx.account.id, contactId, batchMax])
    const uuids = rows.map(({ id }) => id)
    if (uuids.length > 0) {
      await ctx.db.rows(erasePayer, [ctx.account.id, uuids])
      await ctx.db.rows(eraseAnswers, [ctx.account.id, uuids])
    }
    const addresses = new Set(rows.flatMap(({ customer_email: address }) => address ?? []))
    for (const address of addresses) await forgetMails(ctx, address)
    for (const { id: uuid, status, version } of rows) {
      const id = encodeId(paymentPrefix, ctx.account.id, uuid)
      await forgetRecord(ctx, id, { remains: { id, status, version }, kept: [] })
      await ctx.db.rows(eraseSession, [ctx.account.id, id])
    }
    if (rows.length < batchMax) return
  }
}

const moveLinks = statement(
  'payments_payment_link.moveContact',
  'account',
  'update payments_payment_link set contact_id = $3 where account_id = $1 and contact_id = $2',
)

const movePayments = statement(
  'payments_payment.moveContact',
  'account',
  `update payments_payment set contact_id = $3
   where account_id = $1 and contact_id = $2 and deleted_at is null`,
)

const findPayer = statement(
  'payments_payment.ofPayer',
  'account',
  `select id, status, version, customer_email from payments_payment
   where account_id = $1 and contact_id = $2 and deleted_at is null order by id limit $3 for update`,
)

const erasePayer = statement(
  'payments_payment.erasePayer',
  'account',
  `update payments_payment set contact_id = null, customer_email = null, customer_name = null, customer_phone = null,
     customer_address = null, customer_language = null
   where account_id = $1 and id = any($2::uuid[])`,
)

const eraseAnswers = statement(
  'payments_payment_answer.erase',
  'account',
  'delete from payments_payment_answer where account_id = $1 and payment_id = any($2::uuid[])',
)

const eraseSession = statement(
  'pay_sandbox_session.erasePayer',
  'account',
  'update pay_sandbox_session set email = null where account_id = $1 and reference = $2',
)
