import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

/** Days for which refused values stay after the end of their import. */
export const refusedValueDays = 30

/** Forgets refused values that name contacts. `rowIds`: of the contacts. Call inside `ctx.atomic`. */
export async function forgetRefusedValues(ctx: Ctx, rowIds: readonly (string | null)[]): Promise<void> {
  await ctx.db.rows(forgetNamed, [ctx.account.id, rowIds])
}

/**
 * Refused values of imported files that name one of some contacts. A file has addresses and numbers as people write
 * them: the domain in the letters of its language, a number with blanks or without its country.
 */
const forgetNamed = statement(
  'marketing_contact_import_error.forget',
  'account',
  `with named as (
     select e.import_id, e.row_number, e.position from marketing_contact_import_error e
     where e.account_id = $1 and e.value is not null and exists (
       select from marketing_contact c where c.account_id = $1 and c.id = any($2::uuid[]) and (
         strpos(lower(e.value), split_part(lower(c.email), '@', 1) || '@') > 0
         or strpos(regexp_replace(e.value, '[^0-9]', '', 'g'), right(c.phone, 8)) > 0
         or e.value = c.external_id or lower(e.value) in (lower(c.first_name), lower(c.last_name))
         or strpos(lower(e.value), lower(c.first_name)) > 0 and strpos(lower(e.value), lower(c.last_name)) > 0))
     order by e.import_id, e.row_number, e.position for update)
   update marketing_contact_import_error e set value = null from named n
   where e.account_id = $1 and e.import_id = n.import_id and e.row_number = n.row_number and e.position = n.position`,
)

const blankOld = statement(
  'marketing_contact_import_error.blankOld',
  'offline',
  `update marketing_contact_import_error t set value = null from (
     select e.account_id, e.import_id, e.row_number, e.position from marketing_contact_import_error e
     join marketing_contact_import i on i.account_id = e.account_id and i.id = e.import_id
     where e.value is not null and coalesce(i.ended_at, i.updated_at) < $1::timestamptz
     limit $2 for update of e skip locked) old
   where t.account_id = old.account_id and t.import_id = old.import_id and t.row_number = old.row_number
     and t.position = old.position returning t.row_number`,
)

/** Forgets refused values after 30 days; rows, columns and reasons stay. */
export const pruneRefusedValues = pruneSchedule(
  'marketing.contactImport.pruneValues',
  `Forgets refused values of imports ${refusedValueDays} days after their end.`,
  [{ days: refusedValueDays, remove: blankOld }],
)
