import type { Ctx } from '#kit/call/context.ts'
import { invalid, problem, unknownReference } from '#kit/call/problem.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { PayConnection } from '#platform/pay/payProviderPort.ts'
import { sandboxSecretOf } from '#platform/pay/sandbox/sandboxSecret.ts'
import { payProvider, providerNotActive, type StoredProvider } from './payProvider.ts'
import { findDefaultId } from './providerDefault.ts'
import { settingsKeys, storedKeys, type ProviderKeys } from './providerKeys.ts'

/** Row id of the sandbox that every account has without a record. */
const builtInUuid = '00000000-0000-7000-8000-000000000001'

/** Id of the sandbox that the account has from the start. */
export function sandboxIdOf(ctx: Ctx): string {
  return encodeId(payProvider.prefix, ctx.account.id, builtInUuid)
}

/** Throws invalid for a provider that the account does not have, and provider_not_active for one out of use. */
export async function checkProvider(ctx: Ctx, providerId: string): Promise<void> {
  if ((await findConnection(ctx, providerId)) === undefined) throw invalid(unknownReference('providerId'))
  await connectionFor(ctx, providerId)
}

/**
 * The provider that takes the money of a new payment: the named one, else the default of the account, which is the
 * built-in sandbox at first. Throws provider_not_active.
 */
export async function connectionFor(ctx: Ctx, providerId: string | null): Promise<PayConnection> {
  const id = providerId ?? (await findDefaultId(ctx)) ?? sandboxIdOf(ctx)
  if (id === sandboxIdOf(ctx)) return builtIn(ctx)
  const record = await ctx.store.find(payProvider, id)
  if (record?.status !== 'active') throw problem(providerNotActive)
  return connectionOf(ctx, record)
}

/** The connection of a provider by its id, also of one out of use; undefined for an unknown one. */
export async function findConnection(ctx: Ctx, providerId: string): Promise<PayConnection | undefined> {
  if (providerId === sandboxIdOf(ctx)) return builtIn(ctx)
  const record = await ctx.store.find(payProvider, providerId)
  return record === undefined ? undefined : connectionOf(ctx, record)
}

/** The connection of a stored provider. */
export function connectionOf(ctx: Ctx, record: Pick<StoredProvider, 'id' | 'kind' | KeyColumns>): PayConnection {
  const { id: providerId, kind } = record
  if (kind === 'sandbox') return sandboxOf(ctx, providerId)
  const { secretKey = '', webhookSecret, formerKeys = [] } = storedKeys(ctx, record)
  return { kind, providerId, secretKey, formerKeys, webhookSecrets: webhookSecret === undefined ? [] : [webhookSecret] }
}

/** The connection of a provider that is to be created. */
export function connectionOfSent(ctx: Ctx, { draft: { kind }, keys }: Sent): PayConnection {
  const own = keys.secretKey ?? settingsKeys(ctx)?.secretKey ?? ''
  return { kind, providerId: '', secretKey: own, webhookSecrets: [] }
}

type Sent = { draft: Pick<StoredProvider, 'kind'>; keys: ProviderKeys }
type KeyColumns = 'sealedKeys' | 'hasSettingsKeys'

function builtIn(ctx: Ctx): PayConnection {
  return sandboxOf(ctx, sandboxIdOf(ctx))
}

function sandboxOf(ctx: Ctx, providerId: string): PayConnection {
  return { kind: 'sandbox', providerId, secretKey: '', webhookSecrets: [sandboxSecretOf(ctx, providerId)] }
}
