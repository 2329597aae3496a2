import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { flag, idOf, oneOf } from '#kit/values/fields.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reason } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import {
  closed,
  createInput,
  ifVersion,
  splitCreate,
  splitUpdate,
  updateInput,
  versionOf,
} from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { contactRowIds } from '#products/marketing/contact/contactIds.ts'
import { holdRecords } from '#products/marketing/heldRecord.ts'
import { rowId } from '#products/marketing/rowId.ts'
import {
  contactEntered,
  contactExited,
  segmentCreated,
  segmentDeleted,
  segmentFailed,
  segmentReady,
  segmentUpdated,
} from '#products/marketing/facts.ts'
import { contactVocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { filterReferences, unknownNames } from '#products/marketing/filter/filterReferences.ts'
import { segment, segmentExists, type Segment } from './segment.ts'
import { build, buildSegment, builtNow, costOf, filterTooExpensive, isSmall, startMembers } from './segmentBuild.ts'
import { followMoves } from './segmentFollow.ts'
import { emitMoves, moveMembers } from './segmentMembers.ts'
import { sampleOf, sampleShape } from './segmentSample.ts'
import { usersOf } from './segmentUsers.ts'

/** Refusal of a filter that leads back to its own segment. */
export const segmentCycle = reason('conflict', 'segment_cycle', 'The filter refers to the segment itself by others.')
/** Refusal to delete a segment that others refer to. */
export const segmentInUse = reason(
  'conflict',
  'in_use',
  'Other records refer to the segment: details.users names them.',
)

const contactIdsMax = 10_000
const levelsMax = 8
const contactList = (description: string) =>
  Type.Optional(Type.Array(idOf('con'), { maxItems: contactIdsMax, description }))
const builtFacts = [segmentReady, segmentFailed, segmentUpdated, contactEntered, contactExited]
const refusals = [segmentExists, filterTooExpensive, segmentCycle]

class TrialEnd extends Error {
  readonly result: Record<string, unknown>

  constructor(result: Record<string, unknown>) {
    super('the trial is rolled back')
    this.result = result
  }
}

/** Create. */
export const createSegment = operation('marketing.segment.create', {
  route: 'POST /api/marketing/segment/create',
  title: 'Create Segment',
  description:
    'Creates a segment. A dynamic one follows its filter from now on: contacts enter and leave as they and their ' +
    'events change. Up to 200,000 contacts it is ready with the response. `dryRun` creates nothing and returns the ' +
    'count and a sample.',
  scope: 'marketing.segment:write',
  input: closed({
    ...createInput(segment).properties,
    contactIds: contactList('Members of a static segment.'),
    dryRun: Type.Optional(flag({ description: 'Whether nothing is kept.' })),
  }),
  output: outputSchemaOf(segment, {
    created: flag({ description: 'False when it was there already, or for a trial.' }),
    sample: sampleShape,
  }),
  emits: [segmentCreated, ...builtFacts],
  reasons: refusals,
  example: {
    name: 'Pro in Germany',
    filter: {
      op: 'and',
      of: [
        { field: 'attributes.plan', is: 'eq', value: 'pro' },
        { field: 'country', is: 'in', value: ['DE', 'AT'] },
      ],
    },
  },
  handle: once(async (ctx, input) => {
    const { contactIds = [], dryRun = false, ...body } = input
    const [draft, options] = splitCreate<typeof segment>(body)
    // cast: the input was accepted by the schema above.
    const members = contactIds as string[]
    if (members.length > 0 && draft.kind !== 'static') {
      throw invalid(field('contactIds', 'notAllowed', 'goes with kind static only'))
    }
    const known = await ctx.store.findRepeat(segment, options)
    try {
      return await ctx.atomic(async (inner) => {
        const costClass = known === undefined ? await checkedCost(inner, draft.filter) : null
        const isReady = dryRun || (await isSmall(inner))
        const set = isReady ? { costClass, ...builtNow(inner, draft) } : { costClass }
        const made = await inner.store.create(segment, draft, {
          ...options,
          set,
          status: isReady ? 'ready' : 'building',
        })
        const { record } = made
        if (made.created) await firstMembers(inner, record, members)
        const result = { ...(await presented(inner, record)), created: made.created && !dryRun }
        if (dryRun) throw new TrialEnd(result)
        return result
      })
    } catch (error) {
      // cast: only a trial throws it, with the result of this very operation.
      if (error instanceof TrialEnd) return error.result as Awaited<ReturnType<typeof presented>> & { created: boolean }
      throw error
    }
  }),
})

/** Update. */
export const updateSegment = operation('marketing.segment.update', {
  route: 'POST /api/marketing/segment/update',
  title: 'Update Segment',
  description:
    'Changes a segment. A new filter is evaluated for all contacts; those that enter and leave are emitted once. ' +
    '`addContactIds` and `removeContactIds` change a static segment.',
  scope: 'marketing.segment:write',
  input: closed({
    ...updateInput(segment).properties,
    addContactIds: contactList('Contacts to put into a static segment.'),
    removeContactIds: contactList('Contacts to take out of a static segment.'),
  }),
  output: outputSchemaOf(segment),
  emits: builtFacts,
  reasons: refusals,
  example: { segmentId: madeFirst('marketing.segment'), description: 'First invited to tests.' },
  handle: once(async (ctx, input) => {
    const { addContactIds = [], removeContactIds = [], ...body } = input
    const { id, patch, options } = splitUpdate(segment, body)
    // cast: the input was accepted by the schema above.
    const moves = { entered: addContactIds as string[], exited: removeContactIds as string[] }
    const record = await ctx.atomic(async (inner) => {
      // Two filters that are changed at once could each lead to the segment of the other one.
      if (patch.filter !== undefined) await inner.lock('marketing.segment.filter')
      const before = await inner.store.get(segment, id)
      if (moves.entered.length + moves.exited.length > 0)
        await moveByHand(inner, before, { ...moves, path: 'addContactIds' })
      const changed =
        patch.filter === undefined
          ? await inner.store.update(segment, id, { ...options, patch })
          : await inner.store.update(segment, id, {
              ...options,
              patch: { ...patch, costClass: await checkedCost(inner, patch.filter, before) },
              status: 'building',
            })
      if (changed.status !== 'building' || (before.status === 'building' && patch.filter === undefined)) return changed
      if (await isSmall(inner)) return build(inner, id, { isFirst: false })
      inner.later(buildSegment, { segmentId: id, isFirst: false }, inner.now())
      return inner.store.get(segment, id)
    })
    const [shown] = await present({ ctx, audience: 'owner' }, segment, [record])
    return { ...shown, id: record.id }
  }),
})

/** Delete. */
export const deleteSegment = operation('marketing.segment.delete', {
  route: 'POST /api/marketing/segment/delete',
  title: 'Delete Segment',
  description: 'Deletes a segment. One that others refer to is refused, unless `force` is sent.',
  scope: 'marketing.segment:write',
  input: closed({
    segmentId: idOf('seg'),
    force: Type.Optional(flag({ description: 'Whether it is deleted while others refer to it.' })),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: idOf('seg', { description: 'The segment.' }),
    status: oneOf(['archived'], { description: 'Always `archived`.' }),
  }),
  emits: [segmentDeleted],
  reasons: [segmentInUse],
  example: { segmentId: madeFirst('marketing.segment') },
  handle: once((ctx, input) =>
    ctx.atomic(async (inner) => {
      // A record that is about to name the segment is written first, or finds it gone.
      await lockForUpdate(inner, segment, input.segmentId)
      await inner.store.get(segment, input.segmentId)
      const users = input.force === true ? [] : await usersOf(inner, input.segmentId)
      if (users.length > 0) throw problem(segmentInUse, { details: { users } })
      const { id } = await inner.store.remove(segment, input.segmentId, versionOf(input))
      return { id, status: 'archived' as const }
    }),
  ),
})

/** The cost of a filter, after a check of it and of the segments that it leads to. Null without a filter. */
async function checkedCost(ctx: Ctx, filter: Filter | null | undefined, before?: Segment) {
  if (filter === undefined || filter === null) return null
  const problems = checkFilter(filter, contactVocabulary, '/filter')
  if (problems.length > 0) throw invalid(...problems)
  await checkSegments(ctx, filter, before?.id)
  const unknown = await unknownNames(ctx, [{ filter, path: '/filter' }], before?.filter ? [before.filter] : [])
  if (unknown.length > 0) throw invalid(...unknown)
  return costOf(ctx, filter)
}

/** Throws invalid for unknown segments in a filter, and segment_cycle for one that leads back to its own. */
async function checkSegments(ctx: Ctx, filter: Filter, ownId: string | undefined): Promise<void> {
  let next = mentionsOf([filter], contactVocabulary).segments
  if (!(ownId !== undefined && next.has(ownId))) {
    const named = filterReferences({ filter, path: '/filter' }).filter(({ kind }) => kind === 'segment')
    await holdRecords(
      ctx,
      named.map(({ id, path }) => ({ of: segment, id, path })),
    )
  }
  for (let level = 0; next.size > 0; level++) {
    if (ownId !== undefined && next.has(ownId)) throw problem(segmentCycle)
    if (level === levelsMax)
      throw invalid(field('/filter', 'maxDepth', `leads through more than ${levelsMax} segments`))
    const filters: Filter[] = []
    for (const id of next) {
      const found = await ctx.store.find(segment, id)
      if (found === undefined) throw invalid(field('/filter', 'reference', 'refers to a segment that does not exist'))
      if (found.filter !== null) filters.push(found.filter)
    }
    next = mentionsOf(filters, contactVocabulary).segments
  }
}

async function firstMembers(ctx: Ctx, made: Segment, members: readonly string[]): Promise<void> {
  if (members.length > 0) await moveByHand(ctx, made, { entered: members, exited: [], path: 'contactIds' })
  if (made.status !== 'ready') ctx.later(buildSegment, { segmentId: made.id, isFirst: true }, ctx.now())
  else await startMembers(ctx, made)
}

async function moveByHand(
  ctx: Ctx,
  of: Segment,
  { entered, exited, path }: { entered: readonly string[]; exited: readonly string[]; path: string },
) {
  if (of.kind !== 'static') {
    const names = [...(entered.length > 0 ? ['addContactIds'] : []), ...(exited.length > 0 ? ['removeContactIds'] : [])]
    throw invalid(...names.map((name) => field(name, 'notAllowed', 'goes with a static segment only')))
  }
  const [entering, leaving] = [await contactRowIds(ctx, entered, path), exited.map((id) => rowId('con', id))]
  const change = await moveMembers(ctx, of.id, { entered: entering, exited: leaving })
  emitMoves(ctx, of.id, change)
  await followMoves(ctx, of.id, change)
}

async function presented(ctx: Ctx, record: Segment) {
  const [shown] = await present({ ctx, audience: 'owner' }, segment, [record])
  return { ...shown, id: record.id, sample: await sampleOf(ctx, record.id) }
}
