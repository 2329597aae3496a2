import { Type, type Static } from '#kit/values/schema.ts'
import type { Condition, Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, line, nullable, whole } from '#kit/values/fields.ts'
import { currency, minorSum } from '#kit/values/money.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix } from '#products/payments/link/linkFields.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'
import type { Payment } from './paymentFields.ts'
import { payment } from './payment.ts'
import { shownPayments } from './paymentOperations.ts'

const limitDefault = 25
const limitMax = 200
const offsetMax = 10_000
const countMax = 10_000

const states = Object.keys(payment.states)

/** Lenient input: no field is required, and unknown fields are ignored. */
const input = Type.Object({
  paymentLinkId: Type.Optional(
    Type.String({ maxLength: 200, description: 'The link; payments of all links when left out.' }),
  ),
  pagination: Type.Optional(
    Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Payments per page; 25 when left out, 200 at most.' }),
        ),
        offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Payments to skip.' })),
      },
      { description: 'Part of the list.' },
    ),
  ),
  status: Type.Optional(
    Type.Array(Type.String({ enum: states, description: 'State.' }), {
      maxItems: 20,
      description: 'Only payments in these states.',
    }),
  ),
  createdAfter: Type.Optional(dateTime({ description: 'Only payments from this time on.' })),
  createdBefore: Type.Optional(dateTime({ description: 'Only payments until this time.' })),
  clientReference: Type.Optional(line(128, { description: 'Only payments of the link with this reference of yours.' })),
  sourceTag: Type.Optional(line(100, { description: 'Only payments with this tag of their source.' })),
})

const item = Type.Object(
  {
    ...outputSchemaOf(payment).properties,
    customer: nullable(
      Type.Object(
        {
          name: nullable(line(200, { description: 'Name; null without the right to read it.' })),
          email: nullable(line(254, { description: 'Mail address; masked without the right to read it.' })),
        },
        { description: 'The payer.' },
      ),
    ),
    method: nullable(
      Type.Object(
        {
          type: line(40, { description: 'Kind of the payment method, such as `card`.' }),
          brand: nullable(line(40, { description: 'Brand of the card.' })),
          last4: nullable(line(4, { description: 'Last four digits.' })),
        },
        { description: 'Method of the payment.' },
      ),
    ),
  },
  { additionalProperties: false },
)

const count = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

const output = closed({
  id: Type.Optional(idOf(linkPrefix, { description: 'The link; absent for all links.' })),
  status: Type.String({ description: 'State of the link; `all` for all links.' }),
  items: Type.Array(item, { description: 'Payments, newest first.' }),
  pagination: closed(
    {
      limit: count('Payments per page, as served.'),
      offset: count('Payments skipped.'),
      total: count('Payments of all pages, counted to 10,000.'),
      totalIsCapped: Type.Boolean({ description: 'True when there are more than `total`.' }),
      hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
    },
    { description: 'Part of the list.' },
  ),
  totals: Type.Array(
    closed({
      currency: currency({ description: 'Currency of the sums.' }),
      count: count('Payments of the filter.'),
      succeeded: count('Captured amount in minor units.'),
      refunded: count('Refunded amount.'),
      net: minorSum({ description: 'Captured less refunds, lost disputes and fees.' }),
    }),
    { description: 'Sums of all pages by currency.' },
  ),
})

type Asked = Static<typeof input>

/** Payments of a link or of all: its specification is fixed, its input lenient, and it changes and emits nothing. */
export const getPayments = operation('payments.paymentLink.getPayments', {
  route: 'POST /api/payment/paymentLink/getPayments',
  title: 'Get Payments',
  description:
    'Lists the payments of a link, or of all links of the account, newest first. Nothing is required. A `limit` ' +
    'above 200 is served as 200. It changes nothing and emits no fact.',
  scope: 'payments.payment:read',
  stability: 'beta',
  reviewed: '2026-07-12',
  isRead: true,
  isLenient: true,
  input,
  output,
  example: { paymentLinkId: madeFirst('payments.paymentLink'), pagination: { limit: 10, offset: 0 } },
  async handle(ctx, asked) {
    const { paymentLinkId, pagination = {} } = asked
    const limit = Math.min(pagination.limit ?? limitDefault, limitMax)
    const { offset = 0 } = pagination
    if (offset > offsetMax) throw invalid(field('pagination/offset', 'maximum', `must be at most ${offsetMax}`))
    const link = paymentLinkId === undefined ? undefined : await ctx.store.find(paymentLink, paymentLinkId)
    if (paymentLinkId !== undefined && link === undefined) throw problem(reasons.notFound)
    const linkIds = await linksOf(ctx, asked)
    const conditions = conditionsOf(asked, linkIds)
    const [rows, total, totals] = await Promise.all([
      pageOf(ctx, conditions, { limit, offset }),
      ctx.store.count(payment, conditions, countMax + 1),
      totalsOf(ctx, asked, linkIds),
    ])
    const items = (await shownPayments(ctx, rows.slice(0, limit))).map(itemOf)
    return {
      ...(link !== undefined && { id: link.id }),
      status: link?.status ?? 'all',
      items,
      pagination: {
        limit,
        offset,
        total: Math.min(total, countMax),
        totalIsCapped: total > countMax,
        hasMore: rows.length > limit,
      },
      totals,
    }
  },
})

