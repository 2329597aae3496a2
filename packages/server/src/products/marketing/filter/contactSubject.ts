import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { MailAction } from '#kit/filter/filter.ts'
import type { FilterSubject, Mentions } from '#kit/filter/vocabulary.ts'
import { loadBalances, loadPurchases } from '#products/marketing/event/purchaseSums.ts'
import { loadScores } from './scoreField.ts'

/** Events of one contact, and its mails, that are read for an evaluation: the newest ones. */
const rowsOfContactMax = 10_000
/** Events or mails of all contacts of an evaluation: many contacts at once have fewer each. */
const rowsMax = 200_000

/**
 * Reads contacts for an evaluation in memory, by row id: only the parts that the filters mention. Contacts that are
 * deleted or unknown are missing. Where the moment is now, `matchingContacts` is exact for any number of events.
 */
export async function loadSubjects(
  ctx: Ctx,
  contactIds: readonly string[],
  mentions: Mentions,
): Promise<Map<string, FilterSubject>> {
  const values = [ctx.account.id, [...new Set(contactIds)]]
  const names = [...mentions.events]
  const most = Math.min(rowsOfContactMax, Math.ceil(rowsMax / Math.max(1, contactIds.length)))
  // One after another: a transaction has one connection.
  const contacts = await ctx.db.rows(findContacts, values)
  const events = names.length === 0 ? [] : await ctx.db.rows(findEvents, [...values, names, most])
  const mails = mentions.hasMails ? await ctx.db.rows(findMails, [...values, most]) : []
  const members = mentions.segments.size === 0 ? [] : await ctx.db.rows(findMemberships, values)
  const hasScores = [...mentions.fields].some((name) => name.startsWith('score.'))
  const scores = hasScores ? await loadScores(ctx, contactIds) : undefined
  const balances = mentions.hasBalances ? await loadBalances(ctx, contactIds) : undefined
  const purchases = mentions.hasPurchases ? await loadPurchases(ctx, contactIds) : undefined
  const [eventsOf, mailsOf, membersOf] = [byContact(events), byContact(mails), byContact(members)]
  return new Map(
    contacts.map((row) => [
      row.id,
      {
        id: row.id,
        fields: { ...fieldsOf(row), score: scores?.get(row.id) },
        events: (eventsOf.get(row.id) ?? []).map(eventOf),
        mails: (mailsOf.get(row.id) ?? []).map(mailOf),
        segments: new Set((membersOf.get(row.id) ?? []).map((each) => each.segment_id)),
        balances: balances?.get(row.id),
        purchases: purchases?.get(row.id),
      },
    ]),
  )
}

function byContact<Row extends { contact_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.contact_id)
}

function fieldsOf(row: RowOf<typeof findContacts>) {
  return {
    emailKey: row.email_key,
    phone: row.phone,
    externalId: row.external_id,
    viewerId: row.viewer_id,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    timezone: row.timezone,
    country: row.country,
    status: row.status,
    tags: row.tags,
    topics: row.topics,
    trackingDisabled: row.tracking_disabled,
    createdAt: new Date(row.created_at),
    attributes: row.attributes,
  }
}

function eventOf({ name, at, properties }: RowOf<typeof findEvents>) {
  return { name, at: new Date(at), properties: Object(properties) }
}

function mailOf(row: RowOf<typeof findMails>): FilterSubject['mails'][number] {
  const moments: Readonly<Record<MailAction, unknown>> = {
    sent: row.sent_at,
    delivered: row.delivered_at,
    opened: row.opened_at,
    clicked: row.clicked_at,
    replied: row.replied_at,
    bounced: row.bounced_at,
    complained: row.complained_at,
    unsubscribed: row.unsubscribed_at,
    converted: row.converted_at,
  }
  const known = Object.entries(moments).filter(([, moment]) => moment !== null)
  const at = Object.fromEntries(known.map(([action, moment]) => [action, new Date(String(moment))]))
  return { campaignId: row.campaign_id, templateId: row.template_id, at }
}

const findContacts = statement(
  'marketing_contact.subjects',
  'account',
  `select id, email_key, phone, external_id, viewer_id, first_name, last_name, locale, timezone, country, status, tags,
     topics, tracking_disabled, created_at, attributes
   from marketing_contact where account_id = $1 and id = any($2::uuid[]) and deleted_at is null`,
)

const findEvents = statement(
  'marketing_event.subjects',
  'account',
  `select e.contact_id, e.name, e.at, e.properties from unnest($2::uuid[]) c (id)
   cross join lateral (
     select contact_id, name, at, properties from marketing_event
     where account_id = $1 and contact_id = c.id and name = any($3::text[])
     order by at desc, id desc limit $4) e`,
)

const findMails = statement(
  'marketing_message.subjects',
  'account',
  `select m.contact_id, m.campaign_id, m.template_id, m.sent_at, m.delivered_at, m.opened_at, m.clicked_at,
     m.replied_at, m.bounced_at, m.complained_at, m.unsubscribed_at, m.converted_at from unnest($2::uuid[]) c (id)
   cross join lateral (
     select * from marketing_message where account_id = $1 and contact_id = c.id
     order by created_at desc, id desc limit $3) m`,
)

const findMemberships = statement(
  'marketing_segment_member.subjects',
  'account',
  'select contact_id, segment_id from marketing_segment_member where account_id = $1 and contact_id = any($2::uuid[])',
)
