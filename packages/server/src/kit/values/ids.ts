const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** The value of each character by its code; 255 for a character outside the alphabet. */
const codeOf = new Uint8Array(128).fill(255)
for (const [value, char] of [...alphabet].entries()) codeOf[char.charCodeAt(0)] = value
const accountChars = 8
const uuidChars = 26

/** Account numbers have 40 random bits, so they fit a double exactly. */
export const accountIdMax = 2 ** 40 - 1

/** The characters of an id after its prefix: the account's 8, then the UUIDv7's 26, Crockford base32. */
export const idBodyPattern = `[${alphabet}]{${accountChars + uuidChars}}`

const shortRandomChars = 12
/** The characters of a short address: the account's 8, then 12 random ones. */
export const shortAddressPattern = `[${alphabet}]{${accountChars + shortRandomChars}}`

/** Parts of a public id: prefix of the noun, account and row. */
export type ParsedId = { prefix: string; accountId: number; uuid: string }

/** The public form of a row's id: `<prefix>_` + 8 characters of account + 26 of UUID. */
export function encodeId(prefix: string, accountId: number, uuid: string): string {
  return `${prefix}_${encodeAccount(accountId)}${encodeUuid(uuid)}`
}

/** Parses a public id. Undefined for any other text, or another prefix. */
export function parseId(prefix: string, id: string): ParsedId | undefined {
  if (id.length !== prefix.length + 1 + accountChars + uuidChars || !id.startsWith(`${prefix}_`)) return undefined
  const accountId = decodeAccount(id.slice(prefix.length + 1, prefix.length + 1 + accountChars))
  const uuid = decodeUuid(id.slice(prefix.length + 1 + accountChars))
  return accountId === undefined || uuid === undefined ? undefined : { prefix, accountId, uuid }
}

/** The account of a public id of any prefix. Undefined for any other text. */
export function accountOfId(id: string): number | undefined {
  const at = id.indexOf('_') + 1
  if (at === 0 || id.length !== at + accountChars + uuidChars) return undefined
  return decodeAccount(id.slice(at, at + accountChars))
}

/** A new short address: it leads to its account, and its other characters are random. */
export function newShortAddress(accountId: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(shortRandomChars))
  return encodeAccount(accountId) + Array.from(bytes, (byte) => alphabet.charAt(byte % 32)).join('')
}

/** The account of a short address. Undefined for any other text. */
export function accountOfShortAddress(text: string): number | undefined {
  return text.length === accountChars + shortRandomChars ? decodeAccount(text.slice(0, accountChars)) : undefined
}

/** The public form of an account: `acc_` + 8 characters. */
export function encodeAccountId(accountId: number): string {
  return `acc_${encodeAccount(accountId)}`
}

/** Parses the number of `acc_…`. Undefined for any other text. */
export function parseAccountId(id: string): number | undefined {
  return id.startsWith('acc_') && id.length === 4 + accountChars ? decodeAccount(id.slice(4)) : undefined
}

/** An id for something that belongs to no account, such as a request: prefix + 26 characters of UUIDv7. */
export function looseId(prefix: string, atMs: number): string {
  return encodeLooseId(prefix, uuidv7(atMs))
}

/** The public form of a row that belongs to no account: prefix + 26 characters. */
export function encodeLooseId(prefix: string, uuid: string): string {
  return `${prefix}_${encodeUuid(uuid)}`
}

/** Parses the UUID of an id without account. Undefined for any other text, or another prefix. */
export function parseLooseId(prefix: string, id: string): string | undefined {
  if (id.length !== prefix.length + 1 + uuidChars || !id.startsWith(`${prefix}_`)) return undefined
  return decodeUuid(id.slice(prefix.length + 1))
}

