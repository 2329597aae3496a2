import { statement } from '#kit/call/statement.ts'
import type { Session } from './connect.ts'

/**
 * Ends the leases of earlier processes, on a database that no other process uses: its PostgreSQL was started by this
 * process a moment ago. An interrupted run of a job has cost its attempt.
 */
export async function endDeadLeases({ client }: Session): Promise<void> {
  for (const { text } of [endJobs, endQueues, endSchedules, endRights]) await client.query(text)
}

/** Ends leases of jobs; the sweeper counts the run and queues the job again. */
const endJobs = statement(
  'ops_job.endLeases',
  'ops',
  `update ops_job set lease_until = clock_timestamp() - interval '1 second'
   where status = 'running' and lease_until > clock_timestamp()`,
)

const endQueues = statement(
  'ops_endpoint_queue.endLeases',
  'ops',
  `update ops_endpoint_queue set lease_token = null, lease_until = null where lease_until > clock_timestamp()`,
)

const endSchedules = statement(
  'ops_schedule.endLeases',
  'ops',
  'update ops_schedule set lease_until = clock_timestamp() where lease_until > clock_timestamp()',
)

const endRights = statement(
  'ops_lease.endLeases',
  'ops',
  'update ops_lease set until_at = clock_timestamp() where until_at > clock_timestamp()',
)
