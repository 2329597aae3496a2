import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { storable } from '#kit/values/foreignText.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { payProviderPort, PayRefused, type RegisteredHook } from '#platform/pay/payProviderPort.ts'
import { connectionOf } from './payConnection.ts'
import { hookUrlOf, payProvider, providerLock, type StoredProvider } from './payProvider.ts'
import { sealKeys, storedKeys } from './providerKeys.ts'

const messageMax = 300

/** Whether a company can reach the hooks of this server: by https, under a name of the public internet. */
export function isReachable(ctx: Ctx): boolean {
  const { protocol, hostname } = new URL(ctx.settings.publicUrl)
  const isLocal = /^[\d.]+$|^\[|\.(localhost|local|internal|test)$/.test(hostname)
  return protocol === 'https:' && hostname.includes('.') && !isLocal
}

/** Whether this server registers the webhook endpoint of a provider: its owner gave a key, and no webhook secret. */
export function needsHook(ctx: Ctx, record: StoredProvider): boolean {
  if (record.kind !== 'stripe' || record.hasSettingsKeys) return false
  return record.webhookEndpoint !== null || storedKeys(ctx, record).webhookSecret === undefined
}

/**
 * Registers the webhook endpoint of a provider at its company, and stores its secret. It may run any number of times:
 * an endpoint whose secret is not stored is replaced.
 */
export const registerHook = outboundTask(
  'payments.provider.registerHook',
  'Registers the webhook endpoint of a payment provider at its company.',
  Type.Object({ providerId: Type.String() }),
  {
    async handle(ctx, { providerId }) {
      const found = await ctx.store.find(payProvider, providerId)
      if (found === undefined || !needsHook(ctx, found)) return
      const { webhookEndpoint: known } = found
      const request = { url: hookUrlOf(ctx, found), known }
      try {
        const made = await ctx.port(payProviderPort).registerHook(ctx, connectionOf(ctx, found), request)
        await ctx.atomic((inner) => keepHook(inner, found, made))
      } catch (error) {
        if (!(error instanceof PayRefused)) throw error
        await noteFailure(ctx, providerId, error.message)
      }
    },
    failed: (ctx, { providerId }) => noteFailure(ctx, providerId, 'Stripe was not reached.'),
  },
)

/** Stores the secret of a new endpoint. One that has become needless is removed. */
async function keepHook(ctx: Ctx, found: StoredProvider, { reference, secret }: RegisteredHook): Promise<void> {
  if (secret === undefined) return
  await ctx.lock(providerLock)
  const held = await ctx.store.find(payProvider, found.id)
  if (held === undefined || !needsHook(ctx, held)) {
    ctx.later(removeHook, { providerId: found.id, endpoint: reference }, ctx.now())
    return
  }
  // A concurrent run has stored an endpoint that this run may have removed: the next run puts it right.
  if (held.webhookEndpoint !== found.webhookEndpoint) throw new Error('another endpoint was stored in between')
  const sealedKeys = sealKeys(ctx, { ...storedKeys(ctx, held), webhookSecret: secret })
  const patch = { sealedKeys, webhookEndpoint: reference, lastError: null }
  await ctx.store.update(payProvider, found.id, { patch, known: held })
}

/** Notes a failure for the owner, who can register the endpoint at the company and give its secret. */
async function noteFailure(ctx: Ctx, providerId: string, message: string): Promise<void> {
  const lastError = `No webhook endpoint could be registered; give webhookSecret. ${storable(message, messageMax)}`
  await ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    const held = await inner.store.find(payProvider, providerId)
    // The owner may have given the secret since.
    if (held !== undefined && needsHook(inner, held)) {
      await inner.store.update(payProvider, providerId, { patch: { lastError }, known: held })
    }
  })
}

/** Removes a webhook endpoint at the company of a provider, also of a deleted one. */
export const removeHook = outboundTask(
  'payments.provider.removeHook',
  'Removes the webhook endpoint of a payment provider at its company.',
  Type.Object({ providerId: Type.String(), endpoint: Type.String() }),
  {
    async handle(ctx, { providerId, endpoint }) {
      const [row] = await ctx.db.rows(findKeys, [ctx.account.id, uuidOf(payProvider.prefix, providerId)])
      if (row === undefined) return
      const keys = { sealedKeys: row.sealed_keys, hasSettingsKeys: row.has_settings_keys }
      const connection = connectionOf(ctx, { id: providerId, kind: 'stripe', ...keys })
      try {
        await ctx.port(payProviderPort).removeHook(ctx, connection, endpoint)
      } catch (error) {
        if (!(error instanceof PayRefused)) throw error
        ctx.log.warn('a webhook endpoint could not be removed', { providerId, endpoint, reason: error.message })
      }
    },
    async failed(ctx, payload): Promise<void> {
      ctx.log.warn('a webhook endpoint was not removed: its company was not reached', payload)
    },
  },
)

const findKeys = statement(
  'payments_provider.keys',
  'account',
  'select sealed_keys, has_settings_keys from payments_provider where account_id = $1 and id = $2',
)
