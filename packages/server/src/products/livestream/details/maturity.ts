import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** Maturity ratings, mildest first. */
export const maturityRatings = ['everyone', 'teen', 'mature', 'adult'] as const
export type MaturityRating = (typeof maturityRatings)[number]

/**
 * The strictest rating of published sheets in any language, by the id of the target; targets for everyone are left out.
 * A translation without a rating does not open a video that another language restricts.
 */
export async function strictestRatings(
  ctx: Ctx,
  targetIds: readonly string[],
): Promise<ReadonlyMap<string, MaturityRating>> {
  const strictest = new Map<string, MaturityRating>()
  if (targetIds.length === 0) return strictest
  const rows = await ctx.db.rows(ratingsOf, [ctx.account.id, targetIds])
  for (const { target_id: id, maturity_rating: text } of rows) {
    const rating = maturityRatings.find((each) => each === text)
    if (rating !== undefined) strictest.set(id, stricter(rating, strictest.get(id)))
  }
  return strictest
}

/** The stricter one of two ratings. */
export function stricter(one: MaturityRating, other: MaturityRating = 'everyone'): MaturityRating {
  return maturityRatings.indexOf(one) >= maturityRatings.indexOf(other) ? one : other
}

/** The strictest one of some ratings; everyone for none. */
export function strictest(ratings: Iterable<MaturityRating>): MaturityRating {
  return [...ratings].reduce<MaturityRating>((one, other) => stricter(one, other), 'everyone')
}

const ratingsOf = statement(
  'livestream_details.ratings',
  'account',
  `select distinct target_id, maturity_rating from livestream_details
   where account_id = $1 and target_id = any($2::text[]) and status = 'published' and maturity_rating <> 'everyone'
     and deleted_at is null`,
)
