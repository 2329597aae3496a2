import { hash } from 'node:crypto'
import type { Ctx } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/**
 * A person as a tally stores them: 128 bits of a keyed hash, a UUID without its dashes. `secret` is text in hex.
 * SHAKE128 (FIPS 202) may be keyed by putting the key in front.
 */
export function personKey(secret: string, text: string): string {
  return hash('shake128', `${secret} ${text}`, { outputEncoding: 'hex', outputLength: 16 })
}

/** A day of UTC by its first instant in RFC 3339, and the secret of its hashes in hex. */
export type SecretDay = { startsAt: string; secret: string }

const dayMs = 86_400_000

/** Today with its secret: hashes of one person differ from day to day. `name` is that of the use, one per tally. */
export function secretToday(ctx: Ctx, name: string): SecretDay {
  const memory = ctx.memory<{ number: number; day: SecretDay | undefined }>(`${name}.secretDay`, () => ({
    number: 0,
    day: undefined,
  }))
  const number = Math.floor(ctx.now().getTime() / dayMs)
  if (memory.day === undefined || memory.number !== number) {
    const startsAt = new Date(number * dayMs).toISOString()
    memory.day = { startsAt, secret: ctx.port(keyHashPort)(`${name} ${startsAt}`).toString('hex') }
    memory.number = number
  }
  return memory.day
}
