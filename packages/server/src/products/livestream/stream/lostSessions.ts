import type { Ctx, OfflineCtx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { deleteNodes, goneAfterSeconds, goneNodes, isNodeThere } from '#platform/video/live/nodes.ts'
import { closeLost, loseRecording } from './streamEnding.ts'
import { advance } from './streamMoves.ts'
import { findSession } from '#products/livestream/records/streamSession.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** A session whose node is lost. Row ids. */
type Lost = { accountId: number; sessionUuid: string; streamUuid: string; unseenSeconds: number }

const pageRows = 200
/** Time after which a recording fails that the lost node of its session has not handed over. */
const dueDaysMax = 7
const dayMs = 86_400_000
/** Time after which a lost node without sessions is deleted. */
const nodeKeptSeconds = 86_400

/** Schedules that end the sessions of lost nodes. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.session.closeLost',
    description: 'Shows what a server that is gone had live as interrupted, and ends it where it stays away.',
    everySeconds: 5,
    async run(ctx) {
      const gone = await goneNodes(ctx)
      if (gone.size === 0) return
      const holding = new Set<string>()
      for await (const row of runningOn(ctx, [...gone.keys()])) {
        holding.add(row.node_id)
        const account = await ctx.accounts.find(row.account_id)
        if (account === undefined) continue
        const unseenSeconds = gone.get(row.node_id) ?? 0
        const lost = { accountId: account.id, sessionUuid: row.id, streamUuid: row.stream_id, unseenSeconds }
        const own = ctx.as(account)
        await own.atomic((inner) => closeOverdue(inner, lost))
      }
      const isUnused = ([id, unseenSeconds]: [string, number]) => unseenSeconds > nodeKeptSeconds && !holding.has(id)
      const unused = [...gone].filter(isUnused).map(([id]) => id)
      if (unused.length > 0) await deleteNodes(ctx, unused)
    },
  },
  {
    name: 'livestream.session.loseRecordings',
    description: 'Fails the replays whose recordings a server that is gone has not handed over within a week.',
    everySeconds: 3_600,
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - dueDaysMax * dayMs)
      for await (const row of dueBefore(ctx, before)) {
        const account = await ctx.accounts.find(row.account_id)
        // A node that is there knows its media: the store may be away.
        if (account === undefined || (await isNodeThere(ctx, row.node_id))) continue
        const subject = { streamUuid: row.stream_id, sessionUuid: row.id }
        await ctx.as(account).atomic((inner) => loseRecording(inner, subject))
      }
    },
  },
]

/**
 * Closes a session of a lost node after the time that its encoder has to reconnect; until then the stream is
 * reconnecting, since a node that returns resumes its sessions. A recording may still arrive later (`recordLate`).
 */
async function closeOverdue(ctx: Ctx, { accountId, sessionUuid, streamUuid, unseenSeconds }: Lost): Promise<void> {
  const streamId = encodeId(stream.prefix, accountId, streamUuid)
  await lockForUpdate(ctx, stream, streamId)
  const session = await findSession(ctx, sessionUuid)
  if (session === undefined || session.status === 'ended' || session.status === 'rejected') return
  if (await isNodeThere(ctx, session.node_id)) return
  const record = await ctx.store.find(stream, streamId)
  const isSeen = record !== undefined && session.status !== 'connecting'
  if (isSeen && unseenSeconds <= goneAfterSeconds + record.reconnectWindowSeconds) {
    await advance(ctx, { record, session }, 'reconnecting')
    return
  }
  await closeLost(ctx, { session, why: 'server_stopped' })
}

/** Row of a session, as the statements across accounts read it. */
export type SessionRow = RowOf<typeof sessionsOfNodes>

/** Running sessions of these nodes, in order of account and id. */
export function runningOn(ctx: OfflineCtx, nodeIds: readonly string[]): AsyncGenerator<SessionRow> {
  return pages((after) => ctx.db.rows(sessionsOfNodes, [nodeIds, ...after]))
}

/** Ended sessions of a node whose recordings are due, in order of account and id. */
export function dueOn(ctx: OfflineCtx, nodeId: string): AsyncGenerator<SessionRow> {
  return pages((after) => ctx.db.rows(dueOfNode, [nodeId, ...after]))
}

/** Sessions of any node that ended before a moment and whose recordings are due, in order of account and id. */
function dueBefore(ctx: OfflineCtx, before: Date): AsyncGenerator<SessionRow> {
  return pages((after) => ctx.db.rows(dueOverdue, [before.toISOString(), ...after]))
}

async function* pages(read: (after: [number, string]) => Promise<SessionRow[]>): AsyncGenerator<SessionRow> {
  for (let after: [number, string] = [0, nilUuid]; ;) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = [last.account_id, last.id]
  }
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

const sessionsOfNodes = statement(
  'livestream_session.ofNodes',
  'offline',
  `select account_id, id, stream_id, node_id from livestream_session
   where node_id = any($1::uuid[]) and status not in ('ended', 'rejected') and (account_id, id) > ($2::bigint, $3::uuid)
   order by account_id, id limit ${pageRows}`,
)

const dueOfNode = statement(
  'livestream_session.dueOfNode',
  'offline',
  `select account_id, id, stream_id, node_id from livestream_session
   where node_id = $1 and is_due and (account_id, id) > ($2::bigint, $3::uuid)
   order by account_id, id limit ${pageRows}`,
)

const dueOverdue = statement(
  'livestream_session.dueOverdue',
  'offline',
  `select account_id, id, stream_id, node_id from livestream_session
   where is_due and ended_at < $1 and (account_id, id) > ($2::bigint, $3::uuid)
   order by account_id, id limit ${pageRows}`,
)
