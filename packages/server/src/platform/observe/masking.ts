import { secretPattern } from '#platform/auth/keyFormat.ts'

/** Replacement of a secret. */
export const mask = '…'

const textLengthMax = 4_000
const itemsMax = 20
const membersMax = 50
const depthMax = 4

/** Names whose values are never written, whatever they hold. */
const secretName =
  /^(authorization|cookie|set-cookie|pepper|.*(password|passphrase|secret|token)s?)$|(private|master|api)[-_]?key$/i

type Rule = [pattern: RegExp, replacement: string]

const word = '(?:password|passwd|passphrase|secret|token|authorization|api[-_]?key|master[-_]?key)'

const rules: Rule[] = [
  [secretPattern, `fg_$1_$2_${mask}`],
  [/\bwhs(ec|k)_[A-Za-z0-9+/=_-]{6,}/g, `whs$1_${mask}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${mask}`],
  [/(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}@/g, `$1${mask}@`],
  [/([?&](?:key|token|secret|password|signature)=)[^&\s"'#]+/gi, `$1${mask}`],
  [new RegExp(`("[\\w-]{0,60}${word}"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi'), `$1${mask}`],
  [new RegExp(`(\\b[\\w-]{0,60}${word}\\s*[=:]\\s*)(?!["\\s]|bearer|basic)[^\\s",;&]+`, 'gi'), `$1${mask}`],
]

/** Characters that every rule needs: one test skips most texts. */
const mayHoldSecret = /fg_|whs|bearer|basic|[:=]/i

/** Text with its secrets masked: keys, webhook secrets, credentials in addresses and headers. */
export function maskText(text: string): string {
  let result = text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text
  if (!mayHoldSecret.test(result)) return result
  for (const [pattern, replacement] of rules) result = result.replace(pattern, replacement)
  return result
}

/** A value for a log: secrets masked by name and by form, errors as objects, deep and long values cut. */
export function maskValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (['bigint', 'symbol', 'function'].includes(typeof value)) return maskText(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `<${value.byteLength} bytes>`
  if (depth >= depthMax) return '<deeper>'
  if (value instanceof Error) return errorOf(value, depth)
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((each) => maskValue(each, depth + 1))
  return membersOf(value, depth)
}

function errorOf(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  return {
    name,
    message: maskText(message),
    ...(stack === undefined ? {} : { stack: maskText(stack) }),
    ...(cause === undefined ? {} : { cause: maskValue(cause, depth + 1) }),
  }
}

function membersOf(value: object, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value).slice(0, membersMax)) {
    const isSecret = secretName.test(name) && each !== null && each !== undefined && typeof each !== 'boolean'
    result[name] = isSecret ? mask : maskValue(each, depth + 1)
  }
  return result
}
