import type { Ctx } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { flag, line } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { makeOneTimeSecret } from '#platform/auth/oneTimeCode.ts'
import { clearGuesses, countGuess, guessesPaused } from './guessCount.ts'
import type { Person } from './person.ts'
import { auditPerson } from './personAudit.ts'
import { endOtherSessions, readOwnSession, readRecentPerson, recentSignInNeeded } from './personSession.ts'
import {
  acceptTotpStep,
  clearRecoveryCodes,
  findTotpStep,
  renewRecoveryCodes,
  sealTotp,
  spendRecoveryCode,
} from './totp.ts'

/** The reason for a wrong or used code. */
export const wrongCode = reason('not_authorized', 'wrong_code', 'The code is wrong, too old or used already.')

const alreadyOn = reason('conflict', 'second_factor_on', 'The second factor is on: disable it first.')
const notOn = reason('conflict', 'second_factor_off', 'The second factor is off: start it first.')

const person = { scope: '', credential: 'person', seesSession: true } as const
/** Code of an authenticator app, or a recovery code. */
export const codeField = line(20, { description: 'Code of the authenticator app, or a recovery code.' })
const code = closed({ code: codeField })
const example = { code: '123456' }
const codes = closed({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Ten codes for one use each, in this response alone: keep them where secrets are kept.',
  }),
})
const guessing = { reasons: [wrongCode, guessesPaused, recentSignInNeeded, notOn], wrongGuesses: [wrongCode] }

export const operations = [
  operation('account.secondFactor.start', {
    ...person,
    route: 'POST /api/account/secondFactor/start',
    title: 'Second factor - Start',
    description: 'Makes a secret for an authenticator app. A right code of it switches the second factor on.',
    input: closed({}),
    output: closed({
      secret: Type.String({ description: 'Secret for the authenticator app, base32.' }),
      address: Type.String({ description: 'The secret as an `otpauth://` address, for a QR code.' }),
    }),
    reasons: [recentSignInNeeded, alreadyOn],
    example: {},
    async handle(ctx) {
      const owner = await readRecentPerson(ctx)
      if (owner.totp_confirmed_at !== null) throw problem(alreadyOn)
      const made = await makeOneTimeSecret(owner.email)
      return ctx.once((inner) => inner.atomic((within) => start(within, owner, made)))
    },
  }),
  operation('account.secondFactor.confirm', {
    ...person,
    route: 'POST /api/account/secondFactor/confirm',
    title: 'Second factor - Confirm',
    description: 'Switches the second factor on with a code of the app; other sessions end.',
    input: code,
    output: codes,
    ...guessing,
    reasons: [...guessing.reasons, alreadyOn],
    example,
    async handle(ctx, input) {
      const owner = await readRecentPerson(ctx)
      if (owner.totp_confirmed_at !== null) throw problem(alreadyOn)
      await proveCode(ctx, owner, input.code)
      return ctx.once((inner) => inner.atomic((within) => confirm(within, owner)))
    },
  }),
  operation('account.secondFactor.disable', {
    ...person,
    route: 'POST /api/account/secondFactor/disable',
    title: 'Second factor - Disable',
    description: 'Switches the second factor off with a code.',
    input: code,
    output: closed({ hasSecondFactor: flag({ description: 'Always false.' }) }),
    ...guessing,
    example,
    async handle(ctx, input) {
      const owner = await personWithFactor(ctx)
      await proveCode(ctx, owner, input.code)
      return ctx.once((inner) => inner.atomic((within) => disable(within, owner)))
    },
  }),
  operation('account.secondFactor.renewCodes', {
    ...person,
    route: 'POST /api/account/secondFactor/renewCodes',
    title: 'Second factor - Renew codes',
    description: 'Replaces the recovery codes with a code.',
    input: code,
    output: codes,
    ...guessing,
    example,
    async handle(ctx, input) {
      const owner = await personWithFactor(ctx)
      await proveCode(ctx, owner, input.code)
      return ctx.once((inner) =>
        inner.atomic(async (within) => {
          await auditPerson(within, owner, { action: 'secondFactor.renewed' })
          return { recoveryCodes: await renewRecoveryCodes(within, owner.id) }
        }),
      )
    },
  }),
].map(companion)

/**
 * Accepts a code of a person's app or a recovery code, once, outside a transaction: a refused guess stays counted and
 * is in the audit log. Returns the kind of the code. Throws wrong_code, guesses_paused.
 */
export async function proveCode(ctx: Ctx, owner: Person, text: string): Promise<'secondFactor' | 'recoveryCode'> {
  const subject = `code ${owner.id}`
  await countGuess(ctx, subject)
  const step = await findTotpStep(ctx, owner, text)
  const isRight = step !== undefined && (await acceptTotpStep(ctx, owner.id, step))
  const isRecovery = !isRight && owner.totp_confirmed_at !== null && (await spendRecoveryCode(ctx, owner.id, text))
  if (!isRight && !isRecovery) {
    await ctx.atomic((inner) => auditPerson(inner, owner, { action: 'secondFactor.failed' }))
    throw problem(wrongCode)
  }
  await clearGuesses(ctx, subject)
  return isRight ? 'secondFactor' : 'recoveryCode'
}

async function personWithFactor(ctx: Ctx): Promise<Person> {
  const owner = await readRecentPerson(ctx)
  if (owner.totp_confirmed_at === null) throw problem(notOn)
  return owner
}

async function start(ctx: Ctx, owner: Person, made: { secret: string; address: string }) {
  const kept = await ctx.db.rows(keepSecret, [owner.id, sealTotp(ctx, owner.id, made.secret)])
  if (kept.length === 0) throw problem(alreadyOn)
  await auditPerson(ctx, owner, { action: 'secondFactor.started' })
  return made
}

async function confirm(ctx: Ctx, owner: Person) {
  const own = await readOwnSession(ctx)
  const confirmed = await ctx.db.rows(switchOn, [owner.id, owner.totp_secret, ctx.now().toISOString()])
  if (confirmed.length === 0) throw problem(reasons.writeContended)
  await endOtherSessions(ctx, owner.id, own.id)
  await auditPerson(ctx, owner, { action: 'secondFactor.enabled' })
  return { recoveryCodes: await renewRecoveryCodes(ctx, owner.id) }
}

async function disable(ctx: Ctx, owner: Person) {
  await endSecondFactor(ctx, owner)
  return { hasSecondFactor: false }
}

/** Switches the second factor of a person off, with its recovery codes, within a transaction. */
export async function endSecondFactor(ctx: Ctx, owner: Person): Promise<void> {
  if (owner.totp_secret === null) return
  await ctx.db.rows(switchOff, [owner.id])
  await clearRecoveryCodes(ctx, owner.id)
  await auditPerson(ctx, owner, { action: 'secondFactor.disabled' })
}

const keepSecret = statement(
  'person_person.keepTotp',
  'directory',
  'update person_person set totp_secret = $2, totp_step = 0 where id = $1 and totp_confirmed_at is null returning id',
)

const switchOn = statement(
  'person_person.confirmTotp',
  'directory',
  `update person_person set totp_confirmed_at = $3, updated_at = $3, version = version + 1
   where id = $1 and totp_secret = $2 and totp_confirmed_at is null returning id`,
)

const switchOff = statement(
  'person_person.clearTotp',
  'directory',
  `update person_person set totp_secret = null, totp_confirmed_at = null, version = version + 1 where id = $1`,
)
