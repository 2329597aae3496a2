import { randomBytes, randomInt } from 'node:crypto'

/** Random bytes as base64url. */
export function randomText(byteCount: number): string {
  return randomBytes(byteCount).toString('base64url')
}

/** Random characters of an alphabet. */
export function randomLetters(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
