import type { Ctx } from '#kit/call/context.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/** Lifetime of a device's session without a renewal. */
const aliveMs = 30_000
/** Age at which unused sessions are pruned, in batches. */
const keptMs = 86_400_000
const pruneBatchMax = 1_000
const pruneBatchesMax = 100

/**
 * A device, named by a random id of its own, with a grant for `sessionsMax` devices at once. `grantId`: the row id of a
 * ticket, or the id of a signed address.
 */
export type DeviceGrant = { grantId: string; device: string; sessionsMax: number }

/**
 * Opens a session for a device. Returns its row id, which stays the same while the session of this device is alive;
 * undefined while other devices hold all sessions. Call inside `ctx.atomic`.
 */
export async function openViewerSession(ctx: Ctx, grant: DeviceGrant): Promise<string | undefined> {
  const { grantId, device, sessionsMax } = grant
  // The lock serialises concurrent devices of one grant, so that each counts the others.
  await ctx.lock(`livestream.viewerSession:${grantId}`)
  const now = ctx.now()
  const hash = ctx.port(keyHashPort)(`livestream.viewerSession ${grantId} ${device}`)
  // A lapsed session is deleted: its device gets a new id, since any node may know the old token as revoked.
  await ctx.db.rows(deleteLapsed, [ctx.account.id, grantId, aliveSince(now)])
  const others = await ctx.db.rows(otherSessions, [ctx.account.id, grantId, hash, sessionsMax])
  if (others.length >= sessionsMax) return undefined
  const values = [ctx.account.id, uuidv7(now.getTime()), grantId, hash, now.toISOString()]
  const [own] = await ctx.db.rows(openSession, values)
  return own?.id
}

/** Renews sessions of devices that still watch. Call at least every ten seconds. Returns the ids that are alive. */
export async function renewViewerSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const now = ctx.now()
  const values = [ctx.account.id, sessionIds, now.toISOString(), aliveSince(now)]
  const rows = await ctx.db.rows(renewSessions, values)
  return new Set(rows.map(({ id }) => id))
}

/** Ends the sessions of revoked grants. */
export async function endViewerSessions(ctx: Ctx, grantIds: readonly string[]): Promise<void> {
  if (grantIds.length > 0) await ctx.db.rows(endSessions, [ctx.account.id, grantIds])
}

/** Schedule that prunes unused sessions. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.viewerSession.prune',
    description: 'Deletes sessions of devices a day after their last use of a ticket or a signed address.',
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
