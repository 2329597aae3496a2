import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import { idOf, nullable, timeZone } from '#kit/values/fields.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { outputSchemaOf, present, type Patch } from '#kit/nouns/resource.ts'
import { closed, splitUpdate, updateInput } from '#kit/nouns/standard.ts'
import { placeMerged, placeStatusChanged, placeUpdated } from '#products/places/facts.ts'
import { checkParent, familyLock, parentCycle, parentTooDeep } from './placeFamily.ts'
import { inUse, mergePlaces, placeIsMerged, refuseMerged } from './placeMerge.ts'
import { hoursKept, place, type Place } from './place.ts'
import { changeSpaces, settleSpaces, spaceChange } from './spaces.ts'
import { zoneAfter } from './zone.ts'

type Sent = Omit<Patch<typeof place>, 'timezone'> & { timezone?: string | null | undefined }
type Steps = Static<typeof spaceChange>[] | undefined
type Change = { id: string; sent: Sent; steps: Steps; options: Pick<UpdateOptions, 'ifVersion' | 'action'> }

const own = {
  timezone: Type.Optional(nullable(timeZone({ description: 'IANA time zone; null: follow the location again.' }))),
  spaceChanges: Type.Optional(
    Type.Array(spaceChange, {
      maxItems: 200,
      description: 'Adds, changes and removes single spaces, in this order; not together with `spaces`.',
    }),
  ),
  mergeIntoPlaceId: Type.Optional(
    idOf('plc', {
      description:
        'Id of the place that replaces this one. This one becomes `merged`, its parts move over, and reads return ' +
        'the other. Allowed alone or with `ifVersion`.',
    }),
  ),
}

/** Update. */
export const updatePlace = operation('places.place.update', {
  route: 'PUT /api/places/general/update',
  title: 'Update',
  description:
    'Changes a place: only sent fields change, null clears. A place that moves gets the time zone of its new ' +
    'location unless its zone was set by hand. Spaces sent with their `id` stay the same spaces.',
  scope: 'places.place:write',
  input: closed({ ...updateInput(place).properties, ...own }),
  output: outputSchemaOf(place),
  emits: [placeUpdated, placeStatusChanged, placeMerged],
  reasons: [placeIsMerged, parentCycle, parentTooDeep, inUse],
  example: {
    placeId: madeFirst('places.place'),
    capacity: 1500,
    spaceChanges: [{ change: 'add', name: 'Roof terrace', capacity: 300 }],
  },
  handle: once(async (ctx, input) => {
    const { mergeIntoPlaceId, spaceChanges, ...body } = input
    const { id, patch, options } = splitUpdate(place, body)
    const record =
      typeof mergeIntoPlaceId === 'string'
        ? await mergePlaces(ctx, { fromId: id, intoId: mergeIntoPlaceId }, aloneWith(input))
        : // cast: the input was accepted by the schema above, whose timezone may be null and whose steps are these.
          await changePlace(ctx, { id, sent: patch as Sent, steps: spaceChanges as Steps, options })
    const [presented] = await present({ ctx, audience: 'owner' }, place, [record])
    return { ...presented, id: record.id }
  }),
})

async function changePlace(ctx: Ctx, change: Change): Promise<Place> {
  const parentId = change.sent.parentPlaceId
  if (parentId === undefined || parentId === null) return writeChange(ctx, change)
  return ctx.atomic(async (inner) => {
    await inner.lock(familyLock)
    await checkParent(inner, parentId, change.id)
    return writeChange(inner, change)
  })
}

/** The patch depends on the stored record; it is computed again after a concurrent write. */
function writeChange(ctx: Ctx, change: Change): Promise<Place> {
  return ctx.store.update(place, change.id, (before) => {
    if (before.status === 'merged') throw refuseMerged(before)
    const { patch, options } = settle(ctx, before, change)
    return { ...options, patch }
  })
}

function settle(
  ctx: Ctx,
  before: Place,
  { sent, steps, options }: Change,
): { patch: Patch<typeof place>; options: UpdateOptions } {
  const { timezone, spaces, openingHours, ...rest } = sent
  const patch: Patch<typeof place> = { ...rest }
  if (timezone !== undefined || sent.location !== undefined) Object.assign(patch, zoneAfter(ctx.account, before, sent))
  if (openingHours !== undefined) patch.openingHours = hoursKept(openingHours)
  if (spaces !== undefined && steps !== undefined) {
    throw invalid(field('spaceChanges', 'notAllowed', 'comes instead of spaces, not along with them'))
  }
  if (spaces !== undefined) patch.spaces = settleSpaces(before.spaces, spaces)
  if (steps !== undefined) patch.spaces = changeSpaces(before.spaces, steps)
  if (options.action === 'archive') patch.statusBeforeArchive = stateToRestore(before.status)
  if (options.action !== 'restore' || before.status !== 'archived') return { patch, options }
  return {
    patch: { ...patch, statusBeforeArchive: null },
    options: { ifVersion: options.ifVersion, status: before.statusBeforeArchive ?? 'active' },
  }
}

function stateToRestore(status: string): Place['statusBeforeArchive'] {
  return (
    (['draft', 'active', 'temporarilyClosed', 'permanentlyClosed'] as const).find((each) => each === status) ?? null
  )
}

/** Throws invalid for a merge with other changes. */
function aloneWith(input: Record<string, unknown>): { ifVersion?: number } {
  const { placeId: _place, mergeIntoPlaceId: _into, ifVersion, ...others } = input
  const names = Object.keys(others)
  if (names.length > 0) {
    throw invalid(...names.map((name) => field(name, 'notAllowed', 'cannot change along with mergeIntoPlaceId')))
  }
  return typeof ifVersion === 'number' ? { ifVersion } : {}
}
