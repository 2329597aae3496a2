import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/**
 * Lock of an account that holds while an audience is fixed, while a part of it becomes messages, and during a merge or
 * an erasure of contacts: each sees the whole of the other one. They take a second or two.
 */
export const audienceLock = 'marketing.audience'

/** Cause of the pause of a campaign whose audience or messages could not be made; `resume` tries again. */
export const audienceFailed = 'audienceFailed'

/** Contacts of a part at most: their messages are written in about a second. */
export const partContacts = 50_000
/** Parts that one step looks at. A filter that few contacts satisfy makes small ones. */
const partsMax = 1_000

/** The numbers of the next parts of a campaign that have so many contacts together, or of one. `campaignId`: row id. */
export async function nextParts(ctx: Ctx, campaignId: string, contacts: number): Promise<number[]> {
  const rows = await ctx.db.rows(findNext, [ctx.account.id, campaignId, contacts, partsMax])
  return rows.map(({ number }) => number)
}

/** Whether contacts of a campaign have no message yet. `campaignId`: row id. */
export async function hasParts(ctx: Ctx, campaignId: string): Promise<boolean> {
  return (await nextParts(ctx, campaignId, 1)).length > 0
}

/** Forgets contacts of a campaign that have no message yet. `campaignId`: row id. Call inside `ctx.atomic`. */
export async function dropParts(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db.rows(drop, [ctx.account.id, campaignId])
}

const findNext = statement(
  'marketing_campaign_frozen.next',
  'account',
  `select number from (
     select number, size, sum(size) over (order by number) as so_far from (
       select number, size from marketing_campaign_frozen
       where account_id = $1 and campaign_id = $2 order by number limit $4) first) summed
   where so_far = size or so_far <= $3::bigint order by number`,
)

const drop = statement(
  'marketing_campaign_frozen.drop',
  'account',
  'delete from marketing_campaign_frozen where account_id = $1 and campaign_id = $2',
)
