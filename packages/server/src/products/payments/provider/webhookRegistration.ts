import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask, type Schedule } from '#kit/nouns/task.ts'
import { storable } from '#kit/values/foreignText.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { PayFailed, payProviderPort, PayRefused, type RegisteredHook } from '#platform/pay/payProviderPort.ts'
import { connectionOf } from './payConnection.ts'
import { hookUrlOf, payProvider, providerLock, type StoredProvider } from './payProvider.ts'
import { sealKeys, storedKeys } from './providerKeys.ts'

const rowsMax = 200
const messageMax = 300
/** Back-off of a registration that failed: ten minutes, twice as long each time, a day at most. */
const [retryMsMin, retryMsMax] = [10 * 60_000, 24 * 3_600_000]

/** Tries of a job while the company is not reached; later ones are those of the schedule. */
const quickTries = 3

/** Fields of a provider whose endpoint is registered, or is in the hands of its owner. */
export const hookSettled = { webhookError: null, webhookRetryAt: null, webhookTries: 0 }

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
 * an endpoint whose secret is not stored is replaced. The endpoint of a former key, at another account there, is
 * removed.
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
        if (!(error instanceof PayRefused) && !(error instanceof PayFailed)) throw error
        await noteFailure(ctx, providerId, error.message)
        if (error instanceof PayFailed && found.webhookTries < quickTries) throw error
      }
    },
    failed: (ctx, { providerId }) => noteFailure(ctx, providerId, 'Stripe was not reached.'),
  },
)

/** Registers endpoints again whose registration failed, with back-off. */
export const retryHooks: Schedule = {
  name: 'payments.provider.retryHooks',
  description: 'Registers webhook endpoints of payment providers again whose registration failed.',
  everySeconds: 300,
  async run(ctx) {
    for (const { account_id: accountId, id } of await ctx.db.rows(findUnregistered, [
      ctx.now().toISOString(),
      rowsMax,
    ])) {
      const account = await ctx.accounts.find(accountId)
      const providerId = encodeId(payProvider.prefix, accountId, id)
      if (account !== undefined) await tryAgain(ctx.as(account), providerId)
    }
  },
}

/** One provider whose company is not reached does not hold up the others: it stays noted, with a later moment. */
async function tryAgain(ctx: Ctx, providerId: string): Promise<void> {
  try {
    await registerHook.handle(ctx, { providerId })
  } catch (error) {
    ctx.log.warn('a webhook endpoint could not be registered', { providerId, error: String(error) })
  }
}

/** Stores the secret of a new endpoint. One that has become needless is removed. */
async function keepHook(ctx: Ctx, found: StoredProvider, { reference, secret }: RegisteredHook): Promise<void> {
  if (secret === undefined && found.webhookError === null) return
  await ctx.lock(providerLock)
  const held = await ctx.store.find(payProvider, found.id)
  if (held === undefined || !needsHook(ctx, held)) {
    ctx.later(removeHook, { providerId: found.id, endpoint: reference }, ctx.now())
    return
  }
  // A concurrent run has stored an endpoint that this run may have removed: the next run puts it right.
  if (held.webhookEndpoint !== found.webhookEndpoint) throw new Error('another endpoint was stored in between')
  const sealed =
    secret === undefined ? {} : { sealedKeys: sealKeys(ctx, { ...storedKeys(ctx, held), webhookSecret: secret }) }
  const patch = { ...sealed, webhookEndpoint: reference, ...hookSettled }
  if (found.webhookEndpoint !== null && found.webhookEndpoint !== reference) {
    ctx.later(removeHook, { providerId: found.id, endpoint: found.webhookEndpoint }, ctx.now())
  }
  await ctx.store.update(payProvider, found.id, { patch, known: held })
}

/** Notes a failure for the owner, who can register the endpoint at the company and give its secret. */
async function noteFailure(ctx: Ctx, providerId: string, message: string): Promise<void> {
  const webhookError = `No webhook endpoint could be registered; give webhookSecret. ${storable(message, messageMax)}`
  await ctx.atomic(async (inner) => {
    await inner.lock(providerLock)
    const held = await inner.store.find(payProvider, providerId)
    // The owner may have given the secret since.
    if (held !== undefined && needsHook(inner, held)) {
      const webhookTries = held.webhookTries + 1
      const waitMs = Math.min(retryMsMax, retryMsMin * 2 ** Math.min(held.webhookTries, 20))
      const webhookRetryAt = new Date(inner.now().getTime() + waitMs).toISOString()
      const patch = { webhookError, webhookTries, webhookRetryAt }
      await inner.store.update(payProvider, providerId, { patch, known: held })
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

const findUnregistered = statement(
  'payments_provider.unregistered',
  'offline',
  `select account_id, id from payments_provider
   where webhook_retry_at <= $1 and deleted_at is null order by account_id, webhook_retry_at, id limit $2`,
)

const findKeys = statement(
  'payments_provider.keys',
  'account',
  'select sealed_keys, has_settings_keys from payments_provider where account_id = $1 and id = $2',
)
