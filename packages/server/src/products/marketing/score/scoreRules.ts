import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import type { NewEntry } from './scoreEntries.ts'
import { isEventOf, ruleMatcher } from './scoreFilter.ts'
import type { ScoreModel, ScoreRule } from './scoreModel.ts'

/** An event of a contact, by row ids. */
export type ScoredEvent = { id: string; contactId: string; name: string; at: string; properties: unknown }

/** Entries that events add by the rules of the model, within the caps. Call with the scores of the contacts held. */
export async function entriesOfEvents(
  ctx: Ctx,
  model: ScoreModel,
  events: readonly ScoredEvent[],
): Promise<NewEntry[]> {
  const rules = model.rules.filter(({ event }) => event !== null)
  const capped = rules.filter(({ cap }) => cap !== null)
  const given = await givenPoints(ctx, model, { rules: capped, events })
  return rules.flatMap((rule) => {
    const hits = events.filter((event) => rule.event !== null && isEventOf(rule.event, event))
    return hits.flatMap((event) => entryOf(ctx, model, { rule, event, given }))
  })
}

/** Points that a rule gave to a contact, with their moments. */
type Given = Map<string, { points: number; atMs: number }[]>

type Hit = { rule: ScoreRule; event: ScoredEvent; given: Given }

function entryOf(ctx: Ctx, model: ScoreModel, { rule, event, given }: Hit): NewEntry[] {
  const atMs = Date.parse(event.at)
  const expiresAtMs = rule.expiresAfterMs === null ? null : atMs + rule.expiresAfterMs
  if (expiresAtMs !== null && expiresAtMs <= ctx.now().getTime()) return []
  const points = cappedPoints(rule, { given, contactId: event.contactId, atMs })
  if (points === 0) return []
  const key = `${model.epoch}:${rule.ruleId}:${event.id}`
  const at = { at: event.at, startsAt: event.at }
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString()
  return [{ ...ruleEntry(ctx, model, rule), contactId: event.contactId, points, ...at, expiresAt, key }]
}

function ruleEntry(ctx: Ctx, model: ScoreModel, { score, ruleId, name }: ScoreRule) {
  const id = uuidv7(ctx.now().getTime())
  return { id, score, kind: 'rule' as const, ruleId, version: model.version, reason: name }
}

/** Points of a rule within its cap: the most that it gives in the period that ends with the event. */
function cappedPoints(
  { ruleId, points, cap }: ScoreRule,
  { given, contactId, atMs }: { given: Given; contactId: string; atMs: number },
): number {
  if (cap === null) return points
  const key = `${ruleId} ${contactId}`
  const before = given.get(key) ?? []
  const used = before
    .filter((each) => each.atMs > atMs - cap.perMs && each.atMs <= atMs)
    .reduce((sum, each) => sum + Math.abs(each.points), 0)
  const size = Math.min(Math.abs(points), Math.max(0, cap.max - used))
  const granted = Math.sign(points) * size
  given.set(key, [...before, { points: granted, atMs }])
  return granted
}

async function givenPoints(
  ctx: Ctx,
  model: ScoreModel,
  { rules, events }: { rules: readonly ScoreRule[]; events: readonly ScoredEvent[] },
): Promise<Given> {
  if (rules.length === 0 || events.length === 0) return new Map()
  const contactIds = [...new Set(events.map(({ contactId }) => contactId))]
  const firstMs = Math.min(...events.map(({ at }) => Date.parse(at)))
  const longestMs = Math.max(...rules.map(({ cap }) => cap?.perMs ?? 0))
  const since = new Date(firstMs - longestMs).toISOString()
  const values = [contactIds, rules.map(({ ruleId }) => ruleId), since, model.epoch]
  const rows = await ctx.db.rows(readGiven, [ctx.account.id, ...values])
  const byKey = Map.groupBy(rows, (row) => `${row.rule_id} ${row.contact_id}`)
  return new Map(
    [...byKey].map(([key, each]) => [
      key,
      each.map(({ points, starts_at: startsAt }) => ({ points, atMs: Date.parse(startsAt) })),
    ]),
  )
}

/**
 * Entries of rules whose filter began or ceased to match: points once it matches, their negation once it does not. Call
 * with the scores of the contacts held.
 */
export async function entriesOfStates(
  ctx: Ctx,
  model: ScoreModel,
  { contactIds, rules }: { contactIds: readonly string[]; rules: readonly ScoreRule[] },
): Promise<NewEntry[]> {
  const states = rules.flatMap((rule) => (rule.filter === null ? [] : [{ rule, filter: rule.filter }]))
  if (states.length === 0 || contactIds.length === 0) return []
  const matcher = await ruleMatcher(
    ctx,
    contactIds,
    states.map(({ filter }) => filter),
  )
  const values = [contactIds, states.map(({ rule }) => rule.ruleId), model.epoch]
  const latest = await ctx.db.rows(readLatest, [ctx.account.id, ...values])
  const byKey = new Map(latest.map((row) => [`${row.rule_id} ${row.contact_id}`, row]))
  return states.flatMap((state) =>
    contactIds.flatMap((contactId) => {
      const isMatching = matcher(state.filter, contactId)
      return stateEntry(ctx, model, { rule: state.rule, contactId, isMatching, byKey })
    }),
  )
}

type StateHit = {
  rule: ScoreRule
  contactId: string
  isMatching: boolean
  byKey: ReadonlyMap<string, RowOf<typeof readLatest>>
}

function stateEntry(ctx: Ctx, model: ScoreModel, { rule, contactId, isMatching, byKey }: StateHit): NewEntry[] {
  const latest = byKey.get(`${rule.ruleId} ${contactId}`)
  const isGiven = latest?.kind === 'rule'
  if (isMatching === isGiven) return []
  const now = ctx.now()
  const entry = { ...ruleEntry(ctx, model, rule), contactId, startsAt: now.toISOString(), key: null }
  if (isMatching) {
    const expiresAt = rule.expiresAfterMs === null ? null : new Date(now.getTime() + rule.expiresAfterMs).toISOString()
    return [{ ...entry, points: rule.points, at: entry.startsAt, expiresAt }]
  }
  if (latest === undefined) return []
  const isExpired = latest.expires_at !== null && Date.parse(latest.expires_at) <= now.getTime()
  const points = isExpired ? 0 : -latest.points
  const score = latest.score === 'fit' ? ('fit' as const) : ('engagement' as const)
  // The negation ends with what it negates.
  return [{ ...entry, score, kind: 'withdrawn', points, at: latest.at, expiresAt: latest.expires_at }]
}

const readGiven = statement(
  'marketing_score_entry.given',
  'account',
  `select contact_id, rule_id, points, starts_at from marketing_score_entry
   where account_id = $1 and contact_id = any($2::uuid[]) and rule_id = any($3::text[])
     and starts_at >= $4::timestamptz and kind = 'rule' and version >= $5`,
)

// Entries of events have a key: the rule of an id may have looked at events in an earlier version.
const readLatest = statement(
  'marketing_score_entry.latest',
  'account',
  `select distinct on (contact_id, rule_id) contact_id, rule_id, kind, score, points, at, expires_at
   from marketing_score_entry
   where account_id = $1 and contact_id = any($2::uuid[]) and rule_id = any($3::text[]) and version >= $4
     and key is null
   order by contact_id, rule_id, starts_at desc, id desc`,
)
