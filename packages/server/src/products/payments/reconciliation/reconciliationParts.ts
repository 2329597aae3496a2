import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { reconciliation } from './reconciliation.ts'
import { operations } from './reconciliationOperations.ts'
import { schedules } from './reconcilers.ts'

/** Comparison with the providers, and of our records with each other. */
export const reconciliationPart: Parts = {
  resources: [reconciliation],
  operations,
  schedules,
  tables: {
    payments_day: table.account({
      key: ['account_id', 'provider_id', 'day'],
      acrossAccounts: ['payments_day_unchecked_ix'],
    }),
  },
}
