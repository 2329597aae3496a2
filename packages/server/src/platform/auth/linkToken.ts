import { timingSafeEqual } from 'node:crypto'

/** The keyed hash of `keyHashPort`. */
export type KeyedHash = (text: string) => Buffer

const uuidBytes = 16
const proofBytes = 24
const tokenForm = /^[A-Za-z0-9_-]{54}$/

/** The token of a one-time link: its row id and a keyed hash of it, so that no table holds a secret. */
export function linkToken(hash: KeyedHash, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, proofOf(hash, id)]).toString('base64url')
}

/** The row id of a token, compared in constant time; undefined for a forged or malformed one. */
export function linkIdOf(hash: KeyedHash, token: string): string | undefined {
  if (!tokenForm.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const hex = bytes.subarray(0, uuidBytes).toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(bytes.subarray(uuidBytes), proofOf(hash, id)) ? id : undefined
}

function proofOf(hash: KeyedHash, id: string): Buffer {
  return hash(`link ${id}`).subarray(0, proofBytes)
}
