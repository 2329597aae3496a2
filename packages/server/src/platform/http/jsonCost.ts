import { limits } from '#kit/call/limits.ts'
import { problem, reasons } from '#kit/call/problem.ts'

const quote = 0x22
const zero = 0x30
const nine = 0x39
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const closeBrace = 0x7d
const closeBracket = 0x5d
/** The byte that begins an object. */
export const openBrace = 0x7b
/** The byte that begins a list. */
export const openBracket = 0x5b

/** The largest number of values in a body of `bytesMax` bytes. */
export function jsonValuesMax(bytesMax: number): number {
  const ofBytes = Math.ceil(bytesMax / limits.jsonBytesPerValueMin)
  return Math.min(limits.jsonValuesMax, Math.max(limits.jsonValuesMin, ofBytes))
}

/**
 * Checks the shape of a JSON text before it is parsed: a body of empty objects or of names takes the parser ten times
 * as long as one of texts. Throws body_too_deep, and body_too_large for too many values, names or digits.
 */
export function checkJsonCost(bytes: Uint8Array, bytesMax: number): void {
  const valuesMax = jsonValuesMax(bytesMax)
  /** Names of the open object at each depth. */
  const names = new Uint32Array(limits.jsonDepthMax + 1)
  let values = 0
  let depth = 0
  let digits = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    digits = byte >= zero && byte <= nine ? digits + 1 : 0
    if (digits > limits.jsonDigitsMax) throw problem(reasons.bodyTooLarge, { message: tooManyDigits })
    if (byte === quote) index = endOfText(bytes, index)
    else if (byte === openBrace || byte === openBracket) {
      depth += 1
      values += 1
      if (depth > limits.jsonDepthMax) throw problem(reasons.bodyTooDeep)
      names[depth] = 0
    } else if (byte === closeBrace || byte === closeBracket) depth = Math.max(0, depth - 1)
    else if (byte === comma) values += 1
    else if (byte === colon) names[depth] = (names[depth] ?? 0) + 1
    if (values > valuesMax)
      throw problem(reasons.bodyTooLarge, { message: `The body has more than ${valuesMax} values.` })
    if ((names[depth] ?? 0) > limits.jsonNamesMax) throw problem(reasons.bodyTooLarge, { message: tooManyNames })
  }
}

const tooManyDigits = `A number of the body has more than ${limits.jsonDigitsMax} digits in a row.`
const tooManyNames = `An object of the body has more than ${limits.jsonNamesMax} names.`

/** The position of the closing quote of a text, or the end of the bytes. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let index = start + 1; index < bytes.length; index++) {
    if (bytes[index] === backslash) index += 1
    else if (bytes[index] === quote) return index
  }
  return bytes.length
}
