import type { Ctx } from '#kit/call/context.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { Type, type Static, type TProperties } from '#kit/values/schema.ts'
import { modelOutput, presentedModel } from './scoreModelInput.ts'
import { grades } from './scoreGrade.ts'
import { scoreNames, type ScoreModel } from './scoreModel.ts'

function entryShape(more: TProperties) {
  return closed({
    id: Type.String({ description: 'Id of the entry.' }),
    score: oneOf(scoreNames, { description: 'Score that it counts for.' }),
    ruleId: nullable(Type.String({ description: 'Rule that gave the points; null for points of a person or a step.' })),
    reason: nullable(Type.String({ description: 'Reason, or name of the rule.' })),
    points: Type.Number({ description: 'Points as they were given.' }),
    at: dateTime({ description: 'Moment from which they decay.' }),
    expiresAt: nullable(dateTime({ description: 'Moment at which they are gone; null: never.' })),
    ...more,
  })
}

const count = whole(0, Number.MAX_SAFE_INTEGER, { description: 'Contacts.' })

/** Contacts by status. */
const distribution = Type.Unsafe<Record<string, number>>({
  type: 'object',
  description: 'Contacts with points by status.',
  additionalProperties: count,
})

const next = Type.Unsafe<{ threshold: string; direction: string; at: string } | null>({
  ...closed({
    threshold: Type.String({ description: 'Name of the threshold.' }),
    direction: oneOf(['up', 'down'], { description: 'Whether it is reached or left.' }),
    at: dateTime({ description: 'Moment.' }),
  }),
  type: ['object', 'null'],
  description: 'The next threshold that decay or an expiry takes the total over, if nothing happens.',
})

const parts = {
  fit: Type.Number({ description: 'Points for properties of the contact.' }),
  engagement: Type.Number({ description: 'Points for its actions; these decay.' }),
  total: Type.Number({ description: 'Both together.' }),
  grade: oneOf(grades, { description: 'Grade of the fit.' }),
  asOf: dateTime({ description: 'Moment that the scores are computed for.' }),
  nextCrossing: next,
}

/** Schema of the scores of a contact, as a part of it. */
export const contactScore = closed(
  { status: Type.String({ description: 'Highest threshold that the total reaches.' }), ...parts },
  { description: 'Scores of this moment.' },
)

/** Schema of a response of either form: a contact’s scores, or the model. */
export const scoreOutput = closed({
  id: Type.String({ description: 'The contact; the account in the form of the model.' }),
  status: Type.String({
    description: 'Highest threshold that the total reaches, `cold` below all; of a model `ready` or `applying`.',
  }),
  contactId: Type.Optional(idOf('con', { description: 'The contact.' })),
  fit: Type.Optional(parts.fit),
  engagement: Type.Optional(parts.engagement),
  total: Type.Optional(parts.total),
  grade: Type.Optional(parts.grade),
  asOf: Type.Optional(parts.asOf),
  nextCrossing: Type.Optional(parts.nextCrossing),
  breakdown: Type.Optional(
    Type.Array(entryShape({ decayed: Type.Number({ description: 'Points that decay has left.' }) }), {
      description: 'Entries that count, the newest 200, with `include`.',
    }),
  ),
  breakdownRest: Type.Optional(
    closed(
      {
        entries: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Older entries that count and are not listed.' }),
        fit: Type.Number({ description: 'Fit of these entries.' }),
        engagement: Type.Number({ description: 'Engagement of these entries that decay has left.' }),
        limits: closed(
          {
            fit: Type.Number({ description: 'Fit.' }),
            engagement: Type.Number({ description: 'Engagement.' }),
            total: Type.Number({ description: 'Total.' }),
          },
          { description: 'Points that the floor of decay and the bounds add to each score or take from it.' },
        ),
      },
      { description: 'Parts beside `breakdown`: with them, the entries sum up to the scores.' },
    ),
  ),
  history: Type.Optional(
    Type.Array(entryShape({ kind: Type.String({ description: 'rule, withdrawn, manual, set or automation.' }) }), {
      description: 'All entries, the newest 200, with `include`; the time line of the contact has the older ones.',
    }),
  ),
  model: Type.Optional(modelOutput),
  progress: Type.Optional(
    closed(
      {
        total: count,
        done: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Contacts that the model has been applied to.' }),
        finishedAt: nullable(dateTime({ description: 'Moment of the end; null while it runs.' })),
      },
      { description: 'Progress of a full computation.' },
    ),
  ),
  preview: Type.Optional(
    closed(
      {
        contacts: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Contacts that were computed.' }),
        isSample: Type.Boolean({ description: 'Whether there are more contacts than were computed.' }),
        before: distribution,
        after: distribution,
      },
      { description: 'Effect of a model that is not kept.' },
    ),
  ),
})

/** A response of either form. */
export type ScoreOutput = Static<typeof scoreOutput>

type Viewed = Pick<ScoreOutput, 'status' | 'fit' | 'engagement' | 'total' | 'grade' | 'asOf' | 'nextCrossing'>

/** The response about a contact. */
export function withScore(
  contactId: string,
  score: Viewed,
  more: Pick<ScoreOutput, 'breakdown' | 'breakdownRest' | 'history'> = {},
): ScoreOutput {
  return { id: contactId, contactId, ...score, ...more }
}

/** The response about the model. */
export function withModel(ctx: Ctx, model: ScoreModel, more: Pick<ScoreOutput, 'preview'> = {}): ScoreOutput {
  const { recompute } = model
  const isApplying = recompute !== null && recompute.finishedAt === null
  return {
    id: ctx.account.publicId,
    status: isApplying ? 'applying' : 'ready',
    model: presentedModel(model),
    ...(recompute === null ? {} : { progress: recompute }),
    ...more,
  }
}
