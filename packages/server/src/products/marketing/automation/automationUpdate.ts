import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { dateTime, flag, idOf, metadata, nameLine, nullable, oneOf, prose } from '#kit/values/fields.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed, ifVersion, removed, versionOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForChange, lockForUpdate } from '#platform/db/rowLocks.ts'
import {
  automationActivated,
  automationArchived,
  automationDeleted,
  automationPaused,
  automationUpdated,
} from '#products/marketing/facts.ts'
import { automation, type Automation } from './automation.ts'
import { getAutomationRecord } from './automationReach.ts'
import { automationShape, presentAutomation } from './automationView.ts'
import { checkMaySend, definitionOf, holdNamed, listen, stopListening, writeDefinition } from './automationWrites.ts'
import { sendNotAllowed } from '#products/marketing/message/sendRight.ts'
import { firstUuid } from './dateEntries.ts'
import { checkDefinition, graphInvalid } from './definitionCheck.ts'
import { checkTexts } from './definitionTexts.ts'
import { definitionInput, type Definition } from './definitionFields.ts'
import { mergedDefinition, splitParts } from './definitionInput.ts'
import { migrateRuns, resumeRunsLater, stopRunsLater } from './inFlightRuns.ts'

/** Refusal of a change of the definition while contacts enter. */
export const definitionLocked = reason(
  'conflict',
  'definition_locked',
  'The definition of an active or archived automation does not change: pause it first.',
)

const { trigger, nodes, ...optionalParts } = definitionInput

/** Update: fields, definition and state. */
export const updateAutomation = operation('marketing.automation.update', {
  route: 'POST /api/marketing/automation/update',
  title: 'Update Automation Status',
  description:
    'Changes the state of an automation, or its definition while it is a draft, paused or in error. A changed ' +
    'definition is a new version: running contacts stay on theirs unless `migrateRuns`. A pause lets running ' +
    'contacts go on (`inFlight: continue`), ends their runs (`stop`) or holds their timers (`hold`); after a hold, ' +
    '`resumePolicy` decides on runs whose time has passed. To activate it or to migrate runs needs the scope ' +
    '`marketing.campaign:send` if it sends.',
  scope: 'marketing.automation:write',
  input: closed({
    automationId: idOf('aut', { description: 'The automation.' }),
    status: Type.Optional(oneOf(['active', 'paused', 'archived'], { description: 'State to move to.' })),
    inFlight: Type.Optional(
      oneOf(['continue', 'stop', 'hold'], { description: 'Running contacts, with `paused` or `archived`.' }),
    ),
    resumePolicy: Type.Optional(
      oneOf(['runNow', 'skip'], { description: 'Held runs whose time has passed: go on, or end. Default `runNow`.' }),
    ),
    migrateRuns: Type.Optional(flag({ description: 'Whether running contacts move to the new version.' })),
    name: Type.Optional(nameLine(120, { description: 'Name.' })),
    description: Type.Optional(nullable(prose(1_000, { description: 'Purpose.' }))),
    metadata: Type.Optional(metadata()),
    trigger: Type.Optional(trigger),
    nodes: Type.Optional(nodes),
    ...optionalParts,
    ifVersion: ifVersion(),
  }),
  output: outputSchemaOf(automation, automationShape),
  emits: [automationUpdated, automationActivated, automationPaused, automationArchived],
  reasons: [graphInvalid, definitionLocked, sendNotAllowed],
  example: { automationId: madeFirst('marketing.automation'), name: 'Welcome, again' },
  async handle(ctx, input) {
    await checkTexts(ctx, input.nodes ?? [], 'nodes')
    return ctx.once(async (inner) => {
      const { sent, rest } = splitParts(input)
      const { record, definition } = await inner.atomic(async (writing) => {
        // A change that is under way ends first: state and definition are those that it leaves.
        await lockForChange(writing, automation, input.automationId)
        const before = await getAutomationRecord(writing, { name: 'automationId', value: input.automationId })
        // cast: the schema of the operation accepted the rest.
        const change = await checkedChange(writing, before, { sent, rest: rest as Rest })
        return { record: await applyChange(writing, before, change), definition: change.definition }
      })
      return presentAutomation(inner, record, definition)
    })
  },
})

type Rest = {
  status?: 'active' | 'paused' | 'archived'
  inFlight?: 'continue' | 'stop' | 'hold'
  resumePolicy?: 'runNow' | 'skip'
  migrateRuns?: boolean
  name?: string
  description?: string | null
  metadata?: Record<string, string>
  ifVersion?: number
}

type AutomationChange = Rest & { definition: Definition; isNewVersion: boolean }

const definableStates: ReadonlySet<string> = new Set(['draft', 'paused', 'error'])

