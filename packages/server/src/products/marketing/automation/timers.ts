import { Type } from '#kit/values/schema.ts'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'
import { outboundTask, type Schedule } from '#kit/nouns/task.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { accountsDue, pruneRuns } from './runRows.ts'
import { fireSlice, lookAheadMs } from './timerBatch.ts'

/** Task that fires the due timers of an account, batch by batch; its successor goes on. */
export const fireTimers = outboundTask(
  'marketing.automation.fire',
  'Moves runs of automations whose time has come.',
  Type.Object({}),
  async (ctx) => {
    const busy = busyAccounts(ctx)
    const { id } = ctx.account
    const next = await fireSlice(ctx, () => busy.set(id, ctx.now().getTime() + batchLostMs))
    busy.delete(id)
    if (next !== undefined) await ctx.atomic(async (inner) => fireLater(inner, next))
  },
)

/** Queues the task that fires the timers of the account at a moment. */
export function fireLater(ctx: Ctx, at: Date): void {
  ctx.later(fireTimers, {}, at)
}

/** Times after which a queued task and a batch count as lost: another task is queued, which may find nothing to do. */
const queuedLostMs = 3_000
const batchLostMs = 15_000
/** Accounts that one process remembers. */
const accountsMax = 10_000

/** Accounts whose task this process has queued or runs, with the moment at which it counts as lost. */
function busyAccounts(ctx: Pick<Ctx, 'memory'>): LRUCache<number, number> {
  return ctx.memory('marketing.busyTimers', () => new LRUCache<number, number>(atMost(accountsMax)))
}

/**
 * Finds accounts whose timers are due within the look-ahead, and queues their task for the moment of the first one: a
 * timer fires within a fraction of a second, however many others wait.
 */
export const tick: Schedule = {
  name: 'marketing.automation.tick',
  description: 'Finds accounts with due timers of automations.',
  everySeconds: 1,
  async run(ctx) {
    const now = ctx.now().getTime()
    const busy = busyAccounts(ctx)
    // An account that counts as busy for longer was noted by a clock that was ahead.
    const isBusy = (until: number) => until > now && until <= now + lookAheadMs + batchLostMs
    const without = [...busy.entries()].filter(([, until]) => isBusy(until)).map(([id]) => id)
    const rows = await ctx.db.rows(accountsDue, [new Date(now + lookAheadMs).toISOString(), without])
    for (const row of rows) {
      const account = await ctx.accounts.find(row.account_id)
      if (account === undefined) continue
      const at = Math.max(now, Date.parse(row.due_at ?? ''))
      busy.set(row.account_id, at + queuedLostMs)
      fireLater(ctx.as(account), new Date(at))
    }
  },
}

/** Days that the history of a run is kept: 13 months. */
const keptDays = 397

/** Removes the history of runs that ended 13 months ago. */
export const prune = pruneSchedule(
  'marketing.automation.prune',
  'Removes runs of automations that ended 13 months ago.',
  [{ days: keptDays, remove: pruneRuns }],
)
