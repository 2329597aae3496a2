import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Filter } from '#kit/filter/filter.ts'
import type { Gauge } from '#kit/nouns/gauge.ts'
import { statement } from '#kit/call/statement.ts'
import { task, type Schedule } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { placed } from '#platform/db/listPage.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { addToCount } from './memberCounts.ts'
import { segment, type Segment } from './segment.ts'
import { reviewMembers } from './segmentFollow.ts'
import { conditionsOfFilter } from './segmentMembers.ts'

/** Time between two audits of a segment. */
const intervalMs = 24 * 3_600_000
/** Time after which a contact that differs is compared again: until then, the reaction to its change may be pending. */
const confirmMs = 10 * 60_000
/** Contacts of one audit that are compared again; the next audit finds the others. */
const differingMax = 1_000
/** Segments that one pass of the schedule queues. */
const queuedMax = 1_000

/** Compares the members that a segment followed with a full evaluation of its filter. */
export const auditSegment = task(
  'marketing.segment.audit',
  'Compares the members of a segment with a full evaluation of its filter.',
  Type.Object({ segmentId: Type.String() }),
  async (ctx, { segmentId }) => {
    const record = await findAudited(ctx, segmentId)
    if (record === undefined) return
    const differing = await differingContacts(ctx, record)
    if (differing.length === 0) return keepAudit(ctx, segmentId, 0)
    ctx.later(confirmAudit, { segmentId, contacts: differing }, new Date(ctx.now().getTime() + confirmMs))
  },
)

/** Compares contacts that differed once more, and repairs those that still differ. */
export const confirmAudit = task(
  'marketing.segment.confirmAudit',
  'Repairs members of a segment that differ from its filter for ten minutes.',
  Type.Object({ segmentId: Type.String(), contacts: Type.Array(Type.String()) }),
  async (ctx, { segmentId, contacts }) => {
    const record = await findAudited(ctx, segmentId)
    if (record === undefined) return
    const moved = await reviewMembers(ctx, { segmentId: record.id, filter: record.filter, uuids: contacts })
    if (moved > 0) ctx.log.warn('an audit repaired members of a segment', { segment: segmentId, contacts: moved })
    await keepAudit(ctx, segmentId, moved)
  },
)

type Audited = Segment & { filter: Filter }

/** A segment that follows contacts; undefined for another one. */
async function findAudited(ctx: Ctx, segmentId: string): Promise<Audited | undefined> {
  const found = await ctx.store.find(segment, segmentId)
  if (found?.kind !== 'dynamic' || found.status !== 'ready' || found.filter === null) return undefined
  return { ...found, filter: found.filter }
}

async function differingContacts(ctx: Ctx, { id, filter }: Audited): Promise<string[]> {
  const values: unknown[] = [ctx.account.id, rowId('seg', id), differingMax]
  const where = conditionsOfFilter(ctx, filter).map((each) => placed(each, values))
  const text = `with wanted as materialized (
      select t.id from marketing_contact t where t.account_id = $1 and ${where.join(' and ')}),
    known as (
      select contact_id from marketing_segment_member where account_id = $1 and segment_id = $2)
    select w.id as contact_id from wanted w where not exists (select from known k where k.contact_id = w.id)
    union all
    select k.contact_id from known k where not exists (select from wanted w where w.id = k.contact_id)
    limit $3`
  const shape = namedShape<{ contact_id: string }>('marketing_segment_member.audit', 'account', text)
  return (await ctx.db.rows(shape, values)).map((row) => row.contact_id)
}

/** Keeps the result of an audit, and repairs the counted size: both numbers are of one moment, so they cannot race. */
async function keepAudit(ctx: Ctx, segmentId: string, difference: number): Promise<void> {
  const uuid = rowId('seg', segmentId)
  const [sizes] = await ctx.db.rows(readSizes, [ctx.account.id, uuid])
  const { members = 0, counted = 0 } = sizes ?? {}
  await addToCount(ctx, uuid, Number(members) - Number(counted))
  await ctx.db.rows(writeAudit, [ctx.account.id, uuid, ctx.now().toISOString(), members, difference])
}

/** The last audit of a segment; null before the first one. */
export async function auditOf(ctx: Ctx, segmentId: string) {
  const [row] = await ctx.db.rows(readAudit, [ctx.account.id, rowId('seg', segmentId)])
  if (row === undefined) return null
  const { audited_at: at, member_count: members, difference, repaired } = row
  return { at, members, difference, repaired }
}

/** Queues the audits that are due. */
export const auditSegments: Schedule = {
  name: 'marketing.segment.queueAudits',
  description: 'Compares each segment with a full evaluation of its filter once a day.',
  everySeconds: 3_600,
  async run(ctx) {
    const before = new Date(ctx.now().getTime() - intervalMs).toISOString()
    const rows = await ctx.db.rows(dueAudits, [before, queuedMax])
    for (const [accountId, due] of Map.groupBy(rows, (row) => row.account_id)) {
      const account = await ctx.accounts.find(accountId)
      if (account === undefined) continue
      await ctx.as(account).atomic(async (inner) => {
        for (const { id } of due) inner.later(auditSegment, { segmentId: encodeId('seg', accountId, id) }, inner.now())
      })
    }
  },
}

/** Contacts that audits have repaired: above zero, something did not follow a change. */
export const repairedGauge: Gauge = {
  name: 'segment_repaired_contacts',
  description: 'Contacts in segments that an audit has repaired.',
  read: async (db) => Number((await db.rows(sumRepaired, []))[0]?.repaired ?? 0),
}

const readSizes = statement(
  'marketing_segment_member.sizes',
  'account',
  `select (select count(*)::integer from marketing_segment_member where account_id = $1 and segment_id = $2) as members,
     (select coalesce(sum(members), 0)::integer from marketing_segment_count
      where account_id = $1 and segment_id = $2) as counted`,
)

const writeAudit = statement(
  'marketing_segment_audit.write',
  'account',
  `insert into marketing_segment_audit as a (account_id, segment_id, audited_at, member_count, difference, repaired)
   values ($1, $2, $3, $4, $5::integer, $5::integer)
   on conflict (account_id, segment_id) do update set audited_at = excluded.audited_at,
     member_count = excluded.member_count, difference = excluded.difference, repaired = a.repaired + excluded.repaired`,
)

const readAudit = statement(
  'marketing_segment_audit.read',
  'account',
  `select audited_at, member_count, difference, repaired from marketing_segment_audit
   where account_id = $1 and segment_id = $2`,
)

const dueAudits = statement(
  'marketing_segment_audit.due',
  'offline',
  `select s.account_id, s.id from marketing_segment s
   left join marketing_segment_audit a on a.account_id = s.account_id and a.segment_id = s.id
   where s.kind = 'dynamic' and s.status = 'ready' and s.deleted_at is null
     and coalesce(a.audited_at, s.created_at) < $1::timestamptz
   order by s.account_id, s.id limit $2`,
)

const sumRepaired = statement(
  'marketing_segment_audit.repaired',
  'offline',
  'select sum(repaired)::bigint as repaired from marketing_segment_audit',
)
