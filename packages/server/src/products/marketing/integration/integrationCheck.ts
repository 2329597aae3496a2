import { storable } from '#kit/values/foreignText.ts'
import type { Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { transportPort, type Verification } from '#platform/mail/transportPort.ts'
import { integration } from './integration.ts'
import type { Integration } from './integrationFields.ts'
import { storedAccess } from './transportAccess.ts'
import { waysOf } from './wayCache.ts'

/** Milliseconds until the next check after a failure: a temporary one, and one that needs a person. */
const everyMs = { temporary: 5 * 60_000, final: 3_600_000 }
const messageMax = 500

/** Checks an integration that failed, again and again, until it works or is changed. */
export const checkIntegration = outboundTask(
  'marketing.integration.check',
  'Checks whether an integration that failed works again.',
  Type.Object({ integrationId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { integrationId, at }) {
      const record = await findDue(ctx, integrationId, at)
      if (record === undefined) return
      const access = storedAccess(ctx, record)
      if (access === undefined) return
      const verification = await ctx.port(transportPort).verify(ctx.account.id, access)
      await ctx.atomic((inner) => applyCheck(inner, record.id, verification))
      waysOf(ctx).clear()
    },
    async failed(ctx, { integrationId, at }) {
      if ((await findDue(ctx, integrationId, at)) !== undefined) await scheduleCheck(ctx, integrationId, everyMs.final)
    },
  },
)

async function findDue(ctx: Ctx, integrationId: string, at: string): Promise<Integration | undefined> {
  const record = await ctx.store.find(integration, integrationId)
  return record?.status === 'error' && record.nextCheckAt === at ? record : undefined
}

async function applyCheck(ctx: Ctx, integrationId: string, verification: Verification): Promise<void> {
  await ctx.store.update(integration, integrationId, (before) => verifiedChange(ctx, before, verification))
  if (!verification.ok) {
    await scheduleCheck(ctx, integrationId, verification.isTemporary ? everyMs.temporary : everyMs.final)
  }
}

/** The change of an integration by a verification: its state, and the cause of a failure. */
export function verifiedChange(ctx: Ctx, { status }: Pick<Integration, 'status'>, verification: Verification) {
  if (verification.ok) {
    const isBack = status === 'pending' || status === 'error'
    const patch = { lastOkAt: ctx.now().toISOString(), lastError: null, nextCheckAt: null }
    return { ...(isBack ? { status: 'active' } : {}), patch }
  }
  return { ...(status === 'active' ? { status: 'error' } : {}), patch: { lastError: causeOf(verification) } }
}

/** The cause of a failed verification, in the words of the check that failed. */
export function causeOf({ checks }: Verification): string {
  const failed = checks.find(({ ok }) => !ok)
  return (failed?.message ?? 'The check failed.').slice(0, messageMax)
}

/** Moves an integration that refuses our credentials to `error`; it is checked again by itself. */
export async function failIntegration(ctx: Ctx, integrationId: string, message: string): Promise<void> {
  await ctx.atomic(async (inner) => {
    const record = await inner.store.find(integration, integrationId)
    if (record?.status !== 'active') return
    const patch = { lastError: storable(message, messageMax) }
    await inner.store.update(integration, integrationId, ({ status }) => ({
      ...(status === 'active' ? { status: 'error' } : {}),
      patch,
    }))
    await scheduleCheck(inner, integrationId, everyMs.temporary)
  })
}

/** Schedules the next check of an integration, in place of the one that was due. Call inside `ctx.atomic`. */
export async function scheduleCheck(ctx: Ctx, integrationId: string, waitMs = everyMs.temporary): Promise<void> {
  const at = new Date(ctx.now().getTime() + waitMs)
  const nextCheckAt = at.toISOString()
  await ctx.store.update(integration, integrationId, { patch: { nextCheckAt }, isSilent: true })
  ctx.later(checkIntegration, { integrationId, at: nextCheckAt }, at)
}
