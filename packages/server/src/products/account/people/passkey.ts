import type { Ctx, Db, RowOf } from '#kit/call/context.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, flag, line, matching, nameLine, nullable } from '#kit/values/fields.ts'
import { encodeLooseId, parseLooseId, uuidv7 } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { challengeExpired, spendChallenge } from './challenge.ts'
import { auditPerson } from './personAudit.ts'
import { readOwnSession, readRecentPerson, recentSignInNeeded } from './personSession.ts'
import {
  challengeProperties,
  passkeyRefused,
  passkeyResponse,
  registrationChallenge,
  verifyRegistration,
  type NewPasskey,
} from './webAuthn.ts'

/** A stored passkey of a person. */
export type Passkey = RowOf<typeof readAll>

const countMax = 50

const shape = closed({
  passkeyId: Type.String({ description: 'The passkey, `pky_…`.' }),
  name: Type.String({ description: 'Name of the passkey, in the words of the person.' }),
  isBackedUp: flag({ description: 'Whether the passkey is synchronized between devices.' }),
  createdAt: dateTime({ description: 'Creation of the passkey.' }),
  lastUsedAt: nullable(Type.String({ description: 'Last sign-in with the passkey; null before the first.' })),
})

/** The reason for the removal of the last way to sign in. */
export const lastSignInMethod = reason(
  'conflict',
  'last_sign_in_method',
  'Without this passkey the person could not sign in again: set a password first.',
)

const person = { scope: '', credential: 'person', seesSession: true } as const
const passkeyId = matching('^pky_[0-9a-z]{26}$', 30, { description: 'The passkey, `pky_…`.' })
const named = nameLine(80, { description: 'Name of the passkey, such as that of its device.' })

export const operations = [
  operation('account.passkey.all', {
    ...person,
    route: 'GET /api/account/passkey/all',
    title: 'Passkeys - Get All',
    description: 'Passkeys of the person, the oldest first.',
    input: closed({}),
    output: closed({ items: Type.Array(shape, { description: `Passkeys, at most ${countMax}.` }) }),
    example: {},
    async handle(ctx) {
      const own = await readOwnSession(ctx)
      return { items: (await listPasskeys(ctx.db, own.person_id)).map(passkeyOf) }
    },
  }),
  operation('account.passkey.options', {
    ...person,
    route: 'POST /api/account/passkey/options',
    title: 'Passkeys - Options',
    description: 'Makes a challenge for a new passkey. Needs a recent sign-in.',
    isRead: true,
    input: closed({}),
    output: closed(challengeProperties),
    reasons: [recentSignInNeeded],
    example: {},
    async handle(ctx) {
      const owner = await readRecentPerson(ctx)
      const known = await listPasskeys(ctx.db, owner.id)
      const { email, name } = owner
      const knownIds = known.map((each) => each.credential_id)
      return registrationChallenge(ctx, 'passkeyCreate', { personUuid: owner.id, email, name, known: knownIds })
    },
  }),
  operation('account.passkey.create', {
    ...person,
    route: 'POST /api/account/passkey/create',
    title: 'Passkeys - Create',
    description: 'Adds the passkey that a browser has made for a challenge. Needs a recent sign-in.',
    input: closed({
      challengeId: line(2_000, { description: 'The challenge of the options.' }),
      response: passkeyResponse,
      name: named,
    }),
    output: shape,
    reasons: [recentSignInNeeded, passkeyRefused, challengeExpired, reasons.limitReached],
    example: {
      challengeId: 'AY3kQm',
      response: { id: 'q83vEjRWeJA', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0' } },
      name: 'Laptop',
    },
    async handle(ctx, input) {
      const owner = await readRecentPerson(ctx)
      const made = await verifyRegistration(ctx, 'passkeyCreate', input)
      if (made.personUuid !== owner.id) throw problem(passkeyRefused)
      return ctx.once((inner) => inner.atomic((within) => addPasskey(within, made, input.name)))
    },
  }),
  operation('account.passkey.update', {
    ...person,
    route: 'PUT /api/account/passkey/update',
    title: 'Passkeys - Update',
    description: 'Renames a passkey.',
    input: closed({ passkeyId, name: named }),
    output: shape,
    example: { passkeyId: 'pky_00000000000000000000000000', name: 'Telephone' },
    handle: once((ctx, input) =>
      ctx.atomic(async (inner) => {
        const own = await readOwnSession(inner)
        const [row] = await inner.db.rows(rename, [own.person_id, uuidOf(input.passkeyId), input.name])
        if (row === undefined) throw problem(reasons.notFound)
        await auditPerson(inner, { id: own.person_id }, { action: 'passkey.updated', changes: { name: input.name } })
        return passkeyOf(row)
      }),
    ),
  }),
  operation('account.passkey.delete', {
    ...person,
    route: 'POST /api/account/passkey/delete',
    title: 'Passkeys - Delete',
    description: 'Removes a passkey. Needs a recent sign-in.',
    input: closed({ passkeyId }),
    output: closed({ deleted: flag({ description: 'Always true.' }) }),
    reasons: [recentSignInNeeded, lastSignInMethod],
    example: { passkeyId: 'pky_00000000000000000000000000' },
    handle: once((ctx, input) => ctx.atomic((inner) => removePasskey(inner, input.passkeyId))),
  }),
].map(companion)

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Db, personUuid: string): Promise<Passkey[]> {
  return db.rows(readAll, [personUuid])
}

