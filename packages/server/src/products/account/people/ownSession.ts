import type { Ctx } from '#kit/call/context.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { companion, operation, once } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, flag, matching, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeAccountId, encodeLooseId, parseLooseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { serverHealthPort } from '#platform/observe/serverHealthPort.ts'
import { readMemberships, type Membership } from './membership.ts'
import { personShape, readPersonOf } from './person.ts'
import { auditPerson } from './personAudit.ts'
import {
  csrfTokenOfSession,
  endOtherSessions,
  endSession,
  listSessions,
  readOwnSession,
  type PersonSession,
} from './personSession.ts'
import { roles, scopesOfRole } from './roles.ts'

const accountShape = closed({
  accountId: Type.String({ description: 'The live account, `acc_…`: send it as X-Account.' }),
  testAccountId: Type.String({ description: 'The test account of the account.' }),
  name: Type.String({ description: 'Name of the account.' }),
  kind: oneOf(['business', 'streamer', 'personal'], { description: 'Kind of the account.' }),
  role: oneOf(roles, { description: 'Role of the person in the account.' }),
  isOperator: flag({ description: 'Whether it is the account of the operator of this server.' }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of the role; `*` is every one.' }),
})

const sessionIdText = 'The session, `ses_…`.'
const methods = ['password', 'secondFactor', 'recoveryCode', 'passkey', 'link'] as const

const sessionShape = closed({
  sessionId: Type.String({ description: sessionIdText }),
  createdAt: dateTime({ description: 'Time of the sign-in.' }),
  lastSeenAt: dateTime({ description: 'Time of the last use, to the minute.' }),
  userAgent: Type.String({ description: 'Program of the sign-in.' }),
  country: nullable(Type.String({ description: 'Country of the sign-in, ISO 3166-1 alpha-2.' })),
  isCurrent: flag({ description: 'Whether it is the session of this request.' }),
  method: oneOf(methods, { description: 'Proof of the sign-in.' }),
})

const person = { scope: '', credential: 'person', seesSession: true } as const

export const operations = [
  operation('account.session.get', {
    ...person,
    route: 'GET /api/account/session/get',
    title: 'Sessions - Get',
    description: 'The session of the request: its person, their accounts, and the CSRF token for calls that write.',
    input: closed({}),
    output: closed({
      sessionId: Type.String({ description: sessionIdText }),
      csrfToken: Type.String({ description: 'Send it as X-CSRF-Token with every call that is no GET.' }),
      person: personShape,
      accounts: Type.Array(accountShape, { description: 'Accounts of the person, the oldest membership first.' }),
      signedInAt: dateTime({ description: 'Time of the sign-in.' }),
    }),
    example: {},
    handle: readSession,
  }),
  operation('account.session.all', {
    ...person,
    route: 'GET /api/account/session/all',
    title: 'Sessions - Get All',
    description: 'Browsers in which the person is signed in, the newest first.',
    input: closed({}),
    output: closed({ items: Type.Array(sessionShape, { description: 'Open sessions, at most 100.' }) }),
    example: {},
    async handle(ctx) {
      const own = await readOwnSession(ctx)
      const all = await listSessions(ctx, own.person_id)
      return { items: all.map((each) => sessionOf(each, own)) }
    },
  }),
  operation('account.session.revoke', {
    ...person,
    route: 'POST /api/account/session/revoke',
    title: 'Sessions - Revoke',
    description: 'Ends one session of the person, or all others, in every process within a second.',
    input: closed({
      sessionId: Type.Optional(matching('^ses_[0-9a-z]{26}$', 30, { description: 'The session to end, `ses_…`.' })),
      others: Type.Optional(flag({ description: 'True ends every session but this one.' })),
    }),
    output: closed({ endedCount: whole(0, 1_000, { description: 'Number of ended sessions.' }) }),
    example: { others: true },
    handle: once((ctx, input) => ctx.atomic((inner) => revoke(inner, input))),
  }),
  operation('account.session.end', {
    ...person,
    route: 'POST /api/account/session/end',
    title: 'Sessions - End',
    description: 'Signs out: ends the session of the request and removes its cookie.',
    input: closed({}),
    output: closed({ ended: flag({ description: 'Always true.' }) }),
    example: {},
    handle: once((ctx) => ctx.atomic(signOut)),
  }),
].map(companion)

async function readSession(ctx: Ctx) {
  const own = await readOwnSession(ctx)
  const found = await readPersonOf(ctx, own.person_id)
  const memberships = await readMemberships(ctx.db, own.person_id)
  const accounts = await Promise.all(memberships.map((each) => accountOf(ctx, each)))
  return {
    sessionId: encodeLooseId('ses', own.id),
    csrfToken: csrfTokenOfSession(ctx),
    person: found,
    accounts: accounts.filter((each) => each !== undefined),
    signedInAt: own.signed_in_at,
  }
}

async function accountOf(ctx: Ctx, { accountId: number, role }: Membership) {
  const account = await ctx.accounts.find(number)
  if (account === undefined) return undefined
  const scopes = [...scopesOfRole(role, ctx.port(cataloguePort).scopes)]
  const testAccountId = encodeAccountId(account.twinId)
  const isOperator = await ctx.port(serverHealthPort).isOperator(account)
  const { publicId: accountId, name, kind } = account
  return { accountId, testAccountId, name, kind, role, isOperator, scopes }
}

function sessionOf(row: PersonSession, own: PersonSession) {
  return {
    sessionId: encodeLooseId('ses', row.id),
    createdAt: row.signed_in_at,
    lastSeenAt: row.last_seen_at,
    userAgent: row.user_agent,
    country: row.country,
    isCurrent: row.id === own.id,
    method: methodOf(row.method),
  }
}

function methodOf(text: string): (typeof methods)[number] {
  const found = methods.find((each) => each === text)
  if (found === undefined) throw new Error(`${text} is no proof of a sign-in`)
  return found
}

async function revoke(ctx: Ctx, input: { sessionId?: string; others?: boolean }) {
  const own = await readOwnSession(ctx)
  if ((input.sessionId === undefined) === (input.others !== true)) {
    throw invalid(field('sessionId', 'exactlyOne', 'send either sessionId or others'))
  }
  const uuid = input.sessionId === undefined ? undefined : parseLooseId('ses', input.sessionId)
  if (input.sessionId !== undefined && (uuid === undefined || !(await endSession(ctx, own.person_id, uuid)))) {
    throw problem(reasons.notFound)
  }
  const endedCount = input.others === true ? await endOtherSessions(ctx, own.person_id, own.id) : 1
  await auditPerson(ctx, { id: own.person_id }, { action: 'session.revoked', changes: { endedCount } })
  return { endedCount }
}

async function signOut(ctx: Ctx) {
  const own = await readOwnSession(ctx)
  await endSession(ctx, own.person_id, own.id)
  await auditPerson(ctx, { id: own.person_id }, { action: 'session.ended' })
  ctx.session?.end()
  return { ended: true }
}
