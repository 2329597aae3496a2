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
import { armsOf } from './campaignArms.ts'
import { addressedAmong, audienceLock, mergedInto, type Part } from './campaignAudience.ts'
import { decideTask } from './campaignDecide.ts'
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
 * Fixes the audience of a campaign among some contacts: a message for each one, with the moment when it is due and the
 * variant of a test; left out ones with the reason. A repeat adds nothing. Call inside `ctx.atomic`.
 */
async function freezeAudience(ctx: Ctx, record: Campaign, part: Part): Promise<void> {
  const values: unknown[] = [ctx.account.id, rowId('cmp', record.id), ctx.now().toISOString()]
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const templateId = record.templateId === null ? null : rowId('tpl', record.templateId)
  const own = [bind(templateId, 'uuid'), bind(record.templateVersion, 'integer'), bind(record.contentId, 'uuid')]
  const topic = bind(record.topic, 'text')
  const { zones, dues, rests, due, rest } = await dueTimes(ctx, record)
  const [duesAt, restsAt] = [bind(dues, 'timestamptz[]'), bind(rests, 'timestamptz[]')]
  const zone = `unnest(${bind(zones, 'text[]')}, ${duesAt}, ${restsAt})`
  const [dueAt, restAt] = [bind(due, 'timestamptz'), bind(rest, 'timestamptz')]
  const moments = `${duesAt} || ${restsAt} || array[${dueAt}, ${restAt}]`
  const capped = await cappedReason(ctx, record, bind)
  const { sampled, texts, isRest } = await sampleOf(ctx, record, { bind, own, part })
  const perDomain = record.throttle?.perDomainPerMinute
  const { placed: places, wait } =
    perDomain === undefined ? together : ladder(moments, bind(spacingSeconds(perDomain), 'float8'))
  const where = audienceConditions(ctx, record).map((each) => placed(each, values))
  const inPart = partOf(part, bind)
  const addressed = await addressedAmong(ctx, record, part)
  if (addressed.length > 0) where.push(`t.id <> all(${bind(addressed, 'uuid[]')})`)
  const { address, key } = addresses[record.channel]
  const byAddress = `when ${address} is null then 'noAddress' when t.status <> 'subscribed' then t.status`
  const byTopic = `when ${topic} is not null and not ${topic} = any(t.topics) then 'topic'`
  const reason = `case ${record.channel === 'webhook' ? '' : byAddress} ${byTopic} ${capped}end`
  const integrationUuid = record.integrationId === null ? null : rowId('int', record.integrationId)
  const way = `${bind(record.channel, 'text')}, ${bind(integrationUuid, 'uuid')}`
  const prefix = bind(`${ctx.now().getTime().toString(16).padStart(12, '0')}7`, 'text')
  const idOf = `(${prefix} || substr(a.hash, 1, 3) || '8' || substr(a.hash, 4, 15))::uuid`
  // A value and no `exists`: in a database without statistics the join read all messages of the step for each contact.
  const hasNoMessage = `(select h.id from marketing_message h
    where h.account_id = $1 and h.campaign_id = $2::uuid and h.contact_id = t.id) is null`
  const text = `with audience as (
      select t.id, md5($2::uuid::text || t.id::text) as hash, ${address}::text as address,
        ${key}::text as address_key, ${reason} as reason,
        coalesce(z.due_at, ${dueAt}) as due_at, coalesce(z.rest_at, ${restAt}) as rest_at
      from marketing_contact t left join ${zone} as z (zone, due_at, rest_at) on z.zone = t.timezone
      where t.account_id = $1 and ${inPart('t.id')} and ${where.join(' and ')} and ${hasNoMessage}),
    ${sampled}
    timed as (select a.*, case when ${isRest} then a.rest_at else a.due_at end as moment from sampled a),
    ${places}
    frozen as (
      insert into marketing_message (account_id, id, campaign_id, contact_id, channel, integration_id, address,
        address_key, variant, template_id, template_version, content_id, topic, state, skip_reason, attempts, due_at,
        created_at)
      select $1, ${idOf}, $2::uuid, a.id, ${way}, a.address,
        a.address_key, ${texts}, ${topic},
        case when a.reason is null then 'queued' else 'skipped' end, a.reason, 0, ${wait}, $3::timestamptz
      from placed a
      returning id)
    select count(*) as count from frozen`
  await ctx.db.rows(namedShape<{ count: string }>('marketing_message.freeze', 'account', text), values)
}

