import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { againAfterDeath, task } from '#kit/nouns/task.ts'
import { line, nullable } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { insertEntries, sumEntries, type NewEntry } from './scoreEntries.ts'
import {
  entriesOfPage,
  eventRulesOf,
  isHit,
  placeAfter,
  placeBefore,
  readEvents,
  readWalks,
  type CapWalks,
  type EventPlace,
} from './scoreHits.ts'
import { markedAt, noSums, scoresAt, withPoints, type Sums } from './scoreMath.ts'
import { readModel, type ScoreModel } from './scoreModel.ts'
import { holdScores, resumScores, suspendScores, writeScores } from './scoreRows.ts'
import { entriesOfStates } from './scoreRules.ts'

/** Contacts of one transaction; it reads one page of their events, and the next transaction the next page. */
const batchMax = 50
/** Contacts that a preview computes, and pages of events that it reads for them. */
export const previewMax = 500
const previewPagesMax = 100

const payload = Type.Object({
  version: Type.Integer(),
  isFull: Type.Boolean(),
  after: nullable(line(36)),
  /** Place of the next page of events of the contacts after `after`. */
  from: Type.Optional(Type.Object({ contactId: line(36), at: line(40), id: line(36) })),
  /** The only contact, after a merge. */
  contactId: Type.Optional(line(36)),
})

type Payload = Static<typeof payload>

/**
 * Task that applies a version of the model to all contacts, in batches: a full one gives points for past events by the
 * new rules, another one writes status and next crossing by the new thresholds. A newer version takes its place. Each
 * transaction leaves the place of the next one, so that a killed one runs again and none is skipped.
 */
export const applyModel = task(
  'marketing.leadScore.apply',
  'Applies a changed score model to the contacts of the account.',
  payload,
  {
    async handle(ctx, sent): Promise<void> {
      const model = await readModel(ctx)
      const { version, isFull, after, contactId } = sent
      if (contactId !== undefined) return applyToOne(ctx, model, { ...sent, contactId })
      if (model.version !== version) return
      const page = isFull ? contactPage : scorePage
      const found = await ctx.db.rows(page, [ctx.account.id, after, batchMax])
      const contactIds = found.map(({ id }) => id)
      const next = isFull ? await scorePast(ctx, model, { contactIds, sent }) : undefined
      if (next !== undefined) return ctx.later(applyModel, { ...sent, from: next }, ctx.now())
      if (!isFull && contactIds.length > 0) {
        await writeScores(ctx, model, { held: await holdScores(ctx, model, contactIds), entries: [] })
      }
      const isLast = contactIds.length < batchMax
      const doneAt = isLast ? ctx.now().toISOString() : null
      await ctx.db.rows(progress, [ctx.account.id, version, contactIds.length, doneAt])
      if (!isLast) ctx.later(applyModel, { version, isFull, after: contactIds.at(-1) ?? null }, ctx.now())
    },
    // Rows that are being scored again keep their former sums until the end.
    async failed(ctx, sent): Promise<void> {
      ctx.later(applyModel, sent, againAfterDeath(ctx))
    },
  },
)

/**
 * Scores the events of a merged contact again by the rules with a cap: points of the others stand. During a full
 * recompute, which may have passed the contact already, by all rules.
 */
async function applyToOne(ctx: Ctx, model: ScoreModel, sent: Payload & { contactId: string }): Promise<void> {
  const isFull = sent.isFull || model.isDeriving
  const rules = isFull ? model.rules : model.rules.filter(({ event, cap }) => event === null || cap !== null)
  const next = await scorePast(ctx, { ...model, rules }, { contactIds: [sent.contactId], sent: { ...sent, isFull } })
  if (next !== undefined) ctx.later(applyModel, { ...sent, isFull, from: next }, ctx.now())
}

/**
 * Gives the points of one page of past events, and those of the present state with the last page. Returns the place of
 * the next page: until then the scores of the contacts stay as they were.
 */
async function scorePast(
  ctx: Ctx,
  model: ScoreModel,
  { contactIds, sent: { isFull, after, from, contactId } }: { contactIds: readonly string[]; sent: Payload },
): Promise<EventPlace | undefined> {
  const lastId = contactIds.at(-1)
  if (lastId === undefined) return undefined
  const first = contactId === undefined ? placeAfter(after) : placeBefore(contactId)
  const rules = eventRulesOf(model)
  const { events, next } = await readEvents(ctx, { rules, from: from ?? first, lastId })
  // Contacts without points get no row, so that a large account without events keeps a small table.
  const scored = events.filter((event) => rules.some((rule) => isHit(rule, event))).map((event) => event.contactId)
  if (next !== undefined) {
    const held = await holdScores(ctx, model, distinct(scored))
    const walks = await readWalks(ctx, model, { events, isOpen: false })
    await insertEntries(ctx, entriesOfPage(ctx, model, { events, walks }))
    await suspendScores(
      ctx,
      held.map((each) => each.contactId),
    )
    return next
  }
  const states = isFull ? await entriesOfStates(ctx, model, { contactIds, rules: model.rules }) : []
  const known = await ctx.db.rows(knownRows, [ctx.account.id, contactIds])
  const all = [...scored, ...states.map((each) => each.contactId), ...known.map((row) => row.contact_id)]
  const held = await resumScores(ctx, model, distinct(all))
  const walks = await readWalks(ctx, model, { events, isOpen: false })
  // The rows are held now: what another transaction wrote in between is read again.
  const again = distinct(states.map((each) => each.contactId))
  const entries = [
    ...entriesOfPage(ctx, model, { events, walks }),
    ...(await entriesOfStates(ctx, model, { contactIds: again, rules: model.rules })),
  ]
  await writeScores(ctx, model, { held, entries })
  return undefined
}

