import type { Condition, Ctx, ListPage } from '#kit/call/context.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { statement } from '#kit/call/statement.ts'
import { clientReference, dateTime, idOf, line, oneOf } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { Type } from '#kit/values/schema.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { boundGuesses } from './codeGuesses.ts'
import { codeOf, coupon, type Coupon } from './coupon.ts'
import { codePattern } from './couponFields.ts'
import { usageOf, usageShape } from './couponUsage.ts'
import { checkParameters, isCheck, validationOf, validationShape } from './couponValidation.ts'

const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', 'name', '-name', 'expiresAt', '-expiresAt'],
  filters: {
    contactId: {
      schema: idOf('con', { description: 'Only coupons for this contact alone.' }),
      column: 'contact_id',
      test: 'id',
    },
    promotionId: {
      schema: idOf('prm', { description: 'Only coupons of this promotion.' }),
      column: 'promotion_id',
      test: 'id',
    },
    batchId: { schema: idOf('cpb', { description: 'Only coupons of this batch.' }), column: 'batch_id', test: 'id' },
    expiresBefore: {
      schema: dateTime({ description: 'Only coupons that end at this moment or earlier.' }),
      column: 'expiry_key',
      test: 'to',
    },
  },
}

/** Get All. */
export const listCoupons = operation('loyalty.coupon.all', {
  route: 'GET /api/incentive/loyalty/all',
  title: 'Get All',
  description:
    'Lists coupons, the newest first; by `expiresAt` those without an end come last. As CSV it exports the codes of ' +
    'a batch.',
  scope: 'loyalty.coupon:read',
  input: closed({
    ...listInput(coupon, options).properties,
    query: Type.Optional(line(100, { description: 'First characters of the code or the name.' })),
  }),
  output: listPageOf(outputSchemaOf(coupon)),
  example: { status: 'active' },
  async handle(ctx, { query, ...input }) {
    const asked = queryOf(input, options)
    const scattered = query === undefined ? [] : [beginsWith(query)]
    const page = await ctx.store.list(coupon, { ...asked, scattered, isPlannedAnew: true })
    const found = query === undefined && isOfBatchAlone(input) ? await countedExactly(ctx, input.batchId, page) : page
    return { ...found, items: await present({ ctx, audience: 'owner' }, coupon, found.items) }
  },
})

const pageNames = new Set(['limit', 'offset', 'cursor', 'withTotal', 'sort', 'fields'])

function isOfBatchAlone<T extends object>(input: T): input is T & { batchId: string } {
  const names = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return names.includes('batchId') && names.every((name) => name === 'batchId' || pageNames.has(name))
}

/** A page of a batch with its whole total: the size of a batch bounds the count, which the index answers alone. */
async function countedExactly(ctx: Ctx, batchId: string, page: ListPage<Coupon>): Promise<ListPage<Coupon>> {
  if (page.pagination.totalIsCapped !== true) return page
  const [row] = await ctx.db.rows(countOfBatch, [ctx.account.id, uuidOf('cpb', batchId)])
  return { ...page, pagination: { ...page.pagination, total: row?.count ?? 0, totalIsCapped: false } }
}

const countOfBatch = statement(
  'loyalty_coupon.countOfBatch',
  'account',
  `select count(*)::integer as count from loyalty_coupon
   where account_id = $1 and batch_id = $2 and deleted_at is null`,
)

function beginsWith(query: string): Condition {
  const sql = 'starts_with(t.code, $1) or starts_with(t.name_key, $2)'
  return { sql: `(${sql})`, values: [codeOf(query), foldName(query)] }
}

const ownerForm = outputSchemaOf(coupon, {
  validation: Type.Optional(validationShape),
  usage: Type.Optional(usageShape),
})

/** Terms that anyone may read who has the code: no counters, no audience, no batch. */
const publicNames = new Set<string>([
  ...(['id', 'couponId', 'status', 'code', 'name', 'discount'] as const),
  ...(['startsAt', 'expiresAt', 'validWindows', 'minSubtotal'] as const),
])
const publicForm = closed(
  Object.fromEntries(Object.entries(ownerForm.properties).filter(([name]) => publicNames.has(name))),
)

/** Get. */
export const getCoupon = operation('loyalty.coupon.get', {
  route: 'GET /api/incentive/loyalty/get',
  title: 'Get',
  description:
    'Gets a coupon by id, code or your reference. With a contact, an order or a moment it says whether the coupon ' +
    'can be used, and for which discount; nothing is reserved. `include=usage` adds its uses by day. A public key ' +
    'reads the terms of a `code`; five unknown codes of one network within five seconds answer 429.',
  scope: 'loyalty.coupon:read',
  credential: 'public',
  seesClient: true,
  input: closed({
    couponId: Type.Optional(idOf('cpn')),
    code: Type.Optional(
      Type.String({ pattern: codePattern, maxLength: 64, description: 'Code, in any case.', examples: ['SUMMER25'] }),
    ),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(oneOf(['usage'], { description: 'Part to add.' })),
    ...checkParameters,
  }),
  output: ownerForm,
  publicOutput: publicForm,
  example: { couponId: madeFirst('loyalty.coupon'), include: 'usage' },
  async handle(ctx, input) {
    if (ctx.actor.credential === 'public') return publicTerms(ctx, input)
    const { name, value } = exactlyOne(input, ['couponId', 'code', 'clientReference'])
    const record =
      name === 'couponId'
        ? await ctx.store.find(coupon, value)
        : await ctx.store.findBy(coupon, name, name === 'code' ? codeOf(value) : value)
    if (record === undefined) throw problem(reasons.notFound)
    const [shown] = await present({ ctx, audience: 'owner' }, coupon, [record])
    return {
      ...shown,
      id: record.id,
      ...(isCheck(input) && { validation: await validationOf(ctx, record.id, input) }),
      ...(input.include === 'usage' && { usage: await usageOf(ctx, record.id) }),
    }
  },
})

/** Terms of a coupon for a public key. Throws not_found for an unknown, a foreign and an archived code alike. */
async function publicTerms(ctx: Ctx, { code, ...others }: { code?: string } & Record<string, unknown>) {
  const refused = Object.keys(others).filter((name) => others[name] !== undefined)
  if (refused.length > 0) throw invalid(...refused.map((name) => field(name, 'notAllowed', 'needs a secret key')))
  if (code === undefined) throw invalid(field('code', 'required', 'is needed with a public key'))
  const { record } = await boundGuesses(ctx, async () => {
    const found = await ctx.store.findBy(coupon, 'code', codeOf(code))
    return { record: found, unknown: found === undefined ? [code] : [] }
  })
  if (record === undefined) throw problem(reasons.notFound)
  const [shown = {}] = await present({ ctx, audience: 'owner' }, coupon, [record])
  return { ...Object.fromEntries(Object.entries(shown).filter(([name]) => publicNames.has(name))), id: record.id }
}
