import { LRUCache } from 'lru-cache'
import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { dateTime, nullable, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Campaign } from './campaign.ts'
import { conversionsOf, revenueShape, type Conversions } from './campaignConversion.ts'

const number = (description: string) => whole(0, 2_147_483_647, { description })

const touches = (what: string) =>
  closed(
    {
      human: number(`Messages that a person ${what}.`),
      machine: number(`Messages that a machine ${what}.`),
      unique: number(`Messages that a person or a machine ${what}.`),
    },
    { description: `Messages that were ${what}.` },
  )

/** Numbers of a campaign: `audience` is the sum of the end states at every read. */
export const statsShape = closed(
  {
    countedAt: dateTime({ description: 'Moment of the numbers: some seconds ago for a campaign to very many.' }),
    audience: number('Contacts in the audience.'),
    queued: number('Messages that wait.'),
    sending: number('Messages on their way.'),
    sent: number('Messages that the mail server took.'),
    deferred: number('Messages that are tried again.'),
    bounced: number('Messages refused for good.'),
    failed: number('Messages that could not be made or sent.'),
    uncertain: number('Messages whose sending was interrupted.'),
    skipped: number('Contacts left out.'),
    cancelled: number('Messages of a cancelled campaign.'),
    skippedUnsubscribed: number('Left out: not subscribed.'),
    skippedSuppressed: number('Left out: suppressed, bounced or complained.'),
    skippedNoAddress: number('Left out: no address.'),
    skippedTopic: number('Left out: not subscribed to the topic.'),
    skippedCapped: number('Left out: had the most messages of `frequencyCap`.'),
    skippedGone: number('Left out: archived or erased since the audience was fixed.'),
    skippedDuplicate: number('Left out: another contact with the number gets the text message.'),
    opened: number('Messages that a person opened.'),
    clicked: number('Messages in which a person clicked.'),
    machineOpened: number('Messages that only machines opened.'),
    machineClicked: number('Messages in which only machines clicked.'),
    returned: number('Messages that came back after they were sent.'),
    complained: number('Messages that were complained about.'),
    unsubscribed: number('Messages by which a contact left.'),
    replied: number('Messages that were answered.'),
    bouncedHard: number('Messages whose address does not exist.'),
    bouncedSoft: number('Messages refused for another cause.'),
    opens: touches('opened'),
    clicks: touches('clicked'),
    conversions: number('Events that count as conversions.'),
    revenue: revenueShape,
    rate: Type.Optional(
      closed(
        {
          perSecond: Type.Number({ minimum: 0, description: 'Mails a second over the last minute.' }),
          eta: nullable(dateTime({ description: 'Time when the last due mail leaves at this pace.' })),
        },
        { description: 'Pace of a campaign that sends.' },
      ),
    ),
  },
  { description: 'Numbers of one moment.' },
)

/** Numbers of a campaign, all of one moment. */
export type CampaignStats = ReturnType<typeof statsIn> & Conversions & { countedAt: string }

/** A larger audience is counted again after a pause only: a count of a million takes a second of each ten. */
const alwaysCounted = 50_000
const pauseMsOf = (audience: number) => audience / 100
const keptMax = 1_000

/** Numbers of campaigns by their public ids. One that has changed since, such as to its end, is counted again. */
export async function statsOf(
  ctx: Ctx,
  campaigns: readonly Pick<Campaign, 'id' | 'updatedAt'>[],
): Promise<Map<string, CampaignStats>> {
  const kept = ctx.memory('marketing.campaignStats', () => new LRUCache<string, CampaignStats>({ max: keptMax }))
  const nowMs = ctx.now().getTime()
  const found = new Map<string, CampaignStats>()
  for (const { id, updatedAt } of campaigns) {
    const stats = kept.get(id)
    if (stats === undefined) continue
    const countedMs = Date.parse(stats.countedAt)
    // A clock that was set back would keep them for as long.
    const isRecent = countedMs <= nowMs && nowMs < countedMs + pauseMsOf(stats.audience)
    if (isRecent && Date.parse(updatedAt) < countedMs) found.set(id, stats)
  }
  const counted = campaigns.map(({ id }) => id).filter((id) => !found.has(id))
  for (const [id, stats] of await countCampaigns(ctx, counted)) {
    found.set(id, stats)
    if (stats.audience > alwaysCounted) kept.set(id, stats)
  }
  return found
}

async function countCampaigns(ctx: Ctx, campaignIds: readonly string[]): Promise<[string, CampaignStats][]> {
  if (campaignIds.length === 0) return []
  const uuids = campaignIds.map((id) => rowId('cmp', id))
  const countedAt = ctx.now().toISOString()
  const rows = new Map((await ctx.db.rows(countStats, [ctx.account.id, uuids])).map((row) => [row.campaign_id, row]))
  const conversions = await conversionsOf(ctx, uuids)
  return campaignIds.flatMap((id, at) => {
    const uuid = uuids[at] ?? ''
    const row = rows.get(uuid)
    if (row === undefined) return []
    return [[id, { ...statsIn(row), ...(conversions.get(uuid) ?? { conversions: 0, revenue: [] }), countedAt }]]
  })
}

/** Seconds over which the pace is measured. */
const rateSeconds = 60