function distinct(contactIds: readonly string[]): string[] {
  return [...new Set(contactIds)].toSorted()
}

/** Number of contacts, counted up to the total that progress shows. */
export async function countContacts(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.rows(contactCount, [ctx.account.id])
  return row?.count ?? 0
}

/** Contacts by status, before and after a change of the model, of the first contacts. */
export async function previewModel(
  ctx: Ctx,
  { model, next, isDerived }: { model: ScoreModel; next: ScoreModel; isDerived: boolean },
) {
  const found = await ctx.db.rows(contactPage, [ctx.account.id, null, previewMax + 1])
  const first = found.slice(0, previewMax).map(({ id }) => id)
  const atMs = ctx.now().getTime()
  const derived = isDerived ? await derivedSums(ctx, next, first) : undefined
  const contactIds = derived === undefined ? first : derived.contactIds
  const before = await sumEntries(ctx, model, { contactIds, atMs })
  return {
    contacts: contactIds.length,
    isSample: found.length > contactIds.length,
    before: distributionOf(model, { contactIds, sums: before, atMs }),
    after: distributionOf(next, { contactIds, sums: derived?.sums ?? before, atMs }),
  }
}

/** Sums that a full recompute would write, of the first contacts whose events the pages of a preview hold. */
async function derivedSums(
  ctx: Ctx,
  next: ScoreModel,
  contactIds: readonly string[],
): Promise<{ contactIds: readonly string[]; sums: Map<string, Sums> }> {
  const atMs = ctx.now().getTime()
  const sums = await sumEntries(ctx, next, { contactIds, atMs, isManual: true })
  const add = (entries: readonly NewEntry[]) => {
    for (const { contactId, score, points, at, expiresAt } of entries) {
      if (expiresAt !== null && Date.parse(expiresAt) <= atMs) continue
      const before = sums.get(contactId) ?? markedAt(next.spans, noSums, atMs)
      sums.set(contactId, withPoints(next.spans, before, { score, points, atMs: Date.parse(at) }))
    }
  }
  const lastId = contactIds.at(-1)
  let from = lastId === undefined ? undefined : placeAfter(null)
  const walks: CapWalks = new Map()
  for (let page = 0; page < previewPagesMax && from !== undefined && lastId !== undefined; page += 1) {
    const read = await readEvents(ctx, { rules: eventRulesOf(next), from, lastId })
    add(entriesOfPage(ctx, next, { events: read.events, walks }))
    from = read.next
  }
  const place = from
  // The contact at the place has events that were not read.
  const whole = place === undefined ? contactIds : contactIds.filter((id) => id < place.contactId)
  for (let start = 0; start < whole.length; start += batchMax) {
    const some = whole.slice(start, start + batchMax)
    add(await entriesOfStates(ctx, next, { contactIds: some, rules: next.rules }))
  }
  return { contactIds: whole, sums }
}

function distributionOf(
  model: ScoreModel,
  { contactIds, sums, atMs }: { contactIds: readonly string[]; sums: ReadonlyMap<string, Sums>; atMs: number },
): Record<string, number> {
  const counts = new Map([['cold', 0], ...model.thresholds.map(({ name }): [string, number] => [name, 0])])
  for (const id of contactIds) {
    const { status } = scoresAt(model, sums.get(id) ?? noSums, atMs)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

const contactPage = statement(
  'marketing_contact.scorePage',
  'account',
  `select id from marketing_contact
   where account_id = $1 and ($2::uuid is null or id > $2) and deleted_at is null order by id limit $3`,
)

const scorePage = statement(
  'marketing_score.page',
  'account',
  `select contact_id as id from marketing_score
   where account_id = $1 and ($2::uuid is null or contact_id > $2) order by contact_id limit $3`,
)

const knownRows = statement(
  'marketing_score.known',
  'account',
  'select contact_id from marketing_score where account_id = $1 and contact_id = any($2::uuid[])',
)

const progress = statement(
  'marketing_score_model.progress',
  'account',
  `update marketing_score_model set recomputed = recomputed + $3, recomputed_at = $4
   where account_id = $1 and version = $2`,
)

const contactCount = statement(
  'marketing_contact.scoreCount',
  'account',
  `select count(*)::integer as count from (
     select 1 from marketing_contact where account_id = $1 and deleted_at is null limit 1000000) t`,
)
