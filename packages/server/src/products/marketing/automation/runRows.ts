import { statement } from '#kit/call/statement.ts'

const runColumns = `r.id, r.automation_id, r.version, r.contact_id, r.status, r.node_id, r.iteration, r.started_at,
     r.arrived_at, r.due_at, r.ended_at, r.goal_at, r.reason, r.failures, r.cause, r.met`

/**
 * Timers that are due, the longest due first; a concurrent batch of the account takes others. Parameters: account, now,
 * most.
 */
export const claimTimers = statement(
  'marketing_timer.claim',
  'account',
  `select owner_id, contact_id, automation_id, kind, due_at from marketing_timer
   where account_id = $1 and due_at <= $2 order by due_at, owner_id, contact_id limit $3 for update skip locked`,
)

/** Accounts with timers that are due soon, without those given. Parameters: moment, account numbers. */
export const accountsDue = statement(
  'marketing_timer.accountsDue',
  'offline',
  `select account_id, min(due_at) as due_at from (
     select account_id, due_at from marketing_timer where due_at <= $1 and account_id <> all($2::bigint[])
     order by due_at limit 5000) t
   group by account_id`,
)

/** The next timer of an account. Parameters: account. */
export const nextTimer = statement(
  'marketing_timer.next',
  'account',
  'select due_at from marketing_timer where account_id = $1 order by due_at limit 1',
)

/** Parameters: account, owners, contacts, automations, kind, moments. */
export const setTimers = statement(
  'marketing_timer.set',
  'account',
  `insert into marketing_timer (account_id, owner_id, contact_id, automation_id, kind, due_at)
   select $1, k.owner_id, k.contact_id, k.automation_id, $5, k.due_at
   from unnest($2::uuid[], $3::uuid[], $4::uuid[], $6::timestamptz[])
     as k (owner_id, contact_id, automation_id, due_at)
   on conflict (account_id, owner_id, contact_id) do update set due_at = excluded.due_at, held_due_at = null
   where marketing_timer.due_at <> excluded.due_at`,
)

/** Parameters: account, owners, contacts. */
export const removeTimers = statement(
  'marketing_timer.remove',
  'account',
  `delete from marketing_timer t using unnest($2::uuid[], $3::uuid[]) as k (owner_id, contact_id)
   where t.account_id = $1 and t.owner_id = k.owner_id and t.contact_id = k.contact_id`,
)

/** Removes all timers of runs. Parameters: account, runs. */
export const removeStrayTimers = statement(
  'marketing_timer.removeStray',
  'account',
  'delete from marketing_timer where account_id = $1 and owner_id = any($2::uuid[])',
)

/**
 * Holds timers of runs: they are due after any real date, and remember when the run is due. An occurrence may have set
 * the timer to an earlier moment. Parameters: account, owners, contacts.
 */
export const holdTimers = statement(
  'marketing_timer.hold',
  'account',
  `update marketing_timer t set held_due_at = coalesce(r.due_at, t.due_at), due_at = '9999-01-01T00:00:00Z'
   from unnest($2::uuid[], $3::uuid[]) as k (owner_id, contact_id)
   left join marketing_automation_run r on r.account_id = $1 and r.id = k.owner_id
   where t.account_id = $1 and t.owner_id = k.owner_id and t.contact_id = k.contact_id and t.held_due_at is null`,
)

/** Timers of an automation, in pages. Parameters: account, automation, owner and contact before the page, most. */
export const timersOf = statement(
  'marketing_timer.ofAutomation',
  'account',
  `select owner_id, contact_id, kind, due_at, held_due_at from marketing_timer
   where account_id = $1 and automation_id = $2 and (owner_id, contact_id) > ($3::uuid, $4::uuid)
   order by owner_id, contact_id limit $5`,
)

