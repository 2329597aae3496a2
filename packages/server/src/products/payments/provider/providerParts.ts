import type { Parts } from '#kit/nouns/product.ts'
import { payProvider } from './payProvider.ts'
import { attention, recheckProviders } from './providerHealth.ts'
import { operations } from './providerOperations.ts'
import { registerHook, removeHook, retryHooks } from './webhookRegistration.ts'

/** Payment providers of an account. */
export const providerParts: Parts = {
  resources: [payProvider],
  operations,
  tasks: [registerHook, removeHook],
  schedules: [recheckProviders, retryHooks],
  attention,
}
