import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, email, flag, line, nameLine, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { memberCreated, memberJoined, memberUpdated } from '#products/account/facts.ts'
import { consumeLink, linkEnded, readLink, type Link } from './link.ts'
import { join } from './member.ts'
import { newPasswordHash, passwordField } from './passwordChange.ts'
import { createPerson, findPerson, findPersonByEmail, personIdOf, type Person } from './person.ts'
import { personActor } from './personAudit.ts'
import { placeEmail, placePassword } from './profile.ts'
import { endOtherSessions, findOwnSession } from './personSession.ts'
import { isRole, roles } from './roles.ts'
import { secondFactorOf, signedIn, signInShape, type SignIn } from './signIn.ts'

/** The reason for an invitation to a person who has to sign in first. */
const signInFirst = reason('not_authorized', 'sign_in_first', 'Sign in as the person of the link, then open it again.')

const tokenField = line(80, { description: 'Token of the link: the part of its address behind `#`.' })
const kinds = ['console', 'invitation', 'passwordReset', 'emailChange'] as const
const ofPlatform = { scope: '', credential: 'none', account: 'platform' } as const
const example = { token: 'A'.repeat(54) }

export const operations = [
  operation('account.link.get', {
    ...ofPlatform,
    route: 'POST /public/account/link/get',
    title: 'Links - Get',
    description: 'Purpose of a one-time link, its account and person. The link stays open.',
    isRead: true,
    input: closed({ token: tokenField }),
    output: closed({
      kind: oneOf(kinds, {
        description: 'console: an owner signs in. invitation: a person joins. passwordReset, emailChange: of a person.',
      }),
      accountName: nullable(Type.String({ description: 'Name of the account that it opens.' })),
      email: nullable(Type.String({ description: 'Address that it is for; null: the person chooses.' })),
      role: nullable(oneOf(roles, { description: 'Role that it gives.' })),
      hasPerson: flag({ description: 'Whether the address belongs to a person already.' }),
      expiresAt: dateTime({ description: 'End of the link.' }),
    }),
    reasons: [linkEnded],
    wrongGuesses: [linkEnded],
    example,
    handle: describeLink,
  }),
  operation('account.link.open', {
    ...ofPlatform,
    route: 'POST /public/account/link/open',
    title: 'Links - Open',
    description:
      'Opens a one-time link and signs in. A new person sends name and password; a person who is signed in sends the ' +
      'token alone.',
    seesClient: true,
    seesSession: true,
    input: closed({
      token: tokenField,
      email: Type.Optional(email({ description: 'Address of a new owner, where the link names none.' })),
      name: Type.Optional(nameLine(120, { description: 'Name of a new person.' })),
      password: Type.Optional(passwordField),
    }),
    output: signInShape,
    emits: [memberCreated, memberUpdated, memberJoined],
    reasons: [linkEnded, signInFirst],
    wrongGuesses: [linkEnded],
    example,
    handle: openLink,
  }),
].map(companion)

async function describeLink(ctx: Ctx, { token }: { token: string }) {
  const link = await readLink(ctx, ctx.port(keyHashPort), token)
  const account = link.account_id === null ? undefined : await ctx.accounts.find(link.account_id)
  const person = await personOf(ctx, link, undefined)
  return {
    kind: kindOf(link),
    accountName: account?.name ?? null,
    email: link.email,
    role: link.role !== null && isRole(link.role) ? link.role : null,
    hasPerson: person !== undefined,
    expiresAt: link.expires_at,
  }
}

type Opening = { token: string; email?: string; name?: string; password?: string }

