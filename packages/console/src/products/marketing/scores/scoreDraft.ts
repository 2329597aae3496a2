import type { InputOf, OutputOf } from '#console/app/client.ts'

/** A model as the API takes and returns it. */
export type ScoreModel = NonNullable<InputOf<'marketing.leadScore.update'>['model']>
type Rule = ScoreModel['rules'][number]
type Stored = NonNullable<OutputOf<'marketing.leadScore.get'>['model']>

/** A rule on the way. */
export type RuleDraft = {
  key: number
  ruleId: string
  name: string
  score: 'fit' | 'engagement'
  kind: 'event' | 'filter'
  event: string
  /** Conditions on properties of the event; null for none. */
  where: unknown
  /** Filter of contacts; null for none yet. */
  filter: unknown
  points: number | null
  capMax: number | null
  /** Duration in which `capMax` counts; null for a day. */
  capPer: string | null
  expiresAfter: string | null
}

/** A model on the way. */
export type ModelDraft = {
  rules: RuleDraft[]
  halfLife: string | null
  floor: number | null
  thresholds: { key: number; name: string; min: number | null }[]
  max: number | null
  min: number
}

let keys = 0

/** A key for a row of the form, unique in this document. */
export function nextKey(): number {
  keys += 1
  return keys
}

/** An empty rule. */
export function newRule(): RuleDraft {
  const key = nextKey()
  return {
    key,
    ruleId: `rule-${Date.now().toString(36)}-${key}`,
    name: '',
    score: 'engagement',
    kind: 'event',
    event: '',
    where: null,
    filter: null,
    points: 10,
    capMax: null,
    capPer: null,
    expiresAfter: null,
  }
}

/** The stored model as a draft. */
export function draftOf(model: Stored): ModelDraft {
  return {
    rules: model.rules.map(ruleDraft),
    halfLife: model.decay.halfLife ?? null,
    floor: model.decay.floor,
    thresholds: model.thresholds.map((each) => ({ ...each, key: nextKey() })),
    min: model.bounds.min,
    max: model.bounds.max,
  }
}

function ruleDraft(rule: Rule): RuleDraft {
  const { event, where, ...others } = Object(rule.when)
  const isEvent = typeof event === 'string' && Object.keys(others).length === 0
  return {
    ...newRule(),
    ruleId: rule.ruleId,
    name: rule.name,
    score: rule.score,
    kind: isEvent ? 'event' : 'filter',
    event: isEvent ? event : '',
    where: isEvent ? (where ?? null) : null,
    filter: isEvent ? null : rule.when,
    points: rule.points,
    capMax: rule.cap?.max ?? null,
    capPer: rule.cap?.per ?? null,
    expiresAfter: rule.expiresAfter ?? null,
  }
}

/** The model of a draft. */
export function modelOf(draft: ModelDraft): ScoreModel {
  return {
    rules: draft.rules.map(ruleOf),
    decay: { halfLife: inDays(draft.halfLife), floor: draft.floor ?? 0 },
    thresholds: draft.thresholds.map(({ name, min }) => ({ name, min: min ?? 0 })),
    bounds: { min: draft.min, max: draft.max ?? 1_000 },
  }
}

function ruleOf(rule: RuleDraft): Rule {
  const { capMax, capPer, expiresAfter, where } = rule
  // cast: the inputs of the condition make a filter, which the server checks.
  const when = (
    rule.kind === 'event'
      ? { event: rule.event.trim(), ...((where ?? null) === null ? {} : { where }) }
      : (rule.filter ?? {})
  ) as Rule['when']
  return {
    ruleId: rule.ruleId,
    name: rule.name.trim(),
    score: rule.score,
    when,
    points: rule.points ?? 0,
    ...(capMax === null || rule.kind !== 'event' ? {} : { cap: { max: capMax, per: inDays(capPer) ?? 'P1D' } }),
    ...(expiresAfter === null ? {} : { expiresAfter: inDays(expiresAfter) ?? expiresAfter }),
  }
}

/** A duration without months, which the model does not take: each counts as 30 days. */
function inDays(duration: string | null): string | null {
  const months = /^P(\d+)M$/.exec(duration ?? '')?.[1]
  return months === undefined ? duration : `P${Number(months) * 30}D`
}
