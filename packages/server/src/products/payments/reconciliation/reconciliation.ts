import { reasons } from '#kit/call/problem.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { calendarDay, idOf, oneOf, required } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { reconciliationDeleted, reconciliationMismatch, reconciliationUpdated } from '#products/payments/facts.ts'

/** Sums of a day that are compared. */
export const comparedKinds = ['payments', 'captured', 'fees', 'refunded'] as const

const readOnly = { access: { isReadOnly: true } }

const reconciliationFields = {
  providerId: required(idOf('ppr', { description: 'The compared provider.' }), readOnly),
  day: required(calendarDay({ description: 'The compared day, in UTC.' }), readOnly),
  currency: required(currency({ description: 'Currency of the sums.' }), readOnly),
  kind: required(
    oneOf(comparedKinds, { description: 'Compared sum: number of payments, or an amount in minor units.' }),
    readOnly,
  ),
  ours: required(minorAmount(-amountMax, amountMax, { description: 'Sum of our records.' }), readOnly),
  theirs: required(minorAmount(-amountMax, amountMax, { description: 'Sum of the provider.' }), readOnly),
}

/** A difference as the store returns it. */
export type Reconciliation = StoredOf<typeof reconciliationFields>

/** A difference between our records and a provider's, of a day, a currency and a sum. */
export const reconciliation = resource({
  id: 'payments.reconciliation',
  title: 'Reconciliation issue',
  description: 'Differences between our records and those of a provider',
  table: 'payments_reconciliation',
  idKey: 'reconciliationId',
  prefix: 'rci',
  states: { open: ['resolved'], resolved: ['open'] },
  initial: 'open',
  deletedFrom: [],
  countMax: Number.POSITIVE_INFINITY,
  fields: reconciliationFields,
  card: ({ day, kind, currency: unit }) => ({ title: `${day} ${unit} ${kind}` }),
  facts: {
    created: reconciliationMismatch,
    updated: reconciliationUpdated,
    deleted: reconciliationDeleted,
    moved: { 'resolved open': reconciliationMismatch },
  },
  constraints: {
    payments_reconciliation_day_key: { reason: reasons.writeContended, field: 'day' },
  },
})
