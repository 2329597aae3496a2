import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx, RowOf } from '#kit/call/context.ts'
import { explain, type Explanation } from '#kit/filter/matches.ts'
import { filterText } from '#kit/filter/filterText.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { clientReference, dateTime, flag, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { innerPaging, innerPagination, readInnerPage, type InnerList, type InnerPaging } from '#kit/nouns/innerList.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { mayReadContacts } from '#products/marketing/contact/contactRight.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { auditOf } from './segmentAudit.ts'
import { segment, type Segment } from './segment.ts'
import { sampleOf, sampleShape } from './segmentSample.ts'
import { segmentsUsedBy, usersOf } from './segmentUsers.ts'

const trendDays = 90
const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'],
  filters: {
    kind: {
      schema: oneOf(['dynamic', 'static', 'snapshot'], { description: 'Only of this kind.' }),
      column: 'kind',
      test: 'equals',
    },
  },
}

/** Get All. */
export const listSegments = operation('marketing.segment.all', {
  route: 'POST /api/marketing/segment/all',
  title: 'Get All Segments',
  description: 'Lists segments with their exact number of members.',
  scope: 'marketing.segment:read',
  isRead: true,
  input: closed({
    ...listInput(segment, options).properties,
    query: Type.Optional(line(100, { description: 'Part of the name.' })),
    usedBy: Type.Optional(
      line(60, { description: 'Only those that this automation, sequence, campaign or segment uses, by its id.' }),
    ),
  }),
  output: listPageOf(outputSchemaOf(segment)),
  example: { kind: 'dynamic' },
  async handle(ctx, { query, usedBy, ...input }) {
    const asked = queryOf(input, options)
    const conditions: Condition[] = [...(asked.conditions ?? [])]
    if (query !== undefined) conditions.push({ sql: 'strpos(t.name_key, $1) > 0', values: [foldName(query)] })
    if (usedBy !== undefined) {
      conditions.push({ sql: 't.id = any($1::uuid[])', values: [await segmentsUsedBy(ctx, usedBy)] })
    }
    const found = await ctx.store.list(segment, { ...asked, conditions })
    return { ...found, items: await present({ ctx, audience: 'owner' }, segment, found.items) }
  },
})

const membership = closed(
  {
    in: flag({ description: 'Whether the contact is a member.' }),
    since: nullable(dateTime({ description: 'Time when it entered; null for no member.' })),
    why: nullable(
      Type.Unsafe<unknown>({ type: 'object', description: 'The filter with the result of each part; null without.' }),
    ),
  },
  { description: 'Membership of `contactId`.' },
)

const counter = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

const auditShape = closed(
  {
    at: dateTime({ description: 'Time of the comparison.' }),
    members: counter('Members at that time.'),
    difference: counter('Contacts that differed, and were repaired; 0 unless a change was lost.'),
    repaired: counter('Contacts that all comparisons have repaired.'),
  },
  { description: 'Last daily comparison of the followed members with a full evaluation; null before the first one.' },
)

