import { Type } from '#kit/values/schema.ts'
import type { Ctx, Paging } from '#kit/call/context.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { dateTime, idOf, matching, nullable, oneOf } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { deadJobsPort, type DeadJob } from '#platform/tasks/deadJobsPort.ts'

const jobNotDead = reason('conflict', 'job_not_dead', 'The job has attempts left, or has run since.')

const shape = closed({
  id: idOf('job'),
  jobId: idOf('job', { description: 'The same as `id`.' }),
  status: oneOf(['dead', 'queued', 'running', 'done'], {
    description: 'dead: every attempt failed. A job that runs again is queued, running, then done or dead.',
  }),
  kind: oneOf(['reaction', 'task'], { description: 'reaction: handles a fact. task: was queued by an operation.' }),
  name: Type.String({ description: 'Name of the reaction or task, such as `livestream.static.import`.' }),
  factId: nullable(idOf('fct', { description: 'The fact that a reaction handles.' })),
  factName: nullable(Type.String({ description: 'Name of that fact.' })),
  subject: nullable(Type.String({ description: 'Id of the record that the job works on; null without one.' })),
  cause: Type.String({ description: 'Cause of the job: an operation, a task, or a fact.' }),
  attemptCount: Type.Integer({ description: 'Attempts made.' }),
  lastError: nullable(Type.String({ description: 'Error of the last attempt, with secrets masked.' })),
  createdAt: dateTime({ description: 'Time at which the job was requested.' }),
  endedAt: nullable(dateTime({ description: 'End of the last attempt; null while the job waits or runs.' })),
})

export const operations = [
  operation('account.job.all', {
    route: 'GET /api/account/job/all',
    title: 'Dead jobs - Get All',
    description: 'Background jobs of the last 30 days whose attempts have all failed.',
    scope: 'account.job:read',
    input: closed({
      ...pagingInput(['createdAt']),
      name: Type.Optional(
        matching('^[A-Za-z]+(\\.[A-Za-z]+){1,3}$', 120, { description: 'Only of this reaction or task.' }),
      ),
    }),
    output: listPageOf(shape),
    example: { limit: 10 },
    handle: readJobs,
  }),
  operation('account.job.get', {
    route: 'GET /api/account/job/get',
    title: 'Dead jobs - Get',
    description: 'One job, also after it runs again.',
    scope: 'account.job:read',
    input: closed({ jobId: idOf('job') }),
    output: shape,
    example: { jobId: madeFirst('account.job') },
    handle: (ctx, { jobId }) => readOne(ctx, jobId),
  }),
  operation('account.job.runAgain', {
    route: 'POST /api/account/job/runAgain',
    title: 'Dead jobs - Run again',
    description: 'Queues a dead job at once, with all its attempts before it.',
    scope: 'account.job:write',
    input: closed({ jobId: idOf('job') }),
    output: shape,
    reasons: [jobNotDead],
    example: { jobId: madeFirst('account.job') },
    async handle(ctx, { jobId }) {
      const before = await readOne(ctx, jobId)
      if (before.status !== 'dead') throw problem(jobNotDead)
      await ctx.once((inner) => inner.atomic((within) => queueRun(within, before)))
      return readOne(ctx, jobId)
    },
  }),
].map(companion)

async function queueRun(ctx: Ctx, before: IdentifiedJob): Promise<IdentifiedJob> {
  await ctx.audit({ action: 'account.job.queued', target: before.id })
  ctx.effect(runJobAgain, { jobUuid: uuidOf(ctx, before.id) })
  return { ...before, status: 'queued', attemptCount: 0, endedAt: null }
}

/** The task of a new run: jobs are in the ops database, which may be another one. */
const runJobAgain = outboundTask(
  'account.job.runAgain',
  'Queues a dead job again.',
  Type.Object({ jobUuid: Type.String() }),
  async (ctx, { jobUuid }) => void (await ctx.port(deadJobsPort).runAgain(ctx.account.id, jobUuid)),
)

export const tasks = [runJobAgain]

type IdentifiedJob = DeadJob & { jobId: string }

async function readJobs(ctx: Ctx, { sort, name, ...paging }: Paging & { sort?: string; name?: string }) {
  const query = { ...paging, name, isFalling: sort !== 'createdAt' }
  const page = await ctx.port(deadJobsPort).list(ctx.account.id, query, ctx.cursors)
  return { ...page, items: page.items.map(withId) }
}

async function readOne(ctx: Ctx, jobId: string): Promise<IdentifiedJob> {
  const found = await ctx.port(deadJobsPort).find(ctx.account.id, uuidOf(ctx, jobId))
  if (found === undefined) throw problem(reasons.notFound)
  return withId(found)
}

function withId(job: DeadJob): IdentifiedJob {
  return { ...job, jobId: job.id }
}

/** The row id of a job. Throws not_found for another account's id. */
function uuidOf(ctx: Ctx, jobId: string): string {
  const parsed = parseId('job', jobId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) throw problem(reasons.notFound)
  return parsed.uuid
}
