import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** The three headers of Standard Webhooks 1.0. */
export type WebhookHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** One message to sign: its id (no full stop in it), the moment of this attempt, and the exact body. */
export type WebhookMessage = { id: string; sentAt: Date; payload: string }

/** A pair of Ed25519 keys: `secretKey` (`whsk_…`) stays here, `publicKey` (`whpk_…`) goes to the receiver. */
export type WebhookKeyPair = { secretKey: string; publicKey: string }

const secretPrefix = 'whsec_'
const secretKeyPrefix = 'whsk_'
const publicKeyPrefix = 'whpk_'
/** Bounds of a shared secret, in bytes, by Standard Webhooks 1.0. */
const secretBytesMin = 24
const secretBytesMax = 64
const secretBytes = 32
const secretsMax = 10
const seedBytes = 32
/** PKCS #8 header before the 32 bytes of an Ed25519 seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Signs a message by Standard Webhooks 1.0, one signature per secret in the given order: `v1` (HMAC-SHA-256) for
 * `whsec_…`, `v1a` (Ed25519) for `whsk_…`. Several secrets let a receiver rotate its secret. Throws on a malformed one.
 */
export function signWebhook(message: WebhookMessage, secrets: readonly string[]): WebhookHeaders {
  if (secrets.length === 0 || secrets.length > secretsMax) throw new Error(`needs 1 to ${secretsMax} webhook secrets`)
  if (!/^[^\s.]{1,256}$/.test(message.id))
    throw new Error('a webhook id has 1 to 256 characters, no blank and no full stop')
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000))
  const content = Buffer.from(`${message.id}.${timestamp}.${message.payload}`)
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(content, secret)).join(' '),
  }
}

/** A fresh shared secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

/** A fresh pair of Ed25519 keys; the secret one holds seed and public key, as libsodium writes it. */
export function newWebhookKeyPair(): WebhookKeyPair {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8Prefix.length)
  const publicBytes = publicBytesOf(privateKey)
  const secretKey = secretKeyPrefix + Buffer.concat([seed, publicBytes]).toString('base64')
  return { secretKey, publicKey: publicKeyPrefix + publicBytes.toString('base64') }
}

/** The `whpk_…` that belongs to a `whsk_…`. Throws on a malformed key. */
export function webhookPublicKeyOf(secretKey: string): string {
  return publicKeyPrefix + publicBytesOf(privateKeyOf(secretKey)).toString('base64')
}

function signature(content: Buffer, secret: string): string {
  if (secret.startsWith(secretKeyPrefix)) return `v1a,${sign(null, content, privateKeyOf(secret)).toString('base64')}`
  const key = decode(secret, secretPrefix)
  if (key.length < secretBytesMin || key.length > secretBytesMax) {
    throw new Error(`a webhook secret has ${secretBytesMin} to ${secretBytesMax} bytes`)
  }
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** Takes a seed alone (32 bytes) or seed and public key (64 bytes). */
function privateKeyOf(secretKey: string): KeyObject {
  const bytes = decode(secretKey, secretKeyPrefix)
  if (bytes.length !== seedBytes && bytes.length !== 2 * seedBytes) throw new Error('a webhook key has 32 or 64 bytes')
  const key = Buffer.concat([pkcs8Prefix, bytes.subarray(0, seedBytes)])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function publicBytesOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-seedBytes)
}

function decode(text: string, prefix: string): Buffer {
  const digits = text.slice(prefix.length)
  // The error must not repeat the secret: it ends up in a log.
  if (!text.startsWith(prefix) || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) throw new Error('a malformed webhook secret')
  return Buffer.from(digits, 'base64')
}