/** Runs that are active, locked. Parameters: account, runs. */
export const lockRuns = statement(
  'marketing_automation_run.lock',
  'account',
  `select ${runColumns} from marketing_automation_run r
   where r.account_id = $1 and r.id = any($2::uuid[]) and r.status = 'active' order by r.id for update`,
)

/** Active runs of contacts, in pages. Parameters: account, contacts, run before the page, most. */
export const liveRuns = statement(
  'marketing_automation_run.live',
  'account',
  `select r.id, r.automation_id, r.version, r.node_id, r.contact_id from marketing_automation_run r
   where r.account_id = $1 and r.contact_id = any($2::uuid[]) and r.status = 'active' and r.id > $3::uuid
   order by r.id limit $4`,
)

/** Active runs of an automation, in pages. Parameters: account, automation, run before the page, most. */
export const activeRuns = statement(
  'marketing_automation_run.activeOf',
  'account',
  `select r.id, r.contact_id, r.node_id, r.version, r.due_at from marketing_automation_run r
   where r.account_id = $1 and r.automation_id = $2 and r.id > $3::uuid and r.status = 'active'
   order by r.id limit $4`,
)

/**
 * Parameters: account, runs, statuses, nodes, iterations, arrivals, due moments, ends, goals, reasons, events of waits.
 */
export const moveRuns = statement(
  'marketing_automation_run.move',
  'account',
  `update marketing_automation_run r set status = k.status, node_id = k.node_id, iteration = k.iteration,
     arrived_at = k.arrived_at, due_at = k.due_at, ended_at = k.ended_at, goal_at = k.goal_at, reason = k.reason,
     failures = 0, met = coalesce(k.met::jsonb, r.met)
   from unnest($2::uuid[], $3::text[], $4::text[], $5::integer[], $6::timestamptz[], $7::timestamptz[],
     $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[])
     as k (id, status, node_id, iteration, arrived_at, due_at, ended_at, goal_at, reason, met)
   where r.account_id = $1 and r.id = k.id and r.status = 'active'`,
)

/** Parameters: account, run, due moment. */
export const countFailure = statement(
  'marketing_automation_run.countFailure',
  'account',
  `update marketing_automation_run set failures = failures + 1, due_at = $3
   where account_id = $1 and id = $2 and status = 'active'
   returning automation_id, contact_id, node_id, iteration, failures`,
)

/** Ends a run that cannot go on. Parameters: account, run, now, reason. */
export const failRun = statement(
  'marketing_automation_run.fail',
  'account',
  `update marketing_automation_run set status = 'failed', ended_at = $3, due_at = null, reason = $4
   where account_id = $1 and id = $2 and status = 'active'`,
)

/** Ends active runs. Parameters: account, runs, now, reason. */
export const endRuns = statement(
  'marketing_automation_run.end',
  'account',
  `update marketing_automation_run set status = 'exited', ended_at = $3, due_at = null, reason = $4
   where account_id = $1 and id = any($2::uuid[]) and status = 'active' returning id, contact_id, node_id`,
)

/** Parameters: account, runs, version. */
export const migrateRows = statement(
  'marketing_automation_run.migrate',
  'account',
  `update marketing_automation_run set version = $3
   where account_id = $1 and id = any($2::uuid[]) and status = 'active'`,
)

/** Parameters: account, runs, nodes, iterations, now, outcomes, details. */
export const insertSteps = statement(
  'marketing_automation_step.insert',
  'account',
  `insert into marketing_automation_step (account_id, run_id, node_id, iteration, at, outcome, detail)
   select $1, k.run_id, k.node_id, k.iteration, $5, k.outcome, k.detail
   from unnest($2::uuid[], $3::text[], $4::integer[], $6::text[], $7::text[])
     as k (run_id, node_id, iteration, outcome, detail)`,
)

