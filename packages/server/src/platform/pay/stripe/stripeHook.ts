import type Stripe from 'stripe'
import { PayRefused, type HookRequest, type RegisteredHook } from '#platform/pay/payProviderPort.ts'
import { stripeEventNames } from './stripeEvents.ts'
import { idNames } from './stripeReports.ts'

/** Most endpoints that are read; Stripe lets an account have 16. */
const endpointsMax = 200

/** Registers the webhook endpoint of a provider of ours. The known one stays, and gets the address and the events. */
export async function registerHook(
  stripe: Stripe,
  providerId: string,
  { url, known }: HookRequest,
): Promise<RegisteredHook> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: endpointsMax })
  const own = all.filter((each) => each.url === url || each.metadata[idNames.provider] === providerId)
  for (const other of own.filter(({ id }) => id !== known)) await removeHook(stripe, other.id)
  const wanted = { url, enabled_events: [...stripeEventNames] }
  if (known !== null && own.some(({ id }) => id === known)) {
    await stripe.webhookEndpoints.update(known, { ...wanted, disabled: false })
    return { reference: known, secret: undefined }
  }
  const { id, secret } = await stripe.webhookEndpoints.create({
    ...wanted,
    description: 'Fairground',
    metadata: { [idNames.provider]: providerId },
    // Events have the form of the version that this client reads, whatever the account of the key uses elsewhere.
    api_version: versionOf(stripe),
  })
  if (secret === undefined) throw new PayRefused('no_secret', 'Stripe: the webhook endpoint came without a secret.')
  return { reference: id, secret }
}

/** Removes an endpoint; one that is gone already is fine. */
export async function removeHook(stripe: Stripe, reference: string): Promise<void> {
  await stripe.webhookEndpoints.del(reference).catch((error: unknown) => {
    if (Object(error).statusCode !== 404) throw error
  })
}

function versionOf(stripe: Stripe): Stripe.WebhookEndpointCreateParams.ApiVersion {
  // cast: the client sends this version with each request, so Stripe knows it.
  return stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion
}
