import { timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from '#platform/auth/linkToken.ts'

const proofBytes = 18

/** Form of a proof: 24 characters of base64url. */
export const proofPattern = '^[A-Za-z0-9_-]{24}$'

/** A proof that this installation made an address: a keyed hash of a text that names purpose and record, 144 bits. */
export function proofOf(hash: KeyedHash, text: string): string {
  return hash(text).subarray(0, proofBytes).toString('base64url')
}

/** Whether a proof is that of a text; compares in constant time. */
export function isProofOf(hash: KeyedHash, text: string, proof: string): boolean {
  const [expected, given] = [Buffer.from(proofOf(hash, text)), Buffer.from(proof)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
