import type { Condition, Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Type } from '#kit/values/schema.ts'
import { task } from '#kit/nouns/task.ts'
import { placed } from '#platform/db/listPage.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { momentAfter } from '#products/marketing/automation/duration.ts'
import { memberOfAny, satisfies } from '#products/marketing/filter/contactCondition.ts'
import { clockOf, nextLocalTime, windowOpens } from '#products/marketing/hours/localTime.ts'
import { requestSending } from '#products/marketing/message/messageSender.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'
import { spacingSeconds } from './campaignPace.ts'
import { windowOf } from './campaignSending.ts'

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

/**
 * Fixes the audience of a campaign: one message for each contact, with the moment when it is due; left out ones with
 * the reason. Call inside `ctx.atomic`.
 */
export async function freezeAudience(ctx: Ctx, record: Campaign): Promise<number> {
  const now = ctx.now()
  const cap = record.frequencyCap
  // Two campaigns that start at once would each miss the messages of the other one.
  if (cap?.max !== undefined) await ctx.lock('marketing.frequencyCap')
  const own = [record.templateId === null ? null : rowId('tpl', record.templateId), record.templateVersion]
  const { zones, dues, due } = await dueTimes(ctx, record)
  const perDomain = record.throttle?.perDomainPerMinute
  const values: unknown[] = [
    ctx.account.id,
    rowId('cmp', record.id),
    now.toISOString(),
    ...own,
    record.contentId,
    record.topic,
    zones,
    dues,
    due,
    ...(cap?.max === undefined ? [] : [cap.max, momentAfter(now, `-${cap.per ?? 'P1D'}`, ctx.account.timeZone)]),
  ]
  const capped = cap?.max === undefined ? '' : `when ${hadEnough} then 'capped' `
  const spacing =
    perDomain === undefined
      ? ''
      : `+ ${ladder} * ${placed({ sql: '$1::double precision', values: [spacingSeconds(perDomain)] }, values)}`
  const where = audienceConditions(ctx, record).map((each) => placed(each, values))
  const { address, key } = addresses[record.channel]
  const byAddress = `when ${address} is null then 'noAddress' when t.status <> 'subscribed' then t.status`
  const byTopic = `when $7::text is not null and not $7::text = any(t.topics) then 'topic'`
  const reason = `case ${record.channel === 'webhook' ? '' : byAddress} ${byTopic} ${capped}end`
  const integrationUuid = record.integrationId === null ? null : rowId('int', record.integrationId)
  const way = placed({ sql: '$1::text, $2::uuid', values: [record.channel, integrationUuid] }, values)
  const text = `with audience as (
      select t.id, ${address}::text as address, ${key}::text as address_key, ${reason} as reason,
        coalesce(z.due_at, $10::timestamptz) as due_at
      from marketing_contact t
      left join unnest($8::text[], $9::timestamptz[]) as z (zone, due_at) on z.zone = t.timezone
      where t.account_id = $1 and ${where.join(' and ')}),
    frozen as (
      insert into marketing_message (account_id, id, campaign_id, contact_id, channel, integration_id, address,
        address_key, template_id, template_version, content_id, topic, key, state, skip_reason, attempts, due_at,
        created_at)
      select $1, md5('fairground ' || $2::uuid::text || a.id::text)::uuid, $2::uuid, a.id, ${way}, a.address,
        a.address_key, $4::uuid, $5::integer, $6::uuid, $7::text, 'campaign ' || $2::uuid::text || ' ' || a.id::text,
        case when a.reason is null then 'queued' else 'skipped' end, a.reason, 0, a.due_at ${spacing}, $3::timestamptz
      from audience a on conflict (account_id, key) do nothing returning id)
    select count(*) as count from frozen`
  const freeze = namedShape<{ count: string }>('marketing_message.freeze', 'account', text)
  const [row] = await ctx.db.rows(freeze, values)
  return Number(row?.count ?? 0)
}

/** Whether a contact has had the most messages of the period: $11 since $12. */
const hadEnough = `(select count(*) from (
  select from marketing_message h where h.account_id = $1 and h.contact_id = t.id and h.created_at > $12::timestamptz
    and h.state not in ('skipped', 'cancelled', 'failed') and h.channel <> 'webhook'
    limit $11::integer) had) >= $11::integer`

/** Place of a mail among those that are due for one domain at one moment, as seconds. */
const ladder = `interval '1 second' * (row_number() over (
  partition by split_part(a.address_key, '@', 2), a.due_at, a.reason is null order by a.id) - 1)`

/** The moment when a mail is due, by the time zone of its contact; `due` for the zone of the account. */
async function dueTimes(ctx: Ctx, record: Campaign) {
  const now = ctx.now()
  const window = windowOf(record.sendWindow)
  const dueIn = (zone: string) => {
    const time = record.localTime === null ? undefined : clockOf(record.localTime)
    const at = time === undefined ? now : nextLocalTime(now, time, zone)
    return (windowOpens(at, window, zone) ?? at).toISOString()
  }
  const due = dueIn(ctx.account.timeZone)
  if (record.localTime === null && window === undefined) return { zones: [], dues: [], due }
  const zones = (await ctx.db.rows(zonesOfContacts, [ctx.account.id])).flatMap(({ timezone }) => timezone ?? [])
  return { zones, dues: zones.map(dueIn), due }
}

const zonesOfContacts = statement(
  'marketing_contact.zones',
  'account',
  `select distinct timezone from marketing_contact
   where account_id = $1 and timezone is not null and deleted_at is null`,
)

/** Columns of a contact that a channel writes to. A webhook concerns a contact and needs no address of it. */
const addresses = {
  email: { address: 't.email', key: 't.email_key' },
  sms: { address: 't.phone', key: 't.phone' },
  webhook: { address: 'null', key: 'null' },
} as const

type Aimed = Pick<Campaign, 'audience' | 'filter' | 'topic' | 'templateId' | 'channel'>

/** The number of contacts that would get a campaign now. */
export async function countAudience(ctx: Ctx, of: Aimed): Promise<number> {
  const templateId = of.templateId === null ? null : rowId('tpl', of.templateId)
  const values: unknown[] = [ctx.account.id, of.topic, templateId]
  const where = audienceConditions(ctx, of).map((each) => placed(each, values))
  const { address } = addresses[of.channel]
  const reachable = address === 'null' ? 'true' : `${address} is not null and t.status = 'subscribed'`
  const text =
    `with aim as (select coalesce($2::text, (select topic from marketing_template where account_id = $1 ` +
    `and id = $3::uuid)) as topic) ` +
    `select count(*) as count from marketing_contact t, aim where t.account_id = $1 and ${reachable} ` +
    `and (aim.topic is null or aim.topic = any(t.topics)) and ${where.join(' and ')}`
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
