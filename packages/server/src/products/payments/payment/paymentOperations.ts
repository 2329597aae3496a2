import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { reach, reachList, exactlyOne } from '#kit/call/recordReach.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, list, type GetOptions } from '#kit/nouns/standard.ts'
import { clientReference, dateTime, idOf, line } from '#kit/values/fields.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'
import { linkPrefix } from '#products/payments/link/linkFields.ts'
import { disputeList, disputesOf } from '#products/payments/refund/dispute.ts'
import { refundList, refundsOf } from '#products/payments/refund/refundView.ts'
import { paymentPrefix } from './paymentFields.ts'
import { payment } from './payment.ts'
import { stepsOf, timeline } from './paymentSteps.ts'

const scope = 'payments.payment:read'
const listOptions = {
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    paymentLinkId: {
      schema: idOf(linkPrefix, { description: 'Only payments of this link.' }),
      column: 'payment_link_id',
      test: 'id',
    },
    contactId: {
      schema: idOf('con', { description: 'Only payments of this contact.' }),
      column: 'contact_id',
      test: 'equals',
    },
    streamId: {
      schema: idOf('str', { description: 'Only payments over links of this live stream.' }),
      column: 'stream_id',
      test: 'id',
    },
    sourceTag: {
      schema: line(100, { description: 'Only payments with this tag.' }),
      column: 'source_tag',
      test: 'equals',
    },
    currency: { schema: payment.fields.currency.schema, column: 'currency', test: 'equals' },
    createdAfter: {
      schema: dateTime({ description: 'Only payments from this time on.' }),
      column: 'created_at',
      test: 'from',
    },
    createdBefore: {
      schema: dateTime({ description: 'Only payments until this time.' }),
      column: 'created_at',
      test: 'to',
    },
  },
} as const

const allPayments = list(payment, 'GET /api/payment/payment/all', 'Payments - Get All', listOptions)

/** Operations of payments for the owner. */
export const operations = [
  {
    ...allPayments,
    handle: async (ctx: Ctx, input: unknown) => {
      // cast: mount calls it with input of the list alone.
      const { from, query } = await reachList(ctx, input as Record<string, unknown>, { of: payment, ...listOptions })
      const page = await from.ctx.store.list(payment, query)
      return { ...page, items: await shownPayments(ctx, page.items) }
    },
  },
  operation('payments.payment.get', {
    route: 'GET /api/payment/payment/get',
    title: 'Payment - Get',
    description: 'Gets a payment with its time line, its refunds and its disputes.',
    scope,
    input: closed({
      paymentId: Type.Optional(idOf(paymentPrefix)),
      clientReference: Type.Optional(clientReference()),
    }),
    output: outputSchemaOf(payment, { refunds: refundList, disputes: disputeList, timeline }),
    example: { paymentId: madeFirst('payments.payment') } satisfies GetOptions['example'],
    async handle(ctx, input) {
      const found = await reach(ctx, payment, exactlyOne(input, ['paymentId', 'clientReference']))
      const { id } = found.record
      const [[shown], refunds, disputes, steps] = await Promise.all([
        shownPayments(ctx, [found.record]),
        refundsOf(ctx, id),
        disputesOf(ctx, id),
        stepsOf(ctx, id),
      ])
      return { ...shown, refunds, disputes, timeline: steps }
    },
  }),
].map(companion)

/** Payments in the form of the owner; data of payers only for keys that read contacts. */
export async function shownPayments(ctx: Ctx, records: Parameters<typeof present<typeof payment>>[2]) {
  const shown = await present({ ctx, audience: 'owner' }, payment, records)
  if (hasScope(ctx.actor, 'marketing.contact:read')) return shown
  return shown.map(masked)
}

/** A payment without data of its payer, and without the addresses that show them: the receipt and a test session. */
function masked(shown: Record<string, unknown>): Record<string, unknown> {
  const isTest = shown['provider'] === 'sandbox'
  return {
    ...shown,
    ...(isTest && { providerReference: null, chargeReference: null }),
    customer: maskedCustomer(shown['customer']),
    answers: [],
    receiptUrl: null,
  }
}

/** The customer with a masked mail address alone: `a…@example.com`. */
export function maskedCustomer(customer: unknown): { email?: string } | null {
  const { email } = Object(customer)
  if (typeof email !== 'string') return null
  const at = email.lastIndexOf('@')
  return { email: `${email.slice(0, 1)}…${email.slice(at)}` }
}
