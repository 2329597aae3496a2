import type { Ctx } from '#kit/call/context.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { openExpiring } from '#platform/cache/expiring.ts'
import { readRolledUp, readConcurrency, readReport, scopeOf } from './audienceReport.ts'
import { intervals, type Period } from './period.ts'
import type { Selection } from './slices.ts'

/** Time after the last heartbeat for which a view counts as current. */
export const presentMs = 20_000

const rememberedFor = { forMs: 1_000, countMax: 20_000 }

/** Current viewers of streams or recorded videos, by row id; a second old at most. */
export async function currentViewers(ctx: Ctx, targetUuids: readonly string[]): Promise<Map<string, number>> {
  const memory = ctx.memory('livestream.viewersNow', () => openExpiring<number>(rememberedFor))
  const now = ctx.now().getTime()
  const found = new Map<string, number>()
  const uncached: string[] = []
  for (const target of targetUuids) {
    const known = memory.get(`${ctx.account.id} ${target}`, now)
    if (known === undefined) uncached.push(target)
    else found.set(target, known)
  }
  if (uncached.length === 0) return found
  const values = [ctx.account.id, uncached, new Date(now - presentMs).toISOString()]
  const rows = await ctx.db.rows(countPresent, values)
  const counted = new Map(rows.map((row) => [row.target_id, row.viewers]))
  for (const target of uncached) {
    const viewers = counted.get(target) ?? 0
    found.set(target, viewers)
    memory.set(`${ctx.account.id} ${target}`, viewers, now)
  }
  return found
}

/** Median latency of the current viewers of a stream, by its row id; null when no player reports it. */
export async function currentLatencySeconds(ctx: Ctx, targetUuid: string): Promise<number | null> {
  const since = new Date(ctx.now().getTime() - presentMs).toISOString()
  const [row] = await ctx.db.rows(middleLatency, [ctx.account.id, targetUuid, since])
  return row === undefined || row.latency_ms === null ? null : row.latency_ms / 1000
}

/** Current viewers within a selection. */
export async function presentIn(ctx: Ctx, selection: Selection): Promise<number> {
  const since = new Date(ctx.now().getTime() - presentMs).toISOString()
  const values = [ctx.account.id, since, ...idsOf(selection)]
  const [row] = await ctx.db.rows(presentStatement(selection), values)
  return row?.viewers ?? 0
}

/** Figures of a session for the fact of its end. */
export type SessionAudience = {
  views: number
  uniqueViewers: number
  peakConcurrent: number
  watchTimeSeconds: number
}

/** A live session between two moments. Ids are row ids. */
export async function audienceOfSession(
  ctx: Ctx,
  session: { targetUuid: string; sessionUuid: string },
  range: { from: Date; to: Date },
): Promise<SessionAudience> {
  const size = intervals.hour
  const [fromMs, endMs] = [range.from.getTime(), range.to.getTime() + presentMs]
  const hours = { fromMs: Math.floor(fromMs / size) * size, toMs: Math.ceil(endMs / size) * size }
  const period: Period = { ...hours, interval: 'hour' }
  const scope = scopeOf(ctx, { kind: 'session', ...session }, { period, rolledUp: await readRolledUp(ctx) })
  const report = await readReport(ctx, scope)
  const { peak } = await readConcurrency(ctx, scope, period)
  return {
    views: report.views,
    uniqueViewers: report.viewers,
    peakConcurrent: peak,
    watchTimeSeconds: report.playedMs / 1000,
  }
}

const countPresent = statement(
  'livestream_beat.countPresent',
  'account',
  `select target_id, count(distinct view_id) as viewers from livestream_beat
   where account_id = $1 and target_id = any($2::uuid[]) and at > $3
     and day >= date_bin(interval '1 day', $3::timestamptz, timestamptz 'epoch') group by target_id`,
)

const middleLatency = statement(
  'livestream_beat.middleLatency',
  'account',
  `select percentile_cont(0.5) within group (order by latency_ms) as latency_ms from livestream_beat
   where account_id = $1 and target_id = $2 and at > $3
     and day >= date_bin(interval '1 day', $3::timestamptz, timestamptz 'epoch')`,
)

const conditions: Record<Selection['kind'], string> = {
  account: '',
  channel: 'and channel_id = $3',
  target: 'and target_id = $3',
  session: 'and target_id = $3 and session_id = $4',
}

function idsOf(selection: Selection): string[] {
  if (selection.kind === 'account') return []
  if (selection.kind === 'channel') return [selection.channelUuid]
  return selection.kind === 'target' ? [selection.targetUuid] : [selection.targetUuid, selection.sessionUuid]
}

function presentStatement({ kind }: Selection) {
  return builtStatement<{ viewers: number }>(
    `livestream_beat.present.${kind}`,
    'account',
    `select count(distinct view_id) as viewers from livestream_beat
     where account_id = $1 and at > $2
       and day >= date_bin(interval '1 day', $2::timestamptz, timestamptz 'epoch') ${conditions[kind]}`,
  )
}
