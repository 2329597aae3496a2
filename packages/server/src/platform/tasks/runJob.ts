import type { Account, Ctx, Db } from '#kit/call/context.ts'
import type { EmittedFact } from '#kit/nouns/fact.ts'
import { converted } from '#kit/values/fieldType.ts'
import { looseId } from '#kit/values/ids.ts'
import type { Reaction } from '#kit/nouns/reaction.ts'
import { statement } from '#kit/call/statement.ts'
import type { Task } from '#kit/nouns/task.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { factId } from '#platform/call/call.ts'
import { openCall, partyOf, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { callExecutor, transaction } from '#platform/db/pools.ts'
import type { ClaimedJob } from './queue.ts'

/** Reactions and tasks that jobs run, by name. */
export type Runnables = { reactions: ReadonlyMap<string, Reaction>; tasks: ReadonlyMap<string, Task> }

/** Names of tasks whose dead jobs queue a failure task. */
export function failingNames(tasks: ReadonlyMap<string, Task>): string[] {
  return [...tasks.values()].flatMap(({ name, failed }) => (failed === undefined ? [] : [name]))
}

/** Jobs that run together: of one account and one name, all silent or none. */
export type Unit = readonly [ClaimedJob, ...ClaimedJob[]]

/** Groups jobs whose reaction or task has a batch form; every other job is a unit of its own. */
export function unitsOf(jobs: readonly ClaimedJob[], runnables: Runnables): Unit[] {
  const groups = Map.groupBy(jobs, (job) =>
    batchOf(runnables, job) === undefined ? job.id : `${job.name} ${job.account_id} ${job.is_silent}`,
  )
  return [...groups.values()].flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] as const]))
}

/**
 * Runs a unit in one transaction of its account. Its inbox rows come first, so that a repeated job has its effects
 * once. Throws the error of the reaction or task, after a rollback. An errand and a long task have neither transaction
 * nor inbox row: their repeated runs must be harmless.
 */
export async function runUnit(kernel: Kernel, runnables: Runnables, unit: Unit): Promise<void> {
  const [first] = unit
  const account = await kernel.accounts.find(first.account_id)
  if (account === undefined) return
  if (first.pace !== 'quick') {
    const isDone = first.pace === 'errand' && (await isEffectDone(kernel, account, first))
    return isDone ? undefined : runJobs(kernel, runnables, { account, unit })
  }
  const enter = async (db: Db) => {
    const ids = unit.map((job) => job.fact_id)
    const values = [account.id, first.name, ids, kernel.now().toISOString()]
    const entered = new Set((await db.rows(enterStatement, values)).map((row) => row.fact_id))
    const [next, ...others] = unit.filter((job) => entered.has(job.fact_id))
    if (next !== undefined) await runJobs(kernel, runnables, { account, unit: [next, ...others], db })
  }
  await transaction(kernel.pools, enter, { party: partyOf(account, systemActor(first.name)), transactions: 0 })
}

/** Whether the process that queued an effect has done it already. */
async function isEffectDone({ pools }: Kernel, account: Account, job: ClaimedJob): Promise<boolean> {
  const db = callExecutor(pools, { party: partyOf(account, systemActor(job.name)), transactions: 0 }, false)
  return (await db.rows(enteredStatement, [account.id, job.name, job.fact_id])).length > 0
}

type Run = { account: Account; unit: Unit; db?: Db }

/** Facts of a batch are caused by all of its jobs: they name the reaction or task. */
async function runJobs(kernel: Kernel, runnables: Runnables, { account, unit, db }: Run): Promise<void> {
  const [first, ...others] = unit
  const isOfOneFact = first.kind === 'reaction' && others.length === 0
  const call = openCall(kernel, {
    account,
    actor: systemActor(first.name),
    requestId: looseId('req', kernel.now().getTime()),
    cause: isOfOneFact ? factId(account.id, first.fact_id) : first.name,
    depth: Math.max(...unit.map((job) => job.depth)),
    isSilent: first.is_silent,
    ...(db === undefined ? {} : { db }),
  })
  await handle(call.ctx, runnables, unit)
  await call.finish()
}

async function handle(ctx: Ctx, runnables: Runnables, [first, ...others]: Unit): Promise<void> {
  const { reactions, tasks } = runnables
  if (first.kind === 'task') {
    const task = tasks.get(first.name)
    if (task === undefined) return
    const payloads = [first, ...others].map((job) => payloadOf(job, task.payload))
    return others.length === 0 ? task.handle(ctx, payloads[0]) : task.batch?.(ctx, payloads)
  }
  const reaction = reactions.get(first.name)
  if (reaction === undefined) return
  const fact = factOf(first, reaction.on.payload)
  if (others.length === 0) return reaction.handle(ctx, fact)
  return reaction.batch?.(ctx, [fact, ...others.map((job) => factOf(job, reaction.on.payload))])
}

function batchOf({ reactions, tasks }: Runnables, { kind, name }: ClaimedJob) {
  return kind === 'task' ? tasks.get(name)?.batch : reactions.get(name)?.batch
}

function payloadOf(job: ClaimedJob, schema: TSchema): unknown {
  return converted(schema, 'read', JSON.parse(job.payload))
}

function factOf(job: ClaimedJob, schema: TSchema): EmittedFact {
  return {
    id: factId(job.account_id, job.fact_id),
    name: job.fact_name,
    subject: job.subject,
    subjectVersion: job.subject_version,
    payload: payloadOf(job, schema),
    toldAt: job.told_at,
    cause: job.cause,
    depth: job.depth,
  }
}

const enterStatement = statement(
  'account_inbox.enter',
  'account',
  `insert into account_inbox (account_id, consumer, fact_id, handled_at)
   select $1, $2, k.fact_id, $4 from unnest($3::uuid[]) as k (fact_id)
   on conflict (account_id, consumer, fact_id) do nothing returning fact_id`,
)

const enteredStatement = statement(
  'account_inbox.entered',
  'account',
  'select fact_id from account_inbox where account_id = $1 and consumer = $2 and fact_id = $3',
)
