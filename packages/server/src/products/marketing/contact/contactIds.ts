import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { accountOfId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'

const noUuid = '00000000-0000-0000-0000-000000000000'

/** Row ids of contacts of the account, in order. Throws invalid for ids that name none, in the list at `path`. */
export async function contactRowIds(ctx: Ctx, ids: readonly string[], path: string): Promise<string[]> {
  const uuids = ids.map((id) => (accountOfId(id) === ctx.account.id ? rowId('con', id) : noUuid))
  const rows = ids.length === 0 ? [] : await ctx.db.rows(findContacts, [ctx.account.id, uuids])
  const known = new Set(rows.map((row) => row.id))
  const problems = uuids.flatMap((uuid, index) => (known.has(uuid) ? [] : [unknownReference(`/${path}/${index}`)]))
  if (problems.length > 0) throw invalid(...problems.slice(0, limits.fieldErrorsMax))
  return uuids
}

const findContacts = statement(
  'marketing_contact.known',
  'account',
  'select id from marketing_contact where account_id = $1 and id = any($2::uuid[]) and deleted_at is null',
)
