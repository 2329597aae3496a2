import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Actor } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { isAddressAllowed } from '#platform/auth/allowedAddresses.ts'
import { readKey } from '#platform/auth/keyFormat.ts'
import type { Keyring, VerifiedKey } from '#platform/auth/keyring.ts'
import { isOriginAllowed, originOf } from '#platform/auth/origins.ts'
import { allows } from '#platform/auth/scopeCover.ts'
import { operationRates, type Rate, type Rates } from '#kit/call/rateClasses.ts'
import type { Buckets, Verdict } from '#platform/limits/buckets.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { takeEach } from '#platform/limits/draws.ts'
import { giveBackToNetwork, takeByNetwork, takeByNetworkAndScope } from '#platform/limits/networkBuckets.ts'
import { partyOfUnverified } from './party.ts'

/** The caller of a request, verified and within limits. `key` is undefined for operations that need none. */
export type Caller = { key: VerifiedKey | undefined; actor: Actor; verdict: Verdict }

export type Gate = {
  keyring: Keyring
  buckets: Buckets
  rates: Rates
  ownOrigin: string
  /** Warns the owner that a secret key was sent where the public can read it. */
  onExposed(key: VerifiedKey, where: string): void
}

/**
 * Admits a request. Throws 401, then 403, then 429; a flood of wrong keys of one network gets 429. A key that was
 * verified a moment ago is admitted synchronously.
 */
export function admit(gate: Gate, of: Operation, request: FastifyRequest): Caller | Promise<Caller> {
  if (of.credential === 'none') return admitAnyone(gate, of, request)
  const sent = keyOf(request)
  const known = sent.text === undefined ? undefined : gate.keyring.recall(sent.text)
  return known === undefined ? admitVerified(gate, of, sent) : admitKey(gate, of, { ...sent, key: known })
}

async function admitVerified(gate: Gate, of: Operation, sent: Sent): Promise<Caller> {
  const key = sent.text === undefined ? undefined : await lookUp(gate, sent.text, sent.request.ip)
  if (key === undefined) throw refusedKey(gate, sent.request)
  return admitKey(gate, of, { ...sent, key })
}

/**
 * Looks a key up. Unknown keys have a rate per network, beyond which a flood of them runs no statement. A key that this
 * process has verified before counts for its account, so no flood blocks it. Throws rate_limited.
 */
async function lookUp({ keyring, buckets, rates }: Gate, text: string, address: string) {
  const seen = keyring.lastKnown(text)
  if (seen !== undefined) return keyring.verify(text, { path: accountPath(seen) })
  const caller = { address, scope: 'key ' }
  const verdict = takeByNetwork(buckets, rates.public, caller)
  const { isAllowed, retryAfterSeconds } = verdict
  if (!isAllowed) throw Object.assign(problem(reasons.rateLimited, { retryAfterSeconds }), { verdict })
  const key = await keyring.verify(text, partyOfUnverified(address))
  if (key !== undefined) giveBackToNetwork(buckets, rates.public, caller)
  return key
}

function admitKey(gate: Gate, of: Operation, sent: Sent & { key: VerifiedKey }): Caller {
  const { key, request } = sent
  request.verifiedKey = key
  const verdict = takeOf(gate, key, { of, address: request.ip })
  try {
    checkExposure(gate, key, sent)
    checkUse(gate, key, sent)
    checkScope(key, of)
    checkRate(verdict)
  } catch (error) {
    // Refusals carry the headers of the rate too.
    throw Object.assign(Object(error), { verdict })
  }
  return { key, actor: actorOf(key), verdict }
}

/** Admits a request without a key, by the rate of its network. Throws rate_limited. */
export function admitAnyone(gate: Gate, of: Pick<Operation, 'rate'>, request: FastifyRequest): Caller {
  const { buckets, rates } = gate
  const verdict = takeByNetwork(buckets, rates[operationRates[of.rate].public], { address: request.ip })
  const { isAllowed, retryAfterSeconds } = verdict
  if (!isAllowed) throw Object.assign(problem(reasons.rateLimited, { retryAfterSeconds }), { verdict })
  return { key: undefined, actor: anyone, verdict }
}

