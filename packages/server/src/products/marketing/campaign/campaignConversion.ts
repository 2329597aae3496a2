import type { Ctx, EmittedFact } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Type } from '#kit/values/schema.ts'
import { line, whole } from '#kit/values/fields.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { closed } from '#kit/nouns/standard.ts'
import { contactOccurred } from '#products/marketing/facts.ts'
import { rowId } from '#products/marketing/rowId.ts'

const currenciesMax = 200

/** Shape of the revenue in numbers of a campaign. */
export const revenueShape = Type.Array(
  closed({
    amount: whole(-9_007_199_254_740_991, 9_007_199_254_740_991, { description: 'Amount in the smallest unit.' }),
    currency: line(3, { description: 'Currency (ISO 4217).' }),
  }),
  { maxItems: currenciesMax, description: 'Sums of the conversions less refunds of their payments, by currency.' },
)

/** Conversions of a campaign, and their sums by currency. */
export type Conversions = { conversions: number; revenue: { currency: string; amount: number }[] }

/** Conversions of campaigns by their row ids, from rows that are kept up to date. None where there was none. */
export async function conversionsOf(ctx: Ctx, campaignIds: readonly string[]): Promise<Map<string, Conversions>> {
  const found = new Map<string, Conversions>()
  for (const row of await ctx.db.rows(readSums, [ctx.account.id, campaignIds])) {
    const sums = found.get(row.campaign_id) ?? { conversions: 0, revenue: [] }
    sums.conversions += Number(row.conversions)
    const isListed = row.currency !== '' && sums.revenue.length < currenciesMax
    if (isListed) sums.revenue.push({ currency: row.currency, amount: Number(row.amount) })
    found.set(row.campaign_id, sums)
  }
  return found
}

/** Reaction to events of contacts: those that a campaign counts go to the mail that was touched last. */
export const reactions = [
  reaction('marketing.campaign.convert', contactOccurred, async (ctx, { payload }: EmittedFact<Occurred>) => {
    const names = new Set(payload.events.map(({ name }) => name))
    if (names.size === 0) return
    if (returning.some((each) => names.has(each))) names.add(succeeded)
    const counted = await ctx.db.rows(countedNames, [ctx.account.id, [...names]])
    const known = new Set(counted.map(({ name }) => name))
    const events = payload.events.filter(({ name }) => known.has(name))
    // A payment and its refund may be processed at the same time: the later one sees the other.
    if (known.has(succeeded)) await ctx.lock('marketing.conversion.payments')
    if (events.length > 0) await convertEvents(ctx, events)
    const payments = payload.events.filter(({ name }) => [succeeded, ...returning].includes(name))
    if (known.has(succeeded) && payments.length > 0) await subtractRefunds(ctx, payments)
  }),
]

const succeeded = 'payments.payment.succeeded'
const refunded = 'payments.payment.refunded'
const refundFailed = 'payments.payment.refundFailed'
const disputeLost = 'payments.payment.disputeLost'
/** Facts that change the revenue of a payment. */
const returning = [refunded, refundFailed, disputeLost]

async function convertEvents(ctx: Ctx, events: Occurred['events']): Promise<void> {
  await ctx.db.rows(convert, [
    ctx.account.id,
    events.map(({ eventId }) => eventId),
    events.map(({ contactId }) => rowId('con', contactId)),
  ])
}

/** Lowers the revenue of the conversion of a payment by its refunds, whichever of both arrived first. */
async function subtractRefunds(ctx: Ctx, payments: Occurred['events']): Promise<void> {
  await ctx.db.rows(subtract, [ctx.account.id, payments.map(({ eventId }) => eventId)])
}

type Occurred = { events: { eventId: string; contactId: string; name: string }[] }

const readSums = statement(
  'marketing_campaign_sum.read',
  'account',
  `select campaign_id, currency, sum(conversions) as conversions, sum(amount) as amount from marketing_campaign_sum
   where account_id = $1 and campaign_id = any($2::uuid[])
   group by campaign_id, currency order by campaign_id, sum(amount) desc, currency`,
)

const countedNames = statement(
  'marketing_campaign.countedNames',
  'account',
  `select distinct conversion_event as name from marketing_campaign
   where account_id = $1 and conversion_event = any($2::text[]) and started_at is not null and deleted_at is null`,
)

/**
 * One conversion an event: to the message with the last touch before it, among campaigns that count the event. The rows
 * of sums change in the same statement, so a read of a campaign scans no events.
 */
