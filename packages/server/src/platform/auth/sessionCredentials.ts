import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Account, Actor, Db, SessionCookie } from '#kit/call/context.ts'
import { problem, reasons, type Reason } from '#kit/call/problem.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { parseAccountId } from '#kit/values/ids.ts'
import { atMost } from '#platform/cache/cacheBound.ts'
import { platformAccount, type Kernel } from '#platform/call/callContext.ts'
import { callExecutor, executor } from '#platform/db/pools.ts'
import { cookieName, readCookie } from '#platform/http/cookies.ts'
import { isOfOwnPage } from '#platform/http/viewerCookies.ts'
import type { Credential, CredentialSource } from './credential.ts'
import type { Keyring } from './keyring.ts'
import type { FoundSession, Sessions } from './sessionsPort.ts'
import { isSessionCsrf, personOfToken, sessionHashOf } from './sessionToken.ts'

/** A verified session in one account, or in none for operations of people. */
export type VerifiedSession = Credential & {
  token: string
  session: FoundSession
  /** Refusal of the account that the request names; undefined for a member. */
  refusal: Reason | undefined
}

/** Sessions as credentials, and the cookie that carries them. */
export type SessionCredentials = CredentialSource<VerifiedSession> & {
  /** The cookie of a request for its handler. `settle` writes the change of the handler into the response. */
  cookieOf(request: FastifyRequest): { session: SessionCookie; settle(reply: FastifyReply): void }
  stop(): Promise<void>
}

/** The clock of the machine, as in the keyring: a test that moves its own clock must not move this one. */
const cachedMax = 10_000
const cached = { ...atMost(cachedMax), ttl: 30_000, ttlResolution: 0 }
const touchEveryMs = 60_000

type Parts = { kernel: Kernel; keyring: Keyring; sessions: Sessions; ownOrigin: string }

/** Opens the cache of sessions. A revocation by any process takes effect within a second. */
export function openSessionCredentials({ kernel, keyring, sessions, ownOrigin }: Parts): SessionCredentials {
  const { pools, now } = kernel
  const { hash } = keyring
  const db = executor(pools.work, pools.isPreparing)
  const isSecure = ownOrigin.startsWith('https:')
  const name = cookieName('session', isSecure)
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const verified = new LRUCache<string, VerifiedSession>(cached)
  const seen = new LRUCache<string, Account>(atMost(cachedMax))
  const used = new Map<string, FoundSession>()
  /** Incremented on every eviction. A load that spans an increment may be stale and is not cached. */
  let evictions = 0
  const evict = (isStale: (each: VerifiedSession) => boolean) => {
    evictions += 1
    const stale = [...verified.entries()].filter(([, each]) => isStale(each))
    for (const [text] of stale) verified.delete(text)
  }
  keyring.onEvict((accountId) => {
    evict(({ account }) => accountId === platformAccount.id || account.id === accountId || account.twinId === accountId)
  })
  const use = (found: VerifiedSession | undefined): VerifiedSession | undefined => {
    if (found === undefined || found.session.expiresAtMs <= now().getTime()) return undefined
    if (!used.has(found.session.sessionUuid)) used.set(found.session.sessionUuid, found.session)
    return found
  }
  const touch = async () => {
    const batch = [...used.values()]
    used.clear()
    if (batch.length > 0) await sessions.touch(db, batch, now())
  }
  const touching = setInterval(() => void touch().catch(() => {}), touchEveryMs).unref()
  const load = async (text: string, db: Db): Promise<VerifiedSession | undefined> => {
    const [token = '', named = ''] = text.split(' ')
    const personUuid = personOfToken(token)
    if (personUuid === undefined) return undefined
    const session = await sessions.find(db, { personUuid, tokenHash: sessionHashOf(hash, token) })
    if (session === undefined) return undefined
    const place = await placeOf({ kernel, sessions, db }, personUuid, named)
    const { scopes = [], account = platformAccount, refusal } = place
    const actor: Actor = { kind: 'person', id: session.personId, credential: 'session', scopes }
    return { actor, account, token, session, refusal }
  }
  return {
    read(request, of) {
      const token = readCookie(request, name)
      // A space ends the token: one within the cookie would name the account in place of the request.
      return token === undefined ? undefined : `${token.replaceAll(' ', '?')} ${accountNamedBy(request, of)}`
    },
    recall: (text) => use(verified.get(text)),
    lastKnown: (text) => seen.get(text),
    async verify(text, party) {
      const known = use(verified.get(text))
      if (known !== undefined) return known
      const before = evictions
      const found = use(await load(text, callExecutor(pools, { party, transactions: 0 }, false)))
      if (found === undefined) seen.delete(text)
      else if (found.refusal === undefined) seen.set(text, found.account)
      if (found?.refusal === undefined && found !== undefined && evictions === before) verified.set(text, found)
      return found
    },
    check({ token, refusal }, request) {
      checkOwnPage(ownOrigin, request)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const { origin, 'x-csrf-token': csrf } = request.headers
        const isSent = origin !== undefined && typeof csrf === 'string'
        if (!isSent || !isSessionCsrf(hash, token, csrf)) throw problem(reasons.csrfMissing)
      }
      if (refusal !== undefined) throw problem(refusal)
    },
    cookieOf(request) {
      const token = readCookie(request, name)
      let line: string | undefined
      const session: SessionCookie = {
        token,
        start: (text, maxAgeSeconds) => void (line = `${name}=${text}; Max-Age=${maxAgeSeconds}; ${attributes}`),
        end: () => void (line = `${name}=; Max-Age=0; ${attributes}`),
      }
      const settle = (reply: FastifyReply) => {
        if (line === undefined) return
        evict((each) => each.token === token)
        reply.header('set-cookie', line)
      }
      return { session, settle }
    },
    async stop() {
      clearInterval(touching)
      await touch().catch(() => {})
    },
  }
}

