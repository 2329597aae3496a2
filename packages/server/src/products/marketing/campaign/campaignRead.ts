import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx, RowOf } from '#kit/call/context.ts'
import { clientReference, dateTime, flag, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { innerPaging, innerPagination, readInnerPage, type InnerList, type InnerPaging } from '#kit/nouns/innerList.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { statement } from '#kit/call/statement.ts'
import { mayReadContacts } from '#products/marketing/contact/contactRight.ts'
import { previewContact } from '#products/marketing/template/previewContact.ts'
import { templateError } from '#products/marketing/template/templateErrors.ts'
import { messageStates } from '#products/marketing/message/messageStates.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { campaign, type Campaign } from './campaign.ts'
import { resultsOf } from './campaignArms.ts'
import { mailOf } from './campaignTest.ts'
import { rateOf, statsOf, statsShape } from './campaignStats.ts'

const made = (description: string) => ({ schema: dateTime({ description }), column: 'created_at' })
const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'],
  filters: {
    createdAfter: { ...made('Only campaigns made at this moment or later.'), test: 'from' },
    createdBefore: { ...made('Only campaigns made at this moment or earlier.'), test: 'to' },
  },
}
const {
  body: _body,
  textBody: _textBody,
  variants: _variants,
  ...listed
} = outputSchemaOf(campaign, { stats: statsShape }).properties
const { status: _status, ...paging } = listInput(campaign, options).properties

/** Get All. */
export const listCampaigns = operation('marketing.campaign.all', {
  route: 'POST /api/marketing/campaign/all',
  title: 'Get All Campaigns',
  description: 'Lists campaigns with their numbers, without their bodies.',
  scope: 'marketing.campaign:read',
  isRead: true,
  input: closed({
    ...paging,
    status: Type.Optional(
      Type.Array(oneOf(Object.keys(campaign.states)), {
        maxItems: 7,
        uniqueItems: true,
        description: 'Only in one of these states.',
      }),
    ),
    query: Type.Optional(line(100, { description: 'Part of the name.' })),
    segmentId: Type.Optional(idOf('seg', { description: 'Only campaigns to this segment.' })),
  }),
  output: listPageOf(closed(listed)),
  example: { status: ['draft', 'sending'] },
  async handle(ctx, { query, status, segmentId, ...input }) {
    const asked = queryOf(input, options)
    const conditions: Condition[] = [...(asked.conditions ?? [])]
    if (status !== undefined) conditions.push({ sql: 't.status = any($1::text[])', values: [status] })
    if (query !== undefined) conditions.push({ sql: 'strpos(t.name_key, $1) > 0', values: [foldName(query)] })
    if (segmentId !== undefined)
      conditions.push({ sql: 't.audience_segment_ids @> array[$1]::text[]', values: [segmentId] })
    const found = await ctx.store.list(campaign, { ...asked, conditions })
    const shown = await present({ ctx, audience: 'owner' }, campaign, found.items)
    const stats = await statsOf(ctx, found.items)
    const items = shown.map(({ body: _b, textBody: _t, variants: _v, ...each }) => ({
      ...each,
      stats: stats.get(String(each['id'])),
    }))
    return { ...found, items }
  },
})

const recipient = closed({
  contactId: idOf('con', { description: 'The contact.' }),
  messageId: idOf('msg', { description: 'The message.' }),
  email: nullable(line(254, { description: 'Address, with the scope `marketing.contact:read`.' })),
  state: oneOf(messageStates, { description: 'State of the message.' }),
  skipReason: nullable(line(60, { description: 'Reason for which the contact was left out.' })),
  reply: nullable(line(500, { description: 'Reply of the mail server, with the same scope.' })),
  sentAt: nullable(dateTime({ description: 'Time when it left.' })),
  openedAt: nullable(dateTime({ description: 'First open by a person.' })),
  clickedAt: nullable(dateTime({ description: 'First click by a person.' })),
})

