import type { Condition, Ctx } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { task } from '#kit/nouns/task.ts'
import { placed } from '#platform/db/listPage.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { memberOfAny, satisfies } from '#products/marketing/filter/contactCondition.ts'
import { requestSending } from '#products/marketing/message/messageSender.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'

/** Conditions on the row `t` of contacts in the audience of a campaign; archived ones are no part of it. */
export function audienceConditions(ctx: Ctx, { audience, filter }: Pick<Campaign, 'audience' | 'filter'>): Condition[] {
  const { segmentIds = [], excludeSegmentIds = [], contactIds = [], tags = [] } = audience ?? {}
  const included: Condition[] = []
  if (segmentIds.length > 0) included.push(memberOfAny(ctx, segmentIds))
  if (contactIds.length > 0) {
    included.push({ sql: 't.id = any($1::uuid[])', values: [contactIds.map((id) => rowId('con', id))] })
  }
  if (tags.length > 0) included.push({ sql: 't.tags && $1::text[]', values: [tags] })
  if (filter !== null) included.push(satisfies(ctx, filter))
  const excluded = excludeSegmentIds.length === 0 ? [] : [memberOfAny(ctx, excludeSegmentIds)]
  return [
    { sql: `t.deleted_at is null and t.status <> 'archived'`, values: [] },
    anyOf(included),
    ...excluded.map(({ sql, values }) => ({ sql: `not ${sql}`, values })),
  ]
}

function anyOf(conditions: readonly Condition[]): Condition {
  const values: unknown[] = []
  const sql = conditions.map((each) => placed(each, values)).join(' or ')
  return { sql: conditions.length === 0 ? 'false' : `(${sql})`, values }
}

/** Fixes the audience of a campaign: one message for each contact, left out ones with the reason. */
export async function freezeAudience(ctx: Ctx, record: Campaign): Promise<number> {
  const now = ctx.now().toISOString()
  const own = [record.templateId === null ? null : rowId('tpl', record.templateId), record.templateVersion]
  const values: unknown[] = [ctx.account.id, rowId('cmp', record.id), now, ...own, record.contentId, record.topic]
  const where = audienceConditions(ctx, record).map((each) => placed(each, values))
  const reason =
    `case when t.email is null then 'noAddress' when t.status <> 'subscribed' then t.status ` +
    `when $7::text is not null and not $7::text = any(t.topics) then 'topic' end`
  const text = `with audience as (
      select t.id, t.email, t.email_key, ${reason} as reason from marketing_contact t
      where t.account_id = $1 and ${where.join(' and ')}),
    frozen as (
      insert into marketing_message (account_id, id, campaign_id, contact_id, channel, address, address_key,
        template_id, template_version, content_id, topic, key, state, skip_reason, attempts, due_at, created_at)
      select $1, md5('fairground ' || $2::uuid::text || a.id::text)::uuid, $2::uuid, a.id, 'email', a.email,
        a.email_key, $4::uuid, $5::integer, $6::uuid, $7::text, 'campaign ' || $2::uuid::text || ' ' || a.id::text,
        case when a.reason is null then 'queued' else 'skipped' end, a.reason, 0, $3::timestamptz, $3::timestamptz
      from audience a on conflict (account_id, key) do nothing returning id)
    select count(*) as count from frozen`
  const freeze = namedShape<{ count: string }>('marketing_message.freeze', 'account', text)
  const [row] = await ctx.db.rows(freeze, values)
  return Number(row?.count ?? 0)
}

type Aimed = Pick<Campaign, 'audience' | 'filter' | 'topic' | 'templateId'>

/** The number of contacts that would get a campaign now. */
export async function countAudience(ctx: Ctx, of: Aimed): Promise<number> {
  const templateId = of.templateId === null ? null : rowId('tpl', of.templateId)
  const values: unknown[] = [ctx.account.id, of.topic, templateId]
  const where = audienceConditions(ctx, of).map((each) => placed(each, values))
  const text =
    `with aim as (select coalesce($2::text, (select topic from marketing_template where account_id = $1 ` +
    `and id = $3::uuid)) as topic) ` +
    `select count(*) as count from marketing_contact t, aim where t.account_id = $1 and t.email is not null ` +
    `and t.status = 'subscribed' and (aim.topic is null or aim.topic = any(t.topics)) and ${where.join(' and ')}`
  const [row] = await ctx.db.rows(namedShape<{ count: string }>('marketing_contact.audience', 'account', text), values)
  return Number(row?.count ?? 0)
}

/** Fixes the audience after the request that started the campaign. */
export const freezeTask = task(
  'marketing.campaign.freeze',
  'Fixes the audience of a campaign that started.',
  Type.Object({ campaignId: Type.String() }),
  async (ctx, { campaignId }) => {
    if (!(await lockForUpdate(ctx, campaign, campaignId))) return
    const record = await ctx.store.get(campaign, campaignId)
    if (record.frozenAt !== null || !['sending', 'paused'].includes(record.status)) return
    await freezeAudience(ctx, record)
    await ctx.store.update(campaign, campaignId, { patch: { frozenAt: ctx.now().toISOString() } })
    await requestSending(ctx)
  },
)
