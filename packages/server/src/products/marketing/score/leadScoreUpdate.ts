import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons, unknownReference, type FieldProblem } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, dateTime, flag, idOf, nameLine, oneOf, real } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { unknownNames, type PlacedFilter } from '#products/marketing/filter/filterReferences.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contactChanged, leadScoreChanged, leadScoreCrossed } from '#products/marketing/facts.ts'
import { scoreOutput, withModel, withScore, type ScoreOutput } from './leadScoreOutput.ts'
import type { NewEntry } from './scoreEntries.ts'
import {
  readModel,
  rulesSince,
  scoreNames,
  spansWith,
  versionsMax,
  writeModel,
  type ModelDraft,
  type ScoreModel,
  type ScoreName,
} from './scoreModel.ts'
import { draftOf, modelInput, type ModelSent } from './scoreModelInput.ts'
import { entryNow } from './scorePoints.ts'
import { applyModel, countContacts, previewModel } from './scoreRecompute.ts'
import { holdScores, presentSums, writeScores, type HeldScore } from './scoreRows.ts'
import { viewScore } from './scoreView.ts'

const scoreMax = 1_000_000

const input = closed({
  contactId: Type.Optional(idOf('con', { description: 'The contact, in the form of a contact.' })),
  delta: Type.Optional(
    real(-1_000, 1_000, { description: 'Points to add to the engagement; they decay from now on.' }),
  ),
  set: Type.Optional(
    closed(
      {
        fit: Type.Optional(real(-scoreMax, scoreMax, { description: 'Fit from now on.' })),
        engagement: Type.Optional(real(-scoreMax, scoreMax, { description: 'Engagement from now on; it decays.' })),
      },
      { description: 'Scores to set, in place of `delta`.' },
    ),
  ),
  reason: Type.Optional(nameLine(200, { description: 'Reason, shown in the explanation of the score.' })),
  expiresAt: Type.Optional(dateTime({ description: 'Moment at which the points of `delta` are gone.' })),
  clientReference: Type.Optional(clientReference()),
  model: Type.Optional(modelInput),
  recompute: Type.Optional(
    oneOf(['forward', 'full'], {
      description: 'forward: given points stay. full: past events are scored again by the new rules.',
    }),
  ),
  dryRun: Type.Optional(flag({ description: 'Returns contacts by status before and after, and changes nothing.' })),
})
type Sent = Static<typeof input>

/** Update. */
export const updateScore = operation('marketing.leadScore.update', {
  route: 'POST /api/marketing/leadScore/update',
  title: 'Update Lead Score',
  description:
    'Adds points to a contact, with a reason, or replaces the model of the account: rules, decay, thresholds and ' +
    'bounds. Points are never changed afterwards; a score is computed from them for any moment.',
  scope: 'marketing.leadScore:write',
  input,
  output: scoreOutput,
  emits: [leadScoreChanged, leadScoreCrossed, contactChanged],
  reasons: [reasons.clientReferenceExists, reasons.limitReached, reasons.writeContended],
  example: { contactId: madeFirst('marketing.contact'), delta: 10, reason: 'Booked a demo' },
  handle: once(async (ctx, sent) => {
    checkForm(sent, ctx.now())
    const { model, contactId } = sent
    if (model !== undefined) return updateModel(ctx, sent, model)
    return ctx.atomic((inner) => updateContact(inner, contactId ?? '', sent))
  }),
})

const contactFields = ['contactId', 'delta', 'set', 'reason', 'expiresAt', 'clientReference'] as const
const modelFields = ['model', 'recompute', 'dryRun'] as const

/** Throws invalid unless the input has one form, of a contact or of the model, with all that it needs. */
function checkForm(sent: Sent, now: Date): void {
  const isSent = (name: keyof Sent) => sent[name] !== undefined
  const isModel = modelFields.some(isSent)
  const foreign = isModel ? contactFields.filter(isSent) : []
  const needed = isModel ? (['model'] as const) : (['contactId', 'reason'] as const)
  const problems: FieldProblem[] = [
    ...foreign.map((name) => field(name, 'exactlyOne', 'belongs to the form of a contact: send one form')),
    ...needed.filter((name) => !isSent(name)).map((name) => field(name, 'required', 'is needed')),
  ]
  if (!isModel) problems.push(...pointProblems(sent, now))
  if (problems.length > 0) throw invalid(...problems)
}

function pointProblems({ delta, set, expiresAt }: Sent, now: Date): FieldProblem[] {
  const message = 'exactly one of delta, set is needed'
  const isOne = (delta === undefined) !== (set === undefined)
  const isEmpty = set !== undefined && Object.keys(set).length === 0
  const isPast = expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()
  return [
    ...(isOne ? [] : [field('delta', 'exactlyOne', message), field('set', 'exactlyOne', message)]),
    ...(isEmpty ? [field('set', 'minProperties', 'needs fit or engagement')] : []),
    ...(expiresAt !== undefined && set !== undefined ? [field('expiresAt', 'notAllowed', 'goes with delta')] : []),
    ...(isPast ? [field('expiresAt', 'minimum', 'must lie in the future')] : []),
  ]
}

