import { openBatches, type CallBatches } from '#kit/call/callBatches.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { boundedSum } from '#platform/db/boundedSum.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { journalSteps } from '#platform/db/writeSql.ts'
import type { Redemption } from '#kit/call/redemption.ts'
import { couponExhausted, couponRedeemed, couponReserved } from '#products/loyalty/facts.ts'
import { coupon, type Coupon } from './coupon.ts'

/** One use to take. */
export type Take = {
  /** The coupon as it was read: a changed one refuses the use. */
  coupon: Coupon
  contactId: string | null
  clientReference: string
  /** Digest of the request: another request under the same reference conflicts. */
  requestHash: Buffer
  /** Purchase that the use belongs to. */
  reference: string | null
  mode: 'reserve' | 'redeem'
  /** End of a reservation; null for one that its purchase ends. */
  until: Date | null
  discount: Redemption['discount']
  tokens: Redemption['tokens']
}

/** A use that is ready to be written, with its audit row and facts. */
export type PreparedTake = { redemption: Redemption; row: TakeRow; keys: readonly string[] }

type TakeRow = Record<string, unknown>

/** Prepares a use; the statement of `writeTakes` decides whether it happens. */
export function prepareTake(ctx: Ctx, take: Take): PreparedTake {
  const redemption = redemptionOfTake(ctx, take)
  const isRedeemed = take.mode === 'redeem'
  const target = redemption.id
  const subject = { id: target, status: redemption.status, version: 1 }
  const changes = { couponId: redemption.couponId, code: redemption.code, contactId: redemption.contactId }
  const action = isRedeemed ? 'loyalty.coupon.redeemed' : 'loyalty.coupon.reserved'
  const fact = isRedeemed ? couponRedeemed : couponReserved
  const journal = ctx.journal({ action, target, changes }, [{ fact, payload: redemption, subject }])
  const row: TakeRow = {
    ...columnsOf(take, redemption),
    audit: journal.audit,
    outbox: journal.outbox,
    exhausted: isLimited(take.coupon) ? exhaustedRow(ctx, take.coupon) : [],
  }
  const couponKey = `${ctx.account.id} ${redemption.couponId}`
  const keys = [`${couponKey} ref ${take.clientReference}`, `${couponKey} con ${take.contactId ?? redemption.id}`]
  return { redemption, row, keys }
}

function redemptionOfTake(ctx: Ctx, take: Take): Redemption {
  const at = ctx.now()
  const id = encodeId('rdm', ctx.account.id, uuidv7(at.getTime()))
  const isRedeemed = take.mode === 'redeem'
  const { discount } = take
  return {
    id,
    redemptionId: id,
    status: isRedeemed ? 'redeemed' : 'reserved',
    couponId: take.coupon.id,
    code: take.coupon.code,
    contactId: take.contactId,
    clientReference: take.clientReference,
    reference: take.reference,
    discount,
    rolledBack: discount === null ? null : { amount: 0n, currency: discount.currency },
    tokens: take.tokens,
    reason: null,
    reservedUntil: isRedeemed ? null : (take.until?.toISOString() ?? null),
    createdAt: at.toISOString(),
    redeemedAt: isRedeemed ? at.toISOString() : null,
    endedAt: null,
    version: 1,
  }
}

function columnsOf(take: Take, redemption: Redemption): TakeRow {
  return {
    coupon_id: uuidOf(coupon.prefix, take.coupon.id),
    coupon_version: take.coupon.version,
    contact_max: take.coupon.maxRedemptionsPerContact,
    id: uuidOf('rdm', redemption.id),
    code: redemption.code,
    contact_id: take.contactId === null ? null : uuidOf('con', take.contactId),
    client_reference: take.clientReference,
    request_hash: take.requestHash.toString('hex'),
    reference: take.reference,
    status: redemption.status,
    amount: Number(take.discount?.amount ?? 0n),
    currency: take.discount?.currency ?? null,
    tokens: take.tokens?.amount ?? null,
    token: take.tokens?.token ?? null,
    until_at: redemption.reservedUntil,
    at: redemption.createdAt,
    redeemed_at: redemption.redeemedAt,
  }
}

function isLimited({ maxRedemptions, budget }: Coupon): boolean {
  return maxRedemptions !== null || budget !== null
}

function exhaustedRow(ctx: Ctx, { id, code, name, version }: Coupon) {
  const payload = { id, couponId: id, status: 'exhausted', code, name } as const
  const subject = { id, status: 'exhausted', version: version + 1 }
  return ctx.journal({ action: 'loyalty.coupon.exhausted', target: id }, [{ fact: couponExhausted, payload, subject }])
    .outbox
}

/**
 * Writes uses of coupons of one account, all in one statement: counters, uses, audit rows and facts. Returns the row
 * ids of the uses that happened. A use does not happen when its coupon changed since it was read, or has no use or no
 * budget left. Throws ConstraintError for a known reference and for the limit of a contact; nothing is written then.
 * Two uses of one coupon by one contact, or under one reference, need two statements.
 */
