import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Type } from '#kit/values/schema.ts'
import { task } from '#kit/nouns/task.ts'
import { placed } from '#platform/db/listPage.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'
import { audienceConditions, segmentsOf } from './campaignAudience.ts'
import { messagesTask } from './campaignMessages.ts'
import { audienceFailed, audienceLock, dropParts, partContacts } from './campaignFrozen.ts'
import { pauseForAudience } from './campaignSending.ts'

/** Contacts that one statement looks at, and statements of one transaction: a million contacts in some two seconds. */
const sliceContacts = 250_000
const slices = 4
/** Row id before all contacts. */
const firstId = '00000000-0000-0000-0000-000000000000'

/** A step begins after a row id of a contact, or with the first one; parts have some contacts of the audience. */
export type FreezeStep = { after?: string | undefined; part?: number }

/**
 * Fixes who gets a campaign: all contacts of up to a million that are in its audience now. Returns the row id after
 * which the next step begins; undefined after the last one. Call inside `ctx.atomic`.
 */
export async function freezeStep(ctx: Ctx, record: Campaign, step: FreezeStep = {}): Promise<string | undefined> {
  const { part = partContacts } = step
  await ctx.lock(audienceLock)
  let { after = firstId } = step
  for (let slice = 0; slice < slices; slice++) {
    const [end] = await ctx.db.rows(nthContact, [ctx.account.id, after, sliceContacts - 1])
    await freezeSlice(ctx, record, { after, upTo: end?.id, part })
    if (end === undefined) return undefined
    after = end.id
  }
  return after
}

type Slice = { after: string; upTo: string | undefined; part: number }

async function freezeSlice(ctx: Ctx, record: Campaign, { after, upTo, part }: Slice): Promise<void> {
  const values: unknown[] = [ctx.account.id, rowId('cmp', record.id), part, after]
  const where = audienceConditions(ctx, record).map((each) => placed(each, values))
  if (upTo !== undefined) where.push(`t.id <= $${values.push(upTo)}::uuid`)
  const text = `with chosen as (
      select t.id, (row_number() over (order by t.id) - 1) / $3::integer as part
      from marketing_contact t where t.account_id = $1 and t.id > $4::uuid and ${where.join(' and ')}),
    last as (
      select coalesce(max(number), 0) as number from marketing_campaign_frozen
      where account_id = $1 and campaign_id = $2)
    insert into marketing_campaign_frozen (account_id, campaign_id, number, contact_ids, size)
    select $1, $2, l.number + 1 + c.part, array_agg(c.id), count(*) from chosen c cross join last l
    group by l.number, c.part`
  await ctx.db.rows(namedShape('marketing_campaign_frozen.freeze', 'account', text), values)
}

const nthContact = statement(
  'marketing_contact.nth',
  'account',
  'select id from marketing_contact where account_id = $1 and id > $2 order by id offset $3::integer limit 1',
)

/** Wait for a segment of an audience whose members are being found. */
const unbuiltWaitMs = 5_000

/** States of segments of an audience whose members are not known: they would leave people out, or not exclude them. */
async function unbuiltStates(ctx: Ctx, record: Campaign): Promise<string[]> {
  const uuids = segmentsOf(record).map((id) => rowId('seg', id))
  const rows = uuids.length === 0 ? [] : await ctx.db.rows(findUnbuilt, [ctx.account.id, uuids])
  return rows.map(({ status }) => status)
}

const findUnbuilt = statement(
  'marketing_segment.unbuilt',
  'account',
  `select distinct status from marketing_segment
   where account_id = $1 and id = any($2::uuid[]) and status in ('building', 'error') and deleted_at is null`,
)

/** Fixes the audience after the request that started the campaign; its messages are made after that. */
export const freezeTask = task(
  'marketing.campaign.freeze',
  'Fixes the audience of a campaign that started.',
  Type.Object({ campaignId: Type.String(), after: Type.Optional(Type.String()) }),
  {
    async handle(ctx, { campaignId, after }) {
      if (!(await lockForUpdate(ctx, campaign, campaignId))) return
      const record = await ctx.store.get(campaign, campaignId)
      if (record.frozenAt !== null) return
      // Rows of a failed try are no part of the next one.
      if (after === undefined) await dropParts(ctx, rowId('cmp', campaignId))
      const isRunning = ['sending', 'paused'].includes(record.status)
      const unbuilt = isRunning && after === undefined ? await unbuiltStates(ctx, record) : []
      if (unbuilt.includes('error')) return pauseForAudience(ctx, campaignId)
      if (unbuilt.length > 0) {
        ctx.later(freezeTask, { campaignId }, new Date(ctx.now().getTime() + unbuiltWaitMs))
        return
      }
      const upTo = isRunning ? await freezeStep(ctx, record, { after }) : undefined
      if (upTo !== undefined) {
        ctx.later(freezeTask, { campaignId, after: upTo }, ctx.now())
        return
      }
      if (isRunning) await ctx.store.update(campaign, campaignId, { patch: { frozenAt: ctx.now().toISOString() } })
      ctx.later(messagesTask, { campaignId }, ctx.now())
    },
    failed: (ctx, { campaignId }) => pauseForAudience(ctx, campaignId),
  },
)

/** Goes on with the audience of a campaign that paused because a task for it had failed. Call inside `ctx.atomic`. */
export function continueAudience(ctx: Ctx, { id: campaignId, frozenAt, pauseReason }: Campaign): void {
  if (pauseReason !== audienceFailed) return
  if (frozenAt === null) ctx.later(freezeTask, { campaignId }, ctx.now())
  else ctx.later(messagesTask, { campaignId }, ctx.now())
}
