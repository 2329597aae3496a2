import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { signWebhook } from './sign.ts'

/** Largest difference between a message's timestamp and our clock, as Standard Webhooks 1.0 recommends. */
const toleranceMs = 5 * 60_000

/** A received message: headers by name in lower case, and the exact bytes of the body. */
export type SignedMessage = { headers: Readonly<Record<string, string>>; body: Uint8Array }

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(known))
}

/** HMAC-SHA-256 over parts in a row, in hexadecimal digits. */
export function hmacHex(secret: string, ...parts: (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Whether a timestamp, in seconds since 1970, is within the tolerance of our clock. */
export function isFresh(seconds: string, now: Date): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now.getTime()) <= toleranceMs
}

/** Whether a message is signed with this secret, `whsec_…`, by Standard Webhooks 1.0, and fresh. */
export function isSignedWebhook({ headers, body }: SignedMessage, secret: string, now: Date): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '', 'webhook-signature': given = '' } = headers
  if (!isFresh(seconds, now) || !/^[^\s.]{1,256}$/.test(id)) return false
  // Bytes that are no UTF-8 decode to other text, whose signature differs.
  const message = { id, sentAt: new Date(Number(seconds) * 1000), payload: Buffer.from(body).toString('utf8') }
  const right = signWebhook(message, [secret])['webhook-signature']
  return given.split(' ', 10).some((each) => isSameSecret(each, right))
}

/** The timestamp and the signatures of a header `t=1700000000,v1=0a1b…`; undefined for other text. */
export function readTimedSignature(header: string): { seconds: string; signatures: string[] } | undefined {
  const parts = header.split(',', 10).map((part) => part.trim())
  const seconds = parts.find((part) => part.startsWith('t='))?.slice(2)
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  return seconds === undefined || signatures.length === 0 ? undefined : { seconds, signatures }
}
