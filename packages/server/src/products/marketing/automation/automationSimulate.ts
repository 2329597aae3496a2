import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { dateTime, flag, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { closed } from '#kit/nouns/standard.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { getAutomationRecord } from './automationReach.ts'
import { automationRow } from './automationUpdate.ts'
import { filtersOf } from './conditions.ts'
import { checkDefinition, graphInvalid } from './definitionCheck.ts'
import { definitionInput, type Definition } from './definitionFields.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { mergedDefinition, splitParts } from './definitionInput.ts'
import { getVersion } from './definitionStore.ts'
import { whereHolds } from './eventEntries.ts'
import { loadPersons } from './persons.ts'
import { eventOfTrigger } from './triggerEvent.ts'
import { walkThrough, type SimulatedRun } from './simulatedRun.ts'

/** Contacts of one simulation, of one read, and of the samples. */
const contactsMax = 2_000
const pageMax = 200
const samplesMax = 20

const counter = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })
const { trigger, nodes, ...optionalParts } = definitionInput

/** Simulate: a definition is replayed against the events that contacts really had, without effects. */
export const simulateAutomation = companion(
  operation('marketing.automation.simulate', {
    route: 'POST /api/marketing/automation/simulate',
    title: 'Simulate Automation',
    description:
      'Replays an automation, with changes of its definition if they are sent, against what contacts really did in ' +
      'the last days, without effects. Contacts enter by the events of the trigger, as they were made, or as they ' +
      'entered its segment. Other triggers leave no trace: with them the newest contacts enter at the begin, which ' +
      `\`isAssumed\` says. At most ${contactsMax} contacts enter.`,
    scope: 'marketing.automation:read',
    isRead: true,
    input: closed({
      automationId: idOf('aut', { description: 'The automation.' }),
      days: Type.Optional(whole(1, 90, { description: 'Days back from now; 30 when left out.' })),
      contactLimit: Type.Optional(whole(1, contactsMax, { description: 'Most contacts; 500 when left out.' })),
      trigger: Type.Optional(trigger),
      nodes: Type.Optional(nodes),
      ...optionalParts,
    }),
    output: closed({
      id: idOf('aut', { description: 'The automation.' }),
      from: dateTime({ description: 'Begin of the period.' }),
      until: dateTime({ description: 'End of the period.' }),
      considered: counter('Contacts that the trigger concerned.'),
      entered: counter('Contacts that entered.'),
      active: counter('Runs that would be going on.'),
      completed: counter('Runs that would have completed.'),
      exited: counter('Runs that would have left early.'),
      goalReached: counter('Runs that would have reached the goal.'),
      effects: Type.Array(
        closed({
          type: line(20, { description: 'Type of the node.' }),
          count: counter('Effects that a real run would have had.'),
        }),
        { description: 'Effects by type of node.' },
      ),
      perNode: Type.Array(
        closed({
          nodeId: line(40, { description: 'The node.' }),
          in: counter('Arrivals.'),
          out: counter('Departures.'),
          waiting: counter('Runs that would be at the node.'),
        }),
        { description: 'Numbers per node.' },
      ),
      samples: Type.Array(
        closed({
          contactId: idOf('con', { description: 'The contact.' }),
          status: oneOf(['active', 'completed', 'exited'], { description: 'State at the end of the period.' }),
          nodeId: nullable(line(40, { description: 'Node at which it waits or ended.' })),
          enteredAt: dateTime({ description: 'Time of entering.' }),
        }),
        { description: `The first ${samplesMax} contacts that would have entered.` },
      ),
      isTruncated: flag({ description: 'Whether more contacts would have entered.' }),
      isAssumed: flag({ description: 'Whether the entries are assumed, since the trigger leaves no trace.' }),
    }),
    reasons: [graphInvalid],
    example: { automationId: madeFirst('marketing.automation'), days: 7 },
    async handle(ctx, input) {
      const record = await getAutomationRecord(ctx, { name: 'automationId', value: input.automationId })
      const { sent, rest } = splitParts(input)
      const key = { automationId: automationRow(record), version: record.definitionVersion }
      const { definition: stored } = await getVersion(ctx, key)
      const definition = mergedDefinition(stored, sent)
      if (Object.keys(sent).length > 0) await checkDefinition(ctx, definition, stored)
      const until = ctx.now()
      const from = new Date(until.getTime() - Number(rest['days'] ?? 30) * 86_400_000)
      const limit = Number(rest['contactLimit'] ?? 500)
      const starts = await startsOf(ctx, definition, { from, until, limit })
      const tally = openTally(definition)
      const samples: Sample[] = []
      for (let at = 0; at < Math.min(starts.length, limit); at += pageMax) {
        const page = starts.slice(at, Math.min(at + pageMax, limit))
        for (const run of await simulatePage(ctx, { definition, automationId: key.automationId, page, until })) {
          tally.add(run)
          if (run.isAdmitted && samples.length < samplesMax) samples.push(sampleOf(ctx, run))
        }
      }
      const period = { id: record.id, from: from.toISOString(), until: until.toISOString() }
      return {
        ...period,
        ...tally.result(),
        samples,
        isTruncated: starts.length > limit,
        isAssumed: !traced.has(definition.trigger.type),
      }
    },
  }),
)

/** Entry of a contact into a simulation. */
type Start = { contactId: string; at: Date }

type Window = { from: Date; until: Date; limit: number }

/** Triggers whose occurrences stand in the database. */
const traced: ReadonlySet<string> = new Set([
  ...['event', 'contactCreated', 'segmentEntered', 'couponRedeemed', 'paymentSucceeded'],
])

