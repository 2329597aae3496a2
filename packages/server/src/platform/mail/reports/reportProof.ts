import { createPublicKey, verify } from 'node:crypto'
import { textAt, type Json } from '#platform/net/foreignJson.ts'
import { hmacHex, isSameSecret, type SignedMessage } from '#platform/webhooks/verifySignature.ts'
import type { ReportProvider } from './providerReport.ts'

/** Proof of a call: its bytes, the JSON in them, and the secret in its address, if any. */
export type ProvenCall = SignedMessage & { json: Json; token: string | undefined }

/** Age of a signed call. Providers repeat a call for hours; a replay is harmless, since an event counts once. */
const ageMaxMs = 24 * 3_600_000
const aheadMaxMs = 10 * 60_000

/** Whether a call comes from the provider that has the secret. Amazon's calls have proofs of their own. */
export function isProvenReport(provider: Exclude<ReportProvider, 'ses'>, call: ProvenCall, proof: Proof): boolean {
  if (proof.secret === '') return false
  if (provider === 'sendgrid') return isSignedBySendGrid(call, proof)
  if (provider === 'mailgun') return isSignedByMailgun(call, proof)
  return isSameSecret(secretOf(call), proof.secret)
}

/** `secret`: signing key, public key (SendGrid), or the secret in the address or the Authorization header. */
type Proof = { secret: string; now: Date }

/** ECDSA over timestamp and body. The secret is the public key in base64, as SendGrid shows it. */
function isSignedBySendGrid({ headers, body }: ProvenCall, { secret, now }: Proof): boolean {
  const seconds = headers['x-twilio-email-event-webhook-timestamp'] ?? ''
  const signature = headers['x-twilio-email-event-webhook-signature'] ?? ''
  if (!isRecent(seconds, now) || signature.length > 300) return false
  try {
    const key = createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ec') return false
    return verify('sha256', Buffer.concat([Buffer.from(seconds), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** HMAC over timestamp and token. It does not cover the event: the token may count once (`replayKeyOf`). */
function isSignedByMailgun({ json }: ProvenCall, { secret, now }: Proof): boolean {
  const seconds = textAt(json, 'signature', 'timestamp') ?? ''
  const token = textAt(json, 'signature', 'token') ?? ''
  const given = textAt(json, 'signature', 'signature') ?? ''
  if (!isRecent(seconds, now) || !/^[\w-]{20,100}$/.test(token)) return false
  return isSameSecret(given, hmacHex(secret, seconds, token))
}

/** Part of a call that may count once; undefined where the signature covers the event itself. */
export function replayKeyOf(provider: ReportProvider, json: Json): string | undefined {
  return provider === 'mailgun' ? (textAt(json, 'signature', 'token') ?? undefined) : undefined
}

/** Secret of a call: in its address, as a bearer token, or as the password of basic authentication. */
function secretOf({ headers, token }: ProvenCall): string {
  if (token !== undefined) return token
  const [scheme = '', value = ''] = (headers['authorization'] ?? '').split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return ''
  const pair = Buffer.from(value, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

function isRecent(seconds: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false
  const ageMs = now.getTime() - Number(seconds) * 1000
  return ageMs <= ageMaxMs && ageMs >= -aheadMaxMs
}
