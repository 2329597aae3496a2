import type { Ctx, Statement } from '#kit/call/context.ts'
import { listPaging, readListPage, type InnerList, type InnerPaging, type Key } from '#kit/nouns/innerList.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { dateTime, idOf, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { readContact } from '#products/marketing/contact/remainingContact.ts'
import { eventName } from './eventInput.ts'

/** Kinds of entries, with the prefix of their ids. */
const prefixes = {
  event: 'evt',
  message: 'msg',
  automation: 'run',
  consent: 'cns',
  score: 'lse',
  segment: 'seg',
} as const
const kinds = ['event', 'message', 'automation', 'consent', 'score', 'segment'] as const

/** Schema of an entry of a time line. */
export const timelineEntry = closed({
  id: Type.String({ description: 'Id of the entry.' }),
  kind: oneOf(kinds, {
    description:
      'event, message: its moments are in `data`, automation: a run of an automation or a sequence, consent, score: ' +
      'points that were given, or segment: one that the contact entered.',
  }),
  name: Type.String({
    description: 'Name of the event, state of the message or run, kind of evidence, or name of the score.',
  }),
  at: dateTime({ description: 'Moment.' }),
  subject: nullable(
    Type.String({
      description: 'Subject of the entry: an order, a channel of mail, an automation, a topic, a reason.',
    }),
  ),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Properties of the entry.' }),
})

type TimelineEntry = Static<typeof timelineEntry>

/** A page of a time line: `kinds` and `name` leave other entries out. */
export type TimelineQuery = InnerPaging & { kinds?: readonly string[]; name?: string }

export const operations = [
  companion(
    operation('marketing.contact.timeline', {
      route: 'POST /api/marketing/contact/timeline',
      title: 'Contacts - Timeline',
      description:
        'Everything that happened with a contact, the newest first: events, messages, runs of automations, consents, ' +
        'points and segments. A message is one entry with its moments; without the kind `message`, or with `name`, ' +
        'its events stand by themselves.',
      scope: 'marketing.contact:read',
      isRead: true,
      input: closed({
        contactId: idOf('con', { description: 'The contact.' }),
        kinds: Type.Optional(
          Type.Array(oneOf(kinds), {
            minItems: 1,
            maxItems: kinds.length,
            uniqueItems: true,
            description: 'Only entries of these kinds.',
          }),
        ),
        name: Type.Optional(eventName({ description: 'Only entries of this name.' })),
        ...listPaging,
      }),
      output: closed({ id: idOf('con', { description: 'The contact.' }), ...listPageOf(timelineEntry).properties }),
      example: { contactId: madeFirst('marketing.contact'), limit: 10 },
      async handle(ctx, { contactId, ...query }) {
        const { id } = await readContact(ctx, contactId)
        return { id, ...(await readTimeline(ctx, id, query)) }
      },
    }),
  ),
]

/** Reads a page of the time line of a contact. */
export async function readTimeline(ctx: Ctx, contactId: string, query: TimelineQuery = {}) {
  const { kinds: wanted = kinds, name, ...paging } = query
  const entries: InnerList<Row> = {
    name: `timeline ${contactId} ${wanted.join()} ${name ?? ''}`,
    read: (after, most) => readEntries(ctx, { contactId, wanted, name, after, most }),
    keysOf: ({ at, id }) => [at, id],
  }
  const { items, pagination } = await readListPage(ctx, entries, paging)
  return { items: items.map((row) => entryOf(ctx.account.id, row)), pagination }
}

type Entries = {
  contactId: string
  wanted: readonly string[]
  name: string | undefined
  after: readonly Key[] | undefined
  most: number
}

function readEntries(ctx: Ctx, { contactId, wanted, name, after = [], most }: Entries): Promise<Row[]> {
  const values: unknown[] = [ctx.account.id, uuidOf('con', contactId), most, ...after]
  const isNamed = name === undefined ? '' : `and name = $${values.push(name)}`
  const isBehind = after.length === 0 ? '' : 'and (at, id) < ($4::timestamptz, $5::uuid)'
  // Each kind has its own order and bound: an index serves both, so that a page of any depth reads few rows.
  const arms = wanted.map((kind) => {
    const where = `account_id = $1 and contact_id = $2::uuid ${isBehind} ${isNamed}`
    const isFolded = kind === 'event' && name === undefined && wanted.includes('message')
    return `(select kind, at, id, name, subject, data from (${parts[kind] ?? ''}) t
      where ${where} ${isFolded ? withoutMessages : ''}
      order by at desc, id desc limit $3)`
  })
  const text = `select * from (${arms.join(' union all ')}) t order by at desc, id desc limit $3`
  const page: Statement<Row> = { name: '', text, scope: 'account' }
  return ctx.db.rows(page, values)
}

