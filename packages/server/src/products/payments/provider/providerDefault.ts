import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { payProvider } from './payProvider.ts'

/** Id of the default provider of the account; undefined for an account without providers of its own. */
export async function findDefaultId(ctx: Ctx): Promise<string | undefined> {
  const [row] = await ctx.db.rows(findDefault, [ctx.account.id])
  return row === undefined ? undefined : encodeId(payProvider.prefix, ctx.account.id, row.id)
}

const findDefault = statement(
  'payments_provider.findDefault',
  'account',
  'select id from payments_provider where account_id = $1 and is_default and deleted_at is null',
)
