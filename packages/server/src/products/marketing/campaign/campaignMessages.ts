import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { Type } from '#kit/values/schema.ts'
import { task } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { momentAfter } from '#products/marketing/automation/duration.ts'
import { clockOf, nextLocalTime, windowOpens } from '#products/marketing/hours/localTime.ts'
import { capLock } from '#products/marketing/message/messageQueue.ts'
import { requestSending } from '#products/marketing/message/messageSender.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { campaign, type Campaign } from './campaign.ts'
import { armsOf } from './campaignArms.ts'
import { addresses } from './campaignAudience.ts'
import { decideTask } from './campaignDecide.ts'
import { spacingSeconds } from './campaignPace.ts'
import { audienceLock, dropParts, hasParts, nextParts, partContacts } from './campaignFrozen.ts'
import { pauseForAudience, windowOf } from './campaignSending.ts'

/**
 * Makes the messages of the next contacts of a fixed audience, with the moment when each is due and the variant of a
 * test; left out contacts get the reason, and those of a cancelled campaign are cancelled. Returns false after the last
 * ones. Call inside `ctx.atomic`.
 */
export async function makeMessages(ctx: Ctx, record: Campaign, contacts = partContacts): Promise<boolean> {
  await ctx.lock(audienceLock)
  if (record.frequencyCap?.max !== undefined) await ctx.lock(capLock)
  const campaignId = rowId('cmp', record.id)
  const parts = await nextParts(ctx, campaignId, contacts)
  if (parts.length === 0) return false
  await insertMessages(ctx, record, parts)
  return hasParts(ctx, campaignId)
}

async function insertMessages(ctx: Ctx, record: Campaign, parts: readonly number[]): Promise<void> {
  const values: unknown[] = [ctx.account.id, rowId('cmp', record.id), ctx.now().toISOString(), parts]
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
  const { sampled, texts, isRest } = await sampleOf(ctx, record, { bind, own })
  const perDomain = record.throttle?.perDomainPerMinute
  const { placed: places, wait } =
    perDomain === undefined ? together : ladder(moments, bind(spacingSeconds(perDomain), 'float8'))
  const { address, key } = addresses[record.channel]
  const byAddress = `when ${address} is null then 'noAddress' when t.status <> 'subscribed' then t.status`
  const byTopic = `when ${topic} is not null and not ${topic} = any(t.topics) then 'topic'`
  const byArchive = `when t.status = 'archived' then t.status`
  const reason = `case ${record.channel === 'webhook' ? byArchive : byAddress} ${byTopic} ${capped}end`
  const integrationUuid = record.integrationId === null ? null : rowId('int', record.integrationId)
  const way = `${bind(record.channel, 'text')}, ${bind(integrationUuid, 'uuid')}`
  const state = bind(record.status === 'cancelled' ? 'cancelled' : 'queued', 'text')
  const prefix = bind(`${ctx.now().getTime().toString(16).padStart(12, '0')}7`, 'text')
  const idOf = `(${prefix} || substr(a.hash, 1, 3) || '8' || substr(a.hash, 4, 15))::uuid`
  const text = `with taken as (
      delete from marketing_campaign_frozen where account_id = $1 and campaign_id = $2 and number = any($4::integer[])
      returning contact_ids),
    listed as materialized (select distinct unnest(contact_ids) as id from taken),
    ${record.channel === 'sms' ? 'chosen' : 'audience'} as (
      select t.id, md5($2::uuid::text || t.id::text) as hash, ${address}::text as address,
        ${key}::text as address_key, ${reason} as reason,
        coalesce(z.due_at, ${dueAt}) as due_at, coalesce(z.rest_at, ${restAt}) as rest_at
      from listed l join marketing_contact t on t.account_id = $1 and t.id = l.id and t.deleted_at is null
      left join ${zone} as z (zone, due_at, rest_at) on z.zone = t.timezone),
    ${record.channel === 'sms' ? withoutRepeats : ''}${sampled}
    timed as (select a.*, case when ${isRest} then a.rest_at else a.due_at end as moment from sampled a),
    ${places}
    insert into marketing_message as m (account_id, id, campaign_id, contact_id, channel, integration_id, address,
      address_key, variant, template_id, template_version, content_id, topic, state, skip_reason, attempts, due_at,
      created_at)
    select $1, ${idOf}, $2::uuid, a.id, ${way}, a.address, a.address_key, ${texts}, ${topic},
      case when a.reason is null then ${state} else 'skipped' end, a.reason, 0, ${wait}, $3::timestamptz
    from placed a
    ${retry}`
  await ctx.db.rows(namedShape('marketing_message.make', 'account', text), values)
}

/**
 * A merge can give a contact the message by which another one was left out: it gets its own in its place, unless one
 * of the others had a mail.
 */
const retry = `on conflict (account_id, campaign_id, contact_id) where campaign_id is not null do update set
      state = excluded.state, skip_reason = excluded.skip_reason, address = excluded.address,
      address_key = excluded.address_key, variant = excluded.variant, template_id = excluded.template_id,
      template_version = excluded.template_version, content_id = excluded.content_id, due_at = excluded.due_at
    where m.state = 'skipped' and m.skip_reason in ('noAddress', 'topic') and not exists (
      with recursive other as (
        select c.id from marketing_contact c where c.account_id = m.account_id and c.merged_into_id = m.contact_id
        union
        select c.id from other o join marketing_contact c on c.account_id = m.account_id and c.merged_into_id = o.id)
      select from other o join marketing_message x on x.account_id = m.account_id and x.campaign_id = m.campaign_id
        and x.contact_id = o.id and x.state <> 'skipped')`

