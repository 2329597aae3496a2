import type { Ctx, Statement } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { eventName } from './eventInput.ts'

/** Kinds of entries, with the prefix of their ids. */
const prefixes = { event: 'evt', message: 'msg', consent: 'cns', score: 'lse', segment: 'seg' } as const
const kinds = ['event', 'message', 'consent', 'score', 'segment'] as const

/** Schema of an entry of a time line. */
export const timelineEntry = closed({
  id: Type.String({ description: 'Id of the entry.' }),
  kind: oneOf(kinds, {
    description: 'event, message, consent, score: points that were given, or segment: one that the contact entered.',
  }),
  name: Type.String({
    description: 'Name of the event, state of the message, kind of evidence, or name of the score.',
  }),
  at: dateTime({ description: 'Moment.' }),
  subject: nullable(
    Type.String({ description: 'Subject of the entry: an order, a channel of mail, a topic, a reason.' }),
  ),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Properties of the entry.' }),
})

type TimelineEntry = Static<typeof timelineEntry>

/** A page of a time line: `kinds` and `name` leave other entries out. */
export type TimelineQuery = { kinds?: readonly string[]; name?: string; limit?: number; cursor?: string }

export const operations = [
  companion(
    operation('marketing.contact.timeline', {
      route: 'POST /api/marketing/contact/timeline',
      title: 'Contacts - Timeline',
      description:
        'Everything that happened with a contact, the newest first: events, messages, consents, points and segments.',
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
        limit: Type.Optional(whole(1, limits.pageLimitMax, { description: 'Entries per page; 25 when left out.' })),
        cursor: Type.Optional(line(500, { description: '`nextCursor` of the page before.' })),
      }),
      output: closed({
        id: idOf('con', { description: 'The contact.' }),
        items: Type.Array(timelineEntry, { description: 'Entries, the newest first.' }),
        nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page.' })),
      }),
      example: { contactId: madeFirst('marketing.contact'), limit: 10 },
      async handle(ctx, { contactId, ...query }) {
        const { id } = await ctx.store.get(contact, contactId)
        return { id, ...(await readTimeline(ctx, id, query)) }
      },
    }),
  ),
]

/** Reads a page of the time line of a contact. */
export async function readTimeline(
  ctx: Ctx,
  contactId: string,
  query: TimelineQuery = {},
): Promise<{ items: TimelineEntry[]; nextCursor: string | null }> {
  const { kinds: wanted = kinds, name, limit = limits.pageLimitDefault, cursor } = query
  const order = `timeline ${contactId} ${wanted.join()} ${name ?? ''}`
  const position = cursor === undefined ? undefined : ctx.cursors.read(cursor, order)
  const after = position !== undefined && 'after' in position ? position.after : []
  const values: unknown[] = [ctx.account.id, uuidOf('con', contactId), limit + 1, ...after]
  const isNamed = name === undefined ? '' : `and name = $${values.push(name)}`
  const isBehind = after.length === 0 ? '' : 'and (at, id) < ($4::timestamptz, $5::uuid)'
  // Each kind has its own order and bound: an index serves both, so that a page of any depth reads few rows.
  const arms = wanted.map((kind) => {
    const where = `account_id = $1 and contact_id = $2::uuid ${isBehind} ${isNamed}`
    return `(select kind, at, id, name, subject, data from (${parts[kind] ?? ''}) t where ${where}
      order by at desc, id desc limit $3)`
  })
  const text = `select * from (${arms.join(' union all ')}) t order by at desc, id desc limit $3`
  const page: Statement<Row> = { name: '', text, scope: 'account' }
  const rows = await ctx.db.rows(page, values)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => entryOf(ctx.account.id, row)),
    nextCursor: last === undefined ? null : ctx.cursors.write({ sort: order, after: [last.at, last.id] }),
  }
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
  return { id: encodeId(prefixes[kind], accountId, id), kind, name, at, subject, data }
}

// The parameters $1 and $2 are the account and the contact.
const own = 'where account_id = $1 and contact_id = $2::uuid'

const parts: Readonly<Record<string, string>> = {
  event: `select account_id, contact_id, 'event' as kind, at, id, name, subject, properties as data
    from marketing_event ${own}`,
  message: `select account_id, contact_id, 'message' as kind, created_at as at, id, state as name, channel as subject,
    jsonb_strip_nulls(jsonb_build_object('skipReason', skip_reason, 'bounceKind', bounce_kind, 'topic', topic,
      'sentAt', sent_at, 'openedAt', opened_at, 'clickedAt', clicked_at, 'bouncedAt', bounced_at,
      'unsubscribedAt', unsubscribed_at, 'complainedAt', complained_at)) as data
    from marketing_message ${own}`,
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
