import type { Account } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { AccountShares } from '#platform/db/accountShares.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { callExecutor } from '#platform/db/pools.ts'
import { endOf } from '#platform/tasks/gather.ts'
import type { Effect } from './call.ts'
import type { Kernel } from './callContext.ts'

/** Opens the call of an effect, as a worker would. */
type Attempt = (account: Account, effect: Effect) => Promise<void>

/** Tries effects in the process that queued them, right after their commit. */
export type Effects = {
  /** Waits for the effects, for 5 s at most. Throws nothing: a worker repeats what fails or was not tried. */
  attempt(kernel: Kernel, effects: readonly Effect[], run: Attempt): Promise<void>
  /** Resolves when no attempt runs, or after 5 s. */
  idle(): Promise<void>
}

/** A worker leaves an effect alone for this long, so that it is not done twice at the same time. */
export const effectHeadStartMs = 15_000

const waitMsDefault = 5_000
/** Concurrent attempts of an account with its test account; beyond that, effects are left to the workers. */
const attemptsMax = 8

/** Makes the attempts of one process; `waitMs`: how long a caller waits for them at most. */
export function openEffects(waitMs = waitMsDefault): Effects {
  const running = new Set<Promise<void>>()
  const shares = new AccountShares()
  const attemptOne = (kernel: Kernel, effect: Effect, run: Attempt): Promise<void> => {
    const { account, task } = effect
    if (shares.room(account, attemptsMax) <= 0) return Promise.resolve()
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

/** The relay passes a published row by; a job that it had made already finds the inbox row. */
const doneStatement = statement(
  'account_inbox.effect',
  'account',
  `with entered as (insert into account_inbox (account_id, consumer, fact_id, handled_at) values ($1, $2, $3, $4)
     on conflict (account_id, consumer, fact_id) do nothing)
   update account_outbox set published_at = $4 where account_id = $1 and id = $3 and published_at is null`,
)