const linkShape = closed({
  url: line(4_000, { description: 'Address.' }),
  clicks: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Clicks of people.' }),
  machineClicks: whole(0, Number.MAX_SAFE_INTEGER, { description: 'Visits of machines.' }),
  people: whole(0, 2_147_483_647, { description: 'Messages in which a person clicked it.' }),
})
const previewShape = closed(
  {
    subject: Type.String({ description: 'Subject.' }),
    preheader: Type.String({ description: 'Text beside the subject.' }),
    html: nullable(Type.String({ description: 'HTML part.' })),
    text: Type.String({ description: 'Text part.' }),
  },
  { description: 'The mail as a contact would get it, without tracking.' },
)
const count = (description: string) => whole(0, 2_147_483_647, { description })
const armShape = closed({
  name: line(60, { description: 'Name of the variant.' }),
  weight: whole(1, 1_000, { description: 'Share of the sample.' }),
  subject: nullable(line(250, { description: 'Subject that it is sent with; Liquid.' })),
  isWinner: flag({ description: 'Whether the rest of the audience gets it.' }),
  audience: count('Contacts that got it, or are to get it.'),
  sent: count('Messages that the mail server took.'),
  opened: count('Messages that a person opened.'),
  clicked: count('Messages in which a person clicked.'),
  converted: count('Messages with a conversion.'),
  unsubscribed: count('Messages by which a contact left.'),
})

/** Get. */
export const getCampaign = operation('marketing.campaign.get', {
  route: 'POST /api/marketing/campaign/get',
  title: 'Get Campaign',
  description: 'Gets a campaign with its numbers; `include` adds a page of its recipients and the mails of each hour.',
  scope: 'marketing.campaign:read',
  isRead: true,
  reasons: [templateError],
  input: closed({
    campaignId: Type.Optional(idOf('cmp')),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(
      Type.Array(oneOf(['stats', 'recipients', 'timeline', 'results', 'links', 'preview']), {
        maxItems: 6,
        uniqueItems: true,
        description: 'Parts to add; `stats` are there always.',
      }),
    ),
    previewContactId: Type.Optional(idOf('con', { description: 'Contact of the preview; an invented one without.' })),
    recipientStatus: Type.Optional(oneOf(messageStates, { description: 'Only recipients in this state.' })),
    ...innerPaging,
  }),
  output: outputSchemaOf(campaign, {
    stats: statsShape,
    recipients: Type.Optional(
      Type.Array(recipient, { description: 'A page of recipients, in the order of their contacts.' }),
    ),
    ...innerPagination,
    links: Type.Optional(
      Type.Array(linkShape, { maxItems: 500, description: 'Links that were clicked, those with most people first.' }),
    ),
    preview: Type.Optional(previewShape),
    results: Type.Optional(
      Type.Array(armShape, { maxItems: 5, description: 'Numbers of each variant of a test, in order.' }),
    ),
    timeline: Type.Optional(
      Type.Array(
        closed({
          hour: dateTime({ description: 'Begin of the hour (UTC).' }),
          sent: whole(0, 2_147_483_647, { description: 'Mails that left.' }),
          opened: whole(0, 2_147_483_647, { description: 'First opens.' }),
          clicked: whole(0, 2_147_483_647, { description: 'First clicks.' }),
        }),
        { maxItems: 500, description: 'Hours with mails, opens or clicks, oldest first.' },
      ),
    ),
  }),
  example: { campaignId: madeFirst('marketing.campaign'), include: ['recipients', 'timeline'] },
  async handle(ctx, input) {
    const { include = [], recipientStatus: state, pagination = {} } = input
    const record = await named(ctx, input)
    await previewContact(ctx, input.previewContactId)
    const [shown] = await present({ ctx, audience: 'owner' }, campaign, [record])
    return {
      ...shown,
      id: record.id,
      stats: { ...(await statsOf(ctx, [record])).get(record.id), ...(await pace(ctx, record)) },
      ...(include.includes('recipients') ? await recipientsOf(ctx, record, { state, ...pagination }) : {}),
      ...(include.includes('links') ? { links: await linksOf(ctx, record) } : {}),
      ...(include.includes('preview') ? { preview: await previewOf(ctx, record, input.previewContactId) } : {}),
      ...(include.includes('results') ? { results: await variantsOf(ctx, record) } : {}),
      ...(include.includes('timeline') ? { timeline: await timelineOf(ctx, record) } : {}),
    }
  },
})

async function linksOf(ctx: Ctx, { id }: Campaign) {
  const rows = await ctx.db.rows(readLinks, [ctx.account.id, rowId('cmp', id)])
  return rows.map(({ url, clicks, machine_clicks: machineClicks, people }) => ({
    url,
    clicks: Number(clicks),
    machineClicks: Number(machineClicks),
    people: Number(people),
  }))
}

