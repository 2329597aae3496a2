import type { Ctx } from '#kit/call/context.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from './columns.ts'

type Held = Pick<Resource, 'table' | 'prefix'>

/**
 * Keeps a record from being changed or deleted until the transaction ends; false when it is missing or deleted.
 * A deleted row satisfies a foreign key, so who links to a record holds it first. Call inside `ctx.atomic`.
 */
export async function holdRecord(ctx: Ctx, of: Held, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'share' })
}

/** Keeps others from linking to a record or changing it until the transaction ends; false when it is missing. */
export async function claimRecord(ctx: Ctx, of: Held, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'update' })
}

type Lock = { id: string; strength: 'share' | 'update' }

async function lockRow(ctx: Ctx, of: Held, { id, strength }: Lock): Promise<boolean> {
  const locked = statement(
    `${of.table}.hold.${strength}`,
    'account',
    `select id from ${of.table} where account_id = $1 and id = $2 and deleted_at is null for ${strength}`,
  )
  const rows = await ctx.db.rows(locked, [ctx.account.id, uuidOf(of.prefix, id)])
  return rows.length > 0
}
