import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Actor } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import type { Credential, CredentialSource } from '#platform/auth/credential.ts'
import { checkOwnPage } from '#platform/auth/sessionCredentials.ts'
import { allows } from '#platform/auth/scopeCover.ts'
import { operationRates, type Rates } from '#kit/call/rateClasses.ts'
import type { Buckets, Verdict } from '#platform/limits/buckets.ts'
import { platformAccount } from '#platform/call/callContext.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { isOutage } from '#platform/db/problems.ts'
import { takeEach } from '#platform/limits/draws.ts'
import { giveBackToNetwork, takeByNetwork, takeByNetworkAndScope } from '#platform/limits/networkBuckets.ts'
import { partyOfUnverified } from './party.ts'

/** The caller of a request, verified and within limits. `credential` is undefined for operations that need none. */
export type Caller = { credential: Credential | undefined; actor: Actor; verdict: Verdict }

/** Parts of the platform that admit requests. */
export type Gate = {
  /** Kinds of credentials; the first that a request carries counts. */
  credentials: readonly CredentialSource[]
  buckets: Buckets
  rates: Rates
  ownOrigin: string
}

/**
 * Admits a request. Throws 401, then 403, then 429; a flood of wrong credentials of one network gets 429. A credential
 * that was verified a moment ago is admitted synchronously.
 */
export function admit(gate: Gate, of: Operation, request: FastifyRequest): Caller | Promise<Caller> {
  if (of.credential === 'none') {
    const caller = admitAnyone(gate, of, request)
    if (of.seesSession) checkOwnPage(gate.ownOrigin, request)
    return caller
  }
  for (const source of gate.credentials) {
    const text = source.read(request, of)
    if (text === undefined) continue
    const known = source.recall(text)
    const sent: Sent = { source, text, request }
    return known === undefined ? admitUnknown(gate, of, sent) : admitVerified(gate, of, { ...sent, credential: known })
  }
  throw unauthenticated(gate, request)
}

/** The credential that a request carries, not verified yet. */
type Sent = { source: CredentialSource; text: string; request: FastifyRequest }

async function admitUnknown(gate: Gate, of: Operation, sent: Sent): Promise<Caller> {
  const credential = await lookUp(gate, sent)
  if (credential === undefined) throw unauthenticated(gate, sent.request)
  return admitVerified(gate, of, { ...sent, credential })
}

/**
 * Looks a credential up. Unknown ones have a rate per network, beyond which a flood of them runs no statement. One that
 * this process has verified before counts for its account, so no flood blocks it. Throws rate_limited.
 */
async function lookUp({ buckets, rates }: Gate, { source, text, request }: Sent): Promise<Credential | undefined> {
  const seen = source.lastKnown(text)
  if (seen !== undefined) return source.verify(text, { path: accountPath(seen) })
  const caller = { address: request.ip, scope: 'unverified ' }
  const verdict = takeByNetwork(buckets, rates.public, caller)
  checkRate(verdict)
  try {
    const credential = await source.verify(text, partyOfUnverified(request.ip))
    if (credential !== undefined) giveBackToNetwork(buckets, rates.public, caller)
    return credential
  } catch (error) {
    // A database out of reach says nothing about a credential: its caller reads 503, and goes on afterwards.
    if (isOutage(error)) giveBackToNetwork(buckets, rates.public, caller)
    throw error
  }
}

function admitVerified(gate: Gate, of: Operation, sent: Sent & { credential: Credential }): Caller {
  const { source, credential, request } = sent
  request.credential = credential
  const verdict = takeOf(gate, credential, { of, address: request.ip })
  try {
    checkUse(source, credential, { of, request })
    checkRate(verdict)
  } catch (error) {
    if (error instanceof Problem) Object.assign(error.headers, rateHeaders(verdict))
    throw error
  }
  return { credential, actor: credential.actor, verdict }
}

