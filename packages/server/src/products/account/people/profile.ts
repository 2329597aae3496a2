import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, Problem, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { email, flag, languageTag, line, nameLine, timeZone } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { isPassword } from '#platform/secrets/password.ts'
import { memberUpdated } from '#products/account/facts.ts'
import { clearGuesses, countGuess, guessesPaused } from './guessCount.ts'
import { endResets } from './link.ts'
import { followPerson } from './member.ts'
import { newPasswordHash, passwordField } from './passwordChange.ts'
import {
  claimEmail,
  emailKeyOf,
  findPerson,
  findPersonByEmail,
  personShape,
  readPersonOf,
  type Person,
} from './person.ts'
import { auditPerson } from './personAudit.ts'
import { mailFormerAddress, mailLink } from './personMail.ts'
import { endOtherSessions, readOwnSession, readRecentPerson, recentSignInNeeded } from './personSession.ts'
import { wrongPassword } from './signIn.ts'

const sent = closed({ sent: flag({ description: 'Always true.' }) })
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
    emits: [memberUpdated],
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
  operation('account.person.changeEmail', {
    ...person,
    route: 'POST /api/account/person/changeEmail',
    title: 'Person - Change e-mail',
    description: 'Mails a link to a new address of the signed-in person, which confirms it. Needs a recent sign-in.',
    input: closed({ email: email({ description: 'The new address.' }) }),
    output: sent,
    reasons: [recentSignInNeeded],
    example: { email: 'mira.sander@example.com' },
    handle: once((ctx, input) => ctx.atomic((inner) => requestEmail(inner, input.email))),
  }),
  operation('account.person.forgot', {
    route: 'POST /public/account/person/forgot',
    title: 'Person - Forgot password',
    description: 'Mails a link for a new password. The response does not say whether the address is known.',
    scope: '',
    credential: 'none',
    account: 'platform',
    seesSession: true,
    input: closed({ email: email({ description: 'E-mail address of the person.' }) }),
    output: sent,
    example: { email: 'mira@example.com' },
    handle: forgot,
  }),
].map(companion)

/** Changes the address of a person, within a transaction. Throws a field error for the address of another one. */
export async function placeEmail(ctx: Ctx, owner: Person, address: string): Promise<void> {
  const [before, after] = [emailKeyOf(owner.email), emailKeyOf(address)]
  if (before !== after) {
    await claimEmail(ctx.db, address, owner.id)
    await ctx.db.rows(freeEmail, [before, owner.id])
  }
  await ctx.db.rows(updateEmail, [owner.id, address, ctx.now().toISOString()])
  // The former mailbox may hold links for a new password.
  await endResets(ctx, owner.id)
  await followPerson(ctx, owner, { email: address, name: owner.name })
  if (before !== after) await mailFormerAddress(ctx, owner, address)
  await auditPerson(ctx, owner, { action: 'person.emailChanged', changes: { email: [owner.email, address] } })
}

async function requestEmail(ctx: Ctx, address: string) {
  const owner = await readRecentPerson(ctx)
  const known = await findPersonByEmail(ctx.db, address)
  // An address of another person gets no mail, and the response is the same.
  if (known === undefined || known.id === owner.id) await mailLink(ctx, owner, { kind: 'emailChange', email: address })
  await auditPerson(ctx, owner, { action: 'person.emailRequested' })
  return { sent: true }
}

async function forgot(ctx: Ctx, { email: address }: { email: string }) {
  if (await isFlooded(ctx, `forgot ${emailKeyOf(address)}`)) return { sent: true }
  const known = await findPersonByEmail(ctx.db, address)
  if (known === undefined) return { sent: true }
  return ctx.atomic(async (inner) => {
    await mailLink(inner, known, { kind: 'passwordReset', email: known.email })
    await auditPerson(inner, known, { action: 'person.passwordForgotten', isAnonymous: true })
    return { sent: true }
  })
}

/** Whether an address gets no further mail: ten within 15 minutes, then one for each pause. */
async function isFlooded(ctx: Ctx, subject: string): Promise<boolean> {
  try {
    await countGuess(ctx, subject)
    return false
  } catch (error) {
    if (error instanceof Problem && error.reason === guessesPaused.reason) return true
    throw error
  }
}

type Update = { name?: string; language?: string; timeZone?: string }

async function update(ctx: Ctx, input: Update) {
  const own = await readOwnSession(ctx)
  const before = await findPerson(ctx.db, own.person_id)
  if (before === undefined) throw problem(reasons.authenticationRequired)
  const { name = before.name, language = before.language, timeZone: zone = before.time_zone } = input
  await ctx.db.rows(updatePerson, [before.id, name, language, zone, ctx.now().toISOString()])
  await followPerson(ctx, before, { email: before.email, name })
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
  await endResets(ctx, owner.id)
  const endedCount = await endOtherSessions(ctx, owner.id, own.id)
  await auditPerson(ctx, owner, { action: 'person.passwordChanged' })
  return { endedCount }
}

/** Stores the hash of a new password; null removes the password of a person with a passkey. */
export async function placePassword(ctx: Ctx, personUuid: string, hash: string | null): Promise<void> {
  await ctx.db.rows(changePassword, [personUuid, hash, ctx.now().toISOString()])
}

const updatePerson = statement(
  'person_person.update',
  'directory',
  `update person_person set name = $2, language = $3, time_zone = $4, updated_at = $5, version = version + 1
   where id = $1`,
)

const updateEmail = statement(
  'person_person.changeEmail',
  'directory',
  'update person_person set email = $2, updated_at = $3, version = version + 1 where id = $1',
)

const freeEmail = statement(
  'person_email.free',
  'directory',
  'delete from person_email where email_key = $1 and person_id = $2',
)

const changePassword = statement(
  'person_person.changePassword',
  'directory',
  `update person_person set password_hash = $2, password_changed_at = $3, updated_at = $3, version = version + 1
   where id = $1`,
)
