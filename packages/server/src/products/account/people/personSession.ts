import type { Ctx, RowOf } from '#kit/call/context.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { publishAccessChange } from '#platform/auth/keyring.ts'
import type { Sessions } from '#platform/auth/sessionsPort.ts'
import { makeSessionToken, personOfToken, sessionCsrfOf, sessionHashOf } from '#platform/auth/sessionToken.ts'
import { platformAccount, type Kernel } from '#platform/call/callContext.ts'
import { findRole } from './membership.ts'
import { findPerson, personIdOf, type Person } from './person.ts'
import { scopesOfRole } from './roles.ts'

/** The proof by which a person signed in. */
export type SignInMethod = 'password' | 'secondFactor' | 'recoveryCode' | 'passkey' | 'link'

/** An open session of a person. */
export type PersonSession = RowOf<typeof readOne>

const dayMs = 86_400_000
const idleMs = 14 * dayMs
const lifeMs = 30 * dayMs
/** Age of a sign-in that still proves the person for a sensitive change. */
const recentMs = 15 * 60_000
const agentLengthMax = 300
const countMax = 100

/** The reason for a sensitive change long after the sign-in. */
export const recentSignInNeeded = reason(
  'not_authorized',
  'recent_sign_in_needed',
  'This change needs a sign-in within the last 15 minutes: sign in again.',
)

/**
 * Starts a session of a person and sets its cookie, for an operation with `seesSession` and `seesClient`. A session of
 * the same browser ends: a sign-in always has a new token. Returns the CSRF token of the session.
 */
export async function startSession(ctx: Ctx, personUuid: string, method: SignInMethod): Promise<{ csrfToken: string }> {
  const { session, client } = ctx
  if (session === undefined) throw new Error(`${ctx.cause} does not declare seesSession`)
  const hash = ctx.port(keyHashPort)
  await endSessionOf(ctx)
  const token = makeSessionToken(personUuid)
  const at = ctx.now().toISOString()
  const agent = (client?.userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, agentLengthMax)
  const id = uuidv7(ctx.now().getTime())
  const values = [personUuid, id, sessionHashOf(hash, token), method, at, agent, client?.country ?? null]
  await ctx.db.rows(insert, values)
  await ctx.db.rows(bound, [personUuid, countMax])
  session.start(token, lifeMs / 1000)
  return { csrfToken: sessionCsrfOf(hash, token) }
}

/** Ends the session of the request, if it has one. */
export async function endSessionOf(ctx: Ctx): Promise<void> {
  const found = tokenOf(ctx)
  if (found === undefined) return
  const ended = await ctx.db.rows(endByToken, [found.personUuid, found.tokenHash])
  if (ended.length > 0) await publishSessionChange(ctx)
}

/** The open session of the request. Throws authentication_required for one that has ended. */
export async function readOwnSession(ctx: Ctx): Promise<PersonSession> {
  const found = await findOwnSession(ctx)
  if (found === undefined) throw problem(reasons.authenticationRequired)
  return found
}

/** The open session of the request; undefined without one, for operations that need no credential. */
export async function findOwnSession(ctx: Ctx): Promise<PersonSession | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return undefined
  const [row] = await ctx.db.rows(readOne, [token.personUuid, token.tokenHash])
  return row === undefined || endOf(row) <= ctx.now().getTime() ? undefined : row
}

/** Returns the session of a request whose sign-in is recent. Throws recent_sign_in_needed. */
async function readRecentSession(ctx: Ctx): Promise<PersonSession> {
  const own = await readOwnSession(ctx)
  const ageMs = ctx.now().getTime() - Date.parse(own.signed_in_at)
  if (ageMs >= recentMs || ageMs < 0) throw problem(recentSignInNeeded)
  return own
}

/** The person of a session with a recent sign-in. Throws recent_sign_in_needed. */
export async function readRecentPerson(ctx: Ctx): Promise<Person> {
  const own = await readRecentSession(ctx)
  const found = await findPerson(ctx.db, own.person_id)
  if (found === undefined) throw problem(reasons.authenticationRequired)
  return found
}

/** The open sessions of a person, the newest first. */
export async function listSessions(ctx: Ctx, personUuid: string): Promise<PersonSession[]> {
  const rows = await ctx.db.rows(readAll, [personUuid])
  return rows.filter((row) => endOf(row) > ctx.now().getTime())
}

/** Ends one session of a person, in every process within a second. False for an unknown one. */
export async function endSession(ctx: Ctx, personUuid: string, sessionUuid: string): Promise<boolean> {
  const ended = await ctx.db.rows(endOne, [personUuid, sessionUuid])
  if (ended.length > 0) await publishSessionChange(ctx)
  return ended.length > 0
}

