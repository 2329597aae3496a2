/** A received webhook: the exact bytes of the body, and the headers in any of the usual forms. */
export type WebhookRequest = {
  payload: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** The endpoint's `whsec_…`, or several during a change of the secret. */
  secret?: string | string[]
  /** The endpoint's `whpk_…`, or several, for Ed25519 signatures. */
  publicKey?: string | string[]
  /** Largest age of a message, and largest difference between the clocks, in seconds. */
  toleranceSeconds?: number
  /** Current time; the system's clock when left out. */
  now?: Date
}

/** A message that is genuine. `id` repeats when the message is sent again, so handle each id once. */
export type VerifiedWebhook = { id: string; sentAt: Date; data: unknown }

/** Reason for the refusal of a message. */
export type WebhookErrorReason =
  | 'missing_header'
  | 'malformed_header'
  | 'malformed_secret'
  | 'too_old'
  | 'too_new'
  | 'no_matching_signature'
  | 'not_json'

/** A message that must not be trusted, with the reason. Respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

type Bytes = Uint8Array<ArrayBuffer>
type Key = { version: string; bytes: Bytes }

const signaturesMax = 32
const toleranceSecondsDefault = 300

/**
 * Verifies a webhook by Standard Webhooks 1.0 (`v1` HMAC-SHA-256 and `v1a` Ed25519) and parses its body. The
 * comparison takes constant time. Runs in Node and in browsers. Throws WebhookVerificationError.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const id = header(request.headers, 'webhook-id')
  const timestamp = header(request.headers, 'webhook-timestamp')
  const signatures = header(request.headers, 'webhook-signature').split(' ').slice(0, signaturesMax)
  const sentAt = checkedTime(timestamp, request)
  const body = typeof request.payload === 'string' ? new TextEncoder().encode(request.payload) : request.payload
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  for (const key of keysOf(request)) {
    for (const given of signatures) {
      const [version, digits] = given.split(',', 2)
      const bytes = version === key.version && digits !== undefined ? decoded(digits) : undefined
      if (bytes !== undefined && (await isGenuine(key, bytes, content))) return { id, sentAt, data: parsed(body) }
    }
  }
  throw new WebhookVerificationError('no_matching_signature', 'No signature of the message fits the secret.')
}

function header(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`)
}

function valueIn(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function checkedTime(timestamp: string, { toleranceSeconds, now }: WebhookRequest): Date {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('malformed_header', 'The header webhook-timestamp is not a number of seconds.')
  }
  const tolerance = toleranceSeconds ?? toleranceSecondsDefault
  const ageSeconds = (now ?? new Date()).getTime() / 1000 - Number(timestamp)
  if (ageSeconds > tolerance) throw new WebhookVerificationError('too_old', 'The message is too old.')
  // The timestamp is cut to whole seconds, so a correct clock never shows it in the future.
  if (ageSeconds < -tolerance) throw new WebhookVerificationError('too_new', 'The message comes from the future.')
  return new Date(Number(timestamp) * 1000)
}

function keysOf({ secret, publicKey }: WebhookRequest): Key[] {
  const keys = [
    ...[secret ?? []].flat().map((text) => keyOf(text, 'whsec_', 'v1')),
    ...[publicKey ?? []].flat().map((text) => keyOf(text, 'whpk_', 'v1a')),
  ]
  if (keys.length > 0) return keys
  throw new WebhookVerificationError('malformed_secret', 'Give the secret or the public key of the endpoint.')
}

function keyOf(text: string, prefix: string, version: string): Key {
  const bytes = decoded(text.startsWith(prefix) ? text.slice(prefix.length) : text)
  const fits = bytes !== undefined && (version === 'v1' ? bytes.length > 0 : bytes.length === 32)
  if (!fits) throw new WebhookVerificationError('malformed_secret', `The key is not ${prefix} and base64.`)
  return { version, bytes }
}

async function isGenuine(key: Key, signature: Bytes, content: Bytes): Promise<boolean> {
  const algorithm = key.version === 'v1' ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' }
  const imported = await crypto.subtle.importKey('raw', key.bytes, algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm.name, imported, signature, content)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('not_json', 'The message is genuine, but its body is not JSON.')
  }
}

function decoded(base64: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
