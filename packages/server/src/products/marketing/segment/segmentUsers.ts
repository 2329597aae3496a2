import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { automationUsers, type RecordUser } from '#products/marketing/automation/automationUsers.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { automation } from '#products/marketing/automation/automation.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { sequence } from '#products/marketing/sequence/sequence.ts'
import { mentionsOfSegment, segment } from './segment.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { encodeId } from '#kit/values/ids.ts'

type FindUsers = (ctx: Ctx, segmentId: string) => Promise<RecordUser[]>

const usersMax = 100

/** Look-ups of records that refer to a segment. A noun that refers to segments adds its line. */
const lookUps: readonly FindUsers[] = [segmentsThatUse, automationsThatUse, campaignsThatUse]

/** Records that refer to a segment, at most 100 of each kind. */
export async function usersOf(ctx: Ctx, segmentId: string): Promise<RecordUser[]> {
  const found: RecordUser[] = []
  for (const find of lookUps) found.push(...(await find(ctx, segmentId)))
  return found
}

/** Row ids of the segments that an automation, a sequence, a campaign or a segment uses. Throws invalid. */
export async function segmentsUsedBy(ctx: Ctx, id: string): Promise<string[]> {
  const found = await readUsed(ctx, id)
  if (found === undefined) throw invalid(unknownReference('usedBy'))
  return found
}

async function readUsed(ctx: Ctx, id: string): Promise<string[] | undefined> {
  const rows = (ids: readonly string[]) => ids.map((each) => rowId('seg', each))
  if (id.startsWith('seg_')) {
    const found = await ctx.store.find(segment, id)
    return found && rows([...mentionsOfSegment(found).segments])
  }
  if (id.startsWith('cmp_')) {
    const found = await ctx.store.find(campaign, id)
    return found && rows([...(found.audience?.segmentIds ?? []), ...(found.audience?.excludeSegmentIds ?? [])])
  }
  const owner = id.startsWith('seq_') ? await ctx.store.find(sequence, id) : undefined
  const found = await ctx.store.find(automation, owner?.automationId ?? id)
  if (found === undefined) return undefined
  return (await ctx.db.rows(usedSegments, [ctx.account.id, uuidOf('aut', found.id)])).map((row) => row.used_id)
}

const usedSegments = statement(
  'marketing_automation_use.segments',
  'account',
  `select distinct used_id from marketing_automation_use
   where account_id = $1 and automation_id = $2 and kind = 'segment'`,
)

async function segmentsThatUse(ctx: Ctx, segmentId: string): Promise<RecordUser[]> {
  const rows = await ctx.db.rows(findSegments, [ctx.account.id, [segmentId], usersMax, rowId('seg', segmentId)])
  return rows.map(({ id, name }) => ({ kind: 'segment', id: encodeId('seg', ctx.account.id, id), name }))
}

function automationsThatUse(ctx: Ctx, segmentId: string): Promise<RecordUser[]> {
  return automationUsers(ctx, rowId('seg', segmentId))
}

/** Campaigns that are still to start; one that started has its audience. */
async function campaignsThatUse(ctx: Ctx, segmentId: string): Promise<RecordUser[]> {
  const rows = await ctx.db.rows(findCampaigns, [ctx.account.id, [segmentId], usersMax])
  return rows.map(({ id, name }) => ({ kind: 'campaign', id: encodeId('cmp', ctx.account.id, id), name }))
}

const findCampaigns = statement(
  'marketing_campaign.usingSegment',
  'account',
  `select id, name from marketing_campaign where account_id = $1 and deleted_at is null
     and status in ('draft', 'scheduled', 'missed')
     and (audience_segment_ids && $2::text[] or audience_exclude_segment_ids && $2::text[]
       or jsonb_path_query_array(filter, '$.**.segment') ?| $2::text[])
   order by created_at, id limit $3`,
)

const findSegments = statement(
  'marketing_segment.using',
  'account',
  `select id, name from marketing_segment where account_id = $1 and mentioned_segments && $2::text[]
     and deleted_at is null and id <> $4 order by created_at, id limit $3`,
)
