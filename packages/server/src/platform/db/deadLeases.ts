import { statement } from '#kit/call/statement.ts'
import type { DatabaseAddress } from './databaseAddress.ts'
import { connectAlone } from './connect.ts'

/**
 * Ends the leases that processes before this one held. Only for a database that no other process works on: one whose
 * PostgreSQL this process has just started. A run of a job that was cut short has cost its attempt.
 */
export async function endDeadLeases(ops: DatabaseAddress): Promise<void> {
  const client = await connectAlone(ops, 'fairground start')
  try {
    for (const { text } of [endJobs, endQueues, endSchedules, endRights]) await client.query(text)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The sweeper counts the run and queues the job again. */
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
