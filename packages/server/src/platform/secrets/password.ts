import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost of one guess: 2^14 rounds over 8 blocks, some 16 MiB and 30 ms (RFC 7914). */
const cost = { N: 16_384, r: 8, p: 1 } as const
const saltBytes = 16
const hashBytes = 32

/** The salted hash of a password, with all that a later comparison needs. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  const parts = [cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')]
  return `scrypt$${parts.join('$')}`
}

/** Whether a password is the one of a hash. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = hashed.split('$')
  if (kind !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64url')
  const used = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await derive(password, Buffer.from(salt, 'base64url'), used)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

function derive(password: string, salt: Buffer, used: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, used, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
