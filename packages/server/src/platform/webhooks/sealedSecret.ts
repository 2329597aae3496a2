import type { Sealing } from '#platform/secrets/sealingPort.ts'

/** A signing secret as it is stored: sealed for its account, in base64. */
export function sealSecret(sealing: Sealing, accountId: number, secret: string): string {
  return Buffer.from(sealing.seal(secret, contextOf(accountId))).toString('base64')
}

/** Opens a sealed secret. Throws when it was sealed for another account, or with another master key. */
export function openSecret(sealing: Sealing, accountId: number, sealed: string): string {
  return sealing.open(Buffer.from(sealed, 'base64'), contextOf(accountId))
}

function contextOf(accountId: number): string {
  return `webhookEndpoint.secret ${accountId}`
}
