import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { languageTag, line, nameLine, timeZone } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { clearGuesses, countGuess, guessesPaused } from './guessCount.ts'
import { newPasswordHash, passwordField } from './passwordChange.ts'
import { emailKeyOf, findPerson, personShape, readPersonOf, type Person } from './person.ts'
import { auditPerson } from './personAudit.ts'
import { endOtherSessions, readOwnSession, readRecentPerson, recentSignInNeeded } from './personSession.ts'
import { wrongPassword } from './signIn.ts'

const person = { scope: '', credential: 'person', seesSession: true } as const

export const operations = [
  operation('account.person.update', {
    ...person,
    route: 'PUT /api/account/person/update',
    title: 'Person - Update',
    description: 'Changes the name, language or time zone of the signed-in person.',
    input: closed({
      name: Type.Optional(nameLine(120, { description: 'Name that other members read.' })),
      language: Type.Optional(languageTag({ description: 'Language of the console and of mails, BCP 47.' })),
      timeZone: Type.Optional(timeZone({ description: 'Time zone of the console, IANA.' })),
    }),
    output: personShape,
    example: { name: 'Mira Sander', timeZone: 'Europe/Berlin' },
    handle: once((ctx, input) => ctx.atomic((inner) => update(inner, input))),
  }),
  operation('account.person.changePassword', {
    ...person,
    route: 'POST /api/account/person/changePassword',
    title: 'Person - Change password',
    description: 'Sets the password of the signed-in person and ends their other sessions. Needs a recent sign-in.',
    input: closed({
      currentPassword: Type.Optional(line(200, { description: 'The current password, if there is one.' })),
      password: passwordField,
    }),
    output: closed({ endedCount: Type.Integer({ description: 'Number of ended sessions.' }) }),
    reasons: [recentSignInNeeded, wrongPassword, guessesPaused],
    wrongGuesses: [wrongPassword],
    example: { password: 'a boat made of paper' },
    async handle(ctx, { currentPassword, password }) {
      const owner = await readRecentPerson(ctx)
      await proveCurrent(ctx, owner, currentPassword)
      const hash = await newPasswordHash(password, owner.email)
      return ctx.once((inner) => inner.atomic((within) => setPassword(within, owner, hash)))
    },
  }),
].map(companion)

type Update = { name?: string; language?: string; timeZone?: string }

async function update(ctx: Ctx, input: Update) {
  const own = await readOwnSession(ctx)
  const before = await findPerson(ctx.db, own.person_id)
  if (before === undefined) throw problem(reasons.authenticationRequired)
  const { name = before.name, language = before.language, timeZone: zone = before.time_zone } = input
  await ctx.db.rows(updatePerson, [before.id, name, language, zone, ctx.now().toISOString()])
  const changes = {
    name: [before.name, name],
    language: [before.language, language],
    timeZone: [before.time_zone, zone],
  }
  await auditPerson(ctx, before, { action: 'person.updated', changes })
  return readPersonOf(ctx, before.id)
}

/** Throws for a person with a password who does not send it: wrong_password, guesses_paused, or a field error. */
async function proveCurrent(ctx: Ctx, owner: Person, currentPassword: string | undefined): Promise<void> {
  if (owner.password_hash === null) return
  if (currentPassword === undefined) throw invalid(field('currentPassword', 'required', 'is needed to change it'))
  const subject = `password ${emailKeyOf(owner.email)}`
  await countGuess(ctx, subject)
  if (!(await isPassword(currentPassword, owner.password_hash))) throw problem(wrongPassword)
  await clearGuesses(ctx, subject)
}

async function setPassword(ctx: Ctx, owner: Person, hash: string) {
  const own = await readOwnSession(ctx)
  await placePassword(ctx, owner.id, hash)
  const endedCount = await endOtherSessions(ctx, owner.id, own.id)
  await auditPerson(ctx, owner, { action: 'person.passwordChanged' })
  return { endedCount }
}

/** Stores the hash of a new password. */
export async function placePassword(ctx: Ctx, personUuid: string, hash: string): Promise<void> {
  await ctx.db.rows(changePassword, [personUuid, hash, ctx.now().toISOString()])
}

const updatePerson = statement(
  'person_person.update',
  'directory',
  `update person_person set name = $2, language = $3, time_zone = $4, updated_at = $5, version = version + 1
   where id = $1`,
)

const changePassword = statement(
  'person_person.changePassword',
  'directory',
  `update person_person set password_hash = $2, password_changed_at = $3, updated_at = $3, version = version + 1
   where id = $1`,
)
