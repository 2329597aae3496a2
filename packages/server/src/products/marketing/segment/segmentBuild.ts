import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { task, type Schedule } from '#kit/nouns/task.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { encodeId } from '#kit/values/ids.ts'
import { placed } from '#platform/db/listPage.ts'
import { lockForChange } from '#platform/db/rowLocks.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { segment, mentionsOfSegment, type CostClass, type Segment } from './segment.ts'
import { conditionsOfFilter, emitMoves, evaluateAll } from './segmentMembers.ts'

/** Refusal of a filter that reads too much. */
export const filterTooExpensive = reason(
  'invalid_request',
  'filter_too_expensive',
  'The filter reads too many rows. Narrow it by fields, by a shorter period, or by another segment.',
)

/** Bounds of the planner's cost: of a cheap, a medium, and the dearest filter that is accepted. */
const costMax: Readonly<Record<CostClass, number>> = { cheap: 25_000, medium: 500_000, heavy: 20_000_000 }
/** Contacts of an account up to which a segment is built in the request. */
const inlineMax = 200_000
/** Interval of full evaluations of a segment whose filter depends on time. */
const refreshMs = 5 * 60_000
/** Time after which a refresh that failed is tried once more. */
const staleMs = 30 * 60_000
const failure = 'the filter could not be evaluated for all contacts'

/** The cost class of a filter. Throws filter_too_expensive. */
export async function costOf(ctx: Ctx, filter: Filter): Promise<CostClass> {
  const values: unknown[] = [ctx.account.id]
  const where = conditionsOfFilter(ctx, filter).map((each) => placed(each, values))
  const from = 'select t.id from marketing_contact t where t.account_id = $1'
  const text = `explain (format json) ${from} and ${where.join(' and ')}`
  const explain = namedShape<{ 'QUERY PLAN': unknown }>('marketing_contact.cost', 'account', text)
  const [row] = await ctx.db.rows(explain, values)
  const cost = Number(Object(Object([row?.['QUERY PLAN']].flat(2)[0])['Plan'])['Total Cost'])
  if (cost <= costMax.cheap) return 'cheap'
  if (cost <= costMax.medium) return 'medium'
  if (cost <= costMax.heavy) return 'heavy'
  throw problem(filterTooExpensive)
}

/** Whether an account has few enough contacts to build a segment in the request. */
export async function isSmall(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.rows(countUpTo, [ctx.account.id, inlineMax + 1])
  return Number(row?.count ?? 0) <= inlineMax
}

/** Fields of a segment that is evaluated now: the time of it, and of the next one where its filter depends on time. */
export function builtNow(ctx: Ctx, of: { filter?: Filter | null | undefined; kind?: string | undefined }) {
  const { isTimeRelative } = mentionsOfSegment({ filter: of.filter ?? null, kind: of.kind ?? 'dynamic' })
  const refreshAt = isTimeRelative ? new Date(ctx.now().getTime() + refreshMs).toISOString() : null
  return { builtAt: ctx.now().toISOString(), refreshAt, error: null }
}

/** Evaluates a segment that was created ready. No fact names the contacts that enter it. Call inside `ctx.atomic`. */
export async function startMembers(ctx: Ctx, made: Segment): Promise<void> {
  if (made.filter !== null) await evaluateAll(ctx, made.id, made.filter)
  queueRefresh(ctx, made)
}

type Building = { isFirst: boolean }

/**
 * Evaluates the filter of a segment for all contacts. `isFirst`: the segment is new, and no fact names the contacts
 * that enter it. Call inside `ctx.atomic`.
 */
export async function build(ctx: Ctx, segmentId: string, { isFirst }: Building): Promise<Segment> {
  await lockForChange(ctx, segment, segmentId)
  const before = await ctx.store.get(segment, segmentId)
  if (before.filter !== null && before.kind !== 'static') {
    const change = await evaluateAll(ctx, segmentId, before.filter)
    if (!isFirst) emitMoves(ctx, segmentId, change)
    if (!isFirst && change.entered.length + change.exited.length > 0) await rebuildReferring(ctx, segmentId)
  }
  const isSilent = before.status === 'ready'
  const patch = builtNow(ctx, before)
  const record = await ctx.store.update(segment, segmentId, { patch, status: 'ready', isSilent })
  queueRefresh(ctx, record)
  return record
}

