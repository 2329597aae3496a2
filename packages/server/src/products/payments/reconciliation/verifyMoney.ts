import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** Most violations that are shown. */
const shownMax = 100

/** A violation: the rule, and the row id of its payment, link or transaction. */
export type MoneyViolation = { rule: string; about: string }

/**
 * Violations between payments, the ledger of money, redemptions of coupons, uses of promotions and counts of links, by
 * one SQL statement over the account; empty where all match exactly.
 */
export async function verifyMoney(db: Ctx['db'], accountId: number): Promise<MoneyViolation[]> {
  const rows = await db.rows(checkMoney, [accountId, shownMax])
  return rows.map(({ rule, about }) => ({ rule: rule ?? '', about: about ?? '' }))
}

const checkMoney = statement(
  'payments_payment.verify',
  'account',
  `with paid as (
     select p.id, p.status, p.amount, p.token_value, p.amount_refunded, p.refund_pending, p.amount_lost, p.paid_at,
       (select coalesce(sum(d.amount), 0) from payments_payment_discount d
        where d.account_id = p.account_id and d.payment_id = p.id and d.kind = 'coupon') as coupons,
       (select coalesce(sum(d.amount), 0) from payments_payment_discount d
        where d.account_id = p.account_id and d.payment_id = p.id and d.kind = 'promotion') as promotions,
       (select coalesce(sum(r.amount), 0) from payments_refund r
        where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'succeeded') as refunds,
       (select coalesce(sum(r.amount), 0) from payments_refund r
        where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'pending' and r.origin = 'api'
       ) as pending,
       (select coalesce(sum(d.amount), 0) from payments_dispute d
        where d.account_id = p.account_id and d.payment_id = p.id and d.status = 'lost') as lost,
       t.subject,
       (select coalesce(-sum(e.amount), 0) from ledger_entry e
        where e.account_id = t.account_id and e.txn_id = t.id and e.ledger = 'revenue') as revenue
     from payments_payment p left join ledger_txn t
       on t.account_id = p.account_id and t.book = 'money' and t.reference = 'payment ' || p.id
     where p.account_id = $1 and p.deleted_at is null
   ), used as (
     select r.reference,
       sum(r.amount) filter (where r.status in ('redeemed', 'partiallyRolledBack', 'rolledBack')) as used,
       count(*) filter (where r.status = 'reserved') as reserved
     from loyalty_redemption r
     where r.account_id = $1 and r.reference is not null group by r.reference
   ), applied as (
     select a.reference, sum(a.discount) filter (where a.status in ('applied', 'rolledBack')) as used
     from loyalty_promotion_application a
     where a.account_id = $1 group by a.reference
   )
   select rule, about from (
     select 'the ledger has the revenue of a paid payment' as rule, id::text as about from paid
     where revenue <> case when paid_at is null then 0 else amount + token_value end
     union all
     select 'a payment has the sum of its refunds', id::text from paid
     where amount_refunded <> refunds or refund_pending <> pending
       or paid_at is not null and amount_refunded + refund_pending > amount
     union all
     select 'a payment has the sum of its lost disputes', id::text from paid where amount_lost <> lost
     union all
     select 'a transaction of the ledger has its payment', t.id::text from ledger_txn t
     where t.account_id = $1 and t.book = 'money' and t.kind = 'payments.payment' and not exists (
       select 1 from payments_payment p
       where p.account_id = t.account_id and 'payment ' || p.id = t.reference and p.paid_at is not null)
     union all
     select 'a refund has its transaction', r.id::text from payments_refund r
     where r.account_id = $1 and (r.settled_at is not null) <> exists (
       select 1 from ledger_txn t
       where t.account_id = r.account_id and t.book = 'money' and t.reference = 'refund ' || r.id)
     union all
     select 'a refund that failed after its success is booked back', r.id::text from payments_refund r
     where r.account_id = $1 and (r.settled_at is not null and r.status = 'failed') <> exists (
       select 1 from ledger_txn t
       where t.account_id = r.account_id and t.book = 'money' and t.reference = 'refundFailed ' || r.id)
     union all
     select 'coupons of a paid payment are redeemed', p.id::text from paid p left join used u on u.reference = p.subject
     where p.paid_at is not null and p.subject is not null
       and (coalesce(u.used, 0) <> p.coupons or coalesce(u.reserved, 0) > 0)
     union all
     select 'promotions of a paid payment are applied', p.id::text
     from paid p left join applied a on a.reference = p.subject
     where p.paid_at is not null and p.subject is not null and coalesce(a.used, 0) <> p.promotions
     union all
     select 'counts of a link are those of its payments', c.payment_link_id::text from payments_link_count c
     where c.account_id = $1 and (
       c.succeeded <> (
         select count(*) from payments_payment p
         where p.account_id = c.account_id and p.payment_link_id = c.payment_link_id and p.paid_at is not null)
       or c.reserved <> (
         select count(*) from payments_payment p
         where p.account_id = c.account_id and p.payment_link_id = c.payment_link_id
           and p.status in ('created', 'processing', 'requiresAction'))
       or c.price is not null and array[c.amount, c.held] is distinct from (
         select array[coalesce(sum(p.amount) filter (where p.paid_at is not null), 0)::bigint,
           coalesce(sum(p.amount) filter (where p.status in ('created', 'processing', 'requiresAction')), 0)::bigint]
         from payments_payment p
         where p.account_id = c.account_id and p.payment_link_id = c.payment_link_id))
   ) violations limit $2`,
)
