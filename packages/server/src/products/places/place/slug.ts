import type { Ctx } from '#kit/call/context.ts'
import { slugOf } from '#kit/values/foldedText.ts'
import { statement } from '#kit/call/statement.ts'

const slugLengthMax = 80
const numberMax = 999_999

/** The slug of a name, taken or not. */
export function plainSlug(name: string): string {
  return slugOf(name, slugLengthMax, 'place')
}

/** The slug of a name, with a random number when it is taken, so that concurrent creates do not wait. */
export async function slugFor(ctx: Ctx, name: string): Promise<string> {
  const slug = plainSlug(name)
  const [taken] = await ctx.db.rows(bySlug, [ctx.account.id, slug])
  return taken === undefined ? slug : `${slug}-${2 + Math.floor(Math.random() * numberMax)}`
}

const bySlug = statement(
  'places_place.bySlug',
  'account',
  'select id from places_place where account_id = $1 and slug = $2 and deleted_at is null',
)
