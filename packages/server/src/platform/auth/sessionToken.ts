import { randomBytes, timingSafeEqual } from 'node:crypto'

const tokenShape = /^[A-Za-z0-9_-]{64}$/
const uuidBytes = 16
const randomByteCount = 32

/** A new token: the person's id, which finds the session by one point read, and 32 random bytes. */
export function makeSessionToken(personUuid: string): string {
  const person = Buffer.from(personUuid.replaceAll('-', ''), 'hex')
  return Buffer.concat([person, randomBytes(randomByteCount)]).toString('base64url')
}

/** Row id of the person in a token; undefined for text of another form. */
export function personOfToken(token: string): string | undefined {
  if (!tokenShape.test(token)) return undefined
  const hex = Buffer.from(token, 'base64url').subarray(0, uuidBytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type Hash = (text: string) => Buffer

/** The keyed hash under which a session is stored. */
export function sessionHashOf(hash: Hash, token: string): Buffer {
  return hash(`session ${token}`)
}

/** The CSRF token of a session: a keyed hash of its token, which another site can neither read nor compute. */
export function sessionCsrfOf(hash: Hash, token: string): string {
  return hash(`session csrf ${token}`).toString('base64url')
}

/** Whether a text is the CSRF token of a session, in constant time. */
export function isSessionCsrf(hash: Hash, token: string, text: string): boolean {
  const [expected, given] = [Buffer.from(sessionCsrfOf(hash, token)), Buffer.from(text)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
