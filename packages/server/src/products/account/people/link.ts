import type { Ctx, Db, RowOf } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { linkIdOf, type KeyedHash } from '#platform/auth/linkToken.ts'
import { isRole, type Role } from './roles.ts'

/** Purpose of a one-time link. */
export type LinkKind = 'console' | 'invitation' | 'passwordReset' | 'emailChange'

/** A one-time link as it is stored. */
export type Link = RowOf<typeof read>

/** A new link: its purpose, account, role and person. */
export type LinkDraft = {
  kind: LinkKind
  accountId?: number
  role?: Role
  email?: string
  personUuid?: string
}

const minuteMs = 60_000
/** Life of a link by its purpose. */
export const linkLifeMs: Record<LinkKind, number> = {
  console: 15 * minuteMs,
  passwordReset: 60 * minuteMs,
  emailChange: 60 * minuteMs,
  invitation: 7 * 24 * 60 * minuteMs,
}

/** The reason for a link that is unknown, used or expired. */
export const linkEnded = reason('not_found', 'link_ended', 'The link is unknown, was used already, or has expired.')

/** Creates a one-time link. Returns its row id, from which `linkToken` makes the token. */
export async function createLink(db: Db, draft: LinkDraft, at: Date): Promise<string> {
  const id = uuidv7(at.getTime())
  const { kind, accountId = null, role = null, email = null, personUuid = null } = draft
  const expiresAt = new Date(at.getTime() + linkLifeMs[kind]).toISOString()
  await db.rows(insert, [id, kind, accountId, role, email, personUuid, expiresAt])
  return id
}

/** The address of a link. The token stands behind `#`, so that no server log and no Referer has it. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/console/link#${token}`
}

/** The tokens of links in the text of a mail. */
export function linkTokensIn(text: string): string[] {
  return [...text.matchAll(/\/console\/link#([\w-]+)/g)].map(([, token = '']) => token)
}

/** The role that a link gives; owner for one without a role, so that checks are at their strictest. */
export function roleOfLink({ role }: Link): Role {
  return role !== null && isRole(role) ? role : 'owner'
}

/** The link of a token, open or not; undefined for a forged token and a pruned link. */
export async function findLink(ctx: Ctx, hash: KeyedHash, token: string): Promise<Link | undefined> {
  const id = linkIdOf(hash, token)
  const [row] = id === undefined ? [] : await ctx.db.rows(read, [id])
  return row
}

/** The open link of a token. Throws link_ended. */
export async function readLink(ctx: Ctx, hash: KeyedHash, token: string): Promise<Link> {
  const row = await findLink(ctx, hash, token)
  if (row === undefined || row.used_at !== null || Date.parse(row.expires_at) <= ctx.now().getTime()) {
    throw problem(linkEnded)
  }
  return row
}

/** Marks a link as used, within a transaction. Throws link_ended when another request was faster. */
export async function consumeLink(ctx: Ctx, { id }: Pick<Link, 'id'>): Promise<void> {
  const used = await ctx.db.rows(consume, [id, ctx.now().toISOString()])
  if (used.length === 0) throw problem(linkEnded)
}

/** Ends the open invitations of an address to an account. */
export async function endInvitations(ctx: Ctx, accountId: number, email: string): Promise<void> {
  await ctx.db.rows(endOf, [accountId, email, ctx.now().toISOString()])
}

/** Ends the open links for a new password of a person: one in another hand must not replace what the person set. */
export async function endResets(ctx: Ctx, personUuid: string): Promise<void> {
  await ctx.db.rows(endResetsOf, [personUuid, ctx.now().toISOString()])
}

/** Schedules of links. */
export const schedules: Schedule[] = [
  {
    name: 'account.link.prune',
    description: 'Removes one-time links a day after their end.',
    everySeconds: 3600,
    async run(ctx) {
      await ctx.db.rows(prune, [new Date(ctx.now().getTime() - 24 * 60 * minuteMs).toISOString()])
    },
  },
]

const columns = 'id, kind, account_id, role, email, person_id, expires_at, used_at'

const insert = statement(
  'person_link.insert',
  'directory',
  `insert into person_link (id, kind, account_id, role, email, person_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

const read = statement('person_link.read', 'directory', `select ${columns} from person_link where id = $1`)

const consume = statement(
  'person_link.consume',
  'directory',
  'update person_link set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning id',
)

const endOf = statement(
  'person_link.endInvitations',
  'directory',
  `update person_link set used_at = $3
   where account_id = $1 and email = $2 and kind = 'invitation' and used_at is null and expires_at > $3`,
)

const endResetsOf = statement(
  'person_link.endResets',
  'directory',
  `update person_link set used_at = $2
   where person_id = $1 and kind = 'passwordReset' and used_at is null and expires_at > $2`,
)

const prune = statement('person_link.prune', 'directory', 'delete from person_link where expires_at < $1')
