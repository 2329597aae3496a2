import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { NewPasskeyUse } from './challenge.ts'
import { consumeLink, endResets, linkEnded, readLink, type Link } from './link.ts'
import { join, lockMembers } from './member.ts'
import { endPasskeys, listPasskeys, placePasskey } from './passkey.ts'
import { newPasswordHash } from './passwordChange.ts'
import { createPerson, findPerson, findPersonByEmail, personIdOf, type Person } from './person.ts'
import { auditPerson, personActor } from './personAudit.ts'
import { csrfTokenOfSession, endOtherSessions, findOwnSession } from './personSession.ts'
import { placeEmail, placePassword } from './profile.ts'
import { isRole } from './roles.ts'
import { endSecondFactor } from './secondFactor.ts'
import { secondFactorOf, signedIn, type SignIn } from './signIn.ts'
import {
  passkeyRefused,
  registrationChallenge,
  verifyRegistration,
  type ChallengeResponse,
  type NewPasskey,
  type PasskeyChallenge,
} from './webAuthn.ts'

/** The reason for a link to a person who has to sign in first. */
export const signInFirst = reason(
  'not_authorized',
  'sign_in_first',
  'Sign in as the person of the link, then open it again.',
)

/** The opening of a link: a new person has a name and credentials, one who is signed in has the token alone. */
export type Opening = {
  token: string
  email?: string
  name?: string
  password?: string
  passkey?: ChallengeResponse
}

/** The person of a link, if there is one, and whether the request is by their session. */
type Bearer = { known: Person | undefined; isOwn: boolean }

/** Credentials that an opening sets: the hash of a password, or a passkey. */
type NewCredentials = { hash: string | null; passkey: NewPasskey | undefined }

const passkeyName = 'Passkey'

/** Opens a link and signs its person in. Throws link_ended, sign_in_first, passkey_refused, and field errors. */
export async function openLink(ctx: Ctx, opening: Opening): Promise<SignIn> {
  const link = await readLink(ctx, ctx.port(keyHashPort), opening.token)
  const bearer = await bearerOf(ctx, link, opening.email)
  const { known, isOwn } = bearer
  if (link.kind === 'passwordReset') return resetPassword(ctx, { link, known, opening })
  if (link.kind === 'emailChange') return confirmEmail(ctx, link, isOwn ? known : undefined)
  checkBearer(link, bearer)
  const hasCredentials = opening.password !== undefined || opening.passkey !== undefined
  if (known !== undefined && isOwn && !(isRecovery(link) && hasCredentials)) return accept(ctx, link, known)
  const address = known?.email ?? addressOf(link, opening)
  const credentials = await readCredentials(ctx, opening, { link, known, address })
  return ctx.atomic(async (inner) => {
    await takeLink(inner, link)
    const person = known ?? (await createFrom(inner, opening, { address, credentials }))
    if (known !== undefined) await renewCredentials(inner, known, credentials)
    if (credentials.passkey !== undefined) await placePasskey(inner, credentials.passkey, passkeyName)
    await joinBy(inner, link, person)
    return signedIn(inner, person, 'link')
  })
}

/** The challenge for the passkey of an opening; the id of a new person is reserved in it. Throws as an opening does. */
export async function linkChallenge(ctx: Ctx, opening: Opening): Promise<PasskeyChallenge> {
  const link = await readLink(ctx, ctx.port(keyHashPort), opening.token)
  if (link.kind !== 'console' && link.kind !== 'invitation') throw problem(linkEnded)
  const bearer = await bearerOf(ctx, link, opening.email)
  checkBearer(link, bearer)
  const { known } = bearer
  const email = known?.email ?? addressOf(link, opening)
  const name = known?.name ?? opening.name ?? email
  const personUuid = known?.id ?? uuidv7(ctx.now().getTime())
  // The opening ends the former passkeys: the same authenticator may make the new one.
  const passkeys = known === undefined || isRecovery(link) ? [] : await listPasskeys(ctx.db, known.id)
  const owner = { personUuid, email, name, known: passkeys.map((each) => each.credential_id) }
  return registrationChallenge(ctx, passkeyUseOf(link), owner)
}

/** The use of a challenge that one link alone accepts. */
function passkeyUseOf({ id }: Link): NewPasskeyUse {
  return `passkeyOfLink ${id}`
}

/** The person of a link: by its own address, else by that of the caller or by their session. */
export async function findBearer(ctx: Ctx, link: Link, named?: string): Promise<Person | undefined> {
  if (link.person_id !== null) return findPerson(ctx.db, link.person_id)
  const address = link.email ?? named
  if (address !== undefined) return findPersonByEmail(ctx.db, address)
  const session = await findOwnSession(ctx)
  return session === undefined ? undefined : findPerson(ctx.db, session.person_id)
}

async function bearerOf(ctx: Ctx, link: Link, named: string | undefined): Promise<Bearer> {
  const known = await findBearer(ctx, link, named)
  const own = await findOwnSession(ctx)
  return { known, isOwn: own !== undefined && own.person_id === known?.id }
}

/** A link that the operator of the installation made for the person of an address, such as one who is locked out. */
function isRecovery({ kind, email }: Link): boolean {
  return kind === 'console' && email !== null
}

/**
 * Throws sign_in_first for an existing person without their session: a link to an account would open their other
 * accounts too. The operator alone makes links that need no session.
 */
