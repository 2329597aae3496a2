import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { filterInput, type EventCondition, type Filter } from '#kit/filter/filter.ts'
import { closed } from '#kit/nouns/standard.ts'
import { matching, nameLine, nullable, oneOf, real, whole } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { spanLength, spanOfTime } from '#kit/values/span.ts'
import { durationMsMax, durationText } from './scoreDuration.ts'
import { ruleFilterProblems } from './scoreFilter.ts'
import {
  defaultBounds,
  defaultThresholds,
  scoreNames,
  type ModelDraft,
  type ScoreModel,
  type ScoreRule,
} from './scoreModel.ts'

/** Rules and thresholds of one model. */
const rulesMax = 200
const thresholdsMax = 10
const pointsMax = 1_000
const scoreMax = 1_000_000
const halfLifeMsMin = 3_600_000

const when = filterInput(
  'An event, `{event, where}`: each one that fits gives points. Or a filter of contacts: it gives points while it ' +
    'matches.',
)

const rule = closed(
  {
    ruleId: matching('^[A-Za-z0-9_-]{1,60}$', 60, { description: 'Your id of the rule, unique in the model.' }),
    name: nameLine(120, { description: 'Name.' }),
    score: oneOf(scoreNames, { description: 'fit: for its properties. engagement: for its actions; this one decays.' }),
    when,
    points: real(-pointsMax, pointsMax, { description: 'Points; below zero to take some away.' }),
    cap: Type.Optional(
      closed(
        {
          max: real(0, scoreMax, { description: 'Most points within the period.' }),
          per: spanOfTime({ description: 'Period that ends with the event.' }),
        },
        { description: 'Most points that the rule gives to one contact; for events.' },
      ),
    ),
    expiresAfter: Type.Optional(spanOfTime({ description: 'Time after which the points are gone.' })),
  },
  { title: 'ScoreRule' },
)

const decay = closed(
  {
    halfLife: nullable(spanOfTime({ description: 'Time in which engagement falls to a half; null: it stays.' })),
    floor: Type.Optional(
      real(0, scoreMax, { description: 'Decay alone takes no engagement below this; 0 by default.' }),
    ),
  },
  { description: 'Decay of the engagement; none when left out.' },
)

const threshold = closed({
  name: matching('^[A-Za-z][A-Za-z0-9_-]{0,39}$', 40, { description: 'Name of the band from here on.' }),
  min: real(-scoreMax, scoreMax, { description: 'Total from which it is reached.' }),
})

const bounds = closed(
  {
    min: Type.Optional(real(-scoreMax, 0, { description: '0 by default.' })),
    max: Type.Optional(real(1, scoreMax, { description: '1,000 by default.' })),
  },
  { description: 'Bounds of each score and of the total.' },
)

/** Schema of a model, as an input. */
export const modelInput = closed(
  {
    rules: Type.Array(rule, { maxItems: rulesMax, description: 'Rules.' }),
    decay: Type.Optional(decay),
    thresholds: Type.Optional(
      Type.Array(threshold, {
        minItems: 1,
        maxItems: thresholdsMax,
        description: 'Bands of the total, ascending; warm 25, hot 50, mql 80 when left out.',
      }),
    ),
    bounds: Type.Optional(bounds),
  },
  { title: 'ScoreModel', description: 'The whole model.' },
)

/** A model as a caller sends it. */
export type ModelSent = Static<typeof modelInput>

/** Schema of the model of an account. */
export const modelOutput = closed(
  {
    version: whole(0, 2_147_483_647, { description: 'Counts the changes of the model; 0: the account has none yet.' }),
    rules: Type.Array(rule, { description: 'Rules.' }),
    decay: closed(
      {
        halfLife: nullable(Type.String({ description: 'Half-life; null: no decay.' })),
        floor: Type.Number({ description: 'Decay alone takes no engagement below this.' }),
      },
      { description: 'Decay of the engagement.' },
    ),
    thresholds: Type.Array(threshold, { description: 'Bands of the total, ascending.' }),
    bounds: closed(
      {
        min: Type.Number({ description: 'Least score.' }),
        max: Type.Number({ description: 'Greatest score.' }),
      },
      { description: 'Bounds of each score and of the total.' },
    ),
  },
  { description: 'Model of the account.' },
)

