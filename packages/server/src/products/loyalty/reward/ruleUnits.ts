import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { memberOf } from '#kit/filter/eventCondition.ts'
import { parseId } from '#kit/values/ids.ts'
import type { Wanted } from './ruleCaps.ts'
import { spanLength } from '#kit/values/span.ts'
import type { Earned } from './rewardRules.ts'

/** Units of one event at most: an event that holds more is no sum of one occurrence. */
const unitsMax = 1_000_000_000

/**
 * Tokens that events earn by the units of their rules. The rest of a duration below one unit counts on with the next
 * event of the contact; that of an amount does not.
 */
export async function unitsOf(ctx: Ctx, earned: readonly Earned[]): Promise<Wanted[]> {
  const timed = earned.filter(({ rule }) => rule.per?.duration !== undefined)
  const rests = timed.length === 0 ? new Map<string, number>() : await lockRests(ctx, timed)
  const wanted = earned.flatMap(({ rule, event }): Wanted[] => {
    const { duration, amount = 1n, currency, property } = rule.per ?? {}
    let units = 1
    if (duration !== undefined) {
      const key = keyOf({ rule, event })
      const length = spanLength(duration) / 1_000
      const seconds = numberOf(event.properties, property ?? 'seconds') + (rests.get(key) ?? 0)
      units = Math.floor(seconds / length)
      rests.set(key, seconds - units * length)
    } else if (rule.per !== null) {
      const isCounted = currency === undefined || memberOf(event.properties, 'currency') === currency
      units = isCounted ? Math.floor(numberOf(event.properties, property ?? 'amountMinor') / Number(amount)) : 0
    }
    if (units < 1) return []
    return [{ rule, event, amount: BigInt(rule.amount ?? 0) * BigInt(Math.min(units, unitsMax)) }]
  })
  if (timed.length > 0) await writeRests(ctx, rests)
  return wanted
}

/** A number of an event, as far as doubles are exact; 0 for a property that is none, or below zero. */
function numberOf(properties: Readonly<Record<string, unknown>>, property: string): number {
  const value = property.split('.').reduce<unknown>((held, key) => memberOf(held, key), properties)
  return typeof value === 'number' && value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

function keyOf({ rule, event }: Earned): string {
  return `${parseId('rwd', rule.id)?.uuid} ${parseId('con', event.contactId)?.uuid}`
}

async function lockRests(ctx: Ctx, timed: readonly Earned[]): Promise<Map<string, number>> {
  const keys = [...new Set(timed.map(keyOf))].toSorted()
  const [rewards, contacts] = [0, 1].map((at) => keys.map((key) => key.split(' ')[at] ?? ''))
  const rows = await ctx.db.rows(lockProgress, [ctx.account.id, rewards, contacts])
  return new Map(rows.map((row) => [`${row.reward_id} ${row.contact_id}`, row.rest]))
}

async function writeRests(ctx: Ctx, rests: ReadonlyMap<string, number>): Promise<void> {
  const keys = [...rests.keys()].toSorted()
  const [rewards, contacts] = [0, 1].map((at) => keys.map((key) => key.split(' ')[at] ?? ''))
  await ctx.db.rows(writeProgress, [ctx.account.id, rewards, contacts, keys.map((key) => rests.get(key) ?? 0)])
}

const lockProgress = statement(
  'loyalty_reward_progress.lock',
  'account',
  `insert into loyalty_reward_progress (account_id, reward_id, contact_id, rest)
   select $1, k.reward_id, k.contact_id, 0 from unnest($2::uuid[], $3::uuid[]) as k (reward_id, contact_id)
   order by k.reward_id, k.contact_id
   on conflict (account_id, reward_id, contact_id) do update set rest = loyalty_reward_progress.rest
   returning reward_id, contact_id, rest`,
)

const writeProgress = statement(
  'loyalty_reward_progress.write',
  'account',
  `update loyalty_reward_progress p set rest = k.rest
   from unnest($2::uuid[], $3::uuid[], $4::double precision[]) as k (reward_id, contact_id, rest)
   where p.account_id = $1 and p.reward_id = k.reward_id and p.contact_id = k.contact_id`,
)
