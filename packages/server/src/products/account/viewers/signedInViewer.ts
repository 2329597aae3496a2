import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { reaction, type Reaction } from '#kit/nouns/reaction.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { Viewer } from '#platform/auth/viewersPort.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { contactDeleted, contactMerged } from '#products/marketing/facts.ts'

const dayMs = 86_400_000
const lifeMs = 90 * dayMs
const tokenBytes = 32
const tokenShape = /^[A-Za-z0-9_-]{43}$/
const agentLengthMax = 300
/** Browsers in which one contact is signed in; the oldest one beyond them is signed out. */
const countMax = 20
const pruneMax = 1_000

/** Prefix of the ids of contacts. */
export const contactPrefix = 'con'

/**
 * Starts the session of a contact and sets its cookie, within a transaction. A session of the same browser ends: a
 * sign-in always has a new token.
 */
export async function startViewerSession(ctx: Ctx, { contactId }: Viewer): Promise<void> {
  await endViewerSession(ctx)
  const token = randomText(tokenBytes)
  const at = ctx.now()
  const agent = (ctx.client?.userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, agentLengthMax)
  const contact = uuidOfContact(contactId)
  const values = [uuidv7(at.getTime()), contact, tokenHashOf(ctx, token), at.toISOString(), agent]
  await ctx.db.rows(insert, [ctx.account.id, ...values])
  await ctx.db.rows(bound, [ctx.account.id, contact, countMax])
  ctx.viewers?.start(ctx.account, { token, maxAgeSeconds: lifeMs / 1000 })
}

/** Ends the session of the browser, if it has one. */
export async function endViewerSession(ctx: Ctx): Promise<void> {
  const token = tokenOf(ctx)
  if (token === undefined) return
  await ctx.db.rows(end, [ctx.account.id, tokenHashOf(ctx, token)])
  ctx.viewers?.end(ctx.account)
}

/** The viewer who is signed in by the browser of a request; undefined without one. */
export async function findViewer(ctx: Ctx): Promise<Viewer | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return undefined
  const since = new Date(ctx.now().getTime() - lifeMs).toISOString()
  const [row] = await ctx.db.rows(read, [ctx.account.id, tokenHashOf(ctx, token), since])
  return row === undefined ? undefined : { contactId: encodeId(contactPrefix, ctx.account.id, row.contact_id) }
}

function tokenOf(ctx: Ctx): string | undefined {
  const token = ctx.viewers?.read(ctx.account)
  return token !== undefined && tokenShape.test(token) ? token : undefined
}

function tokenHashOf(ctx: Ctx, token: string): Buffer {
  return ctx.port(keyHashPort)(`viewer session ${ctx.account.id} ${token}`)
}

function uuidOfContact(contactId: string): string {
  const parsed = parseId(contactPrefix, contactId)
  if (parsed === undefined) throw new Error(`${contactId} is no contact`)
  return parsed.uuid
}

/** Reactions by which sessions follow their contact. */
export const reactions: Reaction[] = [
  reaction('account.viewer.contactMerged', contactMerged, async (ctx, { payload: { id, mergedId } }) => {
    await ctx.db.rows(move, [ctx.account.id, uuidOfContact(mergedId), uuidOfContact(id)])
  }),
  reaction('account.viewer.contactDeleted', contactDeleted, async (ctx, { payload: { id } }) => {
    await ctx.db.rows(endAll, [ctx.account.id, uuidOfContact(id)])
  }),
]

/** Schedules of sessions of viewers. */
export const schedules: Schedule[] = [
  {
    name: 'account.viewerSession.prune',
    description: 'Removes sessions of viewers 90 days after the sign-in.',
    everySeconds: 3600,
    async run(ctx) {
      await ctx.db.rows(prune, [new Date(ctx.now().getTime() - lifeMs).toISOString(), pruneMax])
    },
  },
]

const insert = statement(
  'account_viewer_session.insert',
  'account',
  `insert into account_viewer_session (account_id, id, contact_id, token_hash, signed_in_at, user_agent)
   values ($1, $2, $3, $4, $5, $6)`,
)

const bound = statement(
  'account_viewer_session.bound',
  'account',
  `delete from account_viewer_session where account_id = $1 and contact_id = $2 and id in (
     select id from account_viewer_session where account_id = $1 and contact_id = $2 order by id desc offset $3)`,
)

const read = statement(
  'account_viewer_session.read',
  'account',
  `select contact_id from account_viewer_session
   where account_id = $1 and token_hash = $2 and signed_in_at > $3::timestamptz`,
)

const end = statement(
  'account_viewer_session.end',
  'account',
  'delete from account_viewer_session where account_id = $1 and token_hash = $2',
)

const move = statement(
  'account_viewer_session.move',
  'account',
  'update account_viewer_session set contact_id = $3 where account_id = $1 and contact_id = $2',
)

const endAll = statement(
  'account_viewer_session.endAll',
  'account',
  'delete from account_viewer_session where account_id = $1 and contact_id = $2',
)

const prune = statement(
  'account_viewer_session.prune',
  'offline',
  `delete from account_viewer_session t using (
     select account_id, id from account_viewer_session where signed_in_at < $1::timestamptz
     order by signed_in_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)
