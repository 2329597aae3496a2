import { uuidFloor } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { executor, type Pools } from '#platform/db/pools.ts'

const hourMs = 3_600_000
const doneJobsKeptMs = 24 * hourMs
const keptMs = 30 * 24 * hourMs
const batchMax = 2_000
const batchesMax = 500
const accountsMax = 500

/** Removes finished jobs after a day; deliveries, dead jobs, published facts and inbox rows after 30 days. */
export function pruneQueues(ops: Pools): Schedule {
  return {
    name: 'platform.queues.prune',
    description: 'Removes finished jobs after a day, and facts, deliveries and dead jobs after 30 days.',
    everySeconds: 3_600,
    async run(ctx) {
      const db = executor(ops.work, ops.isPreparing)
      const now = ctx.now().getTime()
      const ago = (ms: number) => new Date(now - ms).toISOString()
      await untilEmpty(() => db.rows(pruneJobs, [ago(doneJobsKeptMs), ago(keptMs), batchMax]))
      await untilEmpty(() => db.rows(pruneDeliveries, [ago(keptMs), batchMax]))
      const before = uuidFloor(now - keptMs)
      for (let after = -1; ;) {
        const accounts = await ctx.db.rows(accountsAfter, [after, accountsMax])
        for (const { account_id: account } of accounts) {
          await untilEmpty(() => ctx.db.rows(pruneOutbox, [account, before, batchMax]))
          await untilEmpty(() => ctx.db.rows(pruneInbox, [account, before, batchMax]))
        }
        const last = accounts.at(-1)
        if (last === undefined) return
        after = last.account_id
      }
    },
  }
}

async function untilEmpty(remove: () => Promise<unknown[]>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await remove()).length < batchMax) return
  }
}

/** Accounts after a number, in order: for work that walks all of them. */
export const accountsAfter = statement(
  'account_account.after',
  'offline',
  'select account_id from account_account where account_id > $1 order by account_id limit $2',
)

const pruneJobs = statement(
  'ops_job.prune',
  'ops',
  `delete from ops_job where id in (select id from ops_job where status in ('done', 'dead')
     and finished_at < case status when 'done' then $1::timestamptz else $2::timestamptz end
     and finished_at < $1 order by finished_at limit $3) returning id`,
)

const pruneDeliveries = statement(
  'ops_delivery.prune',
  'ops',
  `delete from ops_delivery where (account_id, id) in (
     select account_id, id from ops_delivery where created_at < $1 order by created_at limit $2) returning id`,
)

const pruneOutbox = statement(
  'account_outbox.prune',
  'account',
  `delete from account_outbox where account_id = $1 and id in (
     select id from account_outbox where account_id = $1 and id < $2 and published_at is not null order by id limit $3)
   returning id`,
)

const pruneInbox = statement(
  'account_inbox.prune',
  'account',
  `delete from account_inbox where account_id = $1 and (consumer, fact_id) in (
     select consumer, fact_id from account_inbox where account_id = $1 and fact_id < $2 limit $3)
   returning fact_id`,
)
