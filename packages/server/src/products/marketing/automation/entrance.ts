import type { Ctx } from '#kit/call/context.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { sequence } from '#products/marketing/sequence/sequence.ts'
import { automation, type Automation } from './automation.ts'
import type { AutomationNode } from './definitionFields.ts'
import { findVersion } from './definitionStore.ts'
import type { Entrance } from './runEnter.ts'

/** The entrance of an active automation at its newest version; undefined when it takes no one. */
export async function entranceOf(ctx: Ctx, record: Automation | undefined): Promise<Entrance | undefined> {
  if (record?.status !== 'active') return undefined
  const automationId = String(uuidOf('aut', record.id))
  const version = record.definitionVersion
  const found = await findVersion(ctx, { automationId, version })
  return found === undefined ? undefined : { automationId, version, definition: found.definition }
}

/** The entrance of the automation or sequence that a node enrols in. */
export async function getAutomationEntrance(
  ctx: Ctx,
  { automationId, emailSequenceId }: AutomationNode,
): Promise<Entrance | undefined> {
  const owner = emailSequenceId === undefined ? undefined : await ctx.store.find(sequence, emailSequenceId)
  const id = automationId ?? owner?.automationId
  return id === undefined ? undefined : entranceOf(ctx, await ctx.store.find(automation, id))
}
