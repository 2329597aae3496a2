import type { Cursors, ListPage, Paging } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'

/** A job whose attempts are used up, or one that runs again after that. */
export type DeadJob = {
  /** `job_…` */
  id: string
  status: 'dead' | 'queued' | 'running' | 'done'
  kind: 'reaction' | 'task'
  /** Name of the reaction or task. */
  name: string
  /** The fact that it handles; null for a task. */
  factId: string | null
  factName: string | null
  /** Id of the record that it works on, from the fact or the payload; null without one. */
  subject: string | null
  cause: string
  attemptCount: number
  /** The error of the last attempt, with secrets masked. */
  lastError: string | null
  createdAt: string
  /** Time of the last attempt; null while the job waits or runs. */
  endedAt: string | null
}

export type DeadJobQuery = Paging & { name: string | undefined; isFalling: boolean }

export type DeadJobs = {
  /** Reads one page of dead jobs; `cursors` are those of the call. */
  list(accountId: number, query: DeadJobQuery, cursors: Cursors): Promise<ListPage<DeadJob>>
  /** Finds a job of any status. */
  find(accountId: number, uuid: string): Promise<DeadJob | undefined>
  /** Number of dead jobs, counted to `max`. */
  count(accountId: number, max: number): Promise<number>
  /** Queues a dead job again, with all its attempts before it. False for one that is not dead. */
  runAgain(accountId: number, uuid: string): Promise<boolean>
}

/** Dead jobs of an account, in the ops database. */
export const deadJobsPort = port<DeadJobs>('deadJobs', {
  list: 'leaves',
  find: 'leaves',
  count: 'leaves',
  runAgain: 'leaves',
})
