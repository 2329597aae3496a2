import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { createInput, get, list, remove, updateInput } from '#kit/nouns/standard.ts'
import { flag, idOf, line } from '#kit/values/fields.ts'
import { paymentLinkCreated } from '#products/payments/facts.ts'
import { createLink, updateLink } from './linkWrites.ts'
import { linkExhausted, paymentLink } from './paymentLink.ts'

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
  reasons: [linkExhausted],
  example: { ...one, title: 'Summer night, front row' },
  handle: once(async (ctx, input: Record<string, unknown>) => {
    const record = await updateLink(ctx, input)
    return (await present({ ctx, audience: 'owner' }, paymentLink, [record]))[0] ?? {}
  }),
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
  get(paymentLink, 'GET /api/payment/paymentLink/get', 'Payment link - Get', { example: one }),
  remove(paymentLink, 'POST /api/payment/paymentLink/delete', 'Payment link - Delete', {
    description: 'Deletes a payment link. Its payments stay; open sessions of payers end at the provider.',
    example: one,
  }),
].map(companion)
