import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { batchReaction } from '#kit/nouns/reaction.ts'
import { encodeId } from '#kit/values/ids.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contactChanged, contactOccurred } from '#products/marketing/facts.ts'
import { matchingContacts } from '#products/marketing/filter/matchingContacts.ts'
import { emitMoves, moveMembers, type MemberChange } from './segmentMembers.ts'

/** Changed parts of contacts. `isNew`: every segment may concern a new contact. */
type Changed = { fields: readonly string[]; events: readonly string[]; segments: readonly string[]; isNew: boolean }

/** Levels of segments that refer to segments. */
const levelsMax = 8
const contactsAtOnceMax = 1_000
/** An archived contact is a member of no segment that follows contacts. */
const isLive: Filter = { field: 'status', is: 'ne', value: 'archived' }

/**
 * Moves contacts between dynamic segments after a change of them. Only segments that mention a changed part are
 * evaluated, and then those that mention a segment that changed. Call inside `ctx.atomic`.
 */
export async function followContacts(ctx: Ctx, contactIds: readonly string[], changed: Changed): Promise<void> {
  const uuids = [...new Set(contactIds.map((id) => rowId('con', id)))].toSorted()
  for (let from = 0; from < uuids.length; from += contactsAtOnceMax) {
    await followSome(ctx, uuids.slice(from, from + contactsAtOnceMax), changed)
  }
}

async function followSome(ctx: Ctx, uuids: readonly string[], changed: Changed): Promise<void> {
  // Most changes concern no segment, and lock nothing.
  const [concern] = await ctx.db.rows(hasConcerned, valuesOf(ctx, changed))
  if (concern?.is_concerned !== true) return
  // Two changes of one contact are evaluated one after the other, each with what the other one committed.
  await ctx.db.rows(holdContacts, [ctx.account.id, uuids])
  let next: Changed | undefined = changed
  for (let level = 0; next !== undefined && level < levelsMax; level++) {
    const concerned: RowOf<typeof concernedSegments>[] = await ctx.db.rows(concernedSegments, valuesOf(ctx, next))
    const moved = concerned.length === 0 ? [] : await evaluate(ctx, uuids, concerned)
    next = moved.length === 0 ? undefined : { fields: [], events: [], segments: moved, isNew: false }
  }
}

function valuesOf(ctx: Ctx, { isNew, fields, events, segments }: Changed): unknown[] {
  return [ctx.account.id, isNew, fields, events, segments]
}

/** Moves contacts in the segments that refer to one whose members changed. Call inside `ctx.atomic`. */
export function followMoves(ctx: Ctx, segmentId: string, { entered, exited }: MemberChange): Promise<void> {
  const contactIds = [...entered, ...exited].map((uuid) => encodeId('con', ctx.account.id, uuid))
  return followContacts(ctx, contactIds, { fields: [], events: [], segments: [segmentId], isNew: false })
}

/** A segment, and contacts to compare with its filter, by row id. */
type Review = { segmentId: string; filter: Filter; uuids: readonly string[] }

/** Brings contacts of a segment in line with its filter. Returns the number of those that differed. */
export async function reviewMembers(ctx: Ctx, { segmentId, filter, uuids }: Review): Promise<number> {
  await ctx.db.rows(holdContacts, [ctx.account.id, uuids])
  const [matching] = await matchingContacts(ctx, uuids, [{ op: 'and', of: [isLive, filter] }])
  const isMember = (each: string) => matching?.has(each) ?? false
  const wanted = { entered: uuids.filter(isMember), exited: uuids.filter((each) => !isMember(each)) }
  const change = await moveMembers(ctx, segmentId, wanted)
  const moved = [...change.entered, ...change.exited]
  if (moved.length === 0) return 0
  emitMoves(ctx, segmentId, change)
  await followSome(ctx, moved, { fields: [], events: [], segments: [segmentId], isNew: false })
  return moved.length
}

/** Evaluates segments for contacts. Returns the segments whose members changed. */
async function evaluate(
  ctx: Ctx,
  uuids: readonly string[],
  segments: readonly RowOf<typeof concernedSegments>[],
): Promise<string[]> {
  // cast: the column holds filters that the resource's check accepted.
  const filters = segments.map((row): Filter => ({ op: 'and', of: [isLive, row.filter as Filter] }))
  const matching = await matchingContacts(ctx, uuids, filters)
  const moved: string[] = []
  for (const [index, { id: uuid }] of segments.entries()) {
    const isMember = (each: string) => matching[index]?.has(each) ?? false
    const [entered, exited] = [uuids.filter(isMember), uuids.filter((each) => !isMember(each))]
    const segmentId = encodeId('seg', ctx.account.id, uuid)
    const change = await moveMembers(ctx, segmentId, { entered, exited })
    if (change.entered.length + change.exited.length === 0) continue
    emitMoves(ctx, segmentId, change)
    moved.push(segmentId)
  }
  return moved
}

/** Reactions to changes of contacts and to their events. */
export const reactions = [
  batchReaction('marketing.segment.followChange', contactChanged, async (ctx, facts) => {
    for (const { payload } of facts) {
      const { contactIds, fields, isNew } = payload
      // An archived contact leaves every segment, whatever its filter mentions.
      const concernsAll = isNew || fields.includes('status')
      await followContacts(ctx, contactIds, { fields, events: [], segments: [], isNew: concernsAll })
    }
  }),
  batchReaction('marketing.segment.followEvent', contactOccurred, async (ctx, facts) => {
    for (const { payload } of facts) {
      await followContacts(ctx, payload.contactIds, { fields: [], events: payload.names, segments: [], isNew: false })
    }
  }),
]

const holdContacts = statement(
  'marketing_contact.holdMany',
  'account',
  `select id from marketing_contact where account_id = $1 and id = any($2::uuid[]) order by id for no key update`,
)

/** An attribute is mentioned by its path, and changed by its first key. */
const ofConcerned = `from marketing_segment s
   where s.account_id = $1 and s.deleted_at is null and s.kind = 'dynamic' and s.status <> 'archived'
     and ($2::boolean or s.mentioned_events && $4::text[] or s.mentioned_segments && $5::text[]
       or exists (select from unnest(s.mentioned_fields) m join unnest($3::text[]) c
         on m = c or starts_with(m, c || '.')))`

/** The lock holds a rebuild off. */
const concernedSegments = statement(
  'marketing_segment.concerned',
  'account',
  `select s.id, s.filter ${ofConcerned} order by s.id for share of s`,
)

const hasConcerned = statement(
  'marketing_segment.hasConcerned',
  'account',
  `select exists (select ${ofConcerned}) as is_concerned`,
)
