import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { digestUuid } from '#platform/secrets/digestUuid.ts'
import { contactOccurred } from '#products/marketing/facts.ts'
import { encodeId } from '#kit/values/ids.ts'
import { messageId } from './messageLinks.ts'

/** Link that no person sees: its visitor is a program that reads the whole mail. */
const trapId = '00000000-0000-0000-0000-000000000000'
/** A visit to the trap makes touches around it those of a machine; a burst is three links within its time. */
const trapMs = 10_000
const burstMs = 3_000
const burstLinks = 3

/** Visits of the links of a message, of the last seconds and of one link. */
export type Visits = readonly RowOf<typeof readVisits>[]

/** Row id of a link; that of the trap without an address. */
export function linkIdOf(url: string | undefined): string {
  return url === undefined ? trapId : digestUuid(url)
}

/** Visits of a message that say who visits it now. Call after the message is locked. */
export async function visitsOf(ctx: Ctx, messageUuid: string, linkId: string): Promise<Visits> {
  const since = new Date(ctx.now().getTime() - trapMs).toISOString()
  return ctx.db.rows(readVisits, [ctx.account.id, messageUuid, linkId, since])
}

/** Whether a program followed the trap a moment ago. */
export function isTrapped(visits: Visits, now: Date): boolean {
  return visits.some((each) => each.link_id === trapId && now.getTime() - new Date(each.last_at).getTime() <= trapMs)
}

/** Whether a visit of a link makes a burst: more links within some seconds than a person can choose. */
export function isBurst(visits: Visits, linkId: string, now: Date): boolean {
  const others = visits.filter(
    (each) =>
      each.link_id !== linkId && each.link_id !== trapId && now.getTime() - new Date(each.last_at).getTime() <= burstMs,
  )
  return others.length + 1 >= burstLinks
}

/** A visit of a link. `campaignId`: row id. `url`: undefined for the trap. */
export type Visit = {
  messageUuid: string
  campaignId: string | null
  url: string | undefined
  isMachine: boolean
  visits: Visits
}

/** Keeps a visit, and adds it to the numbers of the link in its campaign. */
export async function keepVisit(ctx: Ctx, { messageUuid, campaignId, url, isMachine, visits }: Visit): Promise<void> {
  const [now, linkId] = [ctx.now().toISOString(), linkIdOf(url)]
  await ctx.db.rows(upsertVisit, [ctx.account.id, messageUuid, linkId, now, isMachine ? null : now])
  if (campaignId === null || url === undefined) return
  const isKnown = visits.some((each) => each.link_id === linkId && each.human_at !== null)
  const counts = isMachine ? [0, 1, 0] : [1, 0, isKnown ? 0 : 1]
  await ctx.db.rows(countVisit, [ctx.account.id, campaignId, linkId, url.slice(0, 4_000), ...counts])
}

/** A message whose touches of the last seconds were those of a machine. `contactId`, `campaignId`: row ids. */
export type Retracted = { uuid: string; contactId: string; campaignId: string | null }

/**
 * Gives touches of the last seconds to a machine after all: in the numbers, and in the time line of the contact, whose
 * segments and scores look again. A step that an automation has taken stays.
 */
export async function retract(ctx: Ctx, { uuid, contactId, campaignId }: Retracted, isTrap: boolean): Promise<void> {
  const since = new Date(ctx.now().getTime() - (isTrap ? trapMs : burstMs)).toISOString()
  await ctx.db.rows(retractVisits, [ctx.account.id, uuid, since, campaignId])
  await ctx.db.rows(retractTouches, [ctx.account.id, uuid, since])
  const gone = await ctx.db.rows(retractEvents, [ctx.account.id, contactId, since, messageId(ctx, uuid)])
  if (gone.length === 0) return
  const id = encodeId('con', ctx.account.id, contactId)
  const payload = { contactIds: [id], names: gone.map(({ name }) => name), events: [] }
  ctx.emit(contactOccurred, payload, { id, status: 'occurred', version: 1 })
}

/**
 * Removes the visits of an erased contact, and links that no one else clicked: their addresses may name the person.
 * `contactUuid`: its row id. Call after the messages of the contact are locked.
 */
export async function forgetVisits(ctx: Ctx, contactUuid: string): Promise<void> {
  await ctx.db.rows(forgetOwn, [ctx.account.id, contactUuid])
}

const forgetOwn = statement(
  'marketing_link_visit.forget',
  'account',
  `with gone as (
     delete from marketing_link_visit v using marketing_message m
     where m.account_id = $1 and m.contact_id = $2 and v.account_id = $1 and v.message_id = m.id
     returning m.campaign_id, v.link_id, v.human_at),
   own as (select campaign_id, link_id, count(human_at) as people from gone group by campaign_id, link_id)
   delete from marketing_campaign_link l using own o
   where l.account_id = $1 and l.campaign_id = o.campaign_id and l.id = o.link_id and l.people <= o.people`,
)

const readVisits = statement(
  'marketing_link_visit.read',
  'account',
  `select link_id, last_at, human_at from marketing_link_visit
   where account_id = $1 and message_id = $2 and (link_id = $3 or last_at >= $4::timestamptz) limit 500`,
)

const upsertVisit = statement(
  'marketing_link_visit.upsert',
  'account',
  `insert into marketing_link_visit as v (account_id, message_id, link_id, last_at, human_at)
   values ($1, $2, $3, $4::timestamptz, $5::timestamptz)
   on conflict (account_id, message_id, link_id) do update
     set last_at = excluded.last_at, human_at = coalesce(v.human_at, excluded.human_at)`,
)

const countVisit = statement(
  'marketing_campaign_link.count',
  'account',
  `insert into marketing_campaign_link as l (account_id, campaign_id, id, url, clicks, machine_clicks, people)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (account_id, campaign_id, id) do update set clicks = l.clicks + excluded.clicks,
     machine_clicks = l.machine_clicks + excluded.machine_clicks, people = l.people + excluded.people`,
)

const retractVisits = statement(
  'marketing_link_visit.retract',
  'account',
  `with gone as (
     update marketing_link_visit set human_at = null
     where account_id = $1 and message_id = $2 and human_at >= $3::timestamptz returning link_id)
   update marketing_campaign_link l set clicks = greatest(0, l.clicks - 1), machine_clicks = l.machine_clicks + 1,
     people = greatest(0, l.people - 1)
   from gone g where l.account_id = $1 and l.campaign_id = $4::uuid and l.id = g.link_id`,
)

const retractTouches = statement(
  'marketing_message.retract',
  'account',
  `update marketing_message set
     machine_opened_at = coalesce(machine_opened_at, case when opened_at >= $3::timestamptz then opened_at end),
     machine_clicked_at = coalesce(machine_clicked_at, case when clicked_at >= $3::timestamptz then clicked_at end),
     opened_at = case when opened_at < $3::timestamptz then opened_at end,
     clicked_at = case when clicked_at < $3::timestamptz then clicked_at end
   where account_id = $1 and id = $2 and (opened_at >= $3::timestamptz or clicked_at >= $3::timestamptz)`,
)

const retractEvents = statement(
  'marketing_event.retract',
  'account',
  `delete from marketing_event where account_id = $1 and contact_id = $2 and at >= $3::timestamptz and subject = $4
     and name in ('marketing.message.opened', 'marketing.message.clicked') returning name`,
)
