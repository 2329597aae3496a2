import type { Condition, Ctx } from '#kit/call/context.ts'
import { queryOf, type ListOptions } from '#kit/call/paging.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, listInput, listPageOf } from '#kit/nouns/standard.ts'
import { clientReference, dateTime, idOf, line, oneOf, words } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { Type } from '#kit/values/schema.ts'
import { checkContact } from '#products/loyalty/coupon/couponValidate.ts'
import { cartOf, cartOfText } from './cartInput.ts'
import { evaluate } from './evaluation.ts'
import { effectsJson, quoteOutput, traceJson, traceList } from './keptQuote.ts'
import { promotion } from './promotion.ts'
import { overlapsOf, overlapsOutput } from './promotionOverlaps.ts'
import { promotionStats, statsOutput } from './promotionStats.ts'

const cartLengthMax = 20_000

const options: ListOptions = {
  sorts: ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'name', '-name'],
  filters: {
    trigger: {
      schema: oneOf(['automatic', 'code'], { description: 'Only with this trigger.' }),
      column: 'trigger',
      test: 'equals',
    },
  },
}

/** Get All. */
export const listPromotions = operation('loyalty.promotion.all', {
  route: 'GET /api/incentive/promotion/all',
  title: 'Promotion - Get All',
  description: 'Lists promotions.',
  scope: 'loyalty.promotion:read',
  input: closed({
    ...listInput(promotion, options).properties,
    activeAt: Type.Optional(dateTime({ description: 'Only those that run at this moment, unless they are paused.' })),
    query: Type.Optional(line(100, { description: 'Part of the name.' })),
  }),
  output: listPageOf(outputSchemaOf(promotion)),
  example: {},
  async handle(ctx, { query, activeAt, ...input }) {
    const asked = queryOf(input, options)
    const conditions: Condition[] = [...(asked.conditions ?? [])]
    if (query !== undefined) conditions.push({ sql: 'strpos(t.name_key, $1) > 0', values: [foldName(query)] })
    if (activeAt !== undefined) conditions.push({ sql: runningAt, values: [activeAt] })
    const found = await ctx.store.list(promotion, { ...asked, conditions })
    return { ...found, items: await present({ ctx, audience: 'owner' }, promotion, found.items) }
  },
})

const runningAt =
  `t.status in ('active', 'scheduled', 'exhausted') and t.starts_at <= $1::timestamptz ` +
  'and (t.ends_at is null or t.ends_at > $1::timestamptz)'

/** Get. */
export const getPromotion = operation('loyalty.promotion.get', {
  route: 'GET /api/incentive/promotion/get',
  title: 'Promotion - Get',
  description:
    'Gets a promotion, with `include=stats` its uses and the comparison with its holdout, with `include=warnings` ' +
    'the running promotions that meet it on one cart, and with a `cart` what it does beside them.',
  scope: 'loyalty.promotion:read',
  input: closed({
    promotionId: Type.Optional(idOf('prm', { description: 'The promotion.' })),
    clientReference: Type.Optional(clientReference()),
    contactId: Type.Optional(idOf('con', { description: 'Buyer of the `cart`.' })),
    cart: Type.Optional(
      Type.String({
        maxLength: cartLengthMax,
        description: 'Cart as JSON, as `evaluate` takes it: prices it with the promotion, whatever its state is.',
        examples: ['{"currency":"EUR","items":[{"sku":"TEA-100","quantity":3,"unitAmount":450}]}'],
      }),
    ),
    include: Type.Optional(
      words(2, oneOf(['stats', 'warnings']), { description: 'Additional parts of the response.' }),
    ),
  }),
  output: outputSchemaOf(promotion, {
    stats: Type.Optional(statsOutput),
    warnings: Type.Optional(overlapsOutput),
    evaluation: Type.Optional(
      closed(
        { effects: quoteOutput.effects, trace: traceList },
        { description: 'With a `cart`: effects of the offers that apply, and each decision. Nothing is counted.' },
      ),
    ),
  }),
  example: { promotionId: madeFirst('loyalty.promotion') },
  async handle(ctx, { include = [], cart, contactId, ...by }) {
    const { record } = await reach(ctx, promotion, exactlyOne(by, ['promotionId', 'clientReference']))
    const [view] = await present({ ctx, audience: 'owner' }, promotion, [record])
    const stats = include.includes('stats') ? { stats: await promotionStats(ctx, record) } : {}
    const warnings = include.includes('warnings') ? { warnings: await overlapsOf(ctx, record) } : {}
    const evaluation = await evaluationOf(ctx, record.id, { cart, contactId })
    return { ...view, ...stats, ...warnings, ...(evaluation && { evaluation }) }
  },
})

async function evaluationOf(ctx: Ctx, promotionId: string, of: { cart?: string; contactId?: string }) {
  const { cart: text, contactId } = of
  await checkContact(ctx, contactId ?? null)
  if (text === undefined) {
    if (contactId !== undefined) throw invalid(field('cart', 'required', 'is needed with contactId'))
    return undefined
  }
  const cart = cartOf({ cart: cartOfText(ctx, text), ...(contactId !== undefined && { contactId }) })
  const { priced } = await evaluate(ctx, cart, { tried: [promotionId] })
  return { effects: effectsJson(priced.applied), trace: traceJson(priced.trace) }
}