const convert = statement(
  'marketing_conversion.convert',
  'account',
  `with touched as (
     select distinct on (e.id) e.id as event_id, e.at, m.id as message_id, m.campaign_id,
       coalesce(m.variant, '') as variant, p.amount, p.currency
     from marketing_event e
     join marketing_campaign c on c.account_id = $1 and c.conversion_event = e.name and c.started_at is not null
       and c.deleted_at is null
     join marketing_message m on m.account_id = $1 and m.campaign_id = c.id and m.contact_id = e.contact_id
       and m.sent_at is not null
     cross join lateral (select case when m.clicked_at <= e.at then m.clicked_at
       when c.conversion_after = 'delivery' then m.sent_at end as at) t
     cross join lateral (select
       case when jsonb_typeof(e.properties -> coalesce(c.conversion_value_property, 'amountMinor')) = 'number'
         then round((e.properties ->> coalesce(c.conversion_value_property, 'amountMinor'))::numeric) end as amount,
       upper(e.properties ->> 'currency') as currency) p
     where e.account_id = $1 and e.id = any($2::uuid[]) and e.contact_id = any($3::uuid[])
       and t.at <= e.at and e.at <= t.at + coalesce(c.conversion_within, 'P7D')::interval
     order by e.id, t.at desc, m.id),
   valued as (
     select event_id, at, message_id, campaign_id, variant,
       case when currency ~ '^[A-Z]{3}$' and abs(amount) <= 1000000000000 then currency else '' end as currency,
       case when currency ~ '^[A-Z]{3}$' and abs(amount) <= 1000000000000 then amount else 0 end::bigint as amount
     from touched),
   kept as (
     insert into marketing_conversion (account_id, event_id, campaign_id, message_id, variant, at, currency, amount)
     select $1, event_id, campaign_id, message_id, variant, at, currency, amount from valued
     on conflict (account_id, event_id) do nothing
     returning campaign_id, message_id, variant, at, currency, amount),
   marked as (
     update marketing_message m set converted_at = k.at
     from (select message_id, min(at) as at from kept group by message_id) k
     where m.account_id = $1 and m.id = k.message_id and m.converted_at is null returning m.id)
   insert into marketing_campaign_sum as s (account_id, campaign_id, variant, currency, conversions, amount)
   select $1, campaign_id, variant, currency, count(*), sum(amount) from kept
   group by campaign_id, variant, currency order by campaign_id, variant, currency
   on conflict (account_id, campaign_id, variant, currency) do update
     set conversions = s.conversions + excluded.conversions, amount = s.amount + excluded.amount`,
)

/**
 * A refund or a lost dispute is a row of its own with a negative amount, and no conversion. It takes the share of the
 * value that it takes of the payment. Shares are differences of rounded running sums, after the refunds that are rows
 * already: those of a whole payment add up to its value, in any order. A refund that failed after its success is one
 * with the other sign.
 */
const subtract = statement(
  'marketing_conversion.subtractRefunds',
  'account',
  `with refunds as (
     select distinct on (e.id) e.id, e.at, s.id as paid_id, v.campaign_id, v.message_id, v.variant, v.currency,
       v.amount as value, k.event_id is not null as is_kept, paid.amount as paid,
       least(greatest(case when jsonb_typeof(e.properties -> 'amountMinor') = 'number'
         then round((e.properties ->> 'amountMinor')::numeric) else 0 end, 0), 1000000000000)
         * case e.name when '${refundFailed}' then -1 else 1 end as refunded
     from marketing_event b
     join marketing_event s on s.account_id = $1 and s.contact_id = b.contact_id and s.subject = b.subject
       and s.name = '${succeeded}'
     join marketing_conversion v on v.account_id = $1 and v.event_id = s.id
     join marketing_event e on e.account_id = $1 and e.contact_id = b.contact_id and e.subject = b.subject
       and e.name in ('${refunded}', '${refundFailed}', '${disputeLost}')
       and upper(e.properties ->> 'currency') = v.currency
     left join marketing_conversion k on k.account_id = $1 and k.event_id = e.id
     cross join lateral (select case when jsonb_typeof(s.properties -> 'amountMinor') = 'number'
       then (s.properties ->> 'amountMinor')::numeric else 0 end as amount) paid
     where b.account_id = $1 and b.id = any($2::uuid[])
     order by e.id),
   summed as (
     select *, sum(refunded) over (partition by paid_id order by is_kept desc, id) as until from refunds),
   returned as (
     select id as event_id, at, campaign_id, message_id, variant, currency, case when paid > 0 then
       (round(value * least(until - refunded, paid) / paid) - round(value * least(until, paid) / paid))
         else 0 end::bigint as amount
     from summed where not is_kept),
   kept as (
     insert into marketing_conversion (account_id, event_id, campaign_id, message_id, variant, at, currency, amount)
     select $1, event_id, campaign_id, message_id, variant, at, currency, amount from returned
     on conflict (account_id, event_id) do nothing
     returning campaign_id, variant, currency, amount)
   insert into marketing_campaign_sum as s (account_id, campaign_id, variant, currency, conversions, amount)
   select $1, campaign_id, variant, currency, 0, sum(amount) from kept
   group by campaign_id, variant, currency order by campaign_id, variant, currency
   on conflict (account_id, campaign_id, variant, currency) do update set amount = s.amount + excluded.amount`,
)
