import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { storable } from '#kit/values/foreignText.ts'
import { PayFailed, payProviderPort, PayRefused, type PayConnection } from '#platform/pay/payProviderPort.ts'
import { providerUnreachable } from './payProvider.ts'

/** Result of a check: the cause of a failure, and whether a later check may succeed without a change. */
export type ProviderCheck = { ok: true } | { ok: false; isTemporary: boolean; message: string }

const messageMax = 500

/** Checks the keys of a connection at its company. The sandbox has none. Call outside a transaction. */
export async function checkConnection(ctx: Ctx, connection: PayConnection): Promise<ProviderCheck> {
  if (connection.kind === 'sandbox') return { ok: true }
  try {
    await ctx.port(payProviderPort).check(ctx, connection)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof PayRefused) && !(error instanceof PayFailed)) throw error
    return { ok: false, isTemporary: error instanceof PayFailed, message: storable(error.message, messageMax) }
  }
}

/** Throws invalid for keys that the company refuses, and provider_unreachable where it was not reached. */
export async function checkKeysWork(ctx: Ctx, connection: PayConnection): Promise<void> {
  const result = await checkConnection(ctx, connection)
  if (result.ok) return
  if (result.isTemporary) throw problem(providerUnreachable)
  throw invalid(field('secrets/secretKey', 'refused', `is refused: ${result.message}`))
}
