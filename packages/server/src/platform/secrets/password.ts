import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { problem, reasons } from '#kit/call/problem.ts'

/** Cost of one guess by Argon2id: 19 MiB and two passes, some 40 ms (RFC 9106, recommended by OWASP). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const hashBytes = 32

/** Queued guesses: about one second of work. */
const waitingMax = 30

/** The salted hash of a password, with the parameters of its comparison. Throws unavailable for a full queue. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await inTurn(() => deriveArgon(password, salt, cost))
  const { memory, passes, parallelism } = cost
  return ['argon2id', memory, passes, parallelism, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether a password matches a hash. Throws unavailable for a full queue. */
export async function isPassword(password: string, hashed: string): Promise<boolean> {
  const [kind, first, second, third, saltText = '', hashText = ''] = hashed.split('$')
  const [salt, expected] = [Buffer.from(saltText, 'base64url'), Buffer.from(hashText, 'base64url')]
  const [memory, passes, parallelism] = [Number(first), Number(second), Number(third)]
  const derive = {
    argon2id: () => deriveArgon(password, salt, { memory, passes, parallelism }),
    scrypt: () => deriveScrypt(password, salt, { N: memory, r: passes, p: parallelism }),
  }
  if (kind !== 'argon2id' && kind !== 'scrypt') return false
  const found = await inTurn(derive[kind])
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Whether a hash was made with other parameters than those of today: the next right password makes a new one. */
export function isOutdatedHash(hashed: string): boolean {
  return !hashed.startsWith(`argon2id$${cost.memory}$${cost.passes}$${cost.parallelism}$`)
}

let last: Promise<unknown> = Promise.resolve()
let waitingCount = 0

/** One guess at a time: each uses one of the few threads that also read and write files. */
async function inTurn(derive: () => Promise<Buffer>): Promise<Buffer> {
  if (waitingCount >= waitingMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
  waitingCount += 1
  const derived = last.then(derive)
  last = derived.catch(() => undefined)
  return derived.finally(() => (waitingCount -= 1))
}

type Argon = { memory: number; passes: number; parallelism: number }

function deriveArgon(password: string, nonce: Buffer, used: Argon): Promise<Buffer> {
  const parameters = { message: password.normalize('NFC'), nonce, tagLength: hashBytes, ...used }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

type Scrypt = { N: number; r: number; p: number }

/** Hashes from before Argon2id. */
function deriveScrypt(password: string, salt: Buffer, used: Scrypt): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, used, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
