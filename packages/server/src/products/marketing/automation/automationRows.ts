import { statement } from '#kit/call/statement.ts'

/** Parameters: account, automation, version, now, definition, source of a sequence. */
export const insertVersion = statement(
  'marketing_automation_version.insert',
  'account',
  `insert into marketing_automation_version (account_id, automation_id, version, created_at, definition, source)
   values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`,
)

/** Parameters: account, automation, version. */
export const readVersionRow = statement(
  'marketing_automation_version.read',
  'account',
  `select created_at, definition, source,
     coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false) as is_uncommitted
   from marketing_automation_version where account_id = $1 and automation_id = $2 and version = $3`,
)

/** Parameters: account, automation. */
export const clearUses = statement(
  'marketing_automation_use.clear',
  'account',
  'delete from marketing_automation_use where account_id = $1 and automation_id = $2',
)

/** Parameters: account, automation, row ids, kinds, nodes. */
export const insertUses = statement(
  'marketing_automation_use.insert',
  'account',
  `insert into marketing_automation_use (account_id, automation_id, used_id, kind, node_id)
   select $1, $2, k.used_id, k.kind, k.node_id
   from unnest($3::uuid[], $4::text[], $5::text[]) as k (used_id, kind, node_id)
   on conflict (account_id, automation_id, used_id, node_id) do nothing`,
)

/** Automations that use a record and are not archived, each with its sequence. Parameters: account, row id. */
export const usersOf = statement(
  'marketing_automation_use.users',
  'account',
  `select distinct a.id, a.name, s.id as sequence_id from marketing_automation_use u
   join marketing_automation a on a.account_id = u.account_id and a.id = u.automation_id
   left join marketing_sequence s on s.account_id = a.account_id and s.automation_id = a.id
   where u.account_id = $1 and u.used_id = $2 and a.deleted_at is null and a.status <> 'archived'
   order by a.name, a.id limit 100`,
)

/** Parameters: account, automation. */
export const clearEntries = statement(
  'marketing_automation_entry.clear',
  'account',
  'delete from marketing_automation_entry where account_id = $1 and automation_id = $2',
)

/** Parameters: account, kind, key, automation. */
export const insertEntry = statement(
  'marketing_automation_entry.insert',
  'account',
  `insert into marketing_automation_entry (account_id, kind, key, automation_id) values ($1, $2, $3, $4)
   on conflict (account_id, kind, key, automation_id) do nothing`,
)

/** Automations that begin runs by these occurrences. Parameters: account, kinds, keys. */
export const entriesOf = statement(
  'marketing_automation_entry.find',
  'account',
  `select e.kind, e.key, e.automation_id, a.definition_version
   from unnest($2::text[], $3::text[]) as k (kind, key)
   join marketing_automation_entry e on e.account_id = $1 and e.kind = k.kind and e.key = k.key
   join marketing_automation a on a.account_id = $1 and a.id = e.automation_id
   where a.deleted_at is null and a.status = 'active'`,
)

/** Parameters: account, automations. */
export const statesOf = statement(
  'marketing_automation.states',
  'account',
  `select id, status, kind, in_flight, definition_version from marketing_automation
   where account_id = $1 and id = any($2::uuid[])`,
)

/** Parameters: account, automation, nodes, kinds, slot, numbers. */
export const addCounts = statement(
  'marketing_automation_count.add',
  'account',
  `insert into marketing_automation_count as c (account_id, automation_id, node_id, kind, slot, count)
   select $1, k.automation_id, k.node_id, k.kind, $5, k.count
   from unnest($2::uuid[], $3::text[], $4::text[], $6::bigint[]) as k (automation_id, node_id, kind, count)
   order by k.automation_id, k.node_id, k.kind
   on conflict (account_id, automation_id, node_id, kind, slot) do update set count = c.count + excluded.count`,
)

/** Parameters: account, automations. */
export const countsOf = statement(
  'marketing_automation_count.sum',
  'account',
  `select automation_id, node_id, kind, sum(count)::bigint as count from marketing_automation_count
   where account_id = $1 and automation_id = any($2::uuid[]) group by automation_id, node_id, kind`,
)