type Place = { account?: Account; scopes?: readonly string[]; refusal: Reason | undefined }
type PlaceParts = { kernel: Kernel; sessions: Sessions; db: Db }

/** The account that a request names, and the rights of a person in it. A membership covers the test account. */
async function placeOf({ kernel, sessions, db }: PlaceParts, personUuid: string, named: string): Promise<Place> {
  if (named === inNoAccount) return { refusal: undefined }
  if (named === '') return { refusal: reasons.accountNotNamed }
  const accountId = parseAccountId(named)
  const account = accountId === undefined ? undefined : await kernel.accounts.find(accountId)
  if (account === undefined) return { refusal: reasons.notAMember }
  const scopes = await sessions.findScopes(db, personUuid, account.mode === 'test' ? account.twinId : account.id)
  return scopes === undefined ? { refusal: reasons.notAMember } : { account, scopes, refusal: undefined }
}

/** Mark of an operation of people in the place of an account. */
const inNoAccount = '-'
const namedLengthMax = 40

/** The account of a request: the header `X-Account`, or `?account=` of an event stream, which can set no headers. */
function accountNamedBy({ headers, query }: FastifyRequest, of: Operation): string {
  if (of.credential === 'person') return inNoAccount
  const header = headers['x-account']
  // cast: the query parser makes a plain object.
  const { account } = query as Record<string, unknown>
  const named = typeof header === 'string' || of.events === undefined ? header : account
  return typeof named === 'string' ? named.slice(0, namedLengthMax).replaceAll(' ', '?') : ''
}

/** Refuses requests from pages of other origins. Throws origin_not_allowed. */
export function checkOwnPage(ownOrigin: string, request: FastifyRequest): void {
  if (isOfOwnPage(ownOrigin, request)) return
  throw problem(reasons.originNotAllowed, { message: `Sessions are for pages of ${ownOrigin}: open it there.` })
}
