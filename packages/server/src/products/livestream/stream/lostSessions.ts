import type { Ctx, OfflineCtx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { deleteNodes, goneAfterSeconds, goneNodes, isNodeThere } from '#platform/video/live/nodes.ts'
import { closeLost } from './streamEnding.ts'
import { advance } from './streamMoves.ts'
import { findSession } from '#products/livestream/records/streamSession.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** A session whose node is lost. Row ids. */
type Lost = { accountId: number; sessionUuid: string; streamUuid: string; unseenSeconds: number }

const pageRows = 200
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

type HeldRow = RowOf<typeof sessionsOfNodes>

/** Running sessions of these nodes, in order of account and id. */
export async function* runningOn(ctx: OfflineCtx, nodeIds: readonly string[]): AsyncGenerator<HeldRow> {
  for (let after: HeldRow | undefined; ;) {
    const rows: HeldRow[] = await ctx.db.rows(sessionsOfNodes, [nodeIds, after?.account_id ?? 0, after?.id ?? nilUuid])
    yield* rows
    after = rows.at(-1)
    if (rows.length < pageRows) return
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
