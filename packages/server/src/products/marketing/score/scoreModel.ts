import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { EventCondition, Filter } from '#kit/filter/filter.ts'
import { isSame } from '#platform/openapi/json.ts'
import type { DecaySpan, Scale } from './scoreMath.ts'

/** Scores that rules add to. */
export const scoreNames = ['fit', 'engagement'] as const

/** One of the scores that rules add to. */
export type ScoreName = (typeof scoreNames)[number]

/** A rule: points for each event that fits, or for as long as a filter matches the contact. */
export type ScoreRule = {
  ruleId: string
  name: string
  score: ScoreName
  filter: Filter | null
  event: EventCondition | null
  points: number
  cap: { max: number; perMs: number } | null
  expiresAfterMs: number | null
  /** Moment from which the rule stands as it is: late events since then share its cap with others. null: all events. */
  gradedFrom: string | null
}

/**
 * The model of an account. `version` 0: the account has none yet. `epoch`: the first version, or that of the last full
 * recompute; older entries of rules do not count.
 */
export type ScoreModel = Scale & {
  version: number
  epoch: number
  halfLifeMs: number | null
  rules: readonly ScoreRule[]
  /** Contacts that the version has been applied to. */
  recompute: { total: number; done: number; finishedAt: string | null } | null
  /** Whether a full recompute of the version has not ended: contacts that it has not reached keep their sums. */
  isDeriving: boolean
}

/** Thresholds of an account without a model. */
export const defaultThresholds = [
  { name: 'warm', min: 25 },
  { name: 'hot', min: 50 },
  { name: 'mql', min: 80 },
] as const

/** Bounds of an account without a model. */
export const defaultBounds = { min: 0, max: 1_000 } as const

/** Versions of one model; the spans of decay since the last full recompute are read with each use. */
export const versionsMax = 1_000

/** Reads the model of the account. */
export async function readModel(ctx: Ctx): Promise<ScoreModel> {
  const rows = await ctx.db.rows(readVersions, [ctx.account.id, versionsMax])
  const latest = rows[0]
  if (latest === undefined) return emptyModel
  const { version } = latest
  const [ruleRows, thresholds] = [
    await ctx.db.rows(readRules, [ctx.account.id, version]),
    await ctx.db.rows(readThresholds, [ctx.account.id, version]),
  ]
  const spans = rows
    .toReversed()
    .map((row): DecaySpan => ({ startsAtMs: Date.parse(row.starts_at), halfLifeMs: row.half_life_ms }))
  const epoch = rows.find(({ is_full: isNewEpoch }) => isNewEpoch)?.version ?? 0
  return {
    version,
    epoch,
    spans: distinctSpans(spans),
    halfLifeMs: latest.half_life_ms,
    floor: latest.decay_floor,
    bounds: { min: latest.bound_min, max: latest.bound_max },
    thresholds: thresholds.map(({ name, min }) => ({ name, min })),
    rules: ruleRows.map(ruleOf),
    recompute: progressOf(latest),
    isDeriving: latest.is_derived && latest.recomputed_at === null,
  }
}

/** Refers to a model that a draft would become, without a version of its own. */
export type ModelDraft = Pick<ScoreModel, 'halfLifeMs' | 'floor' | 'bounds' | 'thresholds' | 'rules'>

/** The model of an account that has set none: no rules, no decay. */
export const emptyModel: ScoreModel = {
  version: 0,
  epoch: 0,
  spans: [{ startsAtMs: 0, halfLifeMs: null }],
  halfLifeMs: null,
  floor: 0,
  bounds: defaultBounds,
  thresholds: defaultThresholds,
  rules: [],
  recompute: null,
  isDeriving: false,
}

/** Writes a new version of the model. Call inside `ctx.atomic`, under the lock of the model. */
export async function writeModel(
  ctx: Ctx,
  draft: ModelDraft,
  {
    version,
    isNewEpoch,
    isDerived,
    total,
  }: { version: number; isNewEpoch: boolean; isDerived: boolean; total: number },
): Promise<void> {
  const { halfLifeMs, floor, bounds } = draft
  const values = [halfLifeMs, floor, bounds.min, bounds.max, isNewEpoch, isDerived, total]
  await ctx.db.rows(insertModel, [ctx.account.id, version, ctx.now().toISOString(), ...values])
  await ctx.db.rows(insertRules, [ctx.account.id, version, JSON.stringify(draft.rules.map(rowOf))])
  const thresholds = draft.thresholds.map(({ name, min }, position) => ({ position, name, min }))
  await ctx.db.rows(insertThresholds, [ctx.account.id, version, JSON.stringify(thresholds)])
}

/**
 * The rules of a new version with the moment from which each one stands: an unchanged rule keeps its moment. Rules of a
 * full recompute stand for all events.
 */