async function checkedChange(
  ctx: Ctx,
  before: Automation,
  { sent, rest }: { sent: Partial<Definition>; rest: Rest },
): Promise<AutomationChange> {
  const { status, inFlight, resumePolicy } = rest
  if (inFlight !== undefined && (status === undefined || status === 'active')) {
    throw invalid(field('inFlight', 'needs', 'goes with the status paused or archived'))
  }
  if (inFlight === 'hold' && status === 'archived') {
    throw invalid(field('inFlight', 'enum', 'must be continue or stop for the status archived'))
  }
  if (resumePolicy !== undefined && status !== 'active') {
    throw invalid(field('resumePolicy', 'needs', 'goes with the status active'))
  }
  const stored = await definitionOf(ctx, before)
  const definition = mergedDefinition(stored, sent)
  const isNewVersion = JSON.stringify(definition) !== JSON.stringify(stored)
  if (isNewVersion) {
    if (!definableStates.has(before.status)) throw problem(definitionLocked)
    await checkDefinition(ctx, definition, stored)
    await holdNamed(ctx, definition)
  } else if (status === 'active') await checkDefinition(ctx, definition, stored)
  // Running contacts of a paused automation go on, with the mails of the version that they move to.
  if (status === 'active' || rest.migrateRuns === true) checkMaySend(ctx, definition)
  return { ...rest, definition, isNewVersion }
}

async function applyChange(ctx: Ctx, before: Automation, change: AutomationChange): Promise<Automation> {
  const { status, definition, isNewVersion, name, description, metadata, ifVersion: version } = change
  const isActivated = status === 'active'
  const inFlight = status === undefined || status === 'paused' ? change.inFlight : 'continue'
  const record = await ctx.store.update(automation, before.id, {
    ...(version === undefined ? {} : { ifVersion: version }),
    ...(status === undefined ? {} : { status }),
    patch: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(isNewVersion
        ? { definitionVersion: before.definitionVersion + 1, triggerType: definition.trigger.type }
        : {}),
      ...(inFlight === undefined ? {} : { inFlight }),
      ...(isActivated ? { activatedAt: ctx.now().toISOString(), error: null } : {}),
    },
  })
  if (isNewVersion) await writeDefinition(ctx, record, { definition })
  if (isNewVersion && change.migrateRuns === true) {
    const payload = { automationId: record.id, version: record.definitionVersion, after: firstUuid }
    ctx.later(migrateRuns, payload, ctx.now())
  }
  if (isActivated) await listen(ctx, record, definition)
  else if (status !== undefined) await stopListening(ctx, record.id)
  if (change.inFlight === 'stop') stopRunsLater(ctx, record.id, `automation_${status}`)
  else if (status !== undefined && before.inFlight === 'hold') {
    resumeRunsLater(ctx, record.id, change.resumePolicy ?? 'runNow')
  }
  return record
}

/** Delete. */
export const deleteAutomation = operation('marketing.automation.delete', {
  route: 'POST /api/marketing/automation/delete',
  title: 'Delete Automation',
  description: 'Deletes an automation. Its runs end, or go on to their end with `inFlight: continue`.',
  scope: 'marketing.automation:write',
  input: closed({
    automationId: idOf('aut', { description: 'The automation.' }),
    inFlight: Type.Optional(oneOf(['stop', 'continue'], { description: 'Running contacts; `stop` when left out.' })),
    ifVersion: ifVersion(),
  }),
  output: removed({ deletedAt: dateTime({ description: 'Time of the deletion.' }) }),
  emits: [automationDeleted],
  example: { automationId: madeFirst('marketing.automation') },
  handle: once(async (ctx, input) => {
    const record = await ctx.atomic(async (inner) => {
      await lockForUpdate(inner, automation, input.automationId)
      const before = await getAutomationRecord(inner, { name: 'automationId', value: input.automationId })
      return removeAutomation(inner, before, input)
    })
    return { id: record.id, status: record.status, deletedAt: record.updatedAt }
  }),
})

/** Deletes an automation in the transaction of the caller. */
export async function removeAutomation(
  ctx: Ctx,
  before: Automation,
  input: { inFlight?: 'stop' | 'continue' | undefined; ifVersion?: number | undefined; isSilent?: boolean },
): Promise<Automation> {
  const { isSilent = false } = input
  const record = await ctx.store.remove(automation, before.id, { ...versionOf(input), isSilent })
  await stopListening(ctx, before.id)
  if (input.inFlight !== 'continue') stopRunsLater(ctx, before.id, 'automation_deleted')
  else if (before.inFlight === 'hold') resumeRunsLater(ctx, before.id, 'runNow')
  return record
}

/** Row id of an automation. */
export function automationRow({ id }: Pick<Automation, 'id'>): string {
  return String(uuidOf('aut', id))
}
