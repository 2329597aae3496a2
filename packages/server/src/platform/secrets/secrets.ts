import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keys derived from the master key, one way. */
export type Secrets = {
  /** A key of 32 bytes for one purpose, such as `keys.pepper`: HKDF-SHA-256 (RFC 5869). */
  subkey: (purpose: string) => Buffer
  /** Encryption for one purpose. */
  sealer: (purpose: string) => Sealer
  /** 16 hex characters that identify a master key and reveal nothing else. */
  fingerprint: string
}

/** AES-256-GCM. `context` is authenticated with the text: a value sealed in one context does not open in another. */
export type Sealer = {
  seal: (plain: string, context: string) => Buffer
  /** Throws for bytes, a context or a key other than those of `seal`. */
  open: (sealed: Uint8Array, context: string) => string
}

const version = 1
const ivBytes = 12
const tagBytes = 16
const keyBytes = 32
const salt = 'fairground'

/** Derives the keys of a process from its master key of 32 bytes. */
export function openSecrets(masterKey: Buffer): Secrets {
  if (masterKey.length !== keyBytes) throw new Error(`a master key has ${keyBytes} bytes`)
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', masterKey, salt, purpose, bytes))
  return {
    subkey: (purpose) => derive(`subkey ${purpose}`, keyBytes),
    sealer: (purpose) => makeSealer(derive(`sealer ${purpose}`, keyBytes)),
    fingerprint: derive('fingerprint', 8).toString('hex'),
  }
}

/** Layout: one byte of version, 12 of nonce, the text, 16 of tag. Nonces are random: one key is good for 2^32 texts. */
function makeSealer(key: Buffer): Sealer {
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      return Buffer.concat([Buffer.of(version), iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      if (sealed[0] !== version || sealed.length < 1 + ivBytes + tagBytes) throw new Error('not something sealed here')
      const tagAt = sealed.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes))
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(tagAt))
      return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes, tagAt)), decipher.final()]).toString('utf8')
    },
  }
}
