import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { email, line, nullable, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { clearGuesses, countGuess, guessesPaused } from './guessCount.ts'
import { upgradePassword } from './passwordChange.ts'
import { emailKeyOf, findPersonByEmail, type Person } from './person.ts'
import { auditPerson } from './personAudit.ts'
import { startSession, type SignInMethod } from './personSession.ts'

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

export const operations = [
  operation('account.session.signIn', {
    route: 'POST /public/account/session/signIn',
    title: 'Sessions - Sign in',
    description:
      'Signs a person in with e-mail address and password, and sets the session cookie. With a second factor the ' +
      'response holds a ticket instead.',
    scope: '',
    credential: 'none',
    account: 'platform',
    seesClient: true,
    seesSession: true,
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
      return ctx.atomic((inner) => signedIn(inner, person, 'password'))
    },
  }),
].map(companion)

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
