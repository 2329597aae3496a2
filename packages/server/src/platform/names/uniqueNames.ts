import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** A short name that is unique on the instance: `kind` is the kind of named record, such as `channel`. */
export type Name = { kind: string; key: string }

/** Time for which an old name stays reserved and leads to its row, in milliseconds: 30 days. */
export const reservedMs = 30 * 86_400_000

/** Claims a name for a row of the account; false when another row has or reserves it. Call inside `ctx.atomic`. */
export async function claimName(ctx: Ctx, name: Name, uuid: string): Promise<boolean> {
  const rows = await ctx.db.rows(claim, [name.key, name.kind, ctx.account.id, uuid, ctx.now().toISOString()])
  return rows.length > 0
}

/** Moves a name of the account to another of its rows. */
export async function assignName(ctx: Ctx, name: Name, uuid: string): Promise<void> {
  await ctx.db.rows(assign, [name.key, name.kind, ctx.account.id, uuid])
}

/** Releases a claimed name at once. */
export async function dropName(ctx: Ctx, name: Name, uuid: string): Promise<void> {
  await ctx.db.rows(drop, [name.key, name.kind, ctx.account.id, uuid])
}

/** Reserves an old name: for 30 days it leads to its row and no other can claim it. */
export async function reserveName(ctx: Ctx, name: Name, uuid: string): Promise<void> {
  const until = new Date(ctx.now().getTime() + reservedMs).toISOString()
  await ctx.db.rows(reserve, [name.key, name.kind, ctx.account.id, uuid, until])
}

/** The row of a current name, or of one that it left less than 30 days ago. */
export async function findName(ctx: Ctx, name: Name): Promise<{ accountId: number; uuid: string } | undefined> {
  const values = [name.key, name.kind, ctx.now().toISOString()]
  const [row] = await ctx.db.rows(find, values)
  return row === undefined ? undefined : { accountId: row.account_id, uuid: row.id }
}

/** The names among these that the account cannot claim: claimed ones, and those that another account reserves. */
export async function takenNames(ctx: Ctx, kind: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db.rows(taken, [keys, kind, ctx.now().toISOString(), ctx.account.id])
  return new Set(rows.map((row) => row.key))
}

const claim = statement(
  'directory_name.claim',
  'directory',
  'insert into directory_name (key, kind, account_id, id, reserved_until) values ($1, $2, $3, $4, null) ' +
    'on conflict (key, kind) do update ' +
    'set account_id = excluded.account_id, id = excluded.id, reserved_until = excluded.reserved_until ' +
    'where directory_name.reserved_until is not null ' +
    'and (directory_name.reserved_until <= $5::timestamptz or directory_name.account_id = excluded.account_id) ' +
    'returning key',
)

const assign = statement(
  'directory_name.assign',
  'directory',
  'update directory_name set id = $4 where key = $1 and kind = $2 and account_id = $3',
)

const drop = statement(
  'directory_name.drop',
  'directory',
  'delete from directory_name where key = $1 and kind = $2 and account_id = $3 and id = $4',
)

const reserve = statement(
  'directory_name.reserve',
  'directory',
  'update directory_name set reserved_until = $5::timestamptz ' +
    'where key = $1 and kind = $2 and account_id = $3 and id = $4',
)

const find = statement(
  'directory_name.find',
  'directory',
  'select account_id, id from directory_name ' +
    'where key = $1 and kind = $2 and (reserved_until is null or reserved_until > $3::timestamptz)',
)

const taken = statement(
  'directory_name.taken',
  'directory',
  'select key from directory_name ' +
    'where key = any($1::text[]) and kind = $2 ' +
    'and (reserved_until is null or (reserved_until > $3::timestamptz and account_id <> $4))',
)