async function previewOf(ctx: Ctx, record: Campaign, contactId: string | undefined) {
  const { subject, preheader, html, text } = await mailOf(ctx, record, contactId)
  return { subject, preheader, html, text }
}

async function pace(ctx: Ctx, { id, status }: Campaign) {
  return status === 'sending' ? { rate: await rateOf(ctx, id) } : {}
}

async function variantsOf(ctx: Ctx, { id, winner }: Campaign) {
  const found = await resultsOf(ctx, rowId('cmp', id))
  return found.map((each) => ({ ...each, isWinner: each.name === winner }))
}

async function named(ctx: Ctx, input: { campaignId?: string; clientReference?: string }): Promise<Campaign> {
  const names = { campaignId: input.campaignId, clientReference: input.clientReference }
  const { name, value } = exactlyOne(names, Object.keys(names))
  const found = await (name === 'campaignId'
    ? ctx.store.find(campaign, value)
    : ctx.store.findBy(campaign, name, value))
  if (found === undefined) throw problem(reasons.notFound)
  return found
}

type RecipientPage = InnerPaging & { state: string | undefined }

async function recipientsOf(ctx: Ctx, { id }: Campaign, { state, ...paging }: RecipientPage) {
  const statement = fewStates.includes(state ?? '') ? pageOfEnded : pageOfRecipients
  const list: InnerList<RowOf<typeof statement>> = {
    name: `recipients ${id} ${state ?? ''}`,
    read: ([after] = [], most) =>
      ctx.db.rows(statement, [ctx.account.id, rowId('cmp', id), state ?? null, after ?? null, most]),
    keysOf: (row) => [row.contact_id],
  }
  const { items, pagination } = await readInnerPage(ctx, list, paging)
  const recipients = items.map((row) => ({
    contactId: encodeId(contact.prefix, ctx.account.id, row.contact_id),
    messageId: encodeId('msg', ctx.account.id, row.id),
    email: mayReadContacts(ctx) ? row.address : null,
    state: row.state,
    skipReason: row.skip_reason,
    reply: mayReadContacts(ctx) ? row.reply : null,
    sentAt: row.sent_at,
    openedAt: row.opened_at,
    clickedAt: row.clicked_at,
  }))
  return { recipients, pagination }
}

async function timelineOf(ctx: Ctx, record: Campaign) {
  const rows = await ctx.db.rows(countHours, [ctx.account.id, rowId('cmp', record.id)])
  return rows.map(({ hour, sent, opened, clicked }) => ({
    hour,
    sent: Number(sent),
    opened: Number(opened),
    clicked: Number(clicked),
  }))
}

const readLinks = statement(
  'marketing_campaign_link.read',
  'account',
  `select url, clicks, machine_clicks, people from marketing_campaign_link
   where account_id = $1 and campaign_id = $2 order by people desc, clicks desc, id limit 500`,
)

const recipientColumns = 'id, contact_id, address, state, skip_reason, reply, sent_at, opened_at, clicked_at'

/** Most messages have the other states, so that a page of them is found among those of the campaign. */
const pageOfRecipients = statement(
  'marketing_message.recipients',
  'account',
  `select ${recipientColumns} from marketing_message
   where account_id = $1 and campaign_id = $2 and ($3::text is null or state = $3)
     and ($4::uuid is null or contact_id > $4)
   order by contact_id limit $5`,
)

/** States of few messages, which have an index. */
const fewStates = ['bounced', 'failed', 'uncertain', 'skipped', 'cancelled']

const pageOfEnded = statement(
  'marketing_message.endedRecipients',
  'account',
  `select ${recipientColumns} from marketing_message
   where account_id = $1 and campaign_id = $2 and state = $3
     and state in ('${fewStates.join("', '")}')
     and ($4::uuid is null or contact_id > $4)
   order by contact_id limit $5`,
)

const countHours = statement(
  'marketing_message.hours',
  'account',
  `select t.hour, sum(t.sent) as sent, sum(t.opened) as opened, sum(t.clicked) as clicked
   from marketing_message m cross join lateral (values
     (date_trunc('hour', m.sent_at), 1, 0, 0),
     (date_trunc('hour', m.opened_at), 0, 1, 0),
     (date_trunc('hour', m.clicked_at), 0, 0, 1)) as t (hour, sent, opened, clicked)
   where m.account_id = $1 and m.campaign_id = $2 and t.hour is not null
   group by t.hour order by t.hour limit 500`,
)
