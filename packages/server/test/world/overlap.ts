import type { Ctx } from '#kit/call/context.ts'
import { until } from './until.ts'
import type { Json, OneProcess } from './world.ts'

/**
 * Runs `second` while the transaction of `first` is open: it ends, or waits for a lock, before that transaction is
 * committed.
 */
export async function overlap<T>(
  { app, account }: OneProcess,
  first: (ctx: Ctx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  let isOver = false
  const [result] = await app.operatorCtx(account.account, 'test').atomic(async (inner) => {
    await first(inner)
    const running = second().finally(() => (isOver = true))
    // A failure is thrown once the transaction has ended.
    running.catch(() => {})
    await until(async () => isOver || (await isWaiting(app)))
    return [running] as const
  })
  return result
}

/** Whether a statement of the database waits for a lock. */
export async function isWaiting({ pools }: OneProcess['app']): Promise<boolean> {
  return (await pools.work.query(waitingHere)).rows.length > 0
}

const waitingHere = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** An operation that runs in the open transaction of `overlap`. */
export function within({ operation }: OneProcess, operationId: string, input: Json): (ctx: Ctx) => Promise<unknown> {
  return async (ctx) => operation(operationId).handle(ctx, input)
}