function checkBearer(link: Link, { known, isOwn }: Bearer): void {
  if (known !== undefined && !isOwn && !isRecovery(link)) throw problem(signInFirst)
}

function addressOf({ email }: Link, opening: Opening): string {
  const address = email ?? opening.email
  if (address === undefined) throw invalid(field('email', 'required', 'is needed'))
  return address
}

/** Opens a link by the session of its person, whose credentials stay. */
function accept(ctx: Ctx, link: Link, person: Person): Promise<SignIn> {
  return ctx.atomic(async (inner) => {
    await takeLink(inner, link)
    await joinBy(inner, link, person)
    return staySignedIn(inner)
  })
}

/**
 * The sign-in of a session that goes on. A link proves no credentials: a new session would count as a recent sign-in,
 * so that a stolen cookie and an invitation would allow new passkeys and another address.
 */
function staySignedIn(ctx: Ctx): SignIn {
  return { state: 'signedIn', csrfToken: csrfTokenOfSession(ctx), ticket: null }
}

type Subject = { link: Link; known: Person | undefined; address: string }

async function readCredentials(ctx: Ctx, opening: Opening, { link, known, address }: Subject): Promise<NewCredentials> {
  const { name, password, passkey: response } = opening
  const missing = [
    ...(known === undefined && name === undefined ? [field('name', 'required', 'is needed')] : []),
    ...(password === undefined && response === undefined
      ? [field('password', 'required', 'is needed, or a passkey')]
      : []),
  ]
  if (missing.length > 0) throw invalid(...missing)
  if (password !== undefined) return { hash: await newPasswordHash(password, address), passkey: undefined }
  if (response === undefined) throw problem(passkeyRefused)
  const passkey = await verifyRegistration(ctx, passkeyUseOf(link), response)
  // A link without an address gave the challenge, perhaps for a signed-in person other than the one who opens it.
  const owner = known ?? (await findPerson(ctx.db, passkey.personUuid))
  if (owner?.id !== known?.id || (known !== undefined && passkey.personUuid !== known.id)) throw problem(passkeyRefused)
  return { hash: null, passkey }
}

type NewPerson = { address: string; credentials: NewCredentials }

async function createFrom(ctx: Ctx, { name = '' }: Opening, { address, credentials }: NewPerson): Promise<Person> {
  const { hash, passkey } = credentials
  const draft = { email: address, name, language: 'en', timeZone: 'UTC', passwordHash: hash, at: ctx.now() }
  return createPerson(ctx.db, { ...draft, ...(passkey === undefined ? {} : { id: passkey.personUuid }) })
}

/** Uses up a link. Lock order: members of its account, then links, as in a removal and in a repeated invitation. */
async function takeLink(ctx: Ctx, link: Link): Promise<void> {
  const account = link.account_id === null ? undefined : await ctx.accounts.find(link.account_id)
  if (account !== undefined) await lockMembers(ctx.as(account))
  await consumeLink(ctx, link)
}

/** Makes the person of a link a member of its account. */
async function joinBy(ctx: Ctx, link: Link, person: Person): Promise<void> {
  const account = link.account_id === null ? undefined : await ctx.accounts.find(link.account_id)
  const role = link.role !== null && isRole(link.role) ? link.role : undefined
  if (account === undefined || role === undefined) throw problem(linkEnded)
  const { id: personUuid, name, email } = person
  const joining = { personUuid, personId: personIdOf(person), name, email, role, keepsRole: link.email !== null }
  const isJoined = await join(ctx.as(account, personActor(person)), joining, link.kind === 'invitation')
  if (!isJoined) throw problem(linkEnded)
}

type Reset = { link: Link; known: Person | undefined; opening: Opening }

async function resetPassword(ctx: Ctx, { link, known, opening: { password } }: Reset): Promise<SignIn> {
  if (known === undefined) throw problem(linkEnded)
  if (password === undefined) throw invalid(field('password', 'required', 'is needed'))
  const hash = await newPasswordHash(password, known.email)
  return ctx.atomic(async (inner) => {
    // Lock order: the person, then links, so that two links of one person cannot wait for each other.
    await placePassword(inner, known.id, hash)
    await consumeLink(inner, link)
    await endResets(inner, known.id)
    await endOtherSessions(inner, known.id, null)
    await auditPerson(inner, known, { action: 'person.passwordChanged' })
    // The mailbox proves one factor alone: a person with a second one signs in with both.
    if (known.totp_confirmed_at !== null) return secondFactorOf(inner, known)
    return signedIn(inner, known, 'link')
  })
}

/** Confirms a new address. The link proves the mailbox alone, so its person must be signed in. */
async function confirmEmail(ctx: Ctx, link: Link, own: Person | undefined): Promise<SignIn> {
  if (own === undefined || link.email === null) throw problem(signInFirst)
  const address = link.email
  return ctx.atomic(async (inner) => {
    await consumeLink(inner, link)
    await placeEmail(inner, own, address)
    return staySignedIn(inner)
  })
}

/** Gives a person new credentials by a link of the operator: every former one ends, passkeys and sessions as well. */
async function renewCredentials(ctx: Ctx, person: Person, { hash }: NewCredentials): Promise<void> {
  await placePassword(ctx, person.id, hash)
  await endResets(ctx, person.id)
  await endSecondFactor(ctx, person)
  await endPasskeys(ctx, person.id)
  await endOtherSessions(ctx, person.id, null)
  await auditPerson(ctx, person, { action: 'person.passwordChanged' })
}
