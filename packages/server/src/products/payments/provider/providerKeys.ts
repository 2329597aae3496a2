import type { Ctx } from '#kit/call/context.ts'
import { group, line } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { stripeSettings } from '#platform/pay/stripe/stripeSettings.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import type { StoredProvider } from './payProvider.ts'

/** Names of keys. */
export const keyNames = ['secretKey', 'webhookSecret'] as const

/** Keys in clear. */
export type ProviderKeys = { [K in (typeof keyNames)[number]]?: string }

/** Keys as a caller sends them. They are never returned. */
export const sentKeys = group(
  {
    secretKey: Type.Optional(line(255, { description: 'Secret or restricted key, `sk_…` or `rk_…`.' })),
    webhookSecret: Type.Optional(
      line(255, {
        description: 'Signing secret of the webhook endpoint, `whsec_…`; without it the server registers an endpoint.',
      }),
    ),
  },
  { description: 'Keys of Stripe; those that are sent replace the stored ones.' },
)

/** Keys of a provider in clear: its own ones, or those of the settings. */
export function storedKeys(ctx: Ctx, of: Pick<StoredProvider, 'sealedKeys' | 'hasSettingsKeys'>): ProviderKeys {
  if (of.hasSettingsKeys) return settingsKeys(ctx) ?? {}
  if (of.sealedKeys === null) return {}
  // cast: only `sealKeys` seals JSON for this place.
  return JSON.parse(ctx.port(sealingPort).open(Buffer.from(of.sealedKeys, 'base64'), placeOf(ctx))) as ProviderKeys
}

/** Sealed keys for storage, in base64. */
export function sealKeys(ctx: Ctx, keys: ProviderKeys): string {
  return Buffer.from(ctx.port(sealingPort).seal(JSON.stringify(keys), placeOf(ctx))).toString('base64')
}

/** Keys of the settings of the server; undefined for another account than the one that they are for. */
export function settingsKeys(ctx: Ctx): Required<ProviderKeys> | undefined {
  const { stripeAccount, stripeSecretKey, stripeWebhookSecret } = ctx.settings.of(stripeSettings)
  if (stripeAccount !== ctx.account.publicId || stripeSecretKey === undefined) return undefined
  return { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret ?? '' }
}

function placeOf(ctx: Ctx): string {
  return `payments.provider ${ctx.account.id} keys`
}
