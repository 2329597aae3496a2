import type { Ctx } from '#kit/call/context.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { eventUuid } from './ticketIds.ts'

/** Crockford base32: without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12
/** Characters of a name in base64url: 132 bits make a collision of two codes of one event improbable. */
const nameLength = 22

/** Fewest characters of a caller's own code. */
export const ownCodeLengthMin = 6
/** Most characters of a caller's own code. */
export const ownCodeLengthMax = 64

/** New access code of 60 random bits, such as `7KQ4-M2XA-9DTB`. */
export function makeCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  // The alphabet's 32 characters divide 256, so all are equally likely.
  const text = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-')
}

/**
 * Code in the form that is compared: without case, hyphens and blanks, O as 0, I and L as 1. Undefined with fewer than
 * 6 or more than 64 characters.
 */
export function foldCode(typed: string): string | undefined {
  if (typed.length > 2 * ownCodeLengthMax) return undefined
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return plain.length < ownCodeLengthMin || plain.length > ownCodeLengthMax ? undefined : plain
}

/** Keyed hash under which a folded code is stored, bound to its event. A stolen table without the key is useless. */
export function hashCode(ctx: Ctx, eventId: string, folded: string): Buffer {
  return ctx.port(keyHashPort)(`livestream.ticket ${eventUuid(eventId)} ${folded}`)
}

/** External id of a ticket with a caller's own code: a keyed hash of the code, so it opens nothing itself. */
export function nameOfCode(ctx: Ctx, eventId: string, folded: string): string {
  const digest = ctx.port(keyHashPort)(`livestream.ticketName ${eventUuid(eventId)} ${folded}`)
  return `code_${digest.toString('base64url').slice(0, nameLength)}`
}

/** Sealed code for storage, from which a mail can be sent again. */
export function sealCode(ctx: Ctx, eventId: string, code: string): Uint8Array {
  return ctx.port(sealingPort).seal(code, placeOf(eventId))
}

/** Code in clear, from its sealed form. Throws when it was sealed for another event. */
export function openCode(ctx: Ctx, eventId: string, sealed: Uint8Array): string {
  return ctx.port(sealingPort).open(sealed, placeOf(eventId))
}

/** Last four characters of a code, for lists. */
export function last4Of(code: string): string {
  return code.slice(-4)
}

function placeOf(eventId: string): string {
  return `livestream.ticket ${eventId}`
}
