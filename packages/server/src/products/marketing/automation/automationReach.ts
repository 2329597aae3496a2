import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { automation, type Automation } from './automation.ts'

/** Reads an automation by one of its names. Throws not_found, also for the hidden one of a sequence. */
export async function getAutomationRecord(
  ctx: Ctx,
  { name, value }: { name: string; value: string },
): Promise<Automation> {
  const record =
    name === 'automationId' ? await ctx.store.find(automation, value) : await ctx.store.findBy(automation, name, value)
  if (record?.kind !== 'automation') throw problem(reasons.notFound)
  return record
}