/** Ends every session of a person but one, in every process within a second. Returns the number of ended ones. */
export async function endOtherSessions(ctx: Ctx, personUuid: string, keptUuid: string | null): Promise<number> {
  const ended = await ctx.db.rows(endOthers, [personUuid, keptUuid])
  if (ended.length > 0) await publishSessionChange(ctx)
  return ended.length
}

/** The CSRF token of the session of a request. */
export function csrfTokenOfSession(ctx: Ctx): string {
  return sessionCsrfOf(ctx.port(keyHashPort), ctx.session?.token ?? '')
}

async function publishSessionChange(ctx: Ctx): Promise<void> {
  await ctx.db.rows(publishAccessChange, [uuidv7(ctx.now().getTime()), platformAccount.id])
}

function tokenOf(ctx: Ctx): { personUuid: string; tokenHash: Buffer } | undefined {
  const token = ctx.session?.token
  const personUuid = token === undefined ? undefined : personOfToken(token)
  if (token === undefined || personUuid === undefined) return undefined
  return { personUuid, tokenHash: sessionHashOf(ctx.port(keyHashPort), token) }
}

/** End of a session in milliseconds: after 14 idle days, and after 30 days at most. */
function endOf(row: Pick<PersonSession, 'signed_in_at' | 'last_seen_at'>): number {
  return Math.min(Date.parse(row.signed_in_at) + lifeMs, Date.parse(row.last_seen_at) + idleMs)
}

/** Sessions for the platform, which verifies them. */
export function openSessions({ ports }: Kernel): Sessions {
  return {
    async find(db, { personUuid, tokenHash }) {
      const [row] = await db.rows(readOne, [personUuid, tokenHash])
      if (row === undefined) return undefined
      return { sessionUuid: row.id, personUuid, personId: personIdOf({ id: personUuid }), expiresAtMs: endOf(row) }
    },
    async findScopes(db, personUuid, accountId) {
      const role = await findRole(db, personUuid, accountId)
      return role === undefined ? undefined : scopesOfRole(role, ports.get(cataloguePort).scopes)
    },
    async touch(db, used, at) {
      const people = used.map((each) => each.personUuid)
      await db.rows(touch, [people, used.map((each) => each.sessionUuid), at.toISOString()])
    },
  }
}

/** Schedules of sessions. */
export const schedules: Schedule[] = [
  {
    name: 'account.session.prune',
    description: 'Removes sessions that have ended.',
    everySeconds: 3600,
    async run(ctx) {
      const at = ctx.now().getTime()
      await ctx.db.rows(prune, [new Date(at - lifeMs).toISOString(), new Date(at - idleMs).toISOString()])
    },
  },
]

const columns = 'person_id, id, method, signed_in_at, last_seen_at, user_agent, country'

const insert = statement(
  'person_session.insert',
  'directory',
  `insert into person_session (person_id, id, token_hash, method, signed_in_at, last_seen_at, user_agent, country)
   values ($1, $2, $3, $4, $5, $5, $6, $7)`,
)

/** Ends the oldest sessions beyond a number. */
const bound = statement(
  'person_session.bound',
  'directory',
  `delete from person_session where person_id = $1 and id in (
     select id from person_session where person_id = $1 order by id desc offset $2)`,
)

const readOne = statement(
  'person_session.read',
  'directory',
  `select ${columns} from person_session s
   where s.person_id = $1 and s.token_hash = $2 and exists (select 1 from person_person p where p.id = $1)`,
)

const readAll = statement(
  'person_session.all',
  'directory',
  `select ${columns} from person_session where person_id = $1 order by id desc limit ${countMax}`,
)

const endByToken = statement(
  'person_session.endByToken',
  'directory',
  'delete from person_session where person_id = $1 and token_hash = $2 returning id',
)

const endOne = statement(
  'person_session.end',
  'directory',
  'delete from person_session where person_id = $1 and id = $2 returning id',
)

const endOthers = statement(
  'person_session.endOthers',
  'directory',
  'delete from person_session where person_id = $1 and id is distinct from $2::uuid returning id',
)

const touch = statement(
  'person_session.touch',
  'directory',
  `update person_session s set last_seen_at = greatest(s.last_seen_at, $3::timestamptz)
   from unnest($1::uuid[], $2::uuid[]) as u (person_id, id) where s.person_id = u.person_id and s.id = u.id`,
)

const prune = statement(
  'person_session.prune',
  'directory',
  'delete from person_session where signed_in_at < $1::timestamptz or last_seen_at < $2::timestamptz',
)