/** Get. */
export const getSegment = operation('marketing.segment.get', {
  route: 'POST /api/marketing/segment/get',
  title: 'Get Segment',
  description:
    'Gets a segment. `include` adds a page of members, the size of each of the last 90 days, and the records that ' +
    'use it. With `contactId` it says whether the contact is a member, and why.',
  scope: 'marketing.segment:read',
  isRead: true,
  input: closed({
    segmentId: Type.Optional(idOf('seg')),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(['members', 'trend', 'usedBy']), {
        maxItems: 3,
        uniqueItems: true,
        description: 'Parts to add.',
      }),
    ),
    contactId: Type.Optional(idOf('con', { description: 'The contact whose membership is explained.' })),
    ...innerPaging,
  }),
  output: outputSchemaOf(segment, {
    filterText: nullable(Type.String({ description: 'The filter as text; null without one.' })),
    sample: sampleShape,
    audit: nullable(auditShape),
    membership: Type.Optional(membership),
    members: Type.Optional(
      Type.Array(
        closed({
          contactId: idOf('con', { description: 'The contact.' }),
          email: nullable(line(254, { description: 'Mail address, with the scope `marketing.contact:read`.' })),
          since: dateTime({ description: 'Time when it entered.' }),
        }),
        { description: 'A page of members, in the order of their ids.' },
      ),
    ),
    ...innerPagination,
    trend: Type.Optional(
      Type.Array(
        closed({
          day: Type.String({ format: 'date', description: 'Day (UTC).' }),
          count: whole(0, 2_147_483_647, { description: 'Number of members.' }),
        }),
        { maxItems: trendDays, description: 'Size by day, oldest first.' },
      ),
    ),
    usedBy: Type.Optional(
      Type.Array(
        closed({
          kind: line(40, { description: 'Kind of record.' }),
          id: line(60, { description: 'Id of the record.' }),
          name: line(120, { description: 'Name of the record.' }),
        }),
        { description: 'Records that refer to the segment.' },
      ),
    ),
  }),
  example: { segmentId: madeFirst('marketing.segment'), include: ['members', 'trend', 'usedBy'] },
  async handle(ctx, input) {
    const { include = [], contactId, pagination = {} } = input
    const by = exactlyOne({ segmentId: input.segmentId, clientReference: input.clientReference }, [
      'segmentId',
      'clientReference',
    ])
    const record =
      by.name === 'segmentId'
        ? await ctx.store.find(segment, by.value)
        : await ctx.store.findBy(segment, by.name, by.value)
    if (record === undefined) throw problem(reasons.notFound)
    const [shown] = await present({ ctx, audience: 'owner' }, segment, [record])
    return {
      ...shown,
      id: record.id,
      filterText: record.filter === null ? null : filterText(record.filter),
      sample: await sampleOf(ctx, record.id),
      audit: await auditOf(ctx, record.id),
      ...(contactId === undefined ? {} : { membership: await membershipOf(ctx, record, contactId) }),
      ...(include.includes('members') ? await membersOf(ctx, record, pagination) : {}),
      ...(include.includes('trend') ? { trend: await trendOf(ctx, record) } : {}),
      ...(include.includes('usedBy') ? { usedBy: await usersOf(ctx, record.id) } : {}),
    }
  },
})

async function membershipOf(ctx: Ctx, record: Segment, contactId: string) {
  const found = await ctx.store.get(contact, contactId)
  const uuid = rowId('con', found.id)
  const [row] = await ctx.db.rows(findMember, [ctx.account.id, rowId('seg', record.id), uuid])
  return { in: row !== undefined, since: row?.entered_at ?? null, why: await whyOf(ctx, record, uuid) }
}

async function whyOf(ctx: Ctx, { filter }: Segment, contactUuid: string): Promise<Explanation | null> {
  if (filter === null) return null
  const subjects = await loadSubjects(ctx, [contactUuid], mentionsOf([filter], contactVocabulary))
  const subject = subjects.get(contactUuid)
  return subject === undefined ? null : explain(filter, subject, { vocabulary: contactVocabulary, at: ctx.now() })
}

async function membersOf(ctx: Ctx, { id }: Segment, paging: InnerPaging) {
  const list: InnerList<RowOf<typeof pageOfMembers>> = {
    name: `members ${id}`,
    read: ([after] = [], most) => ctx.db.rows(pageOfMembers, [ctx.account.id, rowId('seg', id), after ?? null, most]),
    keysOf: (row) => [row.contact_id],
  }
  const { items, pagination } = await readInnerPage(ctx, list, paging)
  const members = items.map((row) => ({
    contactId: encodeId('con', ctx.account.id, row.contact_id),
    email: mayReadContacts(ctx) ? row.email : null,
    since: row.entered_at,
  }))
  return { members, pagination }
}

async function trendOf(ctx: Ctx, record: Segment) {
  const rows = await ctx.db.rows(findTrend, [ctx.account.id, rowId('seg', record.id), trendDays])
  return rows.map((row) => ({ day: row.day, count: row.member_count })).toReversed()
}

const findMember = statement(
  'marketing_segment_member.find',
  'account',
  'select entered_at from marketing_segment_member where account_id = $1 and segment_id = $2 and contact_id = $3',
)

const pageOfMembers = statement(
  'marketing_segment_member.page',
  'account',
  `select m.contact_id, m.entered_at, c.email
   from marketing_segment_member m join marketing_contact c on c.account_id = m.account_id and c.id = m.contact_id
   where m.account_id = $1 and m.segment_id = $2 and ($3::uuid is null or m.contact_id > $3) and c.deleted_at is null
   order by m.contact_id limit $4`,
)

const findTrend = statement(
  'marketing_segment_day.trend',
  'account',
  `select to_char(day, 'YYYY-MM-DD') as day, member_count from marketing_segment_day
   where account_id = $1 and segment_id = $2 order by day desc limit $3`,
)
