import type { Ctx } from '#kit/call/context.ts'
import type { EmittedFact } from '#kit/nouns/fact.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { statement } from '#kit/call/statement.ts'
import {
  contactChanged,
  contactDeleted,
  contactEntered,
  contactExited,
  contactOccurred,
  leadScoreCrossed,
} from '#products/marketing/facts.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Trigger } from './definitionFields.ts'
import type { Candidate } from './runEnter.ts'
import { triggeringEvents, whereHolds } from './eventEntries.ts'
import { beginRuns, contactRows, wakeAllRuns, wakeRuns } from './triggers.ts'

/** Reaction to new and changed contacts: triggers, dates, waits, goals and exit conditions. */
const reactToContacts = reaction('marketing.automation.contactChanged', contactChanged, async (ctx, fact) => {
  const { contactIds, fields } = fact.payload
  // A merge emits the contact that stays as new to segments, without fields.
  const isNew = fact.payload.isNew && fields.length > 0
  const rows = contactRows(contactIds)
  const cause = {
    name: isNew ? 'contactCreated' : 'contactUpdated',
    at: fact.toldAt,
    properties: { fields: fields.slice(0, 50) },
  }
  const candidates = rows.map((contactId) => ({ contactId, key: fact.id, cause }))
  const names = new Set(fields)
  // Points have a trigger of their own: one that takes any change does not begin by them.
  const isOfContact = fields.some((name) => !name.startsWith('score.'))
  const concerns = ({ field }: Trigger) => (field === undefined ? isOfContact : names.has(field))
  const isMoved = !isNew && names.has('timezone')
  await beginRuns(ctx, fact, [
    isNew
      ? { kind: 'contactCreated', keys: [''], candidates }
      : { kind: 'contactUpdated', keys: [''], candidates, admits: concerns },
    // A date follows from the zone of the contact, too.
    {
      kind: 'dateAttribute',
      keys: [''],
      candidates,
      admits: (of) => isNew || isMoved || concerns(of),
      isMoved: (of) => isMoved && !concerns(of),
    },
  ])
  const concernsAll = fact.payload.isNew || names.has('status') || isMoved
  if (!isNew) await (concernsAll ? wakeAllRuns : wakeRuns)(ctx, rows)
})

/** Reaction to deleted contacts: their runs end, and what began them is forgotten. */
const reactToDeletion = reaction('marketing.automation.contactDeleted', contactDeleted, async (ctx, fact) => {
  const rows = contactRows([fact.payload.id])
  await ctx.db.rows(clearCauses, [ctx.account.id, rows])
  await wakeAllRuns(ctx, rows)
})

/** Parameters: account, contacts. */
const clearCauses = statement(
  'marketing_automation_run.clearCauses',
  'account',
  `update marketing_automation_run set cause = null, met = null
   where account_id = $1 and contact_id = any($2::uuid[]) and (cause is not null or met is not null)`,
)

/** Candidates in rounds, in each of which a contact appears once: each event of a contact may begin a run. */
function roundsOf(candidates: readonly Candidate[]): Candidate[][] {
  const rounds: Candidate[][] = []
  for (const group of Map.groupBy(candidates, ({ contactId }) => contactId).values()) {
    for (const [round, candidate] of group.entries()) (rounds[round] ??= []).push(candidate)
  }
  return rounds
}

/** Reaction to events of contacts: triggers, waits, goals and exit conditions. */
const reactToEvents = reaction('marketing.automation.contactOccurred', contactOccurred, async (ctx, fact) => {
  const events = await triggeringEvents(ctx, fact.payload.events)
  const properties = new Map(events.map((event) => [`event:${event.eventId}`, event.properties]))
  const admits = ({ where }: Trigger, { key }: Candidate) => whereHolds(where, properties.get(key) ?? {}, ctx.now())
  for (const [name, group] of Map.groupBy(events, (event) => event.name)) {
    const candidates = group.map((event) => ({
      contactId: event.contactId,
      key: `event:${event.eventId}`,
      cause: { name, at: event.at, properties: event.properties },
    }))
    for (const round of roundsOf(candidates))
      await beginRuns(ctx, fact, [{ kind: 'event', keys: [name], candidates: round, admits }])
  }
  await wakeRuns(ctx, contactRows(fact.payload.contactIds))
})

/** Reaction to scores that passed a threshold. */
const reactToScores = reaction('marketing.automation.scoreCrossed', leadScoreCrossed, async (ctx, fact) => {
  const { contactId, threshold, direction, total } = fact.payload
  const cause = { name: 'scoreCrossed', at: fact.toldAt, properties: { threshold, direction, total } }
  const candidates = contactRows([contactId]).map((id) => ({ contactId: id, key: fact.id, cause }))
  const admits = (of: Trigger) => (of.threshold ?? threshold) === threshold && (of.direction ?? direction) === direction
  await beginRuns(ctx, fact, [{ kind: 'scoreCrossed', keys: [''], candidates, admits }])
  await wakeRuns(ctx, contactRows([contactId]))
})

type Moved = { segmentId: string; contactIds: string[] }

async function moveThrough(
  ctx: Ctx,
  kind: 'segmentEntered' | 'segmentExited',
  fact: EmittedFact<Moved>,
): Promise<void> {
  const { segmentId, contactIds } = fact.payload
  const rows = contactRows(contactIds)
  const cause = { name: kind, at: fact.toldAt, properties: { segmentId } }
  const candidates = rows.map((contactId) => ({ contactId, key: fact.id, cause }))
  await beginRuns(ctx, fact, [{ kind, keys: [rowId('seg', segmentId)], candidates }])
  await wakeRuns(ctx, rows)
}

/** Reaction to contacts that became members of a segment. */
const reactToEntries = reaction('marketing.automation.segmentEntered', contactEntered, (ctx, fact) =>
  moveThrough(ctx, 'segmentEntered', fact),
)

/** Reaction to contacts that left a segment. */
const reactToExits = reaction('marketing.automation.segmentExited', contactExited, (ctx, fact) =>
  moveThrough(ctx, 'segmentExited', fact),
)

/** Reactions of automations. */
export const reactions = [reactToContacts, reactToDeletion, reactToEvents, reactToScores, reactToEntries, reactToExits]
