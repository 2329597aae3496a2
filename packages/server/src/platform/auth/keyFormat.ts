import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyKind = 'secret' | 'restricted' | 'public'
export type KeyMode = 'live' | 'test'

/** Properties in the text of a key. */
export type KeyText = { kind: KeyKind; mode: KeyMode; hint: string }

const tagOf: Record<KeyKind, string> = { secret: 'sk', restricted: 'rk', public: 'pk' }
const kindOf: Record<string, KeyKind> = { sk: 'secret', rk: 'restricted', pk: 'public' }
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomChars = 32
const checksumChars = 6
const form = /^fg_(sk|rk|pk)_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A new key: `fg_<sk|rk|pk>_<live|test>_`, 32 random base62 characters (190 bits), 6 of CRC-32. */
export function makeKey(kind: KeyKind, mode: KeyMode): string {
  const body = `fg_${tagOf[kind]}_${mode}_${randomText(randomChars)}`
  return body + checksum(body)
}

/** Reads a key's text. Undefined when it is malformed or its checksum is wrong, before any look-up. */
export function readKey(text: string): KeyText | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const [, tag = '', mode, , sum] = match
  const kind = kindOf[tag]
  if (kind === undefined || sum !== checksum(text.slice(0, -checksumChars))) return undefined
  return { kind, mode: mode === 'live' ? 'live' : 'test', hint: hintOf(text) }
}

/** The displayable part of a key: its prefix and its last four characters. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.lastIndexOf('_'))}_…${key.slice(-4)}`
}

/** Pattern of our secrets within any text, for masking. */
export const secretPattern = /fg_(sk|rk)_(live|test)_[0-9A-Za-z]{8,38}/g

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: larger bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62)
    }
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < checksumChars; i++) {
    text = base62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
