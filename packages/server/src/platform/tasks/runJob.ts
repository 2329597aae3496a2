import type { Ctx, Db } from '#kit/context.ts'
import { looseId } from '#kit/ids.ts'
import type { Reaction } from '#kit/reaction.ts'
import { statement } from '#kit/statement.ts'
import type { Task } from '#kit/task.ts'
import { factId } from '#platform/call/call.ts'
import { openCall, partyOf, systemActor, type Kernel } from '#platform/call/context.ts'
import { transaction } from '#platform/db/pools.ts'
import type { ClaimedJob } from './queue.ts'

/** What jobs run, by name. */
export type Runnables = { reactions: ReadonlyMap<string, Reaction>; tasks: ReadonlyMap<string, Task> }

/**
 * Runs a job in one transaction of its account. The inbox row comes first, so a job that comes twice has its effects
 * once. Throws what the reaction or task throws; then nothing of it is left. An errand and a long task have neither:
 * they bear a repeat.
 */
export async function runJob(kernel: Kernel, runnables: Runnables, job: ClaimedJob): Promise<void> {
  const account = await kernel.accounts.find(job.account_id)
  if (account === undefined) return
  const run = async (db?: Db) => {
    const call = openCall(kernel, {
      account,
      actor: systemActor(job.name),
      requestId: looseId('req', kernel.now().getTime()),
      cause: job.kind === 'task' ? job.name : factId(account.id, job.fact_id),
      depth: job.depth,
      isSilent: job.is_silent,
      ...(db === undefined ? {} : { db }),
    })
    await handle(call.ctx, runnables, job)
    await call.finish()
  }
  const pace = job.kind === 'task' ? runnables.tasks.get(job.name)?.pace : 'quick'
  if (pace === 'errand' || pace === 'long') return run()
  const enter = async (db: Db) => {
    const entered = await db.rows(enterStatement, [account.id, job.name, job.fact_id, kernel.now().toISOString()])
    if (entered.length > 0) await run(db)
  }
  await transaction(kernel.pools, enter, { party: partyOf(account, systemActor(job.name)), transactions: 0 })
}

async function handle(ctx: Ctx, runnables: Runnables, job: ClaimedJob): Promise<void> {
  const payload: unknown = JSON.parse(job.payload)
  if (job.kind === 'task') return runnables.tasks.get(job.name)?.handle(ctx, payload)
  return runnables.reactions.get(job.name)?.handle(ctx, {
    id: factId(job.account_id, job.fact_id),
    name: job.fact_name,
    subject: job.subject,
    subjectVersion: job.subject_version,
    payload,
    toldAt: job.told_at,
    cause: job.cause,
  })
}

const enterStatement = statement(
  'account_inbox.enter',
  'account',
  `insert into account_inbox (account_id, consumer, fact_id, handled_at) values ($1, $2, $3, $4)
   on conflict (account_id, consumer, fact_id) do nothing returning fact_id`,
)