export async function writeTakes(ctx: Ctx, takes: readonly PreparedTake[]): Promise<ReadonlySet<string>> {
  const rows = takes.map(({ row }, n) => ({ n, ...row }))
  const made = await ctx.db.rows(takeUses, [ctx.account.id, JSON.stringify(rows)])
  return new Set(made.map(({ id }) => encodeId('rdm', ctx.account.id, String(id))))
}

/**
 * Takes one use outside a transaction: false when it did not happen, as `writeTakes` says. Uses at the same time share
 * a statement and its commit, so a coupon that everyone uses at once costs a lock and a commit per batch.
 */
export function takeUse(ctx: Ctx, take: PreparedTake): Promise<boolean> {
  return ctx.memory('loyalty.takes', openTakeBatches).run(ctx, take)
}

function openTakeBatches(): CallBatches<PreparedTake, boolean> {
  return openBatches<PreparedTake, boolean>({
    keysOf: ({ keys }) => keys,
    async together(ctx, batch) {
      const made = await writeTakes(ctx, batch)
      return batch.map(({ redemption }) => made.has(redemption.id))
    },
  })
}

/**
 * `locked` waits for the coupons in the order of their ids and sees their newest counters; every other step follows
 * from it, so the counters that decide are those that the update changes.
 */
const takeUses = statement(
  'loyalty_coupon.take',
  'account',
  `with sent as materialized (
     select * from json_to_recordset($2::json) as s (n integer, coupon_id uuid, coupon_version integer,
       contact_max integer, id uuid, code text, contact_id uuid, client_reference text, request_hash text,
       reference text, status text, amount bigint, currency text, tokens bigint, token text, until_at timestamptz,
       at timestamptz, redeemed_at timestamptz, audit json, outbox json, exhausted json)),
   locked as materialized (
     select c.account_id, c.id, c.version, c.max_redemptions - c.redeemed - c.reserved as uses_left,
       c.budget_amount - coalesce(c.discount_granted_amount, 0) as budget_left,
       c.discount_granted_currency as granted_currency
     from loyalty_coupon c
     where c.account_id = $1 and c.id = any (select s.coupon_id from sent s) and c.deleted_at is null
       and c.status in ('active', 'scheduled')
     order by c.id for no key update),
   ranked as (
     select l.account_id, s.*, l.uses_left, l.budget_left, row_number() over w as place, sum(s.amount) over w as spent,
       coalesce(l.granted_currency, min(s.currency) over (partition by s.coupon_id)) as sum_currency
     from sent s join locked l on l.id = s.coupon_id and l.version = s.coupon_version
     window w as (partition by s.coupon_id order by s.n)),
   granted as materialized (
     select g.* from ranked g
     where (g.uses_left is null or g.place <= g.uses_left) and (g.budget_left is null or g.spent <= g.budget_left)),
   counted_contacts as (
     insert into loyalty_coupon_contact as u (account_id, coupon_id, contact_id, used, used_max)
     select g.account_id, g.coupon_id, g.contact_id, 1, g.contact_max from granted g where g.contact_id is not null
     order by g.coupon_id, g.contact_id
     on conflict (account_id, coupon_id, contact_id) do update
     set used = u.used + excluded.used, used_max = excluded.used_max),
   made as (
     insert into loyalty_redemption (account_id, id, coupon_id, code, contact_id, client_reference, request_hash,
       reference, status, version, amount, currency, tokens, token, rolled_back_amount, created_at, until_at,
       redeemed_at)
     select g.account_id, g.id, g.coupon_id, g.code, g.contact_id, g.client_reference, decode(g.request_hash, 'hex'),
       g.reference, g.status, 1, g.amount, g.currency, g.tokens, g.token, 0, g.at, g.until_at, g.redeemed_at
     from granted g order by g.coupon_id, g.n),
   sums as (
     select g.account_id, g.coupon_id, count(*)::integer as uses,
       (count(*) filter (where g.status = 'redeemed'))::integer as redeemed, min(g.sum_currency) as currency,
       coalesce(sum(g.amount) filter (where g.currency = g.sum_currency), 0) as amount,
       bool_or(g.uses_left = g.place or g.budget_left = g.spent) as is_full, max(g.n) as last
     from granted g group by g.account_id, g.coupon_id),
   counted as (
     update loyalty_coupon c
     set redeemed = c.redeemed + s.redeemed, reserved = c.reserved + s.uses - s.redeemed,
       discount_granted_amount = case when s.currency is null then c.discount_granted_amount
         else ${boundedSum('coalesce(c.discount_granted_amount, 0)::numeric + s.amount')} end,
       discount_granted_currency = coalesce(c.discount_granted_currency, s.currency), has_been_used = true,
       status = case when s.is_full then 'exhausted' else 'active' end,
       next_at = c.expires_at,
       version = c.version + case when s.is_full or c.status <> 'active' then 1 else 0 end
     from sums s where c.account_id = $1 and s.account_id = c.account_id and c.id = s.coupon_id),
   noted as (
     select g.account_id, g.id, g.audit,
       case when s.is_full and s.last = g.n then (g.outbox::jsonb || g.exhausted::jsonb)::json else g.outbox end
         as outbox
     from granted g join sums s on s.account_id = g.account_id and s.coupon_id = g.coupon_id),
   ${journalSteps('noted')}
   select g.id from granted g`,
)
