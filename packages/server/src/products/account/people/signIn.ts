import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { email, line, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { personOfResponse } from '#platform/auth/passkeyProtocol.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { challengeExpired, makeChallenge, openChallenge, spendChallenge } from './challenge.ts'
import { clearGuesses, countGuess, guessesPaused } from './guessCount.ts'
import { findPasskey, usePasskey } from './passkey.ts'
import { upgradePassword } from './passwordChange.ts'
import { emailKeyOf, findPerson, findPersonByEmail, type Person } from './person.ts'
import { auditPerson } from './personAudit.ts'
import { startSession, type SignInMethod } from './personSession.ts'
import { codeField, proveCode, wrongCode } from './secondFactor.ts'
import {
  challengeProperties,
  passkeyRefused,
  passkeyResponse,
  signInChallenge,
  verifySignature,
  type ChallengeResponse,
} from './webAuthn.ts'

/** The response to a sign-in: signed in, or a ticket for the code of the second factor. */
export const signInShape = closed(
  {
    state: oneOf(['signedIn', 'secondFactor'], {
      description: 'signedIn: the session cookie is set. secondFactor: send a code with the ticket.',
    }),
    csrfToken: nullable(
      Type.String({ description: 'Send it as X-CSRF-Token with every call by this session that is no GET.' }),
    ),
    ticket: nullable(Type.String({ description: 'Proof of the right password, for ten minutes and one sign-in.' })),
  },
  { title: 'SignIn', description: 'Result of a sign-in.' },
)

/** A response to a sign-in. */
export type SignIn = { state: 'signedIn' | 'secondFactor'; csrfToken: string | null; ticket: string | null }

/** The reason for a wrong password; it does not say whether the e-mail address is known. */
export const wrongPassword = reason('not_authorized', 'wrong_password', 'The e-mail address or the password is wrong.')

/** A hash that no password matches, so that unknown addresses take as long as known ones. */
const unmatched = `argon2id$19456$2$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** A response in examples. */
const passkeyExample = { id: 'q83vEjRWeJA', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' } }

const anyone = { scope: '', credential: 'none', account: 'platform', seesClient: true, seesSession: true } as const

export const operations = [
  operation('account.session.signIn', {
    ...anyone,
    route: 'POST /public/account/session/signIn',
    title: 'Sessions - Sign in',
    description:
      'Signs a person in with e-mail address and password, and sets the session cookie. With a second factor the ' +
      'response holds a ticket instead.',
    input: closed({
      email: email({ description: 'E-mail address of the person.' }),
      password: line(200, { description: 'Password of the person.' }),
    }),
    output: signInShape,
    reasons: [wrongPassword, guessesPaused],
    wrongGuesses: [wrongPassword],
    example: { email: 'mira@example.com', password: 'quiet harbour at night' },
    async handle(ctx, { email: address, password }) {
      const person = await provePassword(ctx, address, password)
      if (person.totp_confirmed_at !== null) return secondFactorOf(ctx, person)
      return ctx.atomic((inner) => signedIn(inner, person, 'password'))
    },
  }),
  operation('account.session.confirm', {
    ...anyone,
    route: 'POST /public/account/session/confirm',
    title: 'Sessions - Confirm',
    description: 'Completes a sign-in with a code of the authenticator app or a recovery code.',
    input: closed({
      ticket: line(2_000, { description: 'The ticket of the sign-in.' }),
      code: codeField,
    }),
    output: signInShape,
    reasons: [wrongCode, guessesPaused, challengeExpired],
    wrongGuesses: [wrongCode],
    example: { ticket: 'AY3kQm', code: '123456' },
    handle: confirm,
  }),
  operation('account.session.passkeyOptions', {
    ...anyone,
    route: 'POST /public/account/session/passkeyOptions',
    title: 'Sessions - Passkey options',
    description: 'Makes a challenge for a sign-in with any passkey of this server.',
    isRead: true,
    input: closed({}),
    output: closed(challengeProperties),
    example: {},
    handle: signInChallenge,
  }),
  operation('account.session.passkey', {
    ...anyone,
    route: 'POST /public/account/session/passkey',
    title: 'Sessions - Passkey',
    description:
      'Signs a person in with a passkey. A second factor is needed only where the authenticator has not checked its ' +
      'user.',
    input: closed({
      challengeId: line(2_000, { description: 'The challenge of the options.' }),
      response: passkeyResponse,
    }),
    output: signInShape,
    reasons: [passkeyRefused, challengeExpired],
    example: { challengeId: 'AY3kQm', response: passkeyExample },
    handle: signInByPasskey,
  }),
].map(companion)

async function confirm(ctx: Ctx, { ticket, code }: { ticket: string; code: string }): Promise<SignIn> {
  const challenge = openChallenge(ctx, 'secondFactor', ticket)
  const person = challenge.personUuid === null ? undefined : await findPerson(ctx.db, challenge.personUuid)
  if (person === undefined) throw problem(challengeExpired)
  const method = await proveCode(ctx, person, code)
  return ctx.atomic(async (inner) => {
    await spendChallenge(inner, challenge)
    return signedIn(inner, person, method)
  })
}

async function signInByPasskey(ctx: Ctx, { challengeId, response }: ChallengeResponse): Promise<SignIn> {
  const personUuid = personOfResponse(response)
  const credentialId = Buffer.from(response.id, 'base64url')
  const passkey = personUuid === undefined ? undefined : await findPasskey(ctx.db, personUuid, credentialId)
  const person = passkey === undefined ? undefined : await findPerson(ctx.db, passkey.person_id)
  if (passkey === undefined || person === undefined) throw problem(passkeyRefused)
  const { public_key: publicKey, sign_count: signCount } = passkey
  const known = { credentialId, publicKey, signCount }
  const found = await verifySignature(ctx, { challengeId, response }, known)
  return ctx.atomic(async (inner) => {
    await spendChallenge(inner, found.challenge)
    if (!(await usePasskey(inner, passkey, found.signCount))) throw problem(passkeyRefused)
    if (person.totp_confirmed_at !== null && !found.isVerified) return secondFactorOf(inner, person)
    return signedIn(inner, person, 'passkey')
  })
}

/** The response to a first proof of a person with a second factor: a ticket for its code. */
export function secondFactorOf(ctx: Ctx, { id }: Person): SignIn {
  return { state: 'secondFactor', csrfToken: null, ticket: makeChallenge(ctx, 'secondFactor', id).id }
}

/** The person of an e-mail address and a password. Throws wrong_password, guesses_paused. */
async function provePassword(ctx: Ctx, address: string, password: string): Promise<Person> {
  const subject = `password ${emailKeyOf(address)}`
  await countGuess(ctx, subject)
  const person = await findPersonByEmail(ctx.db, address)
  const hash = person?.password_hash ?? unmatched
  const isRight = await isPassword(password, hash)
  if (person === undefined || !isRight) throw problem(wrongPassword)
  await clearGuesses(ctx, subject)
  await upgradePassword(ctx, person, password)
  return person
}

/** Starts the session of a verified person, within a transaction, with a row in the audit log of their accounts. */
export async function signedIn(ctx: Ctx, person: Pick<Person, 'id'>, method: SignInMethod): Promise<SignIn> {
  const { csrfToken } = await startSession(ctx, person.id, method)
  await auditPerson(ctx, person, { action: 'session.signedIn', changes: { method } })
  return { state: 'signedIn', csrfToken, ticket: null }
}