async function addPasskey(ctx: Ctx, made: NewPasskey, name: string) {
  const row = await placePasskey(ctx, made, name)
  await auditPerson(ctx, { id: made.personUuid }, { action: 'passkey.created', changes: { name } })
  return passkeyOf(row)
}

/**
 * Stores a verified passkey and spends its challenge, within a transaction. Throws limit_reached, challenge_expired,
 * and a field error for a known passkey.
 */
export async function placePasskey(ctx: Ctx, made: NewPasskey, name: string): Promise<Passkey> {
  await spendChallenge(ctx, made.challenge)
  const known = await listPasskeys(ctx.db, made.personUuid)
  if (known.length >= countMax) throw problem(reasons.limitReached)
  const at = ctx.now()
  const values = [made.personUuid, uuidv7(at.getTime()), made.credentialId, made.publicKey, made.signCount]
  const more = [made.transports, name, made.isBackedUp, at.toISOString()]
  const [row] = await ctx.db.rows(insert, [...values, ...more])
  if (row === undefined) throw invalid(field('response', 'unique', 'is a passkey that the person has already'))
  return row
}

/** The passkey of a credential id among those of a person; undefined for an unknown one. */
export async function findPasskey(db: Db, personUuid: string, credentialId: Buffer): Promise<Passkey | undefined> {
  const [row] = await db.rows(readOne, [personUuid, credentialId])
  return row
}

/** Notes a sign-in with a passkey. Returns false when a later signature has come first. */
export async function usePasskey(ctx: Ctx, passkey: Passkey, signCount: number): Promise<boolean> {
  const values = [passkey.person_id, passkey.id, passkey.sign_count, signCount, ctx.now().toISOString()]
  return (await ctx.db.rows(touch, values)).length > 0
}

/** Removes all passkeys of a person, within a transaction. */
export async function endPasskeys(ctx: Ctx, personUuid: string): Promise<void> {
  await ctx.db.rows(removeAll, [personUuid])
}

async function removePasskey(ctx: Ctx, id: string) {
  const owner = await readRecentPerson(ctx)
  const known = await listPasskeys(ctx.db, owner.id)
  const found = known.find((each) => each.id === uuidOf(id))
  if (found === undefined) throw problem(reasons.notFound)
  if (known.length === 1 && owner.password_hash === null) throw problem(lastSignInMethod)
  await ctx.db.rows(remove, [owner.id, found.id])
  await auditPerson(ctx, owner, { action: 'passkey.deleted', changes: { name: found.name } })
  return { deleted: true }
}

function uuidOf(id: string): string {
  const uuid = parseLooseId('pky', id)
  if (uuid === undefined) throw problem(reasons.notFound)
  return uuid
}

function passkeyOf(row: Passkey) {
  return {
    passkeyId: encodeLooseId('pky', row.id),
    name: row.name,
    isBackedUp: row.is_backed_up,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

const columns =
  'person_id, id, credential_id, public_key, sign_count, transports, name, is_backed_up, created_at, last_used_at'

const readAll = statement(
  'person_passkey.all',
  'directory',
  `select ${columns} from person_passkey where person_id = $1 order by id limit ${countMax}`,
)

const readOne = statement(
  'person_passkey.find',
  'directory',
  `select ${columns} from person_passkey where person_id = $1 and credential_id = $2`,
)

const insert = statement(
  'person_passkey.insert',
  'directory',
  `insert into person_passkey
     (person_id, id, credential_id, public_key, sign_count, transports, name, is_backed_up, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning ${columns}`,
)

const rename = statement(
  'person_passkey.rename',
  'directory',
  `update person_passkey set name = $3 where person_id = $1 and id = $2 returning ${columns}`,
)

const touch = statement(
  'person_passkey.touch',
  'directory',
  `update person_passkey set sign_count = $4, last_used_at = $5
   where person_id = $1 and id = $2 and sign_count = $3 returning id`,
)

const remove = statement(
  'person_passkey.delete',
  'directory',
  'delete from person_passkey where person_id = $1 and id = $2',
)

const removeAll = statement('person_passkey.deleteAll', 'directory', 'delete from person_passkey where person_id = $1')