/** Row ids of the links whose payments are listed; null for all links. A `clientReference` names a link, if any. */
async function linksOf(ctx: Ctx, { paymentLinkId, clientReference }: Asked): Promise<string[] | null> {
  if (clientReference === undefined && paymentLinkId === undefined) return null
  const named = clientReference === undefined ? undefined : await ctx.store.findRepeat(paymentLink, { clientReference })
  const id = clientReference === undefined ? paymentLinkId : named?.id
  const isOther = paymentLinkId !== undefined && id !== paymentLinkId
  const uuid = id === undefined || isOther ? undefined : uuidOf(linkPrefix, id)
  return typeof uuid === 'string' ? [uuid] : []
}

function conditionsOf(asked: Asked, linkIds: string[] | null): Condition[] {
  const { status, createdAfter, createdBefore, sourceTag } = asked
  const conditions: Condition[] = []
  if (linkIds !== null) conditions.push({ sql: 't.payment_link_id = any($1::uuid[])', values: [linkIds] })
  if (status !== undefined) conditions.push({ sql: 't.status = any($1::text[])', values: [status] })
  if (createdAfter !== undefined) conditions.push({ sql: 't.created_at >= $1::timestamptz', values: [createdAfter] })
  if (createdBefore !== undefined) conditions.push({ sql: 't.created_at <= $1::timestamptz', values: [createdBefore] })
  if (sourceTag !== undefined) conditions.push({ sql: 't.source_tag = $1', values: [sourceTag] })
  return conditions
}

/** One page and, where there is one, the first payment after it. The pages of the store hold 100 records. */
async function pageOf(ctx: Ctx, conditions: Condition[], { limit, offset }: { limit: number; offset: number }) {
  const rows: Payment[] = []
  while (rows.length <= limit) {
    const left = Math.min(100, limit + 1 - rows.length)
    const skip = offset + rows.length
    if (skip > offsetMax) break
    const query = { conditions, limit: left, offset: skip, sort: '-createdAt' }
    const { items, pagination } = await ctx.store.list(payment, query)
    rows.push(...items)
    if (!pagination.hasMore) break
  }
  return rows
}

async function totalsOf(ctx: Ctx, asked: Asked, linkIds: string[] | null) {
  const { status = null, createdAfter = null, createdBefore = null, sourceTag = null } = asked
  const values = [ctx.account.id, linkIds, status, createdAfter, createdBefore, sourceTag]
  const rows = await ctx.db.rows(sumPayments, values)
  return rows.map((row) => ({
    currency: row.currency,
    count: Number(row.count),
    succeeded: Number(row.succeeded ?? 0),
    refunded: Number(row.refunded ?? 0),
    net: BigInt(row.net ?? 0),
  }))
}

function itemOf(shown: Record<string, unknown>) {
  const { customer, method } = shown
  const { name = null, email = null } = Object(customer)
  const { type, brand = null, last4 = null } = Object(method)
  return {
    ...shown,
    customer: customer === null ? null : { name, email },
    method: method === null ? null : { type, brand, last4 },
  }
}

const sumPayments = statement(
  'payments_payment.totals',
  'account',
  `select currency, count(*) as count,
     sum(amount) filter (where captured_at is not null)::bigint as succeeded,
     sum(amount_refunded)::bigint as refunded,
     (sum(amount - fee) filter (where captured_at is not null) - sum(amount_refunded + amount_lost))::bigint as net
   from payments_payment
   where account_id = $1 and deleted_at is null
     and ($2::uuid[] is null or payment_link_id = any($2::uuid[])) and ($3::text[] is null or status = any($3::text[]))
     and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at <= $5)
     and ($6::text is null or source_tag = $6)
   group by currency order by currency limit 200`,
)