/** The pace of a campaign that sends: mails of the last minute, and the end of the due ones at this pace. */
export async function rateOf(ctx: Ctx, campaignId: string) {
  const now = ctx.now()
  const since = new Date(now.getTime() - rateSeconds * 1_000).toISOString()
  const [row] = await ctx.db.rows(countRate, [ctx.account.id, rowId('cmp', campaignId), since, now.toISOString()])
  const { first_at: firstAt = null, attempted = 0, due = 0 } = row ?? {}
  const seconds = firstAt === null ? rateSeconds : Math.max(1, (now.getTime() - new Date(firstAt).getTime()) / 1_000)
  const perSecond = Math.round((Number(attempted) / seconds) * 100) / 100
  const eta = perSecond === 0 ? null : new Date(now.getTime() + (Number(due) / perSecond) * 1_000).toISOString()
  return { perSecond, eta }
}

/** Ends the waiting messages of a campaign; later ones are made as cancelled. Call inside `ctx.atomic`. */
export async function cancelMessages(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db.rows(cancelWaiting, [ctx.account.id, rowId('cmp', campaignId)])
}

function statsIn(row: RowOf<typeof countStats>) {
  const { campaign_id: _id, messages: _messages, waiting: _waiting, ended: _ended, ...numbers } = row
  const { opens_machine: machineOpens, clicks_machine: machineClicks, ...counts } = numbers
  const flat = Object.fromEntries(Object.entries(counts).map(([name, count]) => [camel(name), Number(count)]))
  const { audience = 0, opened = 0, clicked = 0, machineOpened = 0, machineClicked = 0 } = flat
  return {
    ...flat,
    audience,
    opens: { human: opened, machine: Number(machineOpens), unique: opened + machineOpened },
    clicks: { human: clicked, machine: Number(machineClicks), unique: clicked + machineClicked },
  }
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const countStats = statement(
  'marketing_message.stats',
  'account',
  `select c.id as campaign_id, m.*, m.messages + f.audience as audience, m.waiting + f.queued as queued,
     m.ended + f.cancelled as cancelled
   from unnest($2::uuid[]) c (id) cross join lateral (
     select count(*) as messages,
       count(*) filter (where state = 'queued') as waiting,
       count(*) filter (where state = 'attempting') as sending,
       count(*) filter (where state = 'sent') as sent,
       count(*) filter (where state = 'deferred') as deferred,
       count(*) filter (where state = 'bounced') as bounced,
       count(*) filter (where state = 'failed') as failed,
       count(*) filter (where state = 'uncertain') as uncertain,
       count(*) filter (where state = 'skipped') as skipped,
       count(*) filter (where state = 'cancelled') as ended,
       count(*) filter (where skip_reason in ('unsubscribed', 'pending')) as skipped_unsubscribed,
       count(*) filter (where skip_reason in ('suppressed', 'bounced', 'complained')) as skipped_suppressed,
       count(*) filter (where skip_reason = 'noAddress') as skipped_no_address,
       count(*) filter (where skip_reason = 'topic') as skipped_topic,
       count(*) filter (where skip_reason = 'capped') as skipped_capped,
       count(*) filter (where skip_reason in ('archived', 'erased')) as skipped_gone,
       count(*) filter (where skip_reason = 'duplicate') as skipped_duplicate,
       count(opened_at) as opened,
       count(clicked_at) as clicked,
       count(*) filter (where machine_opened_at is not null and opened_at is null) as machine_opened,
       count(*) filter (where machine_clicked_at is not null and clicked_at is null) as machine_clicked,
       count(*) filter (where state = 'sent' and bounced_at is not null) as returned,
       count(complained_at) as complained,
       count(unsubscribed_at) as unsubscribed,
       count(replied_at) as replied,
       count(*) filter (where bounce_kind = 'hard') as bounced_hard,
       count(*) filter (where bounce_kind = 'soft') as bounced_soft,
       count(machine_opened_at) as opens_machine,
       count(machine_clicked_at) as clicks_machine
     from marketing_message where account_id = $1 and campaign_id = c.id) m
   cross join lateral (
     select coalesce(sum(f.size), 0) as audience,
       coalesce(sum(f.size) filter (where o.status <> 'cancelled'), 0) as queued,
       coalesce(sum(f.size) filter (where o.status = 'cancelled'), 0) as cancelled
     from marketing_campaign_frozen f join marketing_campaign o on o.account_id = $1 and o.id = c.id
     where f.account_id = $1 and f.campaign_id = c.id) f`,
)

const countRate = statement(
  'marketing_message.countRate',
  'account',
  `select r.attempted, r.first_at, q.due
   from (select count(*) as attempted, min(attempted_at) as first_at from marketing_message
     where account_id = $1 and campaign_id = $2 and attempted_at >= $3::timestamptz) r
   cross join (select count(*) as due from marketing_message
     where account_id = $1 and campaign_id = $2 and state in ('queued', 'deferred') and due_at <= $4::timestamptz) q`,
)

const cancelWaiting = statement(
  'marketing_message.cancel',
  'account',
  `update marketing_message set state = 'cancelled', leased_until = null
   where account_id = $1 and campaign_id = $2 and state in ('queued', 'deferred')`,
)