/** Contacts may share a number, which gets one message: that of the first one whose turn comes. */
const withoutRepeats = `audience as (
      select c.id, c.hash, c.address, c.address_key, c.due_at, c.rest_at, coalesce(c.reason, case
        when row_number() over (partition by c.address, c.reason is null order by c.id) > 1 or exists (
          select from marketing_contact o join marketing_message x
            on x.account_id = $1 and x.campaign_id = $2::uuid and x.contact_id = o.id and x.state <> 'skipped'
          where o.account_id = $1 and o.phone = c.address and o.id <> c.id and o.deleted_at is null) then 'duplicate'
        end) as reason
      from chosen c),
    `

type Bind = (value: unknown, type: string) => string

/** The reason of contacts that had the most messages of the period; empty without a cap. Call behind `capLock`. */
async function cappedReason(ctx: Ctx, { frequencyCap: cap }: Campaign, bind: Bind): Promise<string> {
  if (cap?.max === undefined) return ''
  const since = bind(momentAfter(ctx.now(), `-${cap.per ?? 'P1D'}`, ctx.account.timeZone), 'timestamptz')
  const max = bind(cap.max, 'integer')
  return `when (select count(*) from (
      select from marketing_message h where h.account_id = $1 and h.contact_id = t.id and h.created_at > ${since}
        and h.state not in ('skipped', 'cancelled', 'failed') and h.channel <> 'webhook'
      limit ${max}) had) >= ${max} then 'capped' `
}

type Sampling = { bind: Bind; own: readonly string[] }

/**
 * The sample of a test within a step: the first contacts in the order of a hash of campaign and contact, shared out by
 * weight. So a small audience gets exact shares too, and a repeat makes the same choice.
 */
async function sampleOf(ctx: Ctx, record: Campaign, { bind, own }: Sampling) {
  if (record.abTest === null) {
    return { sampled: 'sampled as (select * from audience),', texts: `null, ${own.join(', ')}`, isRest: 'false' }
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
const together = { placed: 'placed as (select * from timed)', wait: 'a.moment' }

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
      from sorted s left join earlier e on e.domain = s.domain and e.moment = s.moment)`
  return { placed, wait: `a.moment + ${after('a.turn')}` }
}

/**
 * The moments when a mail is due, by the time zone of its contact: that of the sample and that of the rest of a test.
 * `due` and `rest` are for the zone of the account.
 */
async function dueTimes(ctx: Ctx, record: Campaign) {
  const window = windowOf(record.sendWindow)
  const time = record.localTime === null ? undefined : clockOf(record.localTime)
  const now = ctx.now()
  const startedMs = record.startedAt === null ? now.getTime() : Date.parse(record.startedAt)
  // A clock shows a time for a minute: that of the start counts, and it is one minute for all steps of the audience.
  const begun = new Date(Math.floor(startedMs / 60_000) * 60_000 - 1)
  const dueIn = (zone: string, from: Date) => {
    const at = time === undefined ? from : nextLocalTime(from, time, zone)
    return (windowOpens(at, window, zone) ?? at).toISOString()
  }
  const first = time === undefined ? now : begun
  const decided = decideAtOf(ctx, record) ?? now
  const home = ctx.account.timeZone
  const isZoned = time !== undefined || window !== undefined
  const rows = isZoned ? await ctx.db.rows(zonesOfContacts, [ctx.account.id]) : []
  const zones = rows.flatMap(({ timezone }) => timezone ?? [])
  return {
    zones,
    dues: zones.map((zone) => dueIn(zone, first)),
    rests: zones.map((zone) => dueIn(zone, decided)),
    due: dueIn(home, first),
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

/**
 * Makes the messages of a campaign, a part of its audience after the other: mails leave between them, and a pause waits
 * for one part. A test is decided a time after the last one.
 */
export const messagesTask = task(
  'marketing.campaign.messages',
  'Makes the messages of a campaign whose audience is fixed.',
  Type.Object({ campaignId: Type.String() }),
  {
    async handle(ctx, { campaignId }) {
      if (!(await lockForUpdate(ctx, campaign, campaignId))) {
        await dropParts(ctx, rowId('cmp', campaignId))
        return
      }
      const record = await ctx.store.get(campaign, campaignId)
      const hasMore = await makeMessages(ctx, record)
      await requestSending(ctx)
      if (hasMore) {
        ctx.later(messagesTask, { campaignId }, ctx.now())
        return
      }
      const isOver = record.status === 'cancelled' || record.decideAt !== null
      const decideAt = isOver ? undefined : decideAtOf(ctx, record)
      if (decideAt === undefined) return
      await ctx.store.update(campaign, campaignId, { patch: { decideAt: decideAt.toISOString() } })
      ctx.later(decideTask, { campaignId }, decideAt)
    },
    failed: (ctx, { campaignId }) => pauseForAudience(ctx, campaignId),
  },
)
