import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { NewEntry } from './scoreEntries.ts'
import { ruleMatcher } from './scoreFilter.ts'
import { ruleEntry } from './scoreHits.ts'
import type { ScoreModel, ScoreRule } from './scoreModel.ts'

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