/** The hook of routes without a key, such as uploads: it admits requests by the rate of their network. */
export function anyoneAdmission(gate: Gate): onRequestHookHandler {
  return (request, _reply, done) => {
    try {
      admitAnyone(gate, { rate: 'call' }, request)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** A request that proves itself by a password or code, which it may guess. */
export type Guess = { of: Pick<Operation, 'wrongGuesses'>; request: FastifyRequest }

/**
 * Runs an operation that a caller may guess its way into. Wrong guesses count like wrong keys, per network. Past the
 * limit every guess is refused: refusing only wrong ones would reveal the right one. Throws rate_limited.
 */
export async function runGuess<T>(gate: Gate, { of, request }: Guess, run: () => Promise<T>): Promise<T> {
  const { buckets, rates } = gate
  const guesser = { address: request.ip, scope: 'guess ' }
  // The token is taken before the guess runs, so concurrent guesses cannot share the last one.
  const verdict = takeByNetwork(buckets, rates.failedAuthentication, guesser)
  const { isAllowed, retryAfterSeconds } = verdict
  if (!isAllowed) throw Object.assign(problem(reasons.rateLimited, { retryAfterSeconds }), { verdict })
  let isWrong = false
  try {
    return await run()
  } catch (error) {
    isWrong = error instanceof Problem && of.wrongGuesses.some(({ reason }) => reason === error.reason)
    throw error
  } finally {
    if (!isWrong) giveBackToNetwork(buckets, rates.failedAuthentication, guesser)
  }
}

const anyone: Actor = { kind: 'key', id: 'public', credential: 'public', scopes: [] }

/** The text of a key in a request, and whether it stands in the query. */
type Sent = { request: FastifyRequest; text: string | undefined; isInQuery: boolean }

/** The key of the header, or of `?key=` for clients that cannot set headers. */
function keyOf(request: FastifyRequest): Sent {
  const header = request.headers['x-service-api-key']
  if (typeof header === 'string') return { request, text: header, isInQuery: false }
  // cast: the query parser makes a plain object.
  const query = request.query as Record<string, unknown>
  return { request, text: typeof query['key'] === 'string' ? query['key'] : undefined, isInQuery: true }
}

function refusedKey(gate: Gate, request: FastifyRequest): Problem {
  const verdict = takeByNetwork(gate.buckets, gate.rates.failedAuthentication, { address: request.ip })
  const { isAllowed, retryAfterSeconds } = verdict
  const why = isAllowed ? problem(reasons.authenticationRequired) : problem(reasons.rateLimited, { retryAfterSeconds })
  return Object.assign(why, { verdict })
}

/** Refuses a secret key in an address or from a browser, where others can read it. Throws secret_key_exposed. */
function checkExposure(gate: Gate, key: VerifiedKey, { request, isInQuery }: Sent): void {
  if (key.kind === 'public') return
  const origin = request.headers.origin
  const isFromBrowser = origin !== undefined && origin !== gate.ownOrigin
  if (!isInQuery && !isFromBrowser) return
  gate.onExposed(key, isInQuery ? 'query string' : `origin ${origin ?? ''}`)
  throw problem(reasons.secretKeyExposed)
}

/** Checks that the account is active and that the key allows the address, app or origin. Throws Problem. */
function checkUse(gate: Gate, key: VerifiedKey, { request, isInQuery }: Sent): void {
  if (key.account.isSuspended) throw problem(reasons.accountSuspended)
  if (!isAddressAllowed(key.allowedAddresses, request.ip)) throw problem(reasons.addressNotAllowed)
  if (key.kind !== 'public') return
  const app = request.headers['x-client-app']
  if (typeof app === 'string') {
    if (key.allowedApps.includes(app)) return
    throw problem(reasons.clientAppNotAllowed)
  }
  const origin = request.headers.origin ?? originOf(request.headers.referer)
  // Images and event streams can send neither key header nor origin: `?key=` alone is admitted.
  if (origin === undefined && isInQuery) return
  if (origin === gate.ownOrigin || (origin !== undefined && isOriginAllowed(key.allowedOrigins, origin))) return
  throw problem(reasons.originNotAllowed)
}

function checkScope(key: VerifiedKey, of: Operation): void {
  if (!of.kinds.includes(key.account.kind)) throw problem(reasons.accountKind)
  if (key.kind === 'public') {
    if (of.credential !== 'public') throw problem(reasons.publicKeyNotAllowed)
    return
  }
  if (key.kind === 'restricted' && !allows(key.scopes, of.scope))
    throw problem(reasons.scopeMissing, { details: { scope: of.scope } })
}

/**
 * Takes a token from the bucket of the key and one from the bucket of its account. A public key has its buckets per
 * network of the caller: one for this key, one for all public keys. An account's audience as a whole has no limit.
 */
function takeOf({ buckets, rates }: Gate, key: VerifiedKey, { of, address }: { of: Operation; address: string }) {
  const { account: ofAccount, network: ofNetwork } = operationRates[of.rate]
  const rate = rateOf(rates, key, of)
  if (key.kind !== 'public') {
    const [account = '', test] = accountPath(key.account)
    return takeEach(buckets, [
      { rate, key: key.id },
      ...(test === undefined ? [] : [{ rate: rates.accountTest, key: test }]),
      { rate: rates[ofAccount], key: account },
    ])
  }
  return takeByNetworkAndScope(buckets, { rate, together: rates[ofNetwork] }, { address, scope: `${key.id}|` })
}

function checkRate({ isAllowed, retryAfterSeconds }: Verdict): void {
  if (!isAllowed) throw problem(reasons.rateLimited, { retryAfterSeconds })
}

function rateOf(rates: Rates, key: VerifiedKey, of: Operation): Rate {
  const names = operationRates[of.rate]
  if (key.kind === 'public') return rates[names.public]
  return rates[key.account.mode === 'test' ? names.test : names.secret]
}

function actorOf(key: VerifiedKey): Actor {
  return { kind: 'key', id: key.id, credential: key.kind, scopes: key.scopes }
}

/** Whether a text is a secret or restricted key of this server. */
export function isSecretKey(text: string): boolean {
  const key = readKey(text)
  return key !== undefined && key.kind !== 'public'
}
