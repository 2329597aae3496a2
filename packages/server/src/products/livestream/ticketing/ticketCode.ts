import type { Ctx } from '#kit/call/context.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { eventUuid } from './ticketIds.ts'

/** Crockford base32: no I, L, O and U, so that a code can be read out and typed in. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12
/** 132 bits: two codes of one event have not the same name. */
const nameLength = 22

/** Codes that callers bring of their own have at least as many characters. */
export const ownCodeLengthMin = 6
/** And at most so many. */
export const ownCodeLengthMax = 64

/** A fresh access code of 60 random bits, such as `7KQ4-M2XA-9DTB`. */
export function makeCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  // 32 divides 256, so each character is as likely as any other.
  const text = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-')
}

/**
 * A code as it is compared: case, hyphens and blanks aside, O as 0, I and L as 1. Undefined for what can be no code:
 * with fewer characters than 6 or more than 64.
 */
export function foldCode(typed: string): string | undefined {
  if (typed.length > 2 * ownCodeLengthMax) return undefined
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return plain.length < ownCodeLengthMin || plain.length > ownCodeLengthMax ? undefined : plain
}

/** What a folded code is stored and found under: keyed and bound to its event, so that a stolen table opens nothing. */
export function hashCode(ctx: Ctx, eventId: string, folded: string): Buffer {
  return ctx.port(keyHashPort)(`livestream.ticket ${eventUuid(eventId)} ${folded}`)
}

/** What a ticket with a code of its owner's is known by: the same for the same code, and it opens nothing. */
export function nameOfCode(ctx: Ctx, eventId: string, folded: string): string {
  const digest = ctx.port(keyHashPort)(`livestream.ticketName ${eventUuid(eventId)} ${folded}`)
  return `code_${digest.toString('base64url').slice(0, nameLength)}`
}

/** A code that can be read again, to be sent once more. */
export function sealCode(ctx: Ctx, eventId: string, code: string): Uint8Array {
  return ctx.port(sealingPort).seal(code, placeOf(eventId))
}

/** Reads a sealed code. Throws when it is not of this event. */
export function openCode(ctx: Ctx, eventId: string, sealed: Uint8Array): string {
  return ctx.port(sealingPort).open(sealed, placeOf(eventId))
}

/** What is shown where the whole code is not. */
export function last4Of(code: string): string {
  return code.slice(-4)
}

function placeOf(eventId: string): string {
  return `livestream.ticket ${eventId}`
}
