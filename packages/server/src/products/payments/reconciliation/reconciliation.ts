import type { Ctx } from '#kit/call/context.ts'
import { reasons } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { calendarDay, idOf, line, nullable, oneOf, optional, required } from '#kit/values/fields.ts'
import { currency, minorSum } from '#kit/values/money.ts'
import { payProviderKinds } from '#platform/pay/payProviderPort.ts'
import { paymentPrefix } from '#products/payments/payment/paymentFields.ts'
import { findConnection } from '#products/payments/provider/payConnection.ts'
import { reconciliationDeleted, reconciliationMismatch, reconciliationUpdated } from '#products/payments/facts.ts'

/** Sums of a day that are compared. */
export const comparedKinds = ['payments', 'captured', 'fees', 'refunded'] as const

/** Parts of a report that are compared with the payment that it names. */
export const reportKinds = ['session', 'currency', 'amount', 'refund'] as const

const readOnly = { access: { isReadOnly: true } }

const reconciliationFields = {
  providerId: required(idOf('ppr', { description: 'The compared provider.' }), readOnly),
  day: required(calendarDay({ description: 'The compared day, in UTC.' }), readOnly),
  currency: required(currency({ description: 'Currency of the sums.' }), readOnly),
  kind: required(
    oneOf([...comparedKinds, ...reportKinds], {
      description:
        'Compared sum of a day: number of payments, or an amount in minor units. Or the part of a single report that ' +
        'does not fit its payment: session, currency, amount or refund.',
    }),
    readOnly,
  ),
  ours: required(minorSum({ description: 'Sum of our records.' }), readOnly),
  theirs: required(minorSum({ description: 'Sum of the provider.' }), readOnly),
  paymentId: optional(idOf(paymentPrefix, { description: 'Payment that the report names; null for a day.' }), readOnly),
  providerReference: optional(
    line(255, { description: 'Session or refund of the report at the provider; null for a day.' }),
    readOnly,
  ),
}

/** A difference as the store returns it. */
export type Reconciliation = StoredOf<typeof reconciliationFields>

/** A difference between our records and a provider's: of a sum of a day, or of a single report. */
export const reconciliation = resource({
  id: 'payments.reconciliation',
  title: 'Reconciliation issue',
  description: 'Differences between our records and those of a provider',
  table: 'payments_reconciliation',
  idKey: 'reconciliationId',
  prefix: 'rci',
  states: { open: ['resolved'], resolved: ['open'] },
  initial: 'open',
  actions: {
    resolve: {
      from: ['open'],
      to: 'resolved',
      description: 'it is settled; a comparison that finds the difference of its day again opens it.',
    },
  },
  deletedFrom: [],
  countMax: Number.POSITIVE_INFINITY,
  fields: reconciliationFields,
  computed: {
    fields: {
      provider: nullable(oneOf(payProviderKinds, { description: 'Kind of the provider; null for a deleted one.' })),
    },
    of: providersOf,
  },
  card: ({ day, kind, currency: unit }) => ({ title: `${day} ${unit} ${kind}` }),
  facts: {
    created: reconciliationMismatch,
    updated: reconciliationUpdated,
    deleted: reconciliationDeleted,
    moved: { 'resolved open': reconciliationMismatch },
  },
  constraints: {
    payments_reconciliation_sum_key: { reason: reasons.writeContended, field: 'day' },
    payments_reconciliation_report_key: { reason: reasons.writeContended, field: 'paymentId' },
  },
})

async function providersOf(ctx: Ctx, records: readonly Reconciliation[]) {
  const ids = [...new Set(records.map(({ providerId }) => providerId))]
  const connections = await Promise.all(ids.map((id) => findConnection(ctx, id)))
  const kinds = new Map(ids.map((id, index) => [id, connections[index]?.kind ?? null]))
  return records.map(({ providerId }) => ({ provider: kinds.get(providerId) ?? null }))
}