/** Contacts of one step: their messages are written in about a second. */
const stepContacts = 50_000
/** Row id before all contacts. */
const firstId = '00000000-0000-0000-0000-000000000000'

/** A step begins after a row id of a contact, or with the first one. */
export type FreezeStep = { after?: string | undefined; contacts?: number }

/**
 * One step of the audience. Returns the row id after which the next one begins; undefined after the last step, which
 * also looks again at contacts that others were merged into since the start.
 */
export async function freezeStep(ctx: Ctx, record: Campaign, step: FreezeStep = {}): Promise<string | undefined> {
  const { after = firstId, contacts = stepContacts } = step
  await ctx.lock(audienceLock)
  const values: unknown[] = [ctx.account.id, after, contacts - 1]
  const [end] = await ctx.db.rows(record.abTest === null ? nthContact : nthOfAudience(ctx, record, values), values)
  await freezeAudience(ctx, record, { after, upTo: end?.id })
  if (end === undefined) await freezeMerged(ctx, record)
  return end?.id
}

/** Contacts whose step came before another one was merged into them: their address or their tags came with it. */
async function freezeMerged(ctx: Ctx, record: Campaign): Promise<void> {
  let last = firstId
  for (;;) {
    const ids = await mergedInto(ctx, record, last)
    const end = ids.at(-1)
    if (end === undefined) return
    await freezeAudience(ctx, record, { ids })
    last = end
  }
}

type Bind = (value: unknown, type: string) => string

/** Returns the condition that a column with the row id of a contact is in a part. */
function partOf(part: Part, bind: Bind): (column: string) => string {
  if ('ids' in part) {
    const ids = bind(part.ids, 'uuid[]')
    return (column) => `${column} = any(${ids})`
  }
  const [from, to] = [bind(part.after, 'uuid'), part.upTo === undefined ? undefined : bind(part.upTo, 'uuid')]
  return (column) => `${column} > ${from}${to === undefined ? '' : ` and ${column} <= ${to}`}`
}

const nthContact = statement(
  'marketing_contact.nth',
  'account',
  'select id from marketing_contact where account_id = $1 and id > $2 order by id offset $3::integer limit 1',
)

/** A step of a test has as many of its audience: a sample of one or two has no shares. */
function nthOfAudience(ctx: Ctx, record: Campaign, values: unknown[]) {
  const where = audienceConditions(ctx, record).map((each) => placed(each, values))
  const text =
    `select t.id from marketing_contact t where t.account_id = $1 and t.id > $2 and ${where.join(' and ')} ` +
    `order by t.id offset $3::integer limit 1`
  return namedShape<{ id: string }>('marketing_contact.nthOfAudience', 'account', text)
}

/**
 * The reason of contacts that had the most messages of the period; empty without a cap. Two campaigns that start at
 * once would each miss the messages of the other one: their steps have one lock.
 */
async function cappedReason(ctx: Ctx, { frequencyCap: cap }: Campaign, bind: Bind): Promise<string> {
  if (cap?.max === undefined) return ''
  const since = bind(momentAfter(ctx.now(), `-${cap.per ?? 'P1D'}`, ctx.account.timeZone), 'timestamptz')
  const max = bind(cap.max, 'integer')
  return `when (select count(*) from (
      select from marketing_message h where h.account_id = $1 and h.contact_id = t.id and h.created_at > ${since}
        and h.state not in ('skipped', 'cancelled', 'failed') and h.channel <> 'webhook'
      limit ${max}) had) >= ${max} then 'capped' `
}

