import type { Ctx, Db, RowOf } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { flag, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeLooseId, parseLooseId, uuidv7 } from '#kit/values/ids.ts'

/** A person who signs in, with the hash of the password and the sealed secret of the second factor. */
export type Person = RowOf<typeof read>

/** A new person. `passwordHash` comes from `hashPassword`; null for a person with a passkey alone. */
export type PersonDraft = {
  /** Row id, such as that of a passkey that was made before its person; a new one when left out. */
  id?: string
  email: string
  name: string
  language: string
  timeZone: string
  passwordHash: string | null
  at: Date
}

/** Schema of a person as the person reads it. */
export const personShape = closed(
  {
    personId: Type.String({ description: 'The person, `per_…`.' }),
    email: Type.String({ description: 'E-mail address, with which the person signs in.' }),
    name: Type.String({ description: 'Name that other members read.' }),
    language: Type.String({ description: 'Language of the console and of mails to the person, BCP 47.' }),
    timeZone: Type.String({ description: 'Time zone of the console, IANA.' }),
    hasPassword: flag({ description: 'Whether the person can sign in with a password.' }),
    hasSecondFactor: flag({ description: 'Whether a password needs a code as well.' }),
    passkeyCount: whole(0, 1_000, { description: 'Number of passkeys.' }),
  },
  { description: 'The signed-in person.' },
)

/** The public id of a person, `per_…`. */
export function personIdOf({ id }: Pick<Person, 'id'>): string {
  return encodeLooseId('per', id)
}

/** The row id of `per_…`; undefined for any other text. */
export function personUuidOf(personId: string): string | undefined {
  return parseLooseId('per', personId)
}

/** The form of an e-mail address under which its person is found: case and Unicode forms do not count. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The person of an e-mail address; undefined for an unknown one. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const [place] = await db.rows(findEmail, [emailKeyOf(email)])
  return place === undefined ? undefined : findPerson(db, place.person_id)
}

/** The person of a row id; undefined for an unknown one. */
export async function findPerson(db: Db, uuid: string): Promise<Person | undefined> {
  const [row] = await db.rows(read, [uuid])
  return row
}

/** A person as the person reads it. Throws authentication_required for a removed one. */
export async function readPersonOf(ctx: Ctx, uuid: string) {
  const row = await findPerson(ctx.db, uuid)
  if (row === undefined) throw problem(reasons.authenticationRequired)
  const [passkeys] = await ctx.db.rows(countPasskeys, [uuid])
  return {
    personId: personIdOf(row),
    email: row.email,
    name: row.name,
    language: row.language,
    timeZone: row.time_zone,
    hasPassword: row.password_hash !== null,
    hasSecondFactor: row.totp_confirmed_at !== null,
    passkeyCount: passkeys?.count ?? 0,
  }
}

/** Creates a person, within a transaction. Throws a field error for the address of another person. */
export async function createPerson(db: Db, draft: PersonDraft): Promise<Person> {
  const { id = uuidv7(draft.at.getTime()) } = draft
  await claimEmail(db, draft.email, id)
  const { email, name, language, timeZone, passwordHash } = draft
  const values = [id, email, name, language, timeZone, passwordHash, draft.at.toISOString()]
  const [row] = await db.rows(insert, values)
  if (row === undefined) throw new Error('a new person cannot be read back')
  return row
}

/** Gives an e-mail address to a person, within a transaction. Throws a field error for the address of another one. */
export async function claimEmail(db: Db, email: string, uuid: string): Promise<void> {
  const placed = await db.rows(placeEmail, [emailKeyOf(email), uuid])
  if (placed.length === 0) throw invalid(field('email', 'taken', 'belongs to another person'))
}

const columns =
  'id, email, name, language, time_zone, password_hash, password_changed_at, totp_secret, totp_confirmed_at, ' +
  'totp_step, version, created_at, updated_at'

const findEmail = statement('person_email.find', 'directory', 'select person_id from person_email where email_key = $1')

const placeEmail = statement(
  'person_email.place',
  'directory',
  `insert into person_email (email_key, person_id) values ($1, $2)
   on conflict (email_key) do nothing returning person_id`,
)

const read = statement('person_person.read', 'directory', `select ${columns} from person_person where id = $1`)

const countPasskeys = statement(
  'person_passkey.count',
  'directory',
  'select count(*) as count from person_passkey where person_id = $1',
)

const insert = statement(
  'person_person.insert',
  'directory',
  `insert into person_person (id, email, name, language, time_zone, password_hash, password_changed_at, totp_step,
     version, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6::text, case when $6::text is null then null else $7::timestamptz end, 0, 1, $7, $7)
   returning ${columns}`,
)