async function openLink(ctx: Ctx, opening: Opening): Promise<SignIn> {
  const link = await readLink(ctx, ctx.port(keyHashPort), opening.token)
  const kind = kindOf(link)
  const address = link.email ?? opening.email
  const known = await personOf(ctx, link, opening.email)
  const own = await findOwnSession(ctx)
  const isOwn = own !== undefined && own.person_id === known?.id
  if (kind === 'passwordReset') return resetPassword(ctx, { link, known, opening })
  if (kind === 'emailChange') return confirmEmail(ctx, link, isOwn ? known : undefined)
  // A link to an account opens no existing person, whose other accounts it would open too: they sign in themselves.
  const isProven = isOwn || (kind === 'console' && link.email !== null)
  if (known !== undefined && !isProven) throw problem(signInFirst)
  if (address === undefined && !isOwn) throw invalid(field('email', 'required', 'is needed'))
  const hash = await hashOf(known, opening, address ?? '')
  return ctx.atomic(async (inner) => {
    await consumeLink(inner, link)
    const person = known ?? (await createFrom(inner, opening, { address: address ?? '', hash }))
    if (known !== undefined && hash !== null && kind === 'console') await renewCredentials(inner, known, hash)
    await joinBy(inner, link, person)
    return signedIn(inner, person, 'link')
  })
}

/** The person of a link: by its own address, else by that of the caller. */
async function personOf(ctx: Ctx, { email: own, person_id: id }: Link, named: string | undefined) {
  if (id !== null) return findPerson(ctx.db, id)
  const address = own ?? named
  if (address !== undefined) return findPersonByEmail(ctx.db, address)
  const session = await findOwnSession(ctx)
  return session === undefined ? undefined : findPerson(ctx.db, session.person_id)
}

/** The hash of the password that an opening sets; null where it sets none. */
async function hashOf(known: Person | undefined, { password }: Opening, address: string): Promise<string | null> {
  if (password !== undefined) return newPasswordHash(password, address)
  if (known === undefined) throw invalid(field('password', 'required', 'is needed'))
  return null
}

type NewCredentials = { address: string; hash: string | null }

async function createFrom(ctx: Ctx, { name }: Opening, { address, hash }: NewCredentials): Promise<Person> {
  if (name === undefined) throw invalid(field('name', 'required', 'is needed'))
  const draft = { email: address, name, language: 'en', timeZone: 'UTC', passwordHash: hash, at: ctx.now() }
  return createPerson(ctx.db, draft)
}

/** Makes the person of a link a member of its account. */
async function joinBy(ctx: Ctx, link: Link, person: Person): Promise<void> {
  const account = link.account_id === null ? undefined : await ctx.accounts.find(link.account_id)
  const role = link.role !== null && isRole(link.role) ? link.role : undefined
  if (account === undefined || role === undefined) throw problem(linkEnded)
  const { id: personUuid, name, email: address } = person
  const joining = { personUuid, personId: personIdOf(person), name, email: address, role }
  const isJoined = await join(ctx.as(account, personActor(person)), joining, link.kind === 'invitation')
  if (!isJoined) throw problem(linkEnded)
}

type Reset = { link: Link; known: Person | undefined; opening: Opening }

async function resetPassword(ctx: Ctx, { link, known, opening: { password } }: Reset): Promise<SignIn> {
  if (known === undefined) throw problem(linkEnded)
  if (password === undefined) throw invalid(field('password', 'required', 'is needed'))
  const hash = await newPasswordHash(password, known.email)
  return ctx.atomic(async (inner) => {
    await consumeLink(inner, link)
    await placePassword(inner, known.id, hash)
    await endOtherSessions(inner, known.id, null)
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
    return signedIn(inner, own, 'link')
  })
}

/** Gives a person new credentials by a link that the operator of the installation made: their second factor ends. */
async function renewCredentials(ctx: Ctx, { id }: Person, hash: string): Promise<void> {
  await placePassword(ctx, id, hash)
  await ctx.db.rows(endSecondFactor, [id])
  await endOtherSessions(ctx, id, null)
}

function kindOf({ kind }: Link): (typeof kinds)[number] {
  const found = kinds.find((each) => each === kind)
  if (found === undefined) throw new Error(`${kind} is no kind of link`)
  return found
}

const endSecondFactor = statement(
  'person_person.endSecondFactor',
  'directory',
  'update person_person set totp_secret = null, totp_confirmed_at = null where id = $1',
)
