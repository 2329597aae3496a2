import type { Ctx, RowOf } from '#kit/call/context.ts'
import { isContended } from '#kit/call/problem.ts'
import { enterByDate } from './dateEntries.ts'
import { advanceRuns } from './runAdvance.ts'
import { emitRuns } from './runFacts.ts'
import { openCounts, writeCounts } from './runCounts.ts'
import { tripAfterFailures } from './runErrors.ts'
import { claimTimers, countFailure, failRun, nextTimer, removeStrayTimers, setTimers } from './runRows.ts'

type Timer = RowOf<typeof claimTimers>

/** Timers of one transaction. */
const batchMax = 250
/** Time of one job; its successor goes on. */
const sliceMs = 15_000
/** A timer that is due within this time is left to a job of its own at that moment. */
export const lookAheadMs = 2_500

/** Delays of a run whose step has failed; after the last one it has failed for good. */
const retryMs = [60_000, 300_000, 1_800_000, 7_200_000]

/**
 * Fires due timers of the account in batches until none is left or the slice is over. Returns the moment at which the
 * next slice begins; undefined when the schedule will find the next timer.
 */
export async function fireSlice(ctx: Ctx, onBatch: () => void): Promise<Date | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < sliceMs) {
    onBatch()
    if ((await fireBatch(ctx)) === 0) return soon(ctx)
  }
  return ctx.now()
}

async function soon(ctx: Ctx): Promise<Date | undefined> {
  const [next] = await ctx.db.rows(nextTimer, [ctx.account.id])
  if (next === undefined) return undefined
  const at = new Date(next.due_at)
  return at.getTime() - ctx.now().getTime() <= lookAheadMs ? at : undefined
}

/** Fires one batch in one transaction; after a failure each timer in its own. Returns the number of timers. */
export async function fireBatch(ctx: Ctx): Promise<number> {
  let claimed: Timer[] = []
  try {
    await ctx.atomic(async (inner) => {
      claimed = await inner.db.rows(claimTimers, [inner.account.id, inner.now().toISOString(), batchMax])
      await fire(inner, claimed)
    })
  } catch (error) {
    if (claimed.length === 0) throw error
    ctx.log.info('a batch of timers failed and is fired one by one', { timers: claimed.length, error: String(error) })
    for (const timer of claimed) await fireAlone(ctx, timer)
  }
  return claimed.length
}

async function fire(ctx: Ctx, timers: readonly Timer[]): Promise<void> {
  const runIds = timers.flatMap(({ kind, owner_id }) => (kind === 'run' ? owner_id : []))
  await advanceRuns(ctx, runIds)
  const dates = timers.filter(({ kind }) => kind === 'date')
  if (dates.length > 0) await enterByDate(ctx, dates)
}

/**
 * Fires a timer in a transaction of its own. A failure delays the run, and ends it after the fifth; a timer that a
 * concurrent call came between stays due.
 */
async function fireAlone(ctx: Ctx, timer: Timer): Promise<void> {
  try {
    await ctx.atomic((inner) => fire(inner, [timer]))
  } catch (error) {
    if (isContended(error)) return
    ctx.log.warn('a step of an automation failed', { run: timer.owner_id, error: String(error) })
    await ctx.atomic((inner) => delayOrFail(inner, timer))
  }
}

async function delayOrFail(ctx: Ctx, timer: Timer): Promise<void> {
  const { owner_id: ownerId, contact_id: contactId, automation_id: automationId, kind } = timer
  const now = ctx.now()
  const [run] = kind === 'run' ? await ctx.db.rows(countFailure, [ctx.account.id, ownerId, now.toISOString()]) : []
  const delayMs = run === undefined ? retryMs[0] : retryMs[run.failures - 1]
  if (delayMs !== undefined) {
    const dueAt = new Date(now.getTime() + delayMs).toISOString()
    const values = [[ownerId], [contactId], [automationId], kind, [dueAt]]
    await ctx.db.rows(setTimers, [ctx.account.id, ...values])
    return
  }
  await ctx.db.rows(failRun, [ctx.account.id, ownerId, now.toISOString(), 'step_failed'])
  await ctx.db.rows(removeStrayTimers, [ctx.account.id, [ownerId]])
  const counts = openCounts()
  const nodeId = run?.node_id ?? ''
  counts.add(automationId, nodeId, 'failed')
  counts.add(automationId, nodeId, 'out')
  counts.add(automationId, '', 'failed')
  await emitRuns(ctx, [{ id: ownerId, automationId, contactId, status: 'failed', reason: 'step_failed' }])
  await tripAfterFailures(ctx, [automationId])
  await writeCounts(ctx, counts.all())
}