export function rulesSince(
  before: ScoreModel,
  rules: readonly ScoreRule[],
  { startsAt, isDerived }: { startsAt: string; isDerived: boolean },
): ScoreRule[] {
  if (isDerived) return rules.map((rule) => ({ ...rule, gradedFrom: null }))
  return rules.map((rule) => {
    const former = before.rules.find(({ ruleId }) => ruleId === rule.ruleId)
    const isKept = former !== undefined && isSame({ ...former, gradedFrom: null }, { ...rule, gradedFrom: null })
    return { ...rule, gradedFrom: isKept ? former.gradedFrom : startsAt }
  })
}

/** The spans of a model after one more version that starts now. */
export function spansWith(model: ScoreModel, next: DecaySpan, isNewEpoch: boolean): DecaySpan[] {
  return isNewEpoch ? [next] : distinctSpans([...model.spans, next])
}

function distinctSpans(spans: readonly DecaySpan[]): DecaySpan[] {
  return spans.filter((span, index) => index === 0 || spans[index - 1]?.halfLifeMs !== span.halfLifeMs)
}

function progressOf(row: RowOf<typeof readVersions>): ScoreModel['recompute'] {
  return { total: row.recompute_total ?? 0, done: row.recomputed, finishedAt: row.recomputed_at }
}

function ruleOf(row: RowOf<typeof readRules>): ScoreRule {
  const { cap_max: max, cap_per_ms: perMs } = row
  return {
    ruleId: row.rule_id,
    name: row.name,
    score: row.score === 'fit' ? 'fit' : 'engagement',
    // cast: the check of the model accepted it as a filter.
    filter: row.filter as Filter | null,
    event: row.event === null ? null : eventOf(row.event, row.event_where),
    points: row.points,
    cap: max === null || perMs === null ? null : { max, perMs },
    expiresAfterMs: row.expires_after_ms,
    gradedFrom: row.graded_from,
  }
}

function eventOf(event: string, where: unknown): EventCondition {
  // cast: the check of the model accepted these conditions.
  return where === null ? { event } : { event, where: where as NonNullable<EventCondition['where']> }
}

function rowOf(rule: ScoreRule, position: number) {
  return {
    position,
    rule_id: rule.ruleId,
    name: rule.name,
    score: rule.score,
    filter: rule.filter,
    event: rule.event?.event ?? null,
    event_where: rule.event?.where ?? null,
    points: rule.points,
    cap_max: rule.cap?.max ?? null,
    cap_per_ms: rule.cap?.perMs ?? null,
    expires_after_ms: rule.expiresAfterMs,
    graded_from: rule.gradedFrom,
  }
}

const readVersions = statement(
  'marketing_score_model.versions',
  'account',
  `select version, starts_at, half_life_ms, decay_floor, bound_min, bound_max, is_full, is_derived, recompute_total,
     recomputed, recomputed_at
   from marketing_score_model where account_id = $1 and version >= coalesce((
     select max(version) from marketing_score_model where account_id = $1 and is_full), 0)
   order by version desc limit $2`,
)

const readRules = statement(
  'marketing_score_rule.ofVersion',
  'account',
  `select rule_id, name, score, filter, event, event_where, points, cap_max, cap_per_ms, expires_after_ms,
     graded_from
   from marketing_score_rule where account_id = $1 and version = $2 order by position`,
)

const readThresholds = statement(
  'marketing_score_threshold.ofVersion',
  'account',
  `select name, min from marketing_score_threshold where account_id = $1 and version = $2 order by position`,
)

const insertModel = statement(
  'marketing_score_model.insert',
  'account',
  `insert into marketing_score_model (account_id, version, starts_at, half_life_ms, decay_floor, bound_min, bound_max,
     is_full, is_derived, recompute_total, recomputed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)`,
)

const insertRules = statement(
  'marketing_score_rule.insert',
  'account',
  `insert into marketing_score_rule (account_id, version, position, rule_id, name, score, filter, event, event_where,
     points, cap_max, cap_per_ms, expires_after_ms, graded_from)
   select $1, $2, position, rule_id, name, score, filter, event, event_where, points, cap_max, cap_per_ms,
     expires_after_ms, graded_from
   from json_to_recordset($3::json) as t (position smallint, rule_id text, name text, score text, filter jsonb,
     event text, event_where jsonb, points double precision, cap_max double precision, cap_per_ms bigint,
     expires_after_ms bigint, graded_from timestamptz)`,
)

const insertThresholds = statement(
  'marketing_score_threshold.insert',
  'account',
  `insert into marketing_score_threshold (account_id, version, position, name, min)
   select $1, $2, position, name, min
   from json_to_recordset($3::json) as t (position smallint, name text, min double precision)`,
)
