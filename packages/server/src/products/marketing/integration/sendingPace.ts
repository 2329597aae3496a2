import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import type { Integration } from './integrationFields.ts'

/** Mails that may leave by an integration within a day: its limit, and what a warm-up allows. Null: no bound. */
export type DayBound = { sent: number; allowed: number; remaining: number }

type Limited = Pick<Integration, 'limits' | 'warmUp'>
/** Mails that this process may send without another look into the database. */
type Grant = {
  left: number
  untilMs: number
  tokens: number
  atMs: number
  taking: Promise<Date | undefined> | undefined
}

const keptMax = 500
/** Mails that one look into the database allows: a hundredth of the bound, which a restart may lose. */
const grantMax = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Width of a counted slot, and the wait of mails that an hour or a day has no place for. */
const slotMs = 5 * 60_000
const secondWaitMs = 250

/** Mails a day that a warm-up and the limit of a day allow; undefined without a bound. */
export function allowedADay({ limits, warmUp }: Limited, now: Date): number | undefined {
  const { perDay } = limits ?? {}
  const { startPerDay, startsAt } = warmUp ?? {}
  if (startPerDay === undefined || startsAt === undefined) return perDay
  const days = Math.max(0, Math.floor((now.getTime() - new Date(startsAt).getTime()) / dayMs))
  const ramp = startPerDay * 2 ** Math.min(days, 40)
  return Math.min(perDay ?? Number.MAX_SAFE_INTEGER, ramp)
}

/**
 * Takes a turn of an integration's limits. Undefined: the mail may leave; else the moment of another try. Mails are
 * counted in the database before they leave, so a restart forgets none.
 */
export async function takeTurn(ctx: Ctx, record: Integration): Promise<Date | undefined> {
  const { perSecond, perHour } = record.limits ?? {}
  const perDay = allowedADay(record, ctx.now())
  if (perSecond === undefined && perHour === undefined && perDay === undefined) return undefined
  const grant = grantOf(ctx, record)
  if (perSecond !== undefined && !takeToken(grant, perSecond)) return new Date(ctx.now().getTime() + secondWaitMs)
  if (perHour === undefined && perDay === undefined) return undefined
  while (grant.left < 1 || grant.untilMs <= ctx.now().getTime()) {
    // Mails that leave side by side wait for one look into the database.
    grant.taking ??= reserve(ctx, record, { grant, perHour, perDay }).finally(() => (grant.taking = undefined))
    const until = await grant.taking
    if (until !== undefined) return until
  }
  grant.left -= 1
  return undefined
}

function grantOf(ctx: Ctx, record: Integration): Grant {
  const kept = ctx.memory('marketing.sendingGrants', () => new LRUCache<string, Grant>({ max: keptMax }))
  const key = `${ctx.account.id} ${record.id}`
  const grant = kept.get(key) ?? { left: 0, untilMs: 0, tokens: 1, atMs: performance.now(), taking: undefined }
  kept.set(key, grant)
  return grant
}

/** A token bucket of one second; its clock is that of the machine. */
function takeToken(grant: Grant, perSecond: number): boolean {
  const nowMs = performance.now()
  grant.tokens = Math.min(perSecond, grant.tokens + ((nowMs - grant.atMs) / 1_000) * perSecond)
  grant.atMs = nowMs
  if (grant.tokens < 1) return false
  grant.tokens -= 1
  return true
}

type Reserving = { grant: Grant; perHour: number | undefined; perDay: number | undefined }

/** Counts some mails before they leave. Returns the moment of another try where none may. */
async function reserve(
  ctx: Ctx,
  record: Integration,
  { grant, perHour, perDay }: Reserving,
): Promise<Date | undefined> {
  const now = ctx.now()
  const uuid = uuidOf('int', record.id)
  const slot = new Date(Math.floor(now.getTime() / slotMs) * slotMs)
  const since = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)].map((at) => at.toISOString())
  const taken = await ctx.atomic(async (inner) => {
    await inner.lock(`marketing.sendingPace ${record.id}`)
    const [used] = await inner.db.rows(countUsed, [inner.account.id, uuid, ...since])
    const inHour = (perHour ?? Number.MAX_SAFE_INTEGER) - Number(used?.hour ?? 0)
    const inDay = (perDay ?? Number.MAX_SAFE_INTEGER) - Number(used?.day ?? 0)
    const share = Math.ceil(Math.min(perHour ?? inDay, perDay ?? inHour) / 100)
    const count = Math.min(grantMax, Math.max(share, 1), inHour, inDay)
    if (count < 1) return 0
    await inner.db.rows(pruneCounts, [inner.account.id, uuid, new Date(now.getTime() - 2 * dayMs).toISOString()])
    await inner.db.rows(addCount, [inner.account.id, uuid, slot.toISOString(), count])
    return count
  })
  if (taken === 0) return new Date(slot.getTime() + slotMs)
  grant.left = taken
  grant.untilMs = slot.getTime() + hourMs
  return undefined
}

/** Bounds of the day of integrations, in their order; null for one without a bound. */
export async function dayBounds(ctx: Ctx, records: readonly Integration[]): Promise<(DayBound | null)[]> {
  const now = ctx.now()
  const bounded = records.filter((record) => allowedADay(record, now) !== undefined)
  if (bounded.length === 0) return records.map(() => null)
  const uuids = bounded.map(({ id }) => uuidOf('int', id))
  const since = new Date(now.getTime() - dayMs).toISOString()
  const rows = await ctx.db.rows(countDays, [ctx.account.id, uuids, since])
  const sentBy = new Map(rows.map((row) => [row.integration_id, Number(row.sent)]))
  return records.map((record) => {
    const allowed = allowedADay(record, now)
    if (allowed === undefined) return null
    const sent = sentBy.get(String(uuidOf('int', record.id))) ?? 0
    return { sent, allowed, remaining: Math.max(0, allowed - sent) }
  })
}

const countUsed = statement(
  'marketing_sending_count.used',
  'account',
  `select coalesce(sum(count) filter (where slot > $3::timestamptz), 0) as hour, coalesce(sum(count), 0) as day
   from marketing_sending_count where account_id = $1 and integration_id = $2 and slot > $4::timestamptz`,
)

const addCount = statement(
  'marketing_sending_count.add',
  'account',
  `insert into marketing_sending_count as s (account_id, integration_id, slot, count) values ($1, $2, $3, $4)
   on conflict (account_id, integration_id, slot) do update set count = s.count + excluded.count`,
)

const countDays = statement(
  'marketing_sending_count.days',
  'account',
  `select integration_id, sum(count) as sent from marketing_sending_count
   where account_id = $1 and integration_id = any($2::uuid[]) and slot > $3::timestamptz group by integration_id`,
)

/** Removes counts that are too old for every limit. */
const pruneCounts = statement(
  'marketing_sending_count.prune',
  'account',
  `delete from marketing_sending_count where account_id = $1 and integration_id = $2 and slot < $3::timestamptz`,
)