type Sampling = { bind: Bind; own: readonly string[]; part: Part }

/**
 * The sample of a test within a step: the first contacts in the order of a hash of campaign and contact, shared out by
 * weight. So a small audience gets exact shares too, and a repeat makes the same choice. Contacts that came by merges
 * belong to the rest: a few of them have no shares.
 */
async function sampleOf(ctx: Ctx, record: Campaign, { bind, own, part }: Sampling) {
  if (record.abTest === null || 'ids' in part) {
    const isRest = record.abTest === null ? 'false' : 'a.reason is null'
    return { sampled: 'sampled as (select * from audience),', texts: `null, ${own.join(', ')}`, isRest }
  }
  const arms = await armsOf(ctx, rowId('cmp', record.id))
  const total = arms.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  const bounds = [0, ...arms.map(({ weight }) => (sum += weight) / total)]
  const share = `ceil(r.total * ${bind(record.abTest.samplePercent ?? 10, 'float8')} / 100)`
  const columns = [
    bind(
      arms.map(({ name }) => name),
      'text[]',
    ),
    bind(
      arms.map((each) => each.template_id),
      'uuid[]',
    ),
    bind(
      arms.map((each) => each.template_version),
      'integer[]',
    ),
    bind(
      arms.map((each) => each.content_id),
      'uuid[]',
    ),
    bind(bounds.slice(0, -1), 'float8[]'),
    bind(bounds.slice(1), 'float8[]'),
  ]
  const sampled = `ranked as (
      select a.*, count(*) filter (where a.reason is null) over () as total, row_number() over (
        partition by a.reason is null order by a.hash) as place from audience a),
    sized as (select r.*, least(r.total, greatest(${share}, ${bind(arms.length, 'integer')})) as size from ranked r),
    sampled as (
      select r.*, v.name as variant, v.template_id, v.template_version, v.content_id
      from sized r left join unnest(${columns.join(', ')})
        as v (name, template_id, template_version, content_id, low, high)
        on r.reason is null and r.place <= r.size and (r.place - 0.5) / r.size > v.low
          and (r.place - 0.5) / r.size <= v.high),`
  const names = ['template_id', 'template_version', 'content_id']
  const texts = names.map((name, index) => `case when a.variant is null then ${own[index]} else a.${name} end`)
  return { sampled, texts: `a.variant, ${texts.join(', ')}`, isRest: '(a.variant is null and a.reason is null)' }
}

/** Mails that do not wait for each other. */
const together = { placed: 'placed as (select * from timed),', wait: 'a.moment' }

/**
 * Mails to one domain, each a spacing after the one before it. They follow waiting ones of earlier steps that begin at
 * the same moment, and later ones that these reach: those of another time zone, or of the rest of a test, mostly
 * begin when they have left.
 */
function ladder(moments: string, spacing: string) {
  const after = (mails: string) => `interval '1 second' * (${mails})::float8 * ${spacing}`
  const placed = `sorted as (select a.*, split_part(a.address_key, '@', 2) as domain from timed a),
    begins as materialized (select array(select distinct b from unnest(${moments}) b order by b) as list),
    waiting as (
      select split_part(m.address_key, '@', 2) as domain,
        b.list[width_bucket(m.due_at + ${after('1')}, b.list)] as begin_at, count(*) as mails
      from begins b join marketing_message m on m.account_id = $1 and m.campaign_id = $2::uuid and m.state = 'queued'
        and m.due_at > b.list[1] - ${after('1')}
      group by 1, 2),
    earlier as (
      select w.domain, w.moment, coalesce(
        min(w.before) filter (where w.moment + ${after('w.before')} < w.begin_at), sum(w.mails)) as mails
      from (
        select g.domain, g.moment, w.begin_at, w.mails, coalesce(sum(w.mails) over (
          partition by g.domain, g.moment order by w.begin_at rows between unbounded preceding and 1 preceding), 0)
          as before
        from (select distinct domain, moment from sorted where reason is null) g
        join waiting w on w.domain = g.domain and w.begin_at >= g.moment) w
      group by w.domain, w.moment),
    placed as (
      select s.*, coalesce(e.mails, 0) + row_number() over (
        partition by s.domain, s.moment, s.reason is null order by s.id) - 1 as turn
      from sorted s left join earlier e on e.domain = s.domain and e.moment = s.moment),`
  return { placed, wait: `a.moment + ${after('a.turn')}` }
}

