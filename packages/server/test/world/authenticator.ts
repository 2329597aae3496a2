import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import assert from 'node:assert/strict'
import type { Json } from './world.ts'

/** A security key in software, ES256, for one credential: it signs what a browser would send. */
export type Authenticator = {
  /** The response to the options of a new passkey. */
  create(options: unknown): Json
  /** The response to the options of a sign-in. */
  sign(options: unknown): Json
}

export type AuthenticatorOptions = {
  /** Origin of the page; that of the test world when left out. */
  origin?: string
  /** Whether it checks its user; true when left out. */
  isVerifying?: boolean
  /** Counter of each signature; 0, as of synchronized passkeys, when left out. */
  counter?(): number
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 }

/** Makes an authenticator with a key pair of its own. */
export function makeAuthenticator(how: AuthenticatorOptions = {}): Authenticator {
  const { origin = 'http://fairground.test', isVerifying = true, counter = () => 0 } = how
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const host = new URL(origin).hostname
  let userHandle = ''
  const flags = flag.present | (isVerifying ? flag.verified : 0)
  const dataOf = (more: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | more)
    head.writeUInt32BE(counter(), 1)
    return Buffer.concat([createHash('sha256').update(host).digest(), head])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    create(options) {
      const { challenge, user } = Object(options)
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)]
      const authData = Buffer.concat([dataOf(flag.attested), ...attested])
      const attestation = cbor({ fmt: 'none', attStmt: {}, authData })
      const clientDataJSON = clientData('webauthn.create', challenge).toString('base64url')
      return { id, response: { clientDataJSON, attestationObject: attestation.toString('base64url') } }
    },
    sign(options) {
      const client = clientData('webauthn.get', Object(options).challenge)
      const authData = dataOf(0)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      const signature = sign('sha256', signed, privateKey).toString('base64url')
      const [clientDataJSON, authenticatorData] = [client, authData].map((each) => each.toString('base64url'))
      return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
    },
  }
}

/** A public key in the form of COSE (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, left],
    [-3, right],
  ])
}

/** A value in CBOR (RFC 8949): small numbers, texts, bytes and objects. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  assert.ok(typeof value === 'object' && value !== null)
  return cborMap(Object.entries(value))
}

function cborMap(entries: [string | number, unknown][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([name, value]) => [cbor(name), cbor(value)])])
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count)
  if (count < 256) return Buffer.of((major << 5) | 24, count)
  return Buffer.of((major << 5) | 25, count >> 8, count & 0xff)
}
