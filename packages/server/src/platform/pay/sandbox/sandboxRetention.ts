import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

const dayMs = 86_400_000

/** Days for which the sandbox keeps its records. A session without money is of no use after the time of its payer. */
const sandboxDays = { paid: 400, unpaid: 90, event: 90 }

/** Oldest day of which the sandbox has all records: the sums of an earlier one would be differences. */
export function oldestSandboxDay(now: Date): string {
  const days = Math.ceil(now.getTime() / dayMs - sandboxDays.paid)
  return new Date(days * dayMs).toISOString().slice(0, 10)
}

const deleteEvents = statement(
  'pay_sandbox_event.prune',
  'offline',
  `delete from pay_sandbox_event t using (
     select account_id, id from pay_sandbox_event where created_at < $1::timestamptz order by created_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

const deleteUnpaid = statement(
  'pay_sandbox_session.pruneUnpaid',
  'offline',
  `delete from pay_sandbox_session t using (
     select account_id, id from pay_sandbox_session
     where captured_at is null and changed_at < $1::timestamptz order by changed_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

// A session with a later refund stays as long as the refund: the day of the refund is compared as well.
const deletePaid = statement(
  'pay_sandbox_session.prunePaid',
  'offline',
  `delete from pay_sandbox_session t using (
     select s.account_id, s.id from pay_sandbox_session s
     where s.captured_at is not null and s.captured_at < $1::timestamptz
       and not exists (select from pay_sandbox_refund r
         where r.account_id = s.account_id and r.session_id = s.id and r.changed_at >= $1::timestamptz)
     order by s.captured_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

/** Removes old records of the sandbox; refunds go with their session. */
export const pruneSandbox = pruneSchedule(
  'payments.sandbox.prune',
  `Removes sessions of the sandbox after ${sandboxDays.paid} days, unpaid ones and calls after ${sandboxDays.unpaid}.`,
  [
    { days: sandboxDays.event, remove: deleteEvents },
    { days: sandboxDays.unpaid, remove: deleteUnpaid },
    { days: sandboxDays.paid, remove: deletePaid },
  ],
)
