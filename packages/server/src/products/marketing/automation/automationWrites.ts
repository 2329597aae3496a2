import type { CreateOptions, Ctx } from '#kit/call/context.ts'
import { holdRecords } from '#products/marketing/heldRecord.ts'
import { checkSendRight } from '#products/marketing/message/sendRight.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { automation, type Automation } from './automation.ts'
import { clearEntries, clearUses, insertEntry, insertUses } from './automationRows.ts'
import { firstUuid, seedDates } from './dateEntries.ts'
import { referencesOf, referredNouns } from './definitionCheck.ts'
import type { Definition, Trigger } from './definitionFields.ts'
import { checkMayGive } from './giftEffects.ts'
import { getVersion, keepVersion } from './definitionStore.ts'
import { sendingTypes } from './nodeShapes.ts'
import { eventOfTrigger } from './triggerEvent.ts'
import { planNext } from './scheduleEntries.ts'

/** Throws send_not_allowed for a caller that may not make messages leave, scope_missing for one that may not give. */
export function checkMaySend(ctx: Ctx, definition: Definition): void {
  checkMayGive(ctx, definition)
  const sends = definition.nodes.some(({ type }) => sendingTypes.has(type) || type === 'enrol')
  if (sends) checkSendRight(ctx)
}

/** An automation to make. `source`: the sequence that the definition was compiled from. */
export type NewAutomation = {
  draft: { name: string; description?: string | null | undefined }
  definition: Definition
  options: CreateOptions
  kind?: 'automation' | 'sequence'
  source?: unknown
}

/** Makes an automation with the first version of its definition, in one transaction. */
export function makeAutomation(ctx: Ctx, made: NewAutomation): Promise<{ record: Automation; created: boolean }> {
  const { draft, definition, options, kind = 'automation', source } = made
  return ctx.atomic(async (inner) => {
    const isActive = options.status === 'active'
    const result = await inner.store.create(automation, draft, {
      ...options,
      set: {
        kind,
        triggerType: definition.trigger.type,
        activatedAt: isActive ? inner.now().toISOString() : null,
      },
    })
    if (!result.created) return result
    await holdNamed(inner, definition)
    await writeDefinition(inner, result.record, { definition, source })
    if (isActive) await listen(inner, result.record, definition)
    return result
  })
}

/** Keeps the records that a definition names from being deleted. Throws invalid. Call inside `ctx.atomic`. */
export async function holdNamed(ctx: Ctx, definition: Definition): Promise<void> {
  await holdRecords(
    ctx,
    referencesOf(definition).map(({ kind, id, path }) => ({ of: referredNouns[kind], id, path })),
  )
}

/** Writes the definition of an automation's newest version, and what it uses. */
export async function writeDefinition(
  ctx: Ctx,
  { id, definitionVersion: version }: Automation,
  made: { definition: Definition; source?: unknown },
): Promise<void> {
  const automationId = String(uuidOf('aut', id))
  await keepVersion(ctx, { automationId, version }, made)
  await ctx.db.rows(clearUses, [ctx.account.id, automationId])
  const references = referencesOf(made.definition)
  if (references.length === 0) return
  const rows = references.map(({ kind, id: used, nodeId }) => {
    const uuid = uuidOf(used.slice(0, used.indexOf('_')), used)
    return { kind, uuid, nodeId }
  })
  const values = [rows.map(({ uuid }) => uuid), rows.map(({ kind }) => kind), rows.map(({ nodeId }) => nodeId)]
  await ctx.db.rows(insertUses, [ctx.account.id, automationId, ...values])
}

/**
 * Kind and key by which an occurrence finds a trigger: the name of an event, the row id of a segment, else nothing. A
 * trigger by coupon or payment is one by its event.
 */
function entryOf(trigger: Trigger): [kind: string, key: string] {
  const event = eventOfTrigger(trigger)
  if (event !== undefined) return ['event', event]
  const { type, segmentId } = trigger
  return [type, segmentId === undefined ? '' : (uuidOf('seg', segmentId) ?? '')]
}

/** Lets occurrences begin runs of an automation from now on. */
export async function listen(ctx: Ctx, record: Automation, definition: Definition): Promise<void> {
  const { id: automationId, definitionVersion: version } = record
  const { trigger } = definition
  const uuid = uuidOf('aut', automationId)
  await ctx.db.rows(clearEntries, [ctx.account.id, uuid])
  await ctx.db.rows(insertEntry, [ctx.account.id, ...entryOf(trigger), uuid])
  if (trigger.type === 'dateAttribute') {
    ctx.later(seedDates, { automationId, version, after: firstUuid }, ctx.now())
  }
  if (trigger.type === 'schedule') planNext(ctx, record, { definition, at: ctx.now(), number: 1 })
}

/** Ends the entries of an automation; runs go on. */
export async function stopListening(ctx: Ctx, automationId: string): Promise<void> {
  await ctx.db.rows(clearEntries, [ctx.account.id, uuidOf('aut', automationId)])
}

/** The newest definition of an automation. */
export async function definitionOf(ctx: Ctx, { id, definitionVersion: version }: Automation): Promise<Definition> {
  return (await getVersion(ctx, { automationId: String(uuidOf('aut', id)), version })).definition
}
