import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { processEvent, pruneEvents, receiveEvent } from './providerEvents.ts'

/** Calls of providers, stored and processed. */
export const providerEventPart: Parts = {
  hooks: [receiveEvent],
  tasks: [processEvent],
  schedules: [pruneEvents],
  tables: {
    payments_provider_event: table.account({
      key: ['account_id', 'provider_id', 'event_id'],
      acrossAccounts: ['payments_provider_event_old_ix'],
    }),
  },
}
