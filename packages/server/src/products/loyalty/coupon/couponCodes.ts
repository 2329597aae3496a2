/** Letters and digits of generated codes: none that people confuse (0 O, 1 I L). */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Shape of generated codes. `length`: random characters between prefix and suffix. */
export type CodeShape = { prefix?: string; length?: number; suffix?: string }

const lengthDefault = 10
/** Random bytes per character, so that a second draw is rare: 31 of 32 values are used. */
const bytesPerLetter = 2

/** A random code. 10 characters have 49 bits. */
export function randomCode({ prefix = '', length = lengthDefault, suffix = '' }: CodeShape): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * bytesPerLetter))) {
      const letter = letters[byte & 31]
      if (letter !== undefined && text.length < length) text += letter
    }
  }
  return `${prefix}${text}${suffix}`.toUpperCase()
}