/** Parameters: account, runs. */
export const stepsOf = statement(
  'marketing_automation_step.ofRuns',
  'account',
  `select s.run_id, s.node_id, s.iteration, s.at, s.outcome, s.detail
   from unnest($2::uuid[]) as k (run_id) cross join lateral (
     select * from marketing_automation_step where account_id = $1 and run_id = k.run_id
     order by at desc, iteration desc limit 200) s
   order by s.run_id, s.iteration`,
)

/** Runs of contacts in an automation that decide about another entry. Parameters: account, automation, contacts. */
export const earlierRuns = statement(
  'marketing_automation_run.earlier',
  'account',
  `select r.contact_id, count(*)::integer as runs, max(r.started_at) as last_at,
     coalesce(array_agg(r.slot) filter (where r.status = 'active'), '{}') as slots
   from marketing_automation_run r
   where r.account_id = $1 and r.automation_id = $2 and r.contact_id = any($3::uuid[]) group by r.contact_id`,
)

/**
 * Inserts runs; one that the re-entry policy excludes, also by a concurrent entry, is left out. Parameters: account,
 * automation, version, now, first node, runs, contacts, entry keys, slots, causes.
 */
export const insertRuns = statement(
  'marketing_automation_run.insert',
  'account',
  `insert into marketing_automation_run (account_id, id, automation_id, version, contact_id, status, node_id, iteration,
     entry_key, slot, cause, started_at, arrived_at, due_at, failures)
   select $1, k.id, $2, $3, k.contact_id, 'active', $5, 0, k.entry_key, k.slot, k.cause::jsonb, $4, $4, $4, 0
   from unnest($6::uuid[], $7::uuid[], $8::text[], $9::integer[], $10::text[])
     as k (id, contact_id, entry_key, slot, cause)
   order by k.contact_id
   on conflict do nothing returning id, contact_id`,
)

/** Ended runs since a moment, the last hundred. Parameters: account, automation, moment. */
export const lastEnds = statement(
  'marketing_automation_run.lastEnds',
  'account',
  `select count(*)::integer as ended, (count(*) filter (where status = 'failed'))::integer as failed from (
     select status from marketing_automation_run
     where account_id = $1 and automation_id = $2 and ended_at is not null and ended_at >= $3
     order by ended_at desc limit 100) t`,
)

/**
 * Runs of an automation, the newest first. Parameters: account, automation, contact, moment and id before, most, state.
 */
export const runsPage = statement(
  'marketing_automation_run.page',
  'account',
  `select ${runColumns} from marketing_automation_run r
   where r.account_id = $1 and r.automation_id = $2 and ($3::uuid is null or r.contact_id = $3)
     and (r.started_at, r.id) < ($4::timestamptz, $5::uuid) and ($7::text is null or r.status = $7)
   order by r.started_at desc, r.id desc limit $6`,
)

/** Removes runs 13 months after their end, across accounts. Parameters: moment, most. */
export const pruneRuns = statement(
  'marketing_automation_run.prune',
  'offline',
  `delete from marketing_automation_run r using (
     select account_id, id from marketing_automation_run where ended_at < $1 order by ended_at limit $2) old
   where r.account_id = old.account_id and r.id = old.id returning r.id`,
)

/** Contacts as the rules see them. Parameters: account, contacts. */
export const contactsOf = statement(
  'marketing_contact.forRuns',
  'account',
  `select id, status, email, first_name, last_name, phone, external_id, locale, timezone, country, attributes, tags,
     created_at, updated_at, merged_into_id, deleted_at
   from marketing_contact where account_id = $1 and id = any($2::uuid[])`,
)

/** Messages of contacts since a moment, of all sources. Parameters: account, contacts, moment. */
export const messagesSince = statement(
  'marketing_message.sinceForRuns',
  'account',
  `select contact_id, count(*)::integer as messages from marketing_message
   where account_id = $1 and contact_id = any($2::uuid[]) and created_at > $3
     and state not in ('skipped', 'cancelled', 'failed') and channel <> 'webhook'
   group by contact_id`,
)
