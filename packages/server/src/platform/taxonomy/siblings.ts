import type { Ctx } from '#kit/call/context.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { slugLengthMax } from './taxonomy.ts'

/** The siblings of a new label: all labels of the account, or those of one category. */
export type Siblings = { table: string; fallback: string; categoryUuid?: string | null }

/** Numbers tried behind a taken slug before a random ending. */
const suffixMax = 9
const positionMax = 1_000_000

/** The default slug and position of a new label. Call inside `ctx.atomic`. */
export async function placeAmong(ctx: Ctx, siblings: Siblings, draft: { name: string; slug?: string | undefined }) {
  const base = slugOf(draft.name, slugLengthMax - 7, siblings.fallback)
  const candidates = [base, ...Array.from({ length: suffixMax - 1 }, (_, index) => `${base}-${index + 2}`)]
  const within = siblings.categoryUuid === undefined ? [] : [siblings.categoryUuid]
  // The lock under which the store counts records of the table: concurrent creates get different positions.
  await ctx.lock(siblings.table)
  const [row] = await ctx.db.rows(placing(siblings), [ctx.account.id, candidates, ...within])
  const taken = new Set(row?.taken)
  const free = candidates.find((candidate) => !taken.has(candidate))
  return { slug: draft.slug ?? free ?? `${base}-${randomEnding()}`, position: Math.min(row?.next ?? 0, positionMax) }
}

function placing({ table, categoryUuid }: Siblings) {
  const isWithin = categoryUuid !== undefined
  const alive = `t.account_id = $1 and t.deleted_at is null${isWithin ? ' and t.category_id = $3' : ''}`
  return builtStatement<{ next: number; taken: string[] }>(
    `${table}.placing`,
    'account',
    `select (select coalesce(max(t.position), -1) + 1 from ${table} t where ${alive}) as next, ` +
      `array(select t.slug from ${table} t where ${alive} and t.slug = any($2::text[])) as taken`,
  )
}

function randomEnding(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
    .padStart(6, '0')
    .slice(0, 6)
}
