import type { Ctx } from '#kit/call/context.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import { statement } from '#kit/call/statement.ts'

const slugLengthMax = 80
const numberMax = 999_999

/** The name as part of an address, whether another place has it or not. */
export function plainSlug(name: string): string {
  return slugOf(name, slugLengthMax, 'place')
}

/** The name as part of an address; when another place has it, with a random number, so that two creates never wait. */
export async function slugFor(ctx: Ctx, name: string): Promise<string> {
  const slug = plainSlug(name)
  const [taken] = await ctx.db.rows<{ id: string }>(bySlug, [ctx.account.id, slug])
  return taken === undefined ? slug : `${slug}-${2 + Math.floor(Math.random() * numberMax)}`
}

const bySlug = statement(
  'places_place.bySlug',
  'account',
  'select id from places_place where account_id = $1 and slug = $2 and deleted_at is null',
)
