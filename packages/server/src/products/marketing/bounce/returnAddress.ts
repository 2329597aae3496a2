import type { Ctx } from '#kit/call/context.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { KeyedHash } from '#platform/auth/linkToken.ts'
import { isSameSecret } from '#platform/webhooks/verifySignature.ts'
import { inboundSettings } from '#products/marketing/settings.ts'

/** Purpose of a return address: the envelope sender, the address of List-Unsubscribe, or Reply-To. */
export type ReturnPurpose = 'bounce' | 'unsubscribe' | 'reply'

/** The message that a return address belongs to. `messageId`: its row id. */
export type ReturnAddress = { purpose: ReturnPurpose; accountId: number; messageId: string }

const letters = { bounce: 'b', unsubscribe: 'u', reply: 'r' } as const
const proofBytes = 10
/** Letter, account and message, proof: 57 characters of the 64 that a local part may have. */
const localForm = /^([bur])-([0-9a-hjkmnp-tv-z]{34})-([0-9a-f]{20})$/

/** Domain of return addresses; undefined where the operator set none, and bounces go to the sender. */
export function returnDomain(ctx: Ctx): string | undefined {
  return ctx.settings.of(inboundSettings).inboundMailDomain
}

/**
 * A return address of a message. It proves that this server made it, and survives servers that change the case of
 * letters. `messageId`: row id of the message.
 */
export function returnAddress(ctx: Ctx, purpose: ReturnPurpose, { messageId, domain }: Returning): string {
  const letter = letters[purpose]
  const body = encodeId(letter, ctx.account.id, messageId).slice(2)
  return `${letter}-${body}-${proofOfBody(ctx.port(keyHashPort), letter, body)}@${domain}`
}

type Returning = { messageId: string; domain: string }

/** The envelope sender of a message (VERP): a bounce comes back to an address that names the message. */
export function verpAddress(ctx: Ctx, messageId: string, domain: string): string {
  return returnAddress(ctx, 'bounce', { messageId, domain })
}

/** Reads an address that `returnAddress` made; undefined for another or a forged one. */
export function readReturnAddress(hash: KeyedHash, address: string): ReturnAddress | undefined {
  const local = address.slice(0, Math.max(address.lastIndexOf('@'), 0)).toLowerCase()
  const [, letter = '', body = '', proof = ''] = localForm.exec(local) ?? []
  const purpose = purposes.find((each) => letters[each] === letter)
  const parsed = parseId(letter, `${letter}_${body}`)
  if (purpose === undefined || parsed === undefined) return undefined
  if (!isSameSecret(proof, proofOfBody(hash, letter, body))) return undefined
  return { purpose, accountId: parsed.accountId, messageId: parsed.uuid }
}

/** Reads a return address of a message of this account; undefined for one of another account. */
export function ownAddress(ctx: Ctx, address: string): ReturnAddress | undefined {
  const found = readReturnAddress(ctx.port(keyHashPort), address)
  return found?.accountId === ctx.account.id ? found : undefined
}

/** The message of this account that a return address names. */
export function readVerp(ctx: Ctx, address: string): string | undefined {
  return ownAddress(ctx, address)?.messageId
}

const purposes: readonly ReturnPurpose[] = ['bounce', 'unsubscribe', 'reply']

function proofOfBody(hash: KeyedHash, letter: string, body: string): string {
  return hash(`marketing.return ${letter} ${body}`).subarray(0, proofBytes).toString('hex')
}
