import type { Ctx } from '#kit/call/context.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { PayConnection } from '#platform/pay/payProviderPort.ts'
import { sandboxSecretOf } from '#platform/pay/sandbox/sandboxSecret.ts'

/** Prefix of the ids of payment providers. */
export const providerPrefix = 'ppr'

/** Row id of the sandbox that every account has without a record. */
const builtInUuid = '00000000-0000-7000-8000-000000000001'

/** Id of the sandbox that the account has from the start. */
export function sandboxIdOf(ctx: Ctx): string {
  return encodeId(providerPrefix, ctx.account.id, builtInUuid)
}

/** Throws invalid for a provider that the account does not have. */
export async function checkProvider(ctx: Ctx, providerId: string): Promise<void> {
  if ((await findConnection(ctx, providerId)) === undefined) throw invalid(unknownReference('providerId'))
}

/** The provider that takes the money of a new payment: the named one, else the default of the account. */
export async function connectionFor(ctx: Ctx, providerId: string | null): Promise<PayConnection> {
  return (providerId === null ? undefined : await findConnection(ctx, providerId)) ?? sandboxOf(ctx)
}

/** The connection of a provider by its id; undefined for an unknown one. */
export async function findConnection(ctx: Ctx, providerId: string): Promise<PayConnection | undefined> {
  return providerId === sandboxIdOf(ctx) ? sandboxOf(ctx) : undefined
}

function sandboxOf(ctx: Ctx): PayConnection {
  const providerId = sandboxIdOf(ctx)
  return { kind: 'sandbox', providerId, secretKey: '', webhookSecrets: [sandboxSecretOf(ctx, providerId)] }
}
