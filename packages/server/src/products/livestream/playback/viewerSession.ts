import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/** How long a device keeps its session without a sign of life. */
const aliveMs = 30_000
/** Sessions that nobody came back to are forgotten after a day, so many at a time. */
const keptMs = 86_400_000
const pruneBatchMax = 1_000
const pruneBatchesMax = 100

/**
 * Who comes: on a device that names itself by a random id, with something that is for `sessionsMax` devices at once.
 * `grantId`: the row id of a ticket, or the id of a signed address.
 */
export type ViewerSessionAsked = { grantId: string; device: string; sessionsMax: number }

/**
 * Opens a session for a device. Answers its row id, which is the same while the session of this device is alive;
 * undefined while others have as many as there may be. Call inside `ctx.atomic`.
 */
export async function openViewerSession(ctx: Ctx, asked: ViewerSessionAsked): Promise<string | undefined> {
  const { grantId, device, sessionsMax } = asked
  // Concurrent devices of one grant are counted one after the other.
  await ctx.lock(`livestream.viewerSession:${grantId}`)
  const now = ctx.now()
  const hash = ctx.port(keyHashPort)(`livestream.viewerSession ${grantId} ${device}`)
  // What has lapsed gets a new id when its device is back: its old token is known as ended, here or elsewhere.
  await ctx.db.rows(deleteLapsed, [ctx.account.id, grantId, aliveSince(now)])
  const others = await ctx.db.rows(otherSessions, [ctx.account.id, grantId, hash, sessionsMax])
  if (others.length >= sessionsMax) return undefined
  const values = [ctx.account.id, uuidv7(now.getTime()), grantId, hash, now.toISOString()]
  const [own] = await ctx.db.rows(openSession, values)
  return own?.id
}

/** Keeps sessions of devices that still watch, every ten seconds at least. Answers those that are alive. */
export async function renewViewerSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const now = ctx.now()
  const values = [ctx.account.id, sessionIds, now.toISOString(), aliveSince(now)]
  const rows = await ctx.db.rows(renewSessions, values)
  return new Set(rows.map(({ id }) => id))
}

/** Ends the sessions of grants that open nothing any more. */
export async function endViewerSessions(ctx: Ctx, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length > 0) await ctx.db.rows(endSessions, [ctx.account.id, grantIds])
}

/** What the platform does for them from time to time. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.viewerSession.prune',
    description: 'Forgets devices that have watched with a ticket or a signed address, a day after.',
    everySeconds: 3_600,
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - keptMs).toISOString()
      for (let batch = 0; batch < pruneBatchesMax; batch += 1) {
        const gone = await ctx.db.rows(pruneSessions, [before, pruneBatchMax])
        if (gone.length < pruneBatchMax) return
      }
    },
  },
]

function aliveSince(now: Date): string {
  return new Date(now.getTime() - aliveMs).toISOString()
}

const deleteLapsed = statement(
  'livestream_viewer_session.deleteLapsed',
  'account',
  'delete from livestream_viewer_session where account_id = $1 and grant_id = $2 and renewed_at <= $3',
)

const otherSessions = statement(
  'livestream_viewer_session.others',
  'account',
  `select id from livestream_viewer_session
   where account_id = $1 and grant_id = $2 and device_hash <> $3 limit $4`,
)

const openSession = statement(
  'livestream_viewer_session.open',
  'account',
  `insert into livestream_viewer_session (account_id, id, grant_id, device_hash, opened_at, renewed_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (account_id, grant_id, device_hash) do update set renewed_at = excluded.renewed_at returning id`,
)

const renewSessions = statement(
  'livestream_viewer_session.renew',
  'account',
  `update livestream_viewer_session set renewed_at = $3
   where account_id = $1 and id = any($2::uuid[]) and renewed_at > $4 returning id`,
)

const endSessions = statement(
  'livestream_viewer_session.end',
  'account',
  'delete from livestream_viewer_session where account_id = $1 and grant_id = any($2::uuid[])',
)

const pruneSessions = statement(
  'livestream_viewer_session.prune',
  'offline',
  `delete from livestream_viewer_session t using (
     select account_id, id from livestream_viewer_session where opened_at < $1::timestamptz and renewed_at < $1
     order by opened_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)