async function startsOf(ctx: Ctx, { trigger: of }: Definition, { from, until, limit }: Window): Promise<Start[]> {
  if (of.type === 'segmentEntered' && of.segmentId !== undefined) {
    const values = [rowId('seg', of.segmentId), from.toISOString(), until.toISOString(), limit + 1]
    const rows = await ctx.db.rows(entriesBetween, [ctx.account.id, ...values])
    return rows.map((row) => ({ contactId: row.contact_id, at: new Date(row.entered_at) }))
  }
  const event = eventOfTrigger(of)
  if (event === undefined) {
    const rows = await ctx.db.rows(newestContacts, [ctx.account.id, until.toISOString(), limit + 1])
    const isEntry = of.type === 'contactCreated'
    const starts = rows.map((row) => ({ contactId: row.id, at: isEntry ? new Date(row.created_at) : from }))
    return starts.filter(({ at }) => at >= from)
  }
  const values = [event, from.toISOString(), until.toISOString(), limit * 5]
  const rows = await ctx.db.rows(eventsBetween, [ctx.account.id, ...values])
  const first = new Map<string, Start>()
  for (const row of rows) {
    if (first.has(row.contact_id) || !whereHolds(of.where, Object(row.properties), new Date(row.at))) continue
    first.set(row.contact_id, { contactId: row.contact_id, at: new Date(row.at) })
  }
  return [...first.values()].slice(0, limit + 1)
}

type Page = { definition: Definition; automationId: string; page: readonly Start[]; until: Date }

type EnteredRun = SimulatedRun & Start

type Sample = { contactId: string; status: 'active' | 'completed' | 'exited'; nodeId: string | null; enteredAt: string }

function sampleOf(ctx: Ctx, { contactId, at, end, position, steps }: EnteredRun): Sample {
  return {
    contactId: encodeId('con', ctx.account.id, contactId),
    status: end?.status ?? 'active',
    nodeId: end === undefined ? position.nodeId : (steps.at(-1)?.nodeId ?? null),
    enteredAt: at.toISOString(),
  }
}

/** Simulates runs of contacts. Events after the entry arrive at their moments; the state of the contact is today's. */
async function simulatePage(ctx: Ctx, { definition, automationId, page, until }: Page): Promise<EnteredRun[]> {
  const ids = page.map(({ contactId }) => contactId)
  const persons = await loadPersons(ctx, ids, [])
  const subjects = await loadSubjects(ctx, ids, mentionsOf(filtersOf(definition), vocabulary))
  const scene = { definition, automationId, timeZone: ctx.account.timeZone }
  return page.flatMap(({ contactId, at }): EnteredRun[] => {
    const [person, subject] = [persons.get(contactId), subjects.get(contactId)]
    if (person === undefined || subject === undefined) return []
    const before = subject.events.filter((event) => event.at <= at)
    const events = subject.events.filter((event) => event.at > at)
    const contact = { person, subject: { ...subject, events: before }, events }
    return [{ ...walkThrough(scene, contact, { from: at, until }), contactId, at }]
  })
}

/** Sums simulated runs. */
function openTally({ nodes: of }: Definition) {
  const perNode = new Map(of.map(({ nodeId }) => [nodeId, { in: 0, out: 0 }]))
  const effects = new Map<string, number>()
  const sums = { considered: 0, entered: 0, active: 0, completed: 0, exited: 0, goalReached: 0 }
  const arrive = (nodeId: string | null) => {
    const node = nodeId === null ? undefined : perNode.get(nodeId)
    if (node !== undefined) node.in += 1
  }
  const addSteps = ({ steps, position, end }: SimulatedRun) => {
    for (const { nodeId, type, hasEffect } of steps) {
      arrive(nodeId)
      const node = perNode.get(nodeId)
      if (node !== undefined) node.out += 1
      if (hasEffect) effects.set(type, (effects.get(type) ?? 0) + 1)
    }
    if (end === undefined) arrive(position.nodeId)
  }
  return {
    add(run: SimulatedRun): void {
      sums.considered += 1
      if (!run.isAdmitted) return
      sums.entered += 1
      sums[run.end?.status ?? 'active'] += 1
      if (run.end?.isGoal === true) sums.goalReached += 1
      addSteps(run)
    },
    result: () => ({
      ...sums,
      effects: [...effects].map(([type, count]) => ({ type, count })),
      perNode: [...perNode].map(([nodeId, { in: arrived, out }]) => ({
        nodeId,
        in: arrived,
        out,
        waiting: Math.max(0, arrived - out),
      })),
    }),
  }
}

/** Parameters: account, moment, most. */
const newestContacts = statement(
  'marketing_contact.newestForSimulation',
  'account',
  `select id, created_at from marketing_contact
   where account_id = $1 and deleted_at is null and created_at <= $2 order by created_at desc, id desc limit $3`,
)

/** Parameters: account, name, moments, most. */
const eventsBetween = statement(
  'marketing_event.forSimulation',
  'account',
  `select contact_id, at, properties from marketing_event
   where account_id = $1 and name = $2 and at between $3 and $4 order by at, contact_id limit $5`,
)

/** Parameters: account, segment, moments, most. */
const entriesBetween = statement(
  'marketing_segment_member.forSimulation',
  'account',
  `select contact_id, entered_at from marketing_segment_member
   where account_id = $1 and segment_id = $2 and entered_at between $3 and $4
   order by entered_at, contact_id limit $5`,
)