/** Whether a request that was admitted still would be: its credential is valid and allows the operation. */
export async function isAdmitted(gate: Gate, of: Operation, request: FastifyRequest): Promise<boolean> {
  if (of.credential === 'none') return true
  for (const source of gate.credentials) {
    const text = source.read(request, of)
    if (text === undefined) continue
    const credential = source.recall(text) ?? (await source.verify(text, partyOfUnverified(request.ip)))
    return credential !== undefined && isAllowed(source, credential, { of, request })
  }
  return false
}

function isAllowed(source: CredentialSource, credential: Credential, call: { of: Operation; request: FastifyRequest }) {
  try {
    checkUse(source, credential, call)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Throws Problem for a suspended account, a wrong use of the credential and a missing scope. */
function checkUse(source: CredentialSource, credential: Credential, call: { of: Operation; request: FastifyRequest }) {
  if (credential.account.isSuspended) throw problem(reasons.accountSuspended)
  source.check(credential, call.request)
  checkScope(credential, call.of)
}

/** Admits a request without a key, by the rate of its network. Throws rate_limited. */
export function admitAnyone(gate: Gate, of: Pick<Operation, 'rate'>, request: FastifyRequest): Caller {
  const { buckets, rates } = gate
  const verdict = takeByNetwork(buckets, rates[operationRates[of.rate].public], { address: request.ip })
  checkRate(verdict)
  return { credential: undefined, actor: anyone, verdict }
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
  checkRate(verdict)
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

/** The refusal of a request without a valid credential. Throws rate_limited for a flood of them. */
function unauthenticated(gate: Gate, request: FastifyRequest): Problem {
  const verdict = takeByNetwork(gate.buckets, gate.rates.failedAuthentication, { address: request.ip })
  checkRate(verdict)
  return problem(reasons.authenticationRequired, { headers: rateHeaders(verdict) })
}

function checkScope({ actor, account }: Credential, of: Operation): void {
  if (of.credential === 'person') {
    if (actor.kind !== 'person') throw problem(reasons.sessionNeeded)
    return
  }
  if (!of.kinds.includes(account.kind)) throw problem(reasons.accountKind)
  if (actor.credential === 'public') {
    if (of.credential !== 'public') throw problem(reasons.publicKeyNotAllowed)
    return
  }
  if (actor.credential !== 'secret' && !allows(actor.scopes, of.scope))
    throw problem(reasons.scopeMissing, { details: { scope: of.scope } })
}

/**
 * Takes a token from the bucket of the actor and one from the bucket of its account. A public key has its buckets per
 * network of the caller: one for this key, one for all public keys. An account's audience as a whole has no limit.
 */
function takeOf({ buckets, rates }: Gate, { actor, account }: Credential, call: { of: Operation; address: string }) {
  const names = operationRates[call.of.rate]
  if (actor.credential === 'public') {
    const bounds = { rate: rates[names.public], together: rates[names.network] }
    return takeByNetworkAndScope(buckets, bounds, { address: call.address, scope: `${actor.id}|` })
  }
  const own = { rate: rates[account.mode === 'test' ? names.test : names.secret], key: actor.id }
  // People in no account have no account's bucket.
  if (account.id === platformAccount.id) return takeEach(buckets, [own])
  const [path = '', test] = accountPath(account)
  return takeEach(buckets, [
    own,
    ...(test === undefined ? [] : [{ rate: rates.accountTest, key: test }]),
    { rate: rates[names.account], key: path },
  ])
}

/** The RateLimit header fields of a verdict; refusals carry them too. */
export function rateHeaders({ policy, state }: Verdict): Record<string, string> {
  return { 'ratelimit-policy': policy, ratelimit: state }
}

/** Throws rate_limited with the headers of the verdict. */
export function checkRate(verdict: Verdict): void {
  const { isAllowed, retryAfterSeconds } = verdict
  if (!isAllowed) throw problem(reasons.rateLimited, { retryAfterSeconds, headers: rateHeaders(verdict) })
}