async function updateContact(ctx: Ctx, contactId: string, sent: Sent): Promise<ScoreOutput> {
  const unknown = invalid(unknownReference('contactId'))
  const record = await ctx.store.find(contact, contactId)
  if (record === undefined) throw unknown
  const { id } = record
  const uuid = rowId('con', id)
  const model = await readModel(ctx)
  const held = await holdScores(ctx, model, [uuid])
  // A merge or an erasure ended first.
  if (held.length === 0) throw unknown
  const entries = (await Promise.all(held.map((each) => entriesOf(ctx, model, { held: each, sent })))).flat()
  // A concurrent call with the same reference ends first: its points count, and these are refused or a repeat.
  if (sent.clientReference !== undefined) await ctx.lock(`marketing.leadScore ${sent.clientReference}`)
  if (!(await isRepeated(ctx, entries))) {
    await writeScores(ctx, model, { held, entries })
    const changes = Object.fromEntries(entries.map(({ score, points }) => [score, points]))
    await ctx.audit({ action: 'marketing.leadScore.scored', target: id, changes })
  }
  // The moment of the answer follows that of the points, which count from then on.
  return withScore(id, await viewScore(ctx, model, { contactId: uuid, atMs: ctx.now().getTime() }))
}

async function entriesOf(
  ctx: Ctx,
  model: ScoreModel,
  { held, sent }: { held: HeldScore; sent: Sent },
): Promise<NewEntry[]> {
  const { delta, set = {}, reason = null, expiresAt = null, clientReference: reference } = sent
  const entry = (score: ScoreName, points: number, kind: 'manual' | 'set') => {
    const key = reference === undefined ? null : `ref:${score}:${reference}`
    return entryNow(ctx, model, { contactId: held.contactId, score, kind, points, reason, key, expiresAt })
  }
  if (delta !== undefined) return [entry('engagement', delta, 'manual')]
  const { fit, engagement, plain } = await presentSums(ctx, model, held)
  return scoreNames.flatMap((score) => {
    const wanted = set[score]
    if (wanted === undefined) return []
    // Points without decay hold an engagement below the floor.
    const isHeld = score === 'engagement' && wanted < model.floor
    const present = score === 'fit' ? fit : isHeld ? Math.max(engagement, plain) : engagement
    return [entry(score, wanted - present, 'set')]
  })
}

/** Whether the entries stand already under their clientReference. Throws when they were others. */
async function isRepeated(ctx: Ctx, entries: readonly NewEntry[]): Promise<boolean> {
  const keys = entries.flatMap(({ key }) => key ?? [])
  if (keys.length === 0) return false
  const names = keys.flatMap((key) => scoreNames.map((score) => key.replace(/^ref:[a-z]+:/, `ref:${score}:`)))
  const known = await ctx.db.rows(findByKey, [ctx.account.id, [...new Set(names)]])
  if (known.length === 0) return false
  const isSame = entries.every((entry) =>
    known.some((row) => {
      const isMine = row.key === entry.key && row.contact_id === entry.contactId && row.kind === entry.kind
      // A set adds what was missing at its moment, so that only the points of a delta are compared.
      return isMine && row.reason === entry.reason && (entry.kind === 'set' || row.points === entry.points)
    }),
  )
  if (!isSame || known.length !== entries.length) throw problem(reasons.clientReferenceExists)
  return true
}

async function updateModel(ctx: Ctx, sent: Sent, model: ModelSent): Promise<ScoreOutput> {
  const draft = draftOf(model)
  return ctx.atomic(async (inner) => {
    await inner.lock('marketing.leadScore')
    const before = await readModel(inner)
    await checkNames(inner, draft, before)
    const version = before.version + 1
    // A full recompute that has not ended begins again with the new rules.
    const isDerived = sent.recompute === 'full' || before.isDeriving
    // The first model decays the points that were given before it, too.
    const isNewEpoch = isDerived || before.version === 0
    const now = inner.now()
    const spans = spansWith(before, { startsAtMs: now.getTime(), halfLifeMs: draft.halfLifeMs }, isNewEpoch)
    const rules = rulesSince(before, draft.rules, { startsAt: now.toISOString(), isDerived })
    const next: ScoreModel = { ...before, ...draft, rules, spans, version, epoch: isNewEpoch ? version : before.epoch }
    if (sent.dryRun === true) {
      await inner.audit({ action: 'marketing.leadScore.previewed', target: inner.account.publicId })
      return withModel(inner, before, {
        preview: await previewModel(inner, { model: before, next, isDerived }),
      })
    }
    if (version - before.epoch > versionsMax) throw problem(reasons.limitReached)
    const total = await countContacts(inner)
    await writeModel(inner, next, { version, isNewEpoch, isDerived, total })
    inner.later(applyModel, { version, isFull: isDerived, after: null }, now)
    const changes = { version, rules: draft.rules.length }
    await inner.audit({ action: 'marketing.leadScore.modelChanged', target: inner.account.publicId, changes })
    return withModel(inner, await readModel(inner))
  })
}

/** Throws invalid for what filters of rules name and is not there, unless the model before names it. */
async function checkNames(ctx: Ctx, draft: ModelDraft, before: ScoreModel): Promise<void> {
  const filters = draft.rules.map(({ filter }, index) => ({ filter, path: `/model/rules/${index}/when` }))
  const stored = before.rules.flatMap(({ filter }) => filter ?? [])
  const problems = await unknownNames(ctx, filters.flatMap(placed), stored)
  if (problems.length > 0) throw invalid(...problems)
}

function placed({ filter, path }: { filter: Filter | null; path: string }): PlacedFilter[] {
  return filter === null ? [] : [{ filter, path }]
}

const findByKey = statement(
  'marketing_score_entry.byKey',
  'account',
  `select key, contact_id, kind, reason, points from marketing_score_entry
   where account_id = $1 and key = any($2::text[])`,
)
