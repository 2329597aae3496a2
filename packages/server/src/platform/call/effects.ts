import type { Account } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { AccountShares } from '#platform/db/accountShares.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { callExecutor } from '#platform/db/pools.ts'
import { endOf } from '#platform/tasks/concurrency.ts'
import type { Effect } from './call.ts'
import type { Kernel } from './callContext.ts'

/** Opens a call and runs the effect in it, as a worker does. */
type Attempt = (account: Account, effect: Effect) => Promise<void>

/**
 * Effects of one process. An effect is an outbound task whose outbox row was committed with the write that queued it.
 *
 * - The process attempts it right after the commit and waits for it, for 5 s at most.
 * - A worker leaves the row alone for a head start of 15 s (`run_at`), then runs the task until it succeeds or is dead.
 * - A success marks the outbox row as published and enters the inbox: a job that the relay had made already finds the
 *   inbox row and does nothing.
 * - A process that dies between success and mark leaves a second run to the worker: outbound tasks are idempotent.
 */
export type Effects = {
  /** Waits for the effects, for 5 s at most. Throws nothing: a worker repeats failed and unattempted effects. */
  attempt(kernel: Kernel, effects: readonly Effect[], run: Attempt): Promise<void>
  /** Resolves when no attempt is running, or after 5 s. */
  idle(): Promise<void>
}

/** Head start of the process before workers: keeps an effect from running twice at the same time. */
export const effectHeadStartMs = 15_000

const waitMsDefault = 5_000
/** Concurrent attempts of an account with its test account; beyond that, effects are left to the workers. */
const attemptsMax = 8

/** Opens the effects of one process. `waitMs`: longest wait of a caller. */
export function openEffects(waitMs = waitMsDefault): Effects {
  const running = new Set<Promise<void>>()
  const shares = new AccountShares()
  const attemptOne = (kernel: Kernel, effect: Effect, run: Attempt): Promise<void> => {
    const { account, task } = effect
    if (shares.free(account, attemptsMax) <= 0) return Promise.resolve()
    shares.add(account)
    const work = run(account, effect)
      .then(() => markDone(kernel, effect))
      .catch((error: Error) => {
        kernel.log.warn('an effect failed and runs again', { task: task.name, error: error.message })
      })
      .finally(() => {
        running.delete(work)
        shares.remove(account)
      })
    running.add(work)
    return work
  }
  return {
    async attempt(kernel, effects, run) {
      if (effects.length === 0) return
      await endOf(Promise.all(effects.map((each) => attemptOne(kernel, each, run))), waitMs)
    },
    idle: () => endOf(Promise.all(running), waitMs),
  }
}

async function markDone(kernel: Kernel, { account, task, row }: Effect): Promise<void> {
  const party = { path: ['background', ...accountPath(account)] }
  const db = callExecutor(kernel.pools, { party, transactions: 0 }, false)
  await db.rows(doneStatement, [account.id, task.name, row.id, kernel.now().toISOString()])
}

/** Marks an effect as done: the relay skips a published row, and a job made before finds the inbox row. */
const doneStatement = statement(
  'account_inbox.effect',
  'account',
  `with entered as (insert into account_inbox (account_id, consumer, fact_id, handled_at) values ($1, $2, $3, $4)
     on conflict (account_id, consumer, fact_id) do nothing)
   update account_outbox set published_at = $4 where account_id = $1 and id = $3 and published_at is null`,
)
