import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { dateTime, idOf, line, nullable, oneOf, prose, whole } from '#kit/values/fields.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { getAutomationRecord } from './automationReach.ts'
import { automationRow } from './automationUpdate.ts'
import { filtersOf } from './conditions.ts'
import type { Definition } from './definitionFields.ts'
import { getVersion } from './definitionStore.ts'
import { loadPersons } from './persons.ts'
import { walkThrough, type SimulatedEvent } from './simulatedRun.ts'

/** Most events that a request brings, and days that its clock passes. */
const eventsMax = 200
const daysMax = 400
const clockMin = new Date('2000-01-01T00:00:00Z')
const clockMax = new Date('2101-01-01T00:00:00Z')

/** A step of a simulated run, as an output. */
export const simulatedStepOutput = closed({
  nodeId: line(40, { description: 'The node.' }),
  type: line(20, { description: 'Type of the node.' }),
  at: dateTime({ description: 'Time of the step on the clock of the simulation.' }),
  outcome: prose(200, { description: 'Result, as in the history of a run.' }),
  hasEffect: Type.Boolean({ description: 'Whether a real run would send, change or enrol here.' }),
})

/** Step: one contact passes a definition on a clock of the caller, without effects. */
export const stepAutomation = companion(
  operation('marketing.automation.step', {
    route: 'POST /api/marketing/automation/step',
    title: 'Step Through Automation',
    description:
      'Lets one contact pass an automation on a clock of its own, from a moment to another one, without effects: ' +
      'nothing is sent or changed. `events` happen to the contact at their moments, besides those that it really had.',
    scope: 'marketing.automation:read',
    isRead: true,
    input: closed({
      automationId: idOf('aut', { description: 'The automation.' }),
      version: Type.Optional(
        whole(1, 1_000_000, { description: 'Version of the definition; the newest when left out.' }),
      ),
      contactId: idOf('con', { description: 'The contact.' }),
      from: Type.Optional(dateTime({ description: 'Begin of the clock; now when left out.' })),
      until: Type.Optional(dateTime({ description: 'End of the clock; 30 days later when left out, 400 at most.' })),
      events: Type.Optional(
        Type.Array(
          closed({
            name: line(100, { description: 'Name of the event.' }),
            at: dateTime({ description: 'Moment of the event.' }),
            properties: Type.Optional(
              Type.Unsafe<Record<string, string | number | boolean>>({
                type: 'object',
                description: 'Properties of the event.',
                maxProperties: 50,
                additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 1_000 },
              }),
            ),
          }),
          { maxItems: eventsMax, description: 'Events that happen to the contact.' },
        ),
      ),
    }),
    output: closed({
      id: idOf('aut', { description: 'The automation.' }),
      contactId: idOf('con', { description: 'The contact.' }),
      isAdmitted: Type.Boolean({ description: 'Whether the entry filter admits the contact at the begin.' }),
      status: oneOf(['active', 'completed', 'exited'], { description: 'State at the end of the clock.' }),
      reason: nullable(line(200, { description: 'Cause of the end.' })),
      currentNodeId: nullable(line(40, { description: 'Node at which it waits.' })),
      dueAt: nullable(dateTime({ description: 'Time of the next step at the latest.' })),
      steps: Type.Array(simulatedStepOutput, { description: 'Steps, in order.' }),
    }),
    example: { automationId: madeFirst('marketing.automation'), contactId: madeFirst('marketing.contact') },
    async handle(ctx, input) {
      const record = await getAutomationRecord(ctx, { name: 'automationId', value: input.automationId })
      const version = input.version ?? record.definitionVersion
      const automationId = automationRow(record)
      const { definition } = await getVersion(ctx, { automationId, version })
      const from = input.from === undefined ? ctx.now() : new Date(input.from)
      if (from < clockMin || from > clockMax) throw invalid(field('from', 'range', 'must be in the years 2000 to 2100'))
      const latest = new Date(from.getTime() + daysMax * 86_400_000)
      const asked = input.until === undefined ? new Date(from.getTime() + 30 * 86_400_000) : new Date(input.until)
      const until = asked > latest ? latest : asked
      const subject = await simulatedPerson(ctx, input.contactId, definition)
      const events = (input.events ?? []).map(({ name, at, properties = {} }): SimulatedEvent => {
        return { name, at: new Date(at), properties }
      })
      const scene = { definition, automationId, timeZone: ctx.account.timeZone }
      const { steps, end, position, dueAt, isAdmitted } = walkThrough(scene, { ...subject, events }, { from, until })
      return {
        id: record.id,
        contactId: input.contactId,
        isAdmitted,
        status: end?.status ?? ('active' as const),
        reason: end?.reason ?? null,
        currentNodeId: end === undefined ? position.nodeId : null,
        dueAt: end === undefined ? (dueAt?.toISOString() ?? null) : null,
        steps,
      }
    },
  }),
)

/** Reads a contact for a simulation: with its real events, to which simulated ones are added. */
async function simulatedPerson(ctx: Ctx, contactId: string, definition: Definition) {
  const uuid = String(uuidOf('con', contactId))
  const person = (await loadPersons(ctx, [uuid], [])).get(uuid)
  const mentions = mentionsOf(filtersOf(definition), vocabulary)
  const subject = (await loadSubjects(ctx, [uuid], mentions)).get(uuid)
  if (person === undefined || subject === undefined) throw problem(reasons.notFound)
  return { person, subject }
}
