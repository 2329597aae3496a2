import { stripeSettings } from '#platform/pay/stripe/stripeSettings.ts'

/** Settings of the provider that takes payments: its client and the records of providers read them. */
export const providerSettings = stripeSettings
