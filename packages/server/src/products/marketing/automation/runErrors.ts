import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { automation } from './automation.ts'
import { lastEnds } from './runRows.ts'

/** Failed runs among the last hundred beyond which an automation stops. */
const failedMax = 50

/** Moves automations to the state `error` when more than half of their last hundred runs have failed. */
export async function tripAfterFailures(ctx: Ctx, automationIds: readonly string[]): Promise<void> {
  for (const uuid of new Set(automationIds)) {
    const id = encodeId('aut', ctx.account.id, uuid)
    const record = await ctx.store.find(automation, id)
    if (record?.status !== 'active') continue
    const [found] = await ctx.db.rows(lastEnds, [ctx.account.id, uuid, record.activatedAt ?? record.createdAt])
    if (found === undefined || found.failed <= failedMax) continue
    const error = `${found.failed} of the last ${found.ended} runs failed.`
    await ctx.store.update(automation, id, (before) =>
      before.status === 'active' ? { status: 'error', patch: { error } } : {},
    )
  }
}