/**
 * The moments when a mail is due, by the time zone of its contact: that of the sample and that of the rest of a test.
 * `due` and `rest` are for the zone of the account.
 */
async function dueTimes(ctx: Ctx, record: Campaign) {
  const window = windowOf(record.sendWindow)
  const time = record.localTime === null ? undefined : clockOf(record.localTime)
  const dueIn = (zone: string, from: Date) => {
    const at = time === undefined ? from : nextLocalTime(from, time, zone)
    return (windowOpens(at, window, zone) ?? at).toISOString()
  }
  const now = ctx.now()
  const decided = decideAtOf(ctx, record) ?? now
  const home = ctx.account.timeZone
  const isZoned = time !== undefined || window !== undefined
  const rows = isZoned ? await ctx.db.rows(zonesOfContacts, [ctx.account.id]) : []
  const zones = rows.flatMap(({ timezone }) => timezone ?? [])
  return {
    zones,
    dues: zones.map((zone) => dueIn(zone, now)),
    rests: zones.map((zone) => dueIn(zone, decided)),
    due: dueIn(home, now),
    rest: dueIn(home, decided),
  }
}

/** The moment when the winner of a test is chosen; undefined without one. */
function decideAtOf(ctx: Ctx, { abTest }: Campaign): Date | undefined {
  return abTest?.decideAfter === undefined
    ? undefined
    : momentAfter(ctx.now(), abTest.decideAfter, ctx.account.timeZone)
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

/** The oldest contacts that would get a campaign now, by row id. */
export async function sampleAudience(ctx: Ctx, of: Pick<Campaign, 'audience' | 'filter'>, max: number) {
  const values: unknown[] = [ctx.account.id]
  const where = audienceConditions(ctx, of).map((each) => placed(each, values))
  const text =
    `select t.id from marketing_contact t where t.account_id = $1 and t.email is not null ` +
    `and t.status = 'subscribed' and ${where.join(' and ')} order by t.id limit $${values.push(max)}`
  const rows = await ctx.db.rows(namedShape<{ id: string }>('marketing_contact.sample', 'account', text), values)
  return rows.map(({ id }) => id)
}

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

/**
 * Fixes the audience after the request that started the campaign, step by step: mails leave between the steps, and a
 * pause or a cancellation waits for one step. A campaign is complete when its last step is.
 */
export const freezeTask = task(
  'marketing.campaign.freeze',
  'Fixes the audience of a campaign that started.',
  Type.Object({ campaignId: Type.String(), after: Type.Optional(Type.String()) }),
  async (ctx, { campaignId, after }) => {
    if (!(await lockForUpdate(ctx, campaign, campaignId))) return
    const record = await ctx.store.get(campaign, campaignId)
    if (record.frozenAt !== null || !['sending', 'paused'].includes(record.status)) return
    const upTo = await freezeStep(ctx, record, { after })
    await requestSending(ctx)
    if (upTo !== undefined) {
      ctx.later(freezeTask, { campaignId, after: upTo }, ctx.now())
      return
    }
    const decideAt = decideAtOf(ctx, record)
    const patch = { frozenAt: ctx.now().toISOString(), decideAt: decideAt?.toISOString() ?? null }
    await ctx.store.update(campaign, campaignId, { patch })
    if (decideAt !== undefined) ctx.later(decideTask, { campaignId }, decideAt)
  },
)
