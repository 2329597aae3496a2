import type { Db } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { isRole, type Role } from './roles.ts'

/** Membership of a person in a live account. */
export type Membership = { accountId: number; role: Role }

/** Accounts that one person may be a member of. */
const membershipsMax = 200

/** The memberships of a person, the oldest first, at most 200. */
export async function readMemberships(db: Db, personUuid: string): Promise<Membership[]> {
  const rows = await db.rows(readAll, [personUuid])
  return rows.map((row) => ({ accountId: row.account_id, role: roleOf(row.role) }))
}

/** The role of a person in a live account; undefined for one who is no member. */
export async function findRole(db: Db, personUuid: string, accountId: number): Promise<Role | undefined> {
  const [row] = await db.rows(readOne, [personUuid, accountId])
  return row === undefined ? undefined : roleOf(row.role)
}

/** Makes a person a member of a live account, or changes their role there. */
export async function placeMembership(db: Db, personUuid: string, member: Membership & { at: Date }): Promise<void> {
  await db.rows(place, [personUuid, member.accountId, member.role, member.at.toISOString()])
}

/** Ends the membership of a person in a live account. */
export async function removeMembership(db: Db, personUuid: string, accountId: number): Promise<void> {
  await db.rows(removeOne, [personUuid, accountId])
}

function roleOf(text: string): Role {
  if (!isRole(text)) throw new Error(`${text} is no role`)
  return text
}

const readAll = statement(
  'person_membership.all',
  'directory',
  `select account_id, role from person_membership where person_id = $1
   order by since, account_id limit ${membershipsMax}`,
)

const readOne = statement(
  'person_membership.one',
  'directory',
  'select role from person_membership where person_id = $1 and account_id = $2',
)

const place = statement(
  'person_membership.place',
  'directory',
  `insert into person_membership (person_id, account_id, role, since) values ($1, $2, $3, $4)
   on conflict (person_id, account_id) do update set role = excluded.role`,
)

const removeOne = statement(
  'person_membership.remove',
  'directory',
  'delete from person_membership where person_id = $1 and account_id = $2',
)