type Row = {
  kind: keyof typeof prefixes
  at: string
  id: string
  name: string
  subject: string | null
  data: Record<string, unknown>
}

function entryOf(accountId: number, { kind, at, id, name, subject, data }: Row): TimelineEntry {
  return { id: encodeId(prefixes[kind], accountId, id), kind, name, at, subject, data: shown(accountId, kind, data) }
}

/** Records that an entry of a message or a run names, with the prefixes of their ids. */
const named = { campaignId: 'cmp', automationId: 'aut', emailSequenceId: 'seq', templateId: 'tpl' } as const

/** Data in the form of the API: public ids, and moments as ISO 8601. Properties of events have their sender's form. */
function shown(accountId: number, kind: Row['kind'], data: Row['data']): Row['data'] {
  if (kind === 'event') return data
  const ids: Readonly<Record<string, string>> = named
  const valueOf = (name: string, value: unknown) => {
    if (typeof value !== 'string') return value
    const prefix = ids[name]
    if (prefix !== undefined) return encodeId(prefix, accountId, value)
    return name.endsWith('At') ? new Date(value).toISOString() : value
  }
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, valueOf(name, value)]))
}

/** Events that a message has as its moments. */
const withoutMessages = `and not (subject is not null and name = any(array['marketing.message.sent',
  'marketing.message.deferred', 'marketing.message.delivered', 'marketing.message.bounced',
  'marketing.message.complained', 'marketing.message.opened', 'marketing.message.clicked',
  'marketing.message.replied', 'marketing.message.unsubscribed']))`

// The parameters $1 and $2 are the account and the contact.
const own = 'where account_id = $1 and contact_id = $2::uuid'

/** The automation of a run, or the sequence that is made of it. */
const workflow = `case when s.id is null then jsonb_build_object('automationId', r.automation_id)
  else jsonb_build_object('emailSequenceId', s.id) end`
const joined = 'left join marketing_sequence s on s.account_id = r.account_id and s.automation_id = r.automation_id'

const parts: Readonly<Record<string, string>> = {
  event: `select account_id, contact_id, 'event' as kind, at, id, name, subject, properties as data
    from marketing_event ${own}`,
  message: `select account_id, contact_id, 'message' as kind, created_at as at, id, state as name, channel as subject,
    jsonb_strip_nulls(jsonb_build_object('title', subject, 'campaignId', campaign_id, 'templateId', template_id,
      'skipReason', skip_reason, 'bounceKind', bounce_kind, 'topic', topic, 'sentAt', sent_at,
      'deliveredAt', delivered_at, 'openedAt', opened_at, 'clickedAt', clicked_at, 'repliedAt', replied_at,
      'bouncedAt', bounced_at, 'unsubscribedAt', unsubscribed_at, 'complainedAt', complained_at)
      || coalesce((select ${workflow} from marketing_automation_run r ${joined}
        where r.account_id = m.account_id and r.id = m.run_id), '{}')) as data
    from marketing_message m ${own}`,
  automation: `select r.account_id, r.contact_id, 'automation' as kind, r.started_at as at, r.id, r.status as name,
    coalesce(s.name, a.name) as subject, jsonb_strip_nulls(jsonb_build_object('reason', r.reason, 'goalAt', r.goal_at,
      'endedAt', r.ended_at, 'dueAt', r.due_at) || ${workflow}) as data
    from marketing_automation_run r ${joined}
    join marketing_automation a on a.account_id = r.account_id and a.id = r.automation_id
    where r.account_id = $1 and r.contact_id = $2::uuid`,
  consent: `select account_id, contact_id, 'consent' as kind, at, id, kind as name, topic as subject,
    jsonb_strip_nulls(jsonb_build_object('source', source, 'text', wording, 'ip', ip)) as data
    from marketing_consent ${own}`,
  score: `select account_id, contact_id, 'score' as kind, starts_at as at, id, score as name, reason as subject,
    jsonb_strip_nulls(jsonb_build_object('points', points, 'ruleId', rule_id, 'expiresAt', expires_at)) as data
    from marketing_score_entry ${own}`,
  segment: `select m.account_id, m.contact_id, 'segment' as kind, m.entered_at as at, s.id, 'entered' as name,
    s.name as subject, '{}'::jsonb as data
    from marketing_segment_member m join marketing_segment s on s.account_id = m.account_id and s.id = m.segment_id
    where m.account_id = $1 and m.contact_id = $2::uuid and s.deleted_at is null`,
}
