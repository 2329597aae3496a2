import type { Ctx } from '#kit/call/context.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { parseId } from '#kit/values/ids.ts'

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

/** Keeps others from changing a record, and not from linking to it (`for no key update`); false as above. */
export async function lockForChange(ctx: Ctx, of: LockTarget, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'no key update' })
}

/**
 * Keeps a record from being deleted behind `lockForUpdate` until the transaction ends, and not from being changed (`for
 * key share`); false as above.
 */
export async function lockForLink(ctx: Ctx, of: LockTarget, id: string): Promise<boolean> {
  return lockRow(ctx, of, { id, strength: 'key share' })
}

type Lock = { id: string; strength: 'share' | 'update' | 'key share' | 'no key update' }

async function lockRow(ctx: Ctx, of: LockTarget, { id, strength }: Lock): Promise<boolean> {
  const parsed = parseId(of.prefix, id)
  if (parsed?.accountId !== ctx.account.id) return false
  const locked = statement(
    `${of.table}.hold.${strength.replaceAll(' ', '')}`,
    'account',
    `select id from ${of.table} where account_id = $1 and id = $2 and deleted_at is null for ${strength}`,
  )
  const rows = await ctx.db.rows(locked, [ctx.account.id, parsed.uuid])
  return rows.length > 0
}
