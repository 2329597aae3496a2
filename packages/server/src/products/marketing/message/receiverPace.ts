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

/** `noted`: the result that the integration has; `isNoting`: a write of it is on its way, and no second one starts. */
type Pace = {
  deferred: number
  failures: number
  until: Date | undefined
  noted: { cause: string | null; at: Date } | undefined
  isNoting: boolean
}

function paceOf(ctx: Ctx, integrationId: string): Pace {
  const paces = ctx.memory('marketing.receiverPaces', () => new LRUCache<string, Pace>({ max: 1_000 }))
  const made: Pace = { deferred: 0, failures: 0, until: undefined, noted: undefined, isNoting: false }
  const pace = paces.get(integrationId) ?? made
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
  const isRefusingUs = delivered.state === 'deferred' && delivered.isRefusingUs === true
  pace.failures = isOk ? 0 : isRefusingUs ? failuresMax : pace.failures + 1
  const isTrouble = state === 'deferred' || state === 'uncertain'
  pace.deferred = isTrouble ? pace.deferred + 1 : 0
  pace.until = undefined
  const isSilent = pace.deferred >= silentMax
  if (isTrouble && (isSilent || retryAfterMs !== undefined)) {
    const own = isSilent ? retryDelayMs(backOff, pace.deferred - silentMax + 1) : 0
    const waitMs = Math.min(Math.max(own, retryAfterMs ?? 0), pauseMsMax)
    pace.until = new Date(ctx.now().getTime() + waitMs)
  }
  if (isOk || pace.failures >= failuresMax)
    await note(ctx, record.id, { pace, cause: isOk ? null : reply.slice(0, 500) })
}

/** Records a result that is news: a first success, a failure with another cause, or a success once in a while. */
async function note(ctx: Ctx, id: string, { pace, cause }: { pace: Pace; cause: string | null }): Promise<void> {
  const now = ctx.now()
  const { noted } = pace
  const isKnown = noted !== undefined && noted.cause === cause
  const isFresh = isKnown && (cause !== null || now.getTime() - noted.at.getTime() < okEveryMs)
  if (isFresh || pace.isNoting) return
  pace.isNoting = true
  try {
    await ctx.atomic((inner) => write(inner, id, cause))
    pace.noted = { cause, at: now }
  } catch (error) {
    // The fate of the message stands; the next one records the state of its integration.
    ctx.log.warn('the result of an integration was not noted', { integration: id, error: String(error) })
  } finally {
    pace.isNoting = false
  }
}

async function write(ctx: Ctx, id: string, cause: string | null): Promise<void> {
  if ((await ctx.store.find(integration, id)) === undefined) return
  await ctx.store.update(integration, id, ({ status }) => {
    const next = cause === null ? 'active' : 'error'
    const mayMove = status !== next && status !== 'disabled'
    const patch = cause === null ? { lastOkAt: ctx.now().toISOString(), lastError: null } : { lastError: cause }
    return { ...(mayMove ? { status: next } : {}), isSilent: !mayMove, patch }
  })
}
