import { randomBytes } from 'node:crypto'

const secretBytes = 20
const stepMs = 30_000

/** A new secret of an authenticator app (RFC 6238): in base32, and as an `otpauth://` address with a label. */
export async function makeOneTimeSecret(label: string): Promise<{ secret: string; address: string }> {
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer })
  return { secret: secret.base32, address: new TOTP({ issuer: 'Fairground', label, secret }).toString() }
}

/** The step of 30 seconds of a six-digit code, at most one from that of a moment; undefined for a wrong code. */
export async function findOneTimeStep(secret: string, code: string, at: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = at.getTime()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / stepMs) + delta
}
