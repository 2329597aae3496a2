import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { line, nullable } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { sumEntries, type NewEntry } from './scoreEntries.ts'
import { noSums, scoresAt, withPoints, type Sums } from './scoreMath.ts'
import { readModel, type ScoreModel } from './scoreModel.ts'
import { entriesOfEvents, entriesOfStates } from './scoreRules.ts'
import { holdScores, writeScores } from './scoreRows.ts'

/** Contacts of one transaction, and events that are read for them, the newest ones. */
const batchMax = 50
const eventsMax = 20_000
/** Contacts that a preview computes. */
export const previewMax = 500

const payload = Type.Object({
  version: Type.Integer(),
  isFull: Type.Boolean(),
  after: nullable(line(36)),
})

/**
 * Task that applies a version of the model to all contacts, in batches: a full one gives points for past events by the
 * new rules, another one writes status and next crossing by the new thresholds. A newer version takes its place.
 */
export const applyModel = task(
  'marketing.leadScore.apply',
  'Applies a changed score model to the contacts of the account.',
  payload,
  async (ctx, { version, isFull, after }) => {
    const model = await readModel(ctx)
    if (model.version !== version) return
    const page = isFull ? contactPage : scorePage
    const found = await ctx.db.rows(page, [ctx.account.id, after, batchMax])
    const contactIds = found.map(({ id }) => id)
    await applyTo(ctx, model, { contactIds, isFull })
    const isLast = contactIds.length < batchMax
    const doneAt = isLast ? ctx.now().toISOString() : null
    await ctx.db.rows(progress, [ctx.account.id, version, contactIds.length, doneAt])
    if (!isLast) ctx.later(applyModel, { version, isFull, after: contactIds.at(-1) ?? null }, ctx.now())
  },
)

async function applyTo(
  ctx: Ctx,
  model: ScoreModel,
  { contactIds, isFull }: { contactIds: readonly string[]; isFull: boolean },
): Promise<void> {
  if (contactIds.length === 0) return
  // Contacts without points get no row, so that a large account without events keeps a small table.
  const entries = isFull ? await deriveEntries(ctx, model, contactIds) : []
  const scored = new Set(entries.map(({ contactId }) => contactId))
  const known = await ctx.db.rows(knownRows, [ctx.account.id, contactIds])
  for (const { contact_id: id } of known) scored.add(id)
  const held = await holdScores(ctx, model, [...scored].toSorted())
  await writeScores(ctx, model, { held, entries })
}

/** Entries that the rules of the model give contacts for their past events and their present state. */
async function deriveEntries(ctx: Ctx, model: ScoreModel, contactIds: readonly string[]): Promise<NewEntry[]> {
  const names = [...new Set(model.rules.flatMap(({ event }) => event?.event ?? []))]
  const rows = names.length === 0 ? [] : await ctx.db.rows(pastEvents, [ctx.account.id, contactIds, names, eventsMax])
  const events = rows.toReversed().map(({ contact_id: contactId, ...event }) => ({ ...event, contactId }))
  return [
    ...(await entriesOfEvents(ctx, model, events)),
    ...(await entriesOfStates(ctx, model, { contactIds, rules: model.rules })),
  ]
}

/** Number of contacts, counted up to the total that progress shows. */
export async function countContacts(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.rows(contactCount, [ctx.account.id])
  return row?.count ?? 0
}

/** Contacts by status, before and after a change of the model, of the first contacts. */
export async function previewModel(
  ctx: Ctx,
  { model, next, isFull }: { model: ScoreModel; next: ScoreModel; isFull: boolean },
) {
  const found = await ctx.db.rows(contactPage, [ctx.account.id, null, previewMax + 1])
  const contactIds = found.slice(0, previewMax).map(({ id }) => id)
  const atMs = ctx.now().getTime()
  const before = await sumEntries(ctx, model, { contactIds, atMs })
  const after = isFull ? await derivedSums(ctx, next, contactIds) : before
  return {
    contacts: contactIds.length,
    isSample: found.length > previewMax,
    before: distributionOf(model, { contactIds, sums: before, atMs }),
    after: distributionOf(next, { contactIds, sums: after, atMs }),
  }
}

async function derivedSums(ctx: Ctx, next: ScoreModel, contactIds: readonly string[]): Promise<Map<string, Sums>> {
  const atMs = ctx.now().getTime()
  const sums = await sumEntries(ctx, next, { contactIds, atMs, isManual: true })
  for (let from = 0; from < contactIds.length; from += batchMax) {
    for (const entry of await deriveEntries(ctx, next, contactIds.slice(from, from + batchMax))) {
      const { contactId, score, points, at } = entry
      const before = sums.get(contactId) ?? noSums
      sums.set(contactId, withPoints(next.spans, before, { score, points, atMs: Date.parse(at) }))
    }
  }
  return sums
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

const pastEvents = statement(
  'marketing_event.past',
  'account',
  `select id, contact_id, name, at, properties from marketing_event
   where account_id = $1 and contact_id = any($2::uuid[]) and name = any($3::text[])
   order by at desc, id desc limit $4`,
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
