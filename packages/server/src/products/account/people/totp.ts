import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { findOneTimeStep } from '#platform/auth/oneTimeCode.ts'
import { randomLetters } from '#platform/secrets/randomText.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import type { Person } from './person.ts'

const recoveryCount = 10
/** Letters of recovery codes: none that looks like another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 10

/** Seals the secret of a person for the database. */
export function sealTotp(ctx: Ctx, personUuid: string, secret: string): Uint8Array {
  return ctx.port(sealingPort).seal(secret, contextOf(personUuid))
}

/**
 * The step of 30 seconds in which a code is right, one to either side included; undefined for a wrong code, and for a
 * step that was accepted before.
 */
export async function findTotpStep(ctx: Ctx, person: Person, code: string): Promise<number | undefined> {
  if (person.totp_secret === null) return undefined
  const secret = ctx.port(sealingPort).open(person.totp_secret, contextOf(person.id))
  const step = await findOneTimeStep(secret, code, ctx.now())
  return step !== undefined && step > person.totp_step ? step : undefined
}

/** Accepts a step of a person once, in every process. False for one that was accepted before. */
export async function acceptTotpStep(ctx: Ctx, personUuid: string, step: number): Promise<boolean> {
  return (await ctx.db.rows(accept, [personUuid, step])).length > 0
}

/** Replaces the recovery codes of a person, within a transaction. No later call returns them. */
export async function renewRecoveryCodes(ctx: Ctx, personUuid: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, makeRecoveryCode)
  await ctx.db.rows(clear, [personUuid])
  const hashes = codes.map((code) => recoveryHash(ctx, personUuid, code))
  await ctx.db.rows(place, [personUuid, hashes, ctx.now().toISOString()])
  return codes
}

/** Removes the recovery codes of a person. */
export async function clearRecoveryCodes(ctx: Ctx, personUuid: string): Promise<void> {
  await ctx.db.rows(clear, [personUuid])
}

/** Uses a recovery code up. False for an unknown or used one. */
export async function spendRecoveryCode(ctx: Ctx, personUuid: string, code: string): Promise<boolean> {
  const hash = recoveryHash(ctx, personUuid, code)
  return (await ctx.db.rows(spend, [personUuid, hash])).length > 0
}

function makeRecoveryCode(): string {
  const text = randomLetters(letters, codeLength)
  return `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
}

function recoveryHash(ctx: Ctx, personUuid: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return ctx.port(keyHashPort)(`recovery code ${personUuid} ${plain}`)
}

function contextOf(personUuid: string): string {
  return `totp ${personUuid}`
}

const accept = statement(
  'person_person.acceptStep',
  'directory',
  'update person_person set totp_step = $2 where id = $1 and totp_step < $2 returning id',
)

const clear = statement(
  'person_recovery_code.clear',
  'directory',
  'delete from person_recovery_code where person_id = $1',
)

const place = statement(
  'person_recovery_code.place',
  'directory',
  `insert into person_recovery_code (person_id, code_hash, created_at)
   select $1::uuid, hash, $3::timestamptz from unnest($2::bytea[]) as hash`,
)

const spend = statement(
  'person_recovery_code.spend',
  'directory',
  'delete from person_recovery_code where person_id = $1 and code_hash = $2 returning person_id',
)
