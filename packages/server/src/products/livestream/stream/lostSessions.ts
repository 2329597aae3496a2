import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { claimRecord } from '#platform/db/hold.ts'
import { deleteNodes, goneAfterSeconds, goneNodes, isNodeThere } from '#platform/video/live/nodes.ts'
import { closeLost } from './streamEnding.ts'
import { advance } from './streamMoves.ts'
import { findSession } from '#products/livestream/records/streamSession.ts'
import { stream } from '#products/livestream/records/stream.ts'

/** A session whose node is gone. Row ids. */
type Lost = { accountId: number; sessionUuid: string; streamUuid: string; unseenSeconds: number }

type Run = Parameters<Schedule['run']>[0]

const pageRows = 200
/** A node with no sessions that was not seen for this long is forgotten. */
const keptSeconds = 86_400

/** Schedules that end the sessions of lost servers. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.session.closeLost',
    description: 'Shows what a server that is gone had live as interrupted, and ends it where it stays away.',
    everySeconds: 5,
    async run(ctx) {
      const gone = await goneNodes(ctx)
      if (gone.size === 0) return
      const holding = new Set<string>()
      for await (const row of heldBy(ctx, [...gone.keys()])) {
        holding.add(row.node_id)
        const account = await ctx.accounts.find(row.account_id)
        if (account === undefined) continue
        const unseenSeconds = gone.get(row.node_id) ?? 0
        const lost = { accountId: account.id, sessionUuid: row.id, streamUuid: row.stream_id, unseenSeconds }
        const own = ctx.as(account)
        await own.atomic((inner) => giveUp(inner, lost))
      }
      const isForgotten = ([id, unseenSeconds]: [string, number]) => unseenSeconds > keptSeconds && !holding.has(id)
      const forgotten = [...gone].filter(isForgotten).map(([id]) => id)
      if (forgotten.length > 0) await deleteNodes(ctx, forgotten)
    },
  },
]

/**
 * A node that comes back resumes its sessions from disk and waits for the encoder. The stream shows as reconnecting
 * until that time is over; then the session is closed. Its recording may still arrive later (`keepLate`).
 */
async function giveUp(ctx: Ctx, { accountId, sessionUuid, streamUuid, unseenSeconds }: Lost): Promise<void> {
  const streamId = encodeId(stream.prefix, accountId, streamUuid)
  await claimRecord(ctx, stream, streamId)
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

/** Sessions that run, of these nodes, in order. */
async function* heldBy(ctx: Run, nodeIds: readonly string[]): AsyncGenerator<HeldRow> {
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
