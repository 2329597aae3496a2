import type { Condition, Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { encodeId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { placed } from '#platform/db/listPage.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { contactEntered, contactExited } from '#products/marketing/facts.ts'
import { satisfies } from '#products/marketing/filter/contactCondition.ts'
import { addToCount } from './memberCounts.ts'

/** Contacts that entered and left, by row id. */
export type MemberChange = { entered: readonly string[]; exited: readonly string[] }

const contactsPerFactMax = 100
/** Contacts whose moves are emitted after one full evaluation; the others are counted alone. */
const emittedMax = 100_000

/** The condition on the row `t` of a filter, for contacts that are not archived. */
export function conditionsOfFilter(ctx: Ctx, filter: Filter): Condition[] {
  return [{ sql: `t.deleted_at is null and t.status <> 'archived'`, values: [] }, satisfies(ctx, filter)]
}

/**
 * Brings the members of a segment in line with its filter, all contacts at once. The lock on those that enter waits for
 * a merge or an erasure that is under way. Call inside `ctx.atomic`.
 */
export async function evaluateAll(ctx: Ctx, segmentId: string, filter: Filter): Promise<MemberChange> {
  const segmentUuid = rowId('seg', segmentId)
  const values: unknown[] = [ctx.account.id, segmentUuid, ctx.now().toISOString()]
  const where = conditionsOfFilter(ctx, filter).map((each) => placed(each, values))
  const text = `with wanted as materialized (
      select t.id from marketing_contact t where t.account_id = $1 and ${where.join(' and ')}),
    gone as (
      delete from marketing_segment_member m where m.account_id = $1 and m.segment_id = $2
        and not exists (select from wanted w where w.id = m.contact_id) returning m.contact_id),
    come as (
      insert into marketing_segment_member (account_id, segment_id, contact_id, entered_at)
      select $1, $2, n.id, $3::timestamptz from (
        select c.id from marketing_contact c join wanted w on w.id = c.id
        where c.account_id = $1 and c.deleted_at is null and not exists (
          select from marketing_segment_member m
          where m.account_id = $1 and m.segment_id = $2 and m.contact_id = c.id)
        order by c.id for key share of c) n
      on conflict (account_id, segment_id, contact_id) do nothing returning contact_id)
    select contact_id, true as is_new from come union all select contact_id, false from gone`
  const shape = namedShape<{ contact_id: string; is_new: boolean }>(
    'marketing_segment_member.evaluate',
    'account',
    text,
  )
  const rows = await ctx.db.rows(shape, values)
  const change = {
    entered: rows.flatMap((row) => (row.is_new ? [row.contact_id] : [])),
    exited: rows.flatMap((row) => (row.is_new ? [] : [row.contact_id])),
  }
  await addToCount(ctx, segmentUuid, change.entered.length - change.exited.length)
  return change
}

/** Adds and removes members of a segment. Returns those that changed. Call inside `ctx.atomic`. */
export async function moveMembers(ctx: Ctx, segmentId: string, wanted: MemberChange): Promise<MemberChange> {
  const segmentUuid = rowId('seg', segmentId)
  const own = [ctx.account.id, segmentUuid]
  const exited = wanted.exited.length === 0 ? [] : await ctx.db.rows(removeMembers, [...own, wanted.exited])
  const entered =
    wanted.entered.length === 0 ? [] : await ctx.db.rows(addMembers, [...own, wanted.entered, ctx.now().toISOString()])
  await addToCount(ctx, segmentUuid, entered.length - exited.length)
  return { entered: entered.map((row) => row.contact_id), exited: exited.map((row) => row.contact_id) }
}

/** Emits the contacts that entered and left a segment, with the write of the call. */
export function emitMoves(ctx: Ctx, segmentId: string, { entered, exited }: MemberChange): void {
  for (const [fact, uuids] of [
    [contactEntered, entered],
    [contactExited, exited],
  ] as const) {
    const contactIds = uuids.slice(0, emittedMax).map((uuid) => encodeId('con', ctx.account.id, uuid))
    for (let from = 0; from < contactIds.length; from += contactsPerFactMax) {
      const some = contactIds.slice(from, from + contactsPerFactMax)
      ctx.emit(fact, { segmentId, contactIds: some }, { id: segmentId, status: 'ready', version: 1 })
    }
  }
}

const addMembers = statement(
  'marketing_segment_member.add',
  'account',
  `insert into marketing_segment_member (account_id, segment_id, contact_id, entered_at)
   select $1, $2, c.id, $4::timestamptz from (
     select id from marketing_contact where account_id = $1 and id = any($3::uuid[]) and deleted_at is null
     order by id for key share) c
   on conflict (account_id, segment_id, contact_id) do nothing returning contact_id`,
)

const removeMembers = statement(
  'marketing_segment_member.remove',
  'account',
  `delete from marketing_segment_member where account_id = $1 and segment_id = $2 and contact_id = any($3::uuid[])
   returning contact_id`,
)
