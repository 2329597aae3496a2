import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, createInput, list, remove, updateInput } from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line, oneOf } from '#kit/values/fields.ts'
import { paymentLinkCreated } from '#products/payments/facts.ts'
import { Type } from '#kit/values/schema.ts'
import { linkDays, linkDaysShape } from './linkDays.ts'
import { createLink, updateLink } from './linkWrites.ts'
import { linkExhausted, linkPartPaid, paymentLink } from './paymentLink.ts'

const one = { paymentLinkId: madeFirst('payments.paymentLink') }
const { updated, moved } = paymentLink.facts

const createOperation = operation('payments.paymentLink.create', {
  route: 'POST /api/payment/paymentLink/create',
  title: 'Payment link - Create',
  description: 'Creates a page that takes payments; `url` is its address.',
  scope: 'payments.paymentLink:write',
  input: createInput(paymentLink, ['active', 'inactive']),
  output: outputSchemaOf(paymentLink, { created: flag({ description: 'False when it was there already.' }) }),
  emits: [paymentLinkCreated],
  example: {
    title: 'Summer night, balcony',
    currency: 'EUR',
    lineItems: [{ name: 'Seat', amount: 2_500, adjustable: { min: 1, max: 8 } }],
    allowCoupons: true,
  },
  handle: once(async (ctx, input: Record<string, unknown>) => {
    const made = await createLink(ctx, input)
    const [shown] = await present({ ctx, audience: 'owner' }, paymentLink, [made.record])
    return { ...shown, created: made.created }
  }),
})

const updateOperation = operation('payments.paymentLink.update', {
  route: 'PUT /api/payment/paymentLink/update',
  title: 'Payment link - Update',
  description: 'Changes a payment link. Payments that run keep the price that they began with.',
  scope: 'payments.paymentLink:write',
  input: updateInput(paymentLink),
  output: outputSchemaOf(paymentLink),
  emits: [updated, ...Object.values(moved ?? {})],
  reasons: [linkExhausted, linkPartPaid],
  example: { ...one, title: 'Summer night, front row' },
  handle: once(async (ctx, input: Record<string, unknown>) => {
    const record = await updateLink(ctx, input)
    return (await present({ ctx, audience: 'owner' }, paymentLink, [record]))[0] ?? {}
  }),
})

const getOperation = operation('payments.paymentLink.get', {
  route: 'GET /api/payment/paymentLink/get',
  title: 'Payment link - Get',
  description: 'Gets a payment link. `include=days` adds its visits and payments by day.',
  scope: 'payments.paymentLink:read',
  isRead: true,
  input: closed({
    paymentLinkId: Type.Optional(idOf(paymentLink.prefix)),
    clientReference: Type.Optional(clientReference()),
    include: Type.Optional(oneOf(['days'], { description: 'Part to add.' })),
  }),
  output: outputSchemaOf(paymentLink, { days: Type.Optional(linkDaysShape) }),
  example: { ...one, include: 'days' },
  async handle(ctx, { include, ...named }) {
    const found = await reach(ctx, paymentLink, exactlyOne(named, ['paymentLinkId', 'clientReference']))
    const [shown] = await present(found, paymentLink, [found.record])
    return { ...shown, ...(include === 'days' && { days: await linkDays(ctx, found.record.id) }) }
  },
})

/** Operations of payment links. */
export const operations = [
  createOperation,
  updateOperation,
  list(paymentLink, 'GET /api/payment/paymentLink/all', 'Payment links - Get All', {
    sorts: ['-createdAt', 'createdAt', 'title'],
    filters: {
      currency: { schema: paymentLink.fields.currency.schema, column: 'currency', test: 'equals' },
      streamId: {
        schema: idOf('str', { description: 'Only links of this live stream.' }),
        column: 'stream_id',
        test: 'id',
      },
      sourceTag: {
        schema: line(100, { description: 'Only links with this tag.' }),
        column: 'source_tag',
        test: 'equals',
      },
    },
  }),
  getOperation,
  remove(paymentLink, 'POST /api/payment/paymentLink/delete', 'Payment link - Delete', {
    description: 'Deletes a payment link. Its payments stay; open sessions of payers end at the provider.',
    example: one,
  }),
].map(companion)
