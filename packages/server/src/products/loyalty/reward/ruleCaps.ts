import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { problem, reason } from '#kit/call/problem.ts'
import type { ContactEvent } from '#kit/call/contacts.ts'
import { parseId } from '#kit/values/ids.ts'
import { tokensMax } from '#products/loyalty/token/tokenFields.ts'
import type { capPeriods } from './rewardFields.ts'
import type { Reward } from './reward.ts'
import type { Earned } from './rewardRules.ts'

/** Tokens that an event should have. */
export type Wanted = Earned & { amount: bigint }

/** Tokens that count towards the caps of a rule. */
type Counted = { rule: Reward; event: Pick<ContactEvent, 'contactId' | 'at'>; amount: bigint }

/** Refusal of tokens for which the caps or the budget of their rule have no room. */
export const capReached = reason(
  'conflict',
  'cap_reached',
  'The caps or the budget of the rule have no room for so many tokens. Nothing was given.',
)

/** Row of the counter that all contacts share. */
const everyone = '00000000-0000-0000-0000-000000000000'

type Counter = { key: string; max: bigint }

/**
 * Cuts grants to what the caps of their rules leave. The counters are locked in the order of their keys until the
 * transaction ends, so that parallel reactions never grant more. A grant of which nothing is left is
 * dropped; with `isWhole`, one that would be cut.
 */
export async function capped<T extends Counted>(
  ctx: Ctx,
  wanted: readonly T[],
  { isWhole = false } = {},
): Promise<T[]> {
  const counters = wanted.map((each) => countersOf(each, ctx.account.timeZone))
  const keys = [...new Set(counters.flat().map(({ key }) => key))].toSorted()
  const used = keys.length === 0 ? new Map<string, bigint>() : await lockCounters(ctx, keys)
  const before = new Map(used)
  const granted = wanted.flatMap((each, index): T[] => {
    const own = counters[index] ?? []
    const left = own.map(({ key, max }) => max - (used.get(key) ?? 0n))
    const amount = [each.amount, BigInt(tokensMax), ...left].reduce((least, size) => (size < least ? size : least))
    if (amount <= 0n || (isWhole && amount < each.amount)) return []
    for (const { key } of own) used.set(key, (used.get(key) ?? 0n) + amount)
    return [{ ...each, amount }]
  })
  const changed = keys.filter((key) => used.get(key) !== before.get(key))
  const sums = changed.map((key) => String(used.get(key) ?? 0n))
  if (changed.length > 0) await ctx.db.rows(writeCounts, [ctx.account.id, ...columnsOf(changed), sums])
  return granted
}

/** Counts tokens that are given by hand towards the caps of a rule. Throws cap_reached when they do not fit. */
export async function countByHand(ctx: Ctx, rule: Reward, of: { contactId: string; amount: bigint }): Promise<void> {
  const event = { contactId: of.contactId, at: ctx.now().toISOString() }
  const [fits] = await capped(ctx, [{ rule, event, amount: of.amount }], { isWhole: true })
  if (fits === undefined) throw problem(capReached)
}

/** Gives tokens that were taken back to the budgets of their rules. */
export async function freeBudgets(ctx: Ctx, freed: readonly { rewardId: string; amount: bigint }[]): Promise<void> {
  if (freed.length === 0) return
  const rows = freed.map(({ rewardId, amount }) => ({ reward_id: rewardId, amount: String(amount) }))
  await ctx.db.rows(freeCounts, [ctx.account.id, everyone, JSON.stringify(rows)])
}

function countersOf({ rule, event }: Counted, timeZone: string): Counter[] {
  const { perContact, perDay, total } = rule.caps ?? {}
  const id = parseId('rwd', rule.id)?.uuid ?? ''
  const contact = parseId('con', event.contactId)?.uuid ?? ''
  const of = (who: string, span: string, max: number) => ({ key: `${id} ${who} ${span}`, max: BigInt(max) })
  return [
    ...(perContact === undefined ? [] : [of(contact, spanOf(event.at, perContact.per, timeZone), perContact.max)]),
    ...(perDay === undefined ? [] : [of(everyone, spanOf(event.at, 'day', timeZone), perDay)]),
    ...(total === undefined ? [] : [of(everyone, 'ever', total)]),
    ...(rule.budget === null ? [] : [of(everyone, 'budget', rule.budget)]),
  ]
}

/** Name of the period of a moment in a time zone: `day:2026-11-21`. */
function spanOf(at: string, per: (typeof capPeriods)[number], timeZone: string): string {
  if (per === 'ever') return 'ever'
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const date = local.toPlainDate()
  // The offset distinguishes the hour that a clock repeats in autumn.
  if (per === 'hour') return `hour:${date}T${String(local.hour).padStart(2, '0')}${local.offset}`
  if (per === 'day') return `day:${date}`
  if (per === 'week') return `week:${date.yearOfWeek}-${String(date.weekOfYear).padStart(2, '0')}`
  return `month:${date.toPlainYearMonth()}`
}

async function lockCounters(ctx: Ctx, keys: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await ctx.db.rows(lockCounts, [ctx.account.id, ...columnsOf(keys)])
  return new Map(rows.map((row) => [`${row.reward_id} ${row.contact_id} ${row.span}`, BigInt(row.used ?? 0)]))
}

function columnsOf(keys: readonly string[]): string[][] {
  return [0, 1, 2].map((at) => keys.map((key) => key.split(' ')[at] ?? ''))
}

const lockCounts = statement(
  'loyalty_reward_count.lock',
  'account',
  `insert into loyalty_reward_count (account_id, reward_id, contact_id, span, used)
   select $1, k.reward_id, k.contact_id, k.span, 0
   from unnest($2::uuid[], $3::uuid[], $4::text[]) as k (reward_id, contact_id, span)
   order by k.reward_id, k.contact_id, k.span
   on conflict (account_id, reward_id, contact_id, span) do update set used = loyalty_reward_count.used
   returning reward_id, contact_id, span, used::text as used`,
)

const freeCounts = statement(
  'loyalty_reward_count.free',
  'account',
  `update loyalty_reward_count c set used = greatest(c.used - k.amount, 0)
   from (select reward_id, sum(amount)::bigint as amount
     from json_to_recordset($3::json) as r (reward_id uuid, amount bigint) group by reward_id) k
   where c.account_id = $1 and c.reward_id = k.reward_id and c.contact_id = $2 and c.span = 'budget'`,
)

const writeCounts = statement(
  'loyalty_reward_count.write',
  'account',
  `update loyalty_reward_count c set used = k.used
   from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[]) as k (reward_id, contact_id, span, used)
   where c.account_id = $1 and c.reward_id = k.reward_id and c.contact_id = k.contact_id and c.span = k.span`,
)
