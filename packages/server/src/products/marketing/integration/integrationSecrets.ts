import type { Ctx } from '#kit/call/context.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { newWebhookSecret } from '#platform/webhooks/sign.ts'
import type { Integration, Secrets } from './integrationFields.ts'

type Sealed = Pick<Integration, 'type' | 'sealedSecrets'>
type Hooked = Pick<Integration, 'type' | 'sealedHookSecret' | 'sealedFormerSecret' | 'formerSecretUntil'>

/** Hours for which the former secret of a hook stays valid beside a new one. */
export const formerSecretHours = 24

/** Secrets of an integration in clear. */
export function openSecrets(ctx: Ctx, { type, sealedSecrets }: Sealed): Secrets {
  // cast: only `sealSecrets` seals JSON for this place.
  return sealedSecrets === null ? {} : (JSON.parse(open(ctx, `secrets ${type}`, sealedSecrets)) as Secrets)
}

/** Sealed secrets for storage, in base64. */
export function sealSecrets(ctx: Ctx, type: string, secrets: Secrets): string {
  return seal(ctx, `secrets ${type}`, JSON.stringify(secrets))
}

/** A new secret of the hook, or the key that signs webhooks, and its sealed form. */
export function makeHookSecret(ctx: Ctx, type: string): { secret: string; sealed: string } {
  const secret = type === 'outboundWebhook' ? newWebhookSecret() : randomText(24)
  return { secret, sealed: seal(ctx, `hook ${type}`, secret) }
}

/** The secrets that a call of the hook may have: the current one, and for a day the former one. */
export function hookSecrets(ctx: Ctx, of: Hooked): string[] {
  const isFormerValid = of.formerSecretUntil !== null && of.formerSecretUntil > ctx.now().toISOString()
  const sealed = [of.sealedHookSecret, isFormerValid ? of.sealedFormerSecret : null]
  return sealed.flatMap((each) => (each === null ? [] : [open(ctx, `hook ${of.type}`, each)]))
}

/** A secret as a key of Standard Webhooks; a secret of other form is the key by its bytes. */
export function webhookKeyOf(secret: string): string {
  return secret.startsWith('whsec_') ? secret : `whsec_${Buffer.from(secret).toString('base64')}`
}

function seal(ctx: Ctx, place: string, plain: string): string {
  return Buffer.from(ctx.port(sealingPort).seal(plain, placeOf(ctx, place))).toString('base64')
}

function open(ctx: Ctx, place: string, sealed: string): string {
  return ctx.port(sealingPort).open(Buffer.from(sealed, 'base64'), placeOf(ctx, place))
}

function placeOf(ctx: Ctx, place: string): string {
  return `marketing.integration ${ctx.account.id} ${place}`
}
