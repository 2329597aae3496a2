import type { Ctx } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/** Secret that signs the webhooks of a sandbox: a keyed hash of its id, so it needs no storage. */
export function sandboxSecretOf(ctx: Ctx, providerId: string): string {
  return `whsec_${ctx.port(keyHashPort)(`sandbox webhook ${providerId}`).toString('base64')}`
}