/** Queues a full evaluation of the segments whose filter refers to one whose members changed, many at once. */
async function rebuildReferring(ctx: Ctx, segmentId: string): Promise<void> {
  for (const { id } of await ctx.db.rows(referringSegments, [ctx.account.id, [segmentId]])) {
    ctx.later(rebuildSegment, { segmentId: encodeId('seg', ctx.account.id, id) }, ctx.now())
  }
}

function queueRefresh(ctx: Ctx, { id: segmentId, refreshAt: at }: Segment): void {
  if (at !== null) ctx.later(refreshSegment, { segmentId, at }, new Date(at))
}

/** Builds a segment of a large account after the request. */
export const buildSegment = task(
  'marketing.segment.build',
  'Evaluates the filter of a segment for all contacts.',
  Type.Object({ segmentId: Type.String(), isFirst: Type.Boolean() }),
  {
    async handle(ctx, { segmentId, isFirst }) {
      const found = await ctx.store.find(segment, segmentId)
      if (found === undefined || found.status !== 'building') return
      await build(ctx, segmentId, { isFirst })
    },
    async failed(ctx, { segmentId }) {
      const found = await ctx.store.find(segment, segmentId)
      if (found?.status !== 'building') return
      await ctx.store.update(segment, segmentId, { patch: { error: failure }, status: 'error' })
    },
  },
)

/** Evaluates a segment again whose filter depends on time: contacts leave it without a change of their own. */
export const refreshSegment = task(
  'marketing.segment.refresh',
  'Evaluates a segment again whose filter depends on time.',
  Type.Object({ segmentId: Type.String(), at: Type.String() }),
  {
    async handle(ctx, { segmentId, at }) {
      const found = await ctx.store.find(segment, segmentId)
      if (found === undefined || found.refreshAt !== at || !isFollowing(found)) return
      await build(ctx, segmentId, { isFirst: false })
    },
    async failed(ctx, { segmentId, at }) {
      const found = await ctx.store.find(segment, segmentId)
      if (found === undefined || found.refreshAt !== at || !isFollowing(found)) return
      const refreshAt = new Date(ctx.now().getTime() + staleMs).toISOString()
      const patch = { error: failure, refreshAt }
      queueRefresh(ctx, await ctx.store.update(segment, segmentId, { patch, status: 'stale' }))
    },
  },
)

/** Evaluates a segment again after one that its filter refers to. */
export const rebuildSegment = task(
  'marketing.segment.rebuild',
  'Evaluates a segment again whose filter refers to one that changed.',
  Type.Object({ segmentId: Type.String() }),
  async (ctx, { segmentId }) => {
    const found = await ctx.store.find(segment, segmentId)
    if (found !== undefined && isFollowing(found)) await build(ctx, segmentId, { isFirst: false })
  },
)

function isFollowing({ status }: Segment): boolean {
  return status === 'ready' || status === 'stale'
}

/** Keeps the size of each segment by day, for its trend. */
export const keepSizes: Schedule = {
  name: 'marketing.segment.keepSizes',
  description: 'Keeps the number of members of each segment by day.',
  everySeconds: 3_600,
  async run(ctx) {
    await ctx.db.rows(keepDays, [ctx.now().toISOString()])
  },
}

const referringSegments = statement(
  'marketing_segment.referring',
  'account',
  `select id from marketing_segment
   where account_id = $1 and mentioned_segments && $2::text[] and kind = 'dynamic' and deleted_at is null
     and status in ('ready', 'stale') order by id`,
)

const countUpTo = statement(
  'marketing_contact.countUpTo',
  'account',
  `select count(*) as count from (
     select 1 from marketing_contact where account_id = $1 and deleted_at is null limit $2) c`,
)

const keepDays = statement(
  'marketing_segment_day.keep',
  'offline',
  `insert into marketing_segment_day (account_id, segment_id, day, member_count)
   select account_id, segment_id, ($1::timestamptz at time zone 'UTC')::date, sum(members)
   from marketing_segment_count group by account_id, segment_id
   on conflict (account_id, segment_id, day) do update set member_count = excluded.member_count`,
)
