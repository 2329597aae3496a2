import type { Ctx } from '#kit/call/context.ts'
import { group, line } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { stripeSettings } from '#platform/pay/stripe/stripeSettings.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import type { StoredProvider } from './payProvider.ts'

/** Names of keys. */
export const keyNames = ['secretKey', 'webhookSecret'] as const

/** Former secret keys that are kept. */
const formerMax = 2

/** Keys in clear. */
export type ProviderKeys = { [K in (typeof keyNames)[number]]?: string }

/** Keys as they are sealed, with former secret keys, newest first: payments went through their accounts. */
export type StoredKeys = ProviderKeys & { formerKeys?: readonly string[] }

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
export function storedKeys(ctx: Ctx, of: Pick<StoredProvider, 'sealedKeys' | 'hasSettingsKeys'>): StoredKeys {
  if (of.hasSettingsKeys) return settingsKeys(ctx) ?? {}
  if (of.sealedKeys === null) return {}
  // cast: only `sealKeys` seals JSON for this place.
  return JSON.parse(ctx.port(sealingPort).open(Buffer.from(of.sealedKeys, 'base64'), placeOf(ctx))) as StoredKeys
}

/** Stored keys with sent ones in their place; a secret key that is replaced becomes a former one. */
export function replacedKeys(stored: StoredKeys, sent: ProviderKeys): StoredKeys {
  const { secretKey: former, formerKeys = [] } = stored
  if (sent.secretKey === undefined || former === undefined || sent.secretKey === former) return { ...stored, ...sent }
  const others = [former, ...formerKeys].filter((key) => key !== sent.secretKey)
  return { ...stored, ...sent, formerKeys: [...new Set(others)].slice(0, formerMax) }
}

/** Sealed keys for storage, in base64. */
export function sealKeys(ctx: Ctx, keys: StoredKeys): string {
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
