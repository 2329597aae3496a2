import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { problem, reasons } from '#kit/call/problem.ts'

/** Cost of one guess: 2^14 rounds over 8 blocks, some 16 MiB and 30 ms (RFC 7914). */
const cost = { N: 16_384, r: 8, p: 1 } as const
const saltBytes = 16
const hashBytes = 32

/** Queued guesses: about one second of work. */
const waitingMax = 30

/** The salted hash of a password, with the parameters of its comparison. Throws unavailable for a full queue. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  const parts = [cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')]
  return `scrypt$${parts.join('$')}`
}

/** Whether a password matches a hash. Throws unavailable for a full queue. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = hashed.split('$')
  if (kind !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64url')
  const used = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await derive(password, Buffer.from(salt, 'base64url'), used)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

let last: Promise<unknown> = Promise.resolve()
let waitingCount = 0

/** One guess at a time: each uses one of the few threads that also read and write files. */
async function derive(password: string, salt: Buffer, used: Cost): Promise<Buffer> {
  if (waitingCount >= waitingMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
  waitingCount += 1
  const derived = last.then(() => deriveNow(password, salt, used))
  last = derived.catch(() => undefined)
  return derived.finally(() => (waitingCount -= 1))
}

type Cost = { N: number; r: number; p: number }

function deriveNow(password: string, salt: Buffer, used: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, used, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
