import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'

/** Temporary failures in a row after which a receiver is left alone for a while. */
const silentMax = 3
/** Failures in a row after which an integration is in error. */
const failuresMax = 3
const backOff: BackOff = { delaysMs: doublingDelaysMs(5_000, 5 * 60_000), jitterShare: 0 }
const pauseMsMax = 3_600_000
/** A success is recorded once in a while, not with each message. */
const okEveryMs = 60_000

type Pace = { deferred: number; failures: number; until: Date | undefined }

function paceOf(ctx: Ctx, integrationId: string): Pace {
  const paces = ctx.memory('marketing.receiverPaces', () => new LRUCache<string, Pace>({ max: 1_000 }))
  const pace = paces.get(integrationId) ?? { deferred: 0, failures: 0, until: undefined }
  paces.set(integrationId, pace)
  return pace
}

/** The moment up to which a receiver is left alone; undefined for one that is called. */
export function pausedUntil(ctx: Ctx, integrationId: string): Date | undefined {
  const { until } = paceOf(ctx, integrationId)
  return until !== undefined && until > ctx.now() ? until : undefined
}

/** Keeps the result of a call: the pause of a receiver that is down, and state and cause of its integration. */
export async function noteCall(ctx: Ctx, record: Integration, delivered: Delivered) {
  const { state, reply } = delivered
  const retryAfterMs = delivered.state === 'deferred' ? delivered.retryAfterMs : undefined
  const pace = paceOf(ctx, record.id)
  const isOk = state === 'sent'
  pace.failures = isOk ? 0 : pace.failures + 1
  pace.deferred = state === 'deferred' ? pace.deferred + 1 : 0
  pace.until = undefined
  const isSilent = pace.deferred >= silentMax
  if (state === 'deferred' && (isSilent || retryAfterMs !== undefined)) {
    const own = isSilent ? retryDelayMs(backOff, pace.deferred - silentMax + 1) : 0
    const waitMs = Math.min(Math.max(own, retryAfterMs ?? 0), pauseMsMax)
    pace.until = new Date(ctx.now().getTime() + waitMs)
  }
  if (isOk) await noteSuccess(ctx, record)
  else if (pace.failures >= failuresMax) await noteFailure(ctx, record, reply)
}

async function noteSuccess(ctx: Ctx, { id, status, lastError, lastOkAt }: Integration): Promise<void> {
  const now = ctx.now()
  const isFresh = lastOkAt !== null && now.getTime() - new Date(lastOkAt).getTime() < okEveryMs
  if (isFresh && lastError === null && status === 'active') return
  await ctx.atomic(async (inner) => {
    if ((await inner.store.find(integration, id)) === undefined) return
    await inner.store.update(integration, id, (found) => ({
      ...(found.status === 'error' || found.status === 'pending' ? { status: 'active' } : {}),
      isSilent: found.status === 'active',
      patch: { lastOkAt: now.toISOString(), lastError: null },
    }))
  })
}

async function noteFailure(ctx: Ctx, { id, status, lastError }: Integration, reply: string): Promise<void> {
  const cause = reply.slice(0, 500)
  if (status === 'error' && lastError === cause) return
  await ctx.atomic(async (inner) => {
    if ((await inner.store.find(integration, id)) === undefined) return
    await inner.store.update(integration, id, (found) => ({
      ...(found.status === 'active' || found.status === 'pending' ? { status: 'error' } : {}),
      isSilent: found.status === 'error',
      patch: { lastError: cause },
    }))
  })
}
