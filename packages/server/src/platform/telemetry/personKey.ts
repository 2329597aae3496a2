import { hash } from 'node:crypto'

/**
 * A person as a lane keeps them: 128 bits of a keyed hash, a UUID without its dashes. `key` is a secret in hex, at best
 * one that changes with the day. SHAKE128 (FIPS 202) may be keyed by putting the key in front.
 */
export function personKey(key: string, text: string): string {
  return hash('shake128', `${key} ${text}`, { outputEncoding: 'hex', outputLength: 16 })
}