/** The draft of a sent model. Throws invalid. */
export function draftOf({ rules, decay: sentDecay, thresholds, bounds: sentBounds }: ModelSent): ModelDraft {
  const problems = [
    ...rules.flatMap((each, index) => ruleProblems(each, `/model/rules/${index}`)),
    ...repeated(rules.map(({ ruleId }) => ruleId)).map((index) =>
      field(`/model/rules/${index}/ruleId`, 'unique', 'is the id of another rule'),
    ),
    ...thresholdProblems(thresholds ?? []),
    ...halfLifeProblems(sentDecay?.halfLife ?? null),
  ]
  if (problems.length > 0) throw invalid(...problems)
  const halfLife = sentDecay?.halfLife ?? null
  return {
    halfLifeMs: halfLife === null ? null : spanLength(halfLife),
    floor: sentDecay?.floor ?? 0,
    bounds: { min: sentBounds?.min ?? defaultBounds.min, max: sentBounds?.max ?? defaultBounds.max },
    thresholds: thresholds ?? defaultThresholds,
    rules: rules.map(ruleOf),
  }
}

/** The model as its owner reads it. */
export function presentedModel(model: ScoreModel): Static<typeof modelOutput> {
  const { version, halfLifeMs, floor, thresholds, bounds: limits } = model
  return {
    version,
    rules: model.rules.map(sentRule),
    decay: { halfLife: halfLifeMs === null ? null : durationText(halfLifeMs), floor },
    thresholds: [...thresholds],
    bounds: limits,
  }
}

type RuleSent = ModelSent['rules'][number]

function ruleOf({ when: sent, cap, expiresAfter, ...rest }: RuleSent): ScoreRule {
  return {
    ...rest,
    ...(isEventRule(sent) ? { event: sent, filter: null } : { event: null, filter: sent }),
    cap: cap === undefined ? null : { max: cap.max, perMs: spanLength(cap.per) },
    expiresAfterMs: expiresAfter === undefined ? null : spanLength(expiresAfter),
    gradedFrom: null,
  }
}

function sentRule({ ruleId, name, score, points, event, filter, cap, expiresAfterMs }: ScoreRule): RuleSent {
  return {
    ruleId,
    name,
    score,
    points,
    when: event ?? filter ?? { op: 'and', of: [] },
    ...(cap === null ? {} : { cap: { max: cap.max, per: durationText(cap.perMs) } }),
    ...(expiresAfterMs === null ? {} : { expiresAfter: durationText(expiresAfterMs) }),
  }
}

/** An event with a count or a period is a filter: it looks back at several events. */
function isEventRule(sent: Filter): sent is EventCondition {
  const others = Object.keys(sent).filter((name) => name !== 'event' && name !== 'where')
  return Object.hasOwn(sent, 'event') && others.length === 0
}

function ruleProblems({ when: sent, cap, expiresAfter }: RuleSent, path: string): FieldProblem[] {
  const longest = (text: string | undefined, at: string) =>
    text === undefined || isDuration(text) ? [] : [field(`${path}/${at}`, 'maximum', 'must be from 1 s to 3,650 days')]
  const isCapped = cap !== undefined && !isEventRule(sent)
  return [
    ...ruleFilterProblems(sent, `${path}/when`),
    ...(isCapped ? [field(`${path}/cap`, 'notAllowed', 'is for rules with an event')] : []),
    ...longest(cap?.per, 'cap/per'),
    ...longest(expiresAfter, 'expiresAfter'),
  ]
}

function isDuration(text: string): boolean {
  const ms = spanLength(text)
  return ms > 0 && ms <= durationMsMax
}

function thresholdProblems(thresholds: readonly { name: string; min: number }[]): FieldProblem[] {
  const path = (index: number, name: string) => `/model/thresholds/${index}/${name}`
  const names = ['cold', ...thresholds.map(({ name }) => name)]
  const wrongOrder = thresholds.flatMap(({ min }, index) => {
    const before = thresholds[index - 1]
    const message = 'must be greater than the one before'
    return before !== undefined && before.min >= min ? [field(path(index, 'min'), 'order', message)] : []
  })
  const taken = repeated(names).map((index) => field(path(index - 1, 'name'), 'unique', 'is the name of another band'))
  return [...wrongOrder, ...taken]
}

function halfLifeProblems(text: string | null): FieldProblem[] {
  if (text === null) return []
  const ms = spanLength(text)
  const isGood = ms >= halfLifeMsMin && ms <= durationMsMax
  return isGood ? [] : [field('/model/decay/halfLife', 'minimum', 'must be from 1 h to 3,650 days')]
}

/** Indexes of texts that stand before already. */
function repeated(texts: readonly string[]): number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []))
}
