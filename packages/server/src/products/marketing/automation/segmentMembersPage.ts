import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** A page of members in the order of their row ids. */
export type MembersPage = { segmentId: string; after: string; limit: number }

/** Row ids of members of a segment. */
export async function membersPage(ctx: Ctx, { segmentId, after, limit }: MembersPage): Promise<string[]> {
  const rows = await ctx.db.rows(membersOf, [ctx.account.id, rowId('seg', segmentId), after, limit])
  return rows.map((row) => row.contact_id)
}

/** Parameters: account, segment, contact before the page, most. */
const membersOf = statement(
  'marketing_segment_member.pageForRuns',
  'account',
  `select contact_id from marketing_segment_member
   where account_id = $1 and segment_id = $2 and contact_id > $3::uuid order by contact_id limit $4`,
)
