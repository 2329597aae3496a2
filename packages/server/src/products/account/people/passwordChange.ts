import type { Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { line } from '#kit/values/fields.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { hashPassword, isOutdatedHash } from '#platform/secrets/password.ts'
import { isGuessable } from './leakedPasswords.ts'
import { emailKeyOf, type Person } from './person.ts'

/** A new password of a person: 10 to 200 characters. */
export const passwordField = line(200, { min: 10, description: 'New password, 10 characters at least.' })

/** Throws a field error for a password that others guess early: a leaked one, or the e-mail address itself. */
function checkPassword(password: string, address: string): void {
  const folded = foldName(password)
  const key = emailKeyOf(address)
  const [name = ''] = key.split('@')
  const isOwnEmail = folded === foldName(key) || folded === foldName(name)
  if (isOwnEmail) throw invalid(field('password', 'guessable', 'must not be the e-mail address'))
  if (isGuessable(folded)) throw invalid(field('password', 'guessable', 'is one of the most common passwords'))
}

/** Replaces the hash of a person's password that was made with other parameters than those of today. */
export async function upgradePassword(ctx: Ctx, person: Person, password: string): Promise<void> {
  if (person.password_hash === null || !isOutdatedHash(person.password_hash)) return
  const hash = await hashPassword(password)
  await ctx.db.rows(upgrade, [person.id, person.password_hash, hash])
}

/** The hash of a new password. Throws a field error for a guessable one. */
export async function newPasswordHash(password: string, address: string): Promise<string> {
  checkPassword(password, address)
  return hashPassword(password)
}

const upgrade = statement(
  'person_person.upgradePassword',
  'directory',
  'update person_person set password_hash = $3 where id = $1 and password_hash = $2',
)
