import type { InputOf, OutputOf } from '#console/app/client.ts'

/** A model as the API takes and returns it. */
export type ScoreModel = NonNullable<InputOf<'marketing.leadScore.update'>['model']>
type Rule = ScoreModel['rules'][number]
type Stored = NonNullable<OutputOf<'marketing.leadScore.get'>['model']>

/** A rule on the way: the filter is a text until it is saved. */
export type RuleDraft = {
  key: number
  ruleId: string
  name: string
  score: 'fit' | 'engagement'
  kind: 'event' | 'filter'
  event: string
  /** Conditions on properties of the event, as JSON; empty for none. */
  where: string
  /** Filter of contacts as JSON. */
  filter: string
  points: number | null
  capMax: number | null
  capPer: string
  expiresAfter: string
}

/** A model on the way. */
export type ModelDraft = {
  rules: RuleDraft[]
  halfLife: string
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
    where: '',
    filter: '',
    points: 10,
    capMax: null,
    capPer: '',
    expiresAfter: '',
  }
}

/** The stored model as a draft. */
export function draftOf(model: Stored): ModelDraft {
  return {
    rules: model.rules.map(ruleDraft),
    halfLife: model.decay.halfLife ?? '',
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
    where: isEvent && where !== undefined ? JSON.stringify(where) : '',
    filter: isEvent ? '' : JSON.stringify(rule.when, null, 2),
    points: rule.points,
    capMax: rule.cap?.max ?? null,
    capPer: rule.cap?.per ?? '',
    expiresAfter: rule.expiresAfter ?? '',
  }
}

/** The model of a draft. Throws SyntaxError for a text that is not JSON. */
export function modelOf(draft: ModelDraft): ScoreModel {
  return {
    rules: draft.rules.map(ruleOf),
    decay: { halfLife: draft.halfLife.trim() === '' ? null : draft.halfLife.trim(), floor: draft.floor ?? 0 },
    thresholds: draft.thresholds.map(({ name, min }) => ({ name, min: min ?? 0 })),
    bounds: { min: draft.min, max: draft.max ?? 1_000 },
  }
}

function ruleOf(rule: RuleDraft): Rule {
  const { capMax, capPer, expiresAfter, where } = rule
  const when =
    rule.kind === 'event'
      ? { event: rule.event.trim(), ...(where.trim() === '' ? {} : { where: JSON.parse(where) }) }
      : JSON.parse(rule.filter)
  return {
    ruleId: rule.ruleId,
    name: rule.name.trim(),
    score: rule.score,
    when,
    points: rule.points ?? 0,
    ...(capMax === null || rule.kind !== 'event' ? {} : { cap: { max: capMax, per: capPer.trim() || 'P1D' } }),
    ...(expiresAfter.trim() === '' ? {} : { expiresAfter: expiresAfter.trim() }),
  }
}
