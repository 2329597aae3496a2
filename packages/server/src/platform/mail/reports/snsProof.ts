import { verify, X509Certificate } from 'node:crypto'
import { textAt, type Json } from '#platform/net/foreignJson.ts'

/** A notification of Amazon SNS whose form is right; its signature is still to be checked. */
export type SnsMessage = {
  type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  id: string
  topicArn: string
  certificateUrl: string
  /** Address that confirms the subscription; null for a notification. */
  subscribeUrl: string | null
  signature: Buffer
  algorithm: 'sha1' | 'sha256'
  /** Text that the signature covers. */
  signed: string
}

const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const
const host = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?$/
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{20,64}\.pem$/

/**
 * Reads a message of SNS. Undefined for other JSON, and for one whose certificate lies elsewhere than at Amazon: a
 * signature by the certificate of an attacker proves nothing.
 */
export function readSns(body: Json): SnsMessage | undefined {
  const type = types.find((each) => each === textAt(body, 'Type'))
  const certificateUrl = amazonUrl(textAt(body, 'SigningCertURL'), certificatePath)
  const version = textAt(body, 'SignatureVersion')
  const [id, topicArn, signature] = ['MessageId', 'TopicArn', 'Signature'].map((name) => textAt(body, name))
  if (type === undefined || certificateUrl === undefined || (version !== '1' && version !== '2')) return undefined
  if (typeof id !== 'string' || typeof topicArn !== 'string' || typeof signature !== 'string') return undefined
  const subscribeUrl = type === 'Notification' ? null : (amazonUrl(textAt(body, 'SubscribeURL'), /^\/$/) ?? null)
  return {
    type,
    id,
    topicArn,
    certificateUrl,
    subscribeUrl,
    signature: Buffer.from(signature, 'base64'),
    algorithm: version === '1' ? 'sha1' : 'sha256',
    signed: signedText(body, type),
  }
}

/** Whether the certificate signed a message, within its days. */
export function isSignedBySns({ signature, signed, algorithm }: SnsMessage, pem: string, now: Date): boolean {
  try {
    const certificate = new X509Certificate(pem)
    const [from, to] = [certificate.validFrom, certificate.validTo].map((day) => Date.parse(day))
    if (!(now.getTime() >= Number(from) && now.getTime() <= Number(to))) return false
    return verify(algorithm, Buffer.from(signed), certificate.publicKey, signature)
  } catch {
    return false
  }
}

/** An https address at Amazon SNS without a port or credentials. */
function amazonUrl(text: string | null, path: RegExp): string | undefined {
  const url = text === null || text.length > 2_000 ? null : URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username + url.password !== '')
    return undefined
  return host.test(url.hostname) && path.test(url.pathname) && url.hash === '' ? url.href : undefined
}

const namesOf: Record<SnsMessage['type'], readonly string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

function signedText(body: Json, type: SnsMessage['type']): string {
  // cast: a member that is no text is left out.
  const texts = Object(body) as Record<string, unknown>
  const lines = namesOf[type].flatMap((name) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined
    return typeof text === 'string' ? [name, text] : []
  })
  return lines.map((line) => `${line}\n`).join('')
}
