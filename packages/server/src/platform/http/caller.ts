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

/** An admitted caller: its credentials are verified and its rate allows the request. No key at public operations. */
export type Caller = { key: VerifiedKey | undefined; actor: Actor; verdict: Verdict }

export type Gate = {
  keyring: Keyring
  buckets: Buckets
  rates: Rates
  ownOrigin: string
  /** Notifies the owner that a secret key was sent from a public place. */
  onExposed(key: VerifiedKey, where: string): void
}

/**
 * Admits a request, or throws: 401, then 403, then 429. A flood of bad keys from one address gets 429. A recently
 * verified key is admitted synchronously.
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
 * Looks a key up. Unknown keys have a rate by network, beyond which none is looked up: a flood of them costs no
 * statement. A key that this process has seen is its account's, so that no flood keeps it out. Throws rate_limited.
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
    checkPlace(gate, key, sent)
    checkRight(key, of)
    checkRate(verdict)
  } catch (error) {
    // Every response holds the rate headers, refusals too.
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

/** Admits requests to addresses beside the operations, which check their own credentials. */
export function letAnyoneIn(gate: Gate): onRequestHookHandler {
  return (request, _reply, done) => {
    try {
      admitAnyone(gate, { rate: 'call' }, request)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** A request that may guess a secret, and its operation. */
export type Guess = { of: Pick<Operation, 'wrongGuesses'>; request: FastifyRequest }

/**
 * Answers a guess. Wrong ones count like bad keys, per network. Past the limit every guess is refused: refusing only
 * the wrong ones would distinguish them from the right one. Throws rate_limited.
 */
export async function answerGuess<T>(gate: Gate, { of, request }: Guess, answer: () => Promise<T>): Promise<T> {
  const { buckets, rates } = gate
  const guesser = { address: request.ip, scope: 'guess ' }
  // The token is taken before the answer, so that concurrent guesses do not all find one left.
  const verdict = takeByNetwork(buckets, rates.failedAuthentication, guesser)
  const { isAllowed, retryAfterSeconds } = verdict
  if (!isAllowed) throw Object.assign(problem(reasons.rateLimited, { retryAfterSeconds }), { verdict })
  let isWrong = false
  try {
    return await answer()
  } catch (error) {
    isWrong = error instanceof Problem && of.wrongGuesses.some(({ reason }) => reason === error.reason)
    throw error
  } finally {
    if (!isWrong) giveBackToNetwork(buckets, rates.failedAuthentication, guesser)
  }
}

const anyone: Actor = { kind: 'key', id: 'public', credential: 'public', scopes: [] }

/** The text of a key as it came, and where it stood. */
type Sent = { request: FastifyRequest; text: string | undefined; isInQuery: boolean }

/** The header, or `?key=` for places where headers cannot be set. */
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

/** A secret in an address or from a browser is a secret no more. */
function checkExposure(gate: Gate, key: VerifiedKey, { request, isInQuery }: Sent): void {
  if (key.kind === 'public') return
  const origin = request.headers.origin
  const isFromBrowser = origin !== undefined && origin !== gate.ownOrigin
  if (!isInQuery && !isFromBrowser) return
  gate.onExposed(key, isInQuery ? 'query string' : `origin ${origin ?? ''}`)
  throw problem(reasons.secretKeyExposed)
}

function checkPlace(gate: Gate, key: VerifiedKey, { request, isInQuery }: Sent): void {
  if (key.account.isSuspended) throw problem(reasons.accountSuspended)
  if (!isAddressAllowed(key.allowedAddresses, request.ip)) throw problem(reasons.addressNotAllowed)
  if (key.kind !== 'public') return
  const app = request.headers['x-client-app']
  if (typeof app === 'string') {
    if (key.allowedApps.includes(app)) return
    throw problem(reasons.clientAppNotAllowed)
  }
  const origin = request.headers.origin ?? originOf(request.headers.referer)
  // An image or an event stream can send neither key header nor origin: `?key=` alone is let in.
  if (origin === undefined && isInQuery) return
  if (origin === gate.ownOrigin || (origin !== undefined && isOriginAllowed(key.allowedOrigins, origin))) return
  throw problem(reasons.originNotAllowed)
}

function checkRight(key: VerifiedKey, of: Operation): void {
  if (!of.kinds.includes(key.account.kind)) throw problem(reasons.accountKind)
  if (key.kind === 'public') {
    if (of.credential !== 'public') throw problem(reasons.publicKeyNotAllowed)
    return
  }
  if (key.kind === 'restricted' && !allows(key.scopes, of.scope))
    throw problem(reasons.scopeMissing, { details: { scope: of.scope } })
}

/**
 * Takes a token from the bucket of the key and one from that of all keys of its account. The buckets of a public key
 * are of the caller's network: one of this key, one of all public keys. An account's audience has no bound.
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

/** Whether a text is a key of ours that must stay secret. */
export function isSecretKey(text: string): boolean {
  const key = readKey(text)
  return key !== undefined && key.kind !== 'public'
}
