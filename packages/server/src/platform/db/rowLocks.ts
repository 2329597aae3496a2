import type { Ctx } from '#kit/call/context.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from './columns.ts'

type LockTarget = Pick<Resource, 'table' | 'prefix'>

/**
 * Keeps a record from being changed or deleted until the transaction ends (`for share`); false when it is missing.
 * A deleted row satisfies a foreign key, so a link to a record is written behind this lock. Call inside `ctx.atomic`.
 */
export async function lockForShare(ctx: Ctx, of: LockTarget, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'share' })
}

/** Keeps others from changing a record or linking to it until the transaction ends (`for update`); false as above. */
export async function lockForUpdate(ctx: Ctx, of: LockTarget, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'update' })
}

type Lock = { id: string; strength: 'share' | 'update' }

async function lockRow(ctx: Ctx, of: LockTarget, { id, strength }: Lock): Promise<boolean> {
  const locked = statement(
    `${of.table}.hold.${strength}`,
    'account',
    `select id from ${of.table} where account_id = $1 and id = $2 and deleted_at is null for ${strength}`,
  )
  const rows = await ctx.db.rows(locked, [ctx.account.id, uuidOf(of.prefix, id)])
  return rows.length > 0
}