/** 40 random bits for a new account. A collision hits the primary key and is drawn again. */
export function randomAccountId(): number {
  const bytes = crypto.getRandomValues(new Uint8Array(5))
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

const pool = new Uint8Array(4096)
let poolUsed = pool.length
let lastMs = 0
let sequence = 0

/** A UUIDv7 (RFC 9562): milliseconds, a 12-bit counter that keeps one process in order, 62 random bits. */
export function uuidv7(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  if (poolUsed + 8 > pool.length) {
    crypto.getRandomValues(pool)
    poolUsed = 0
  }
  putDigits(0, Math.floor(lastMs / 2 ** 20), 7)
  putDigits(7, lastMs % 2 ** 20, 5)
  putDigits(12, 0x7000 | sequence, 4)
  putDigits(16, (byteAt(poolUsed) & 0x3f) | 0x80, 2)
  for (let i = 1; i < 8; i++) putDigits(16 + 2 * i, byteAt(poolUsed + i), 2)
  poolUsed += 8
  return uuidText.toString('latin1')
}

/** The least UUIDv7 of a moment: every id made before it is smaller. */
export function uuidFloor(atMs: number): string {
  const time = Math.max(0, Math.floor(atMs)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

function byteAt(index: number): number {
  return pool[index] ?? 0
}

/** Consecutive ids are often of one account, so the characters of the last account are cached. */
let lastAccount = { id: -1, text: '' }

function encodeAccount(accountId: number): string {
  if (accountId === lastAccount.id) return lastAccount.text
  let rest = accountId
  let text = ''
  for (let i = 0; i < accountChars; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  lastAccount = { id: accountId, text }
  return text
}

function decodeAccount(text: string): number | undefined {
  const high = bitsOf(text, 0, accountChars / 2)
  const low = bitsOf(text, accountChars / 2, accountChars)
  return high === undefined || low === undefined ? undefined : high * 2 ** 20 + low
}

// 26 characters hold 130 bits: two leading zeros, then the first byte in two characters, then six steps of 20 bits:
// five hex digits for four characters. Copying from one buffer each avoids slow concatenated strings.
const uuidText = Buffer.from('00000000-0000-0000-0000-000000000000')
const charsText = Buffer.alloc(uuidChars)
const charCode = Uint8Array.from(alphabet, (char) => char.charCodeAt(0))
const digitCode = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

function encodeUuid(uuid: string): string {
  putChars(0, hexBits(uuid, 0, 2), 2)
  for (let at = 2, digit = 2; at < uuidChars; at += 4, digit += 5) putChars(at, hexBits(uuid, digit, digit + 5), 4)
  return charsText.toString('latin1')
}

function decodeUuid(text: string): string | undefined {
  const first = bitsOf(text, 0, 2)
  if (first === undefined || first > 255) return undefined
  putDigits(0, first, 2)
  for (let at = 2, digit = 2; at < uuidChars; at += 4, digit += 5) {
    const twenty = bitsOf(text, at, at + 4)
    if (twenty === undefined) return undefined
    putDigits(digit, twenty, 5)
  }
  return uuidText.toString('latin1')
}

function putChars(from: number, bits: number, count: number): void {
  let rest = bits
  for (let at = from + count - 1; at >= from; at--) {
    charsText[at] = charCode[rest & 31] ?? 0
    rest >>= 5
  }
}

function putDigits(from: number, bits: number, count: number): void {
  let rest = bits
  for (let digit = from + count - 1; digit >= from; digit--) {
    uuidText[digitAt[digit] ?? 0] = digitCode[rest & 15] ?? 0
    rest >>= 4
  }
}

/** Positions of the 32 digits of a UUID between its hyphens, and the value of each digit by its character's code. */
const digitAt = Uint8Array.from(
  { length: 32 },
  (_, digit) => digit + [8, 12, 16, 20].filter((end) => digit >= end).length,
)
const digitOf = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0)

function hexBits(uuid: string, from: number, to: number): number {
  let bits = 0
  for (let digit = from; digit < to; digit++) {
    bits = (bits << 4) | (digitOf[uuid.charCodeAt(digitAt[digit] ?? 0)] ?? 0)
  }
  return bits
}

/** The bits of characters, five each. Undefined for a character outside the alphabet. */
function bitsOf(text: string, from: number, to: number): number | undefined {
  let bits = 0
  for (let at = from; at < to; at++) {
    const code = codeOf[text.charCodeAt(at)] ?? 255
    if (code === 255) return undefined
    bits = (bits << 5) | code
  }
  return bits
}
