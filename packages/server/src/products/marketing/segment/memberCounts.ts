import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'

/** Slots of a counter: concurrent changes of a segment seldom meet in one. */
const slotsMax = 8

/** Exact numbers of members by segment. */
export async function memberCounts(ctx: Ctx, segmentIds: readonly string[]): Promise<Map<string, number>> {
  const uuids = segmentIds.map((id) => rowId('seg', id))
  const rows = await ctx.db.rows(sumCounts, [ctx.account.id, uuids])
  return new Map(rows.map((row) => [encodeId('seg', ctx.account.id, row.segment_id), Number(row.members)]))
}

/** Adds to the number of members of a segment. Call inside `ctx.atomic`, with the change of the members. */
export async function addToCount(ctx: Ctx, segmentUuid: string, change: number): Promise<void> {
  if (change === 0) return
  const slot = Math.floor(Math.random() * slotsMax)
  await ctx.db.rows(addCount, [ctx.account.id, segmentUuid, slot, change])
}

const sumCounts = statement(
  'marketing_segment_count.sum',
  'account',
  `select segment_id, sum(members)::integer as members from marketing_segment_count
   where account_id = $1 and segment_id = any($2::uuid[]) group by segment_id`,
)

const addCount = statement(
  'marketing_segment_count.add',
  'account',
  `insert into marketing_segment_count as c (account_id, segment_id, slot, members) values ($1, $2, $3, $4)
   on conflict (account_id, segment_id, slot) do update set members = c.members + excluded.members`,
)
