import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { rowId } from '#products/marketing/rowId.ts'
import {
  contactChanged,
  contactEntered,
  contactExited,
  contactMerged,
  contactOccurred,
} from '#products/marketing/facts.ts'
import { isConcerned } from './scoreFilter.ts'
import { readModel, type ScoreModel, type ScoreRule } from './scoreModel.ts'
import { entriesOfEvents } from './scoreHits.ts'
import { applyModel } from './scoreRecompute.ts'
import { entriesOfStates } from './scoreRules.ts'
import { holdScores, writeScores } from './scoreRows.ts'

/** Contacts whose scores one transaction writes. */
const contactsMax = 200

/** Reaction to events: rules that give points for them, and filters that look at events. */
const scoreEvents = reaction('marketing.leadScore.scoreEvents', contactOccurred, async (ctx, fact) => {
  const { events, names } = fact.payload
  const model = await readModel(ctx)
  const known = new Set(names)
  const states = model.rules.filter(({ filter }) => filter !== null && isConcerned(filter, { events: known }))
  const isScored = model.rules.some(({ event }) => event !== null && known.has(event.event))
  if (!isScored && states.length === 0) return
  const named = [...new Set(fact.payload.contactIds.map((id) => rowId('con', id)))].toSorted()
  const held = await holdScores(ctx, model, named)
  const ids = events.map(({ eventId }) => eventId)
  const rows = isScored ? await ctx.db.rows(readEvents, [ctx.account.id, ids]) : []
  const scored = rows.map(({ contact_id: contactId, ...event }) => ({ ...event, contactId }))
  // A merge since the event moved it to another contact.
  const owners = [...new Set(scored.map(({ contactId }) => contactId))]
  const moved = owners.filter((id) => !named.includes(id)).toSorted()
  if (moved.length > 0) held.push(...(await holdScores(ctx, model, moved)))
  const contactIds = held.map(({ contactId }) => contactId)
  const entries = [
    ...(await entriesOfEvents(ctx, model, scored)),
    ...(await entriesOfStates(ctx, model, { contactIds, rules: states })),
  ]
  await writeScores(ctx, model, { held, entries })
})

/** Reaction to changed contacts: rules whose filter looks at a changed field. */
const scoreChanges = reaction('marketing.leadScore.scoreChanges', contactChanged, async (ctx, fact) => {
  const { contactIds, fields, isNew } = fact.payload
  const model = await readModel(ctx)
  const touched = { fields: new Set(fields) }
  const rules = model.rules.filter(({ filter }) => filter !== null && (isNew || isConcerned(filter, touched)))
  await scoreAll(ctx, model, { contactIds, rules })
})

async function scoreMoves(ctx: Ctx, { segmentId, contactIds }: Moved): Promise<void> {
  const model = await readModel(ctx)
  const touched = { segments: new Set([segmentId]) }
  const rules = model.rules.filter(({ filter }) => filter !== null && isConcerned(filter, touched))
  await scoreAll(ctx, model, { contactIds, rules })
}

async function scoreAll(ctx: Ctx, model: ScoreModel, { contactIds, rules }: States): Promise<void> {
  if (rules.length === 0) return
  const all = [...new Set(contactIds.map((id) => rowId('con', id)))].toSorted()
  for (let from = 0; from < all.length; from += contactsMax) {
    await scoreStates(ctx, model, { contactIds: all.slice(from, from + contactsMax), rules })
  }
}

/** Reactions to members of segments: rules whose filter looks at a segment. */
const scoreEntered = reaction('marketing.leadScore.scoreEntered', contactEntered, (ctx, { payload }) =>
  scoreMoves(ctx, payload),
)
const scoreExited = reaction('marketing.leadScore.scoreExited', contactExited, (ctx, { payload }) =>
  scoreMoves(ctx, payload),
)

/**
 * Reaction to merges: events that one contact brought share the caps with those of the other. A recompute that had not
 * ended may have reached only the other one.
 */
const scoreMerged = reaction('marketing.leadScore.scoreMerged', contactMerged, async (ctx, { payload, toldAt: at }) => {
  const { version, recompute } = await readModel(ctx)
  const contactId = rowId('con', payload.id)
  const isFull = recompute !== null && (recompute.finishedAt === null || recompute.finishedAt >= at)
  ctx.later(applyModel, { version, isFull, after: null, contactId }, ctx.now())
})

type Moved = { segmentId: string; contactIds: readonly string[] }
type States = { contactIds: readonly string[]; rules: readonly ScoreRule[] }

async function scoreStates(ctx: Ctx, model: ScoreModel, { contactIds, rules }: States): Promise<void> {
  const entries = await entriesOfStates(ctx, model, { contactIds, rules })
  if (entries.length === 0) return
  const scored = [...new Set(entries.map(({ contactId }) => contactId))]
  const held = await holdScores(ctx, model, scored)
  // The rows are held now: what another transaction wrote in between is read again.
  await writeScores(ctx, model, { held, entries: await entriesOfStates(ctx, model, { contactIds: scored, rules }) })
}

/** Reactions of lead scores. */
export const reactions = [scoreEvents, scoreChanges, scoreEntered, scoreExited, scoreMerged]

const readEvents = statement(
  'marketing_event.byId',
  'account',
  `select id, contact_id, name, at, properties from marketing_event
   where account_id = $1 and id = any($2::uuid[]) order by at, id`,
)
