import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, unknownReference } from '#kit/call/problem.ts'
import { isWithin, listTied, familyLock, parentCycle, checkParent, takenAlongMax } from './placeFamily.ts'
import { place, type Place } from './place.ts'

/** A merged place is read only; updates go to its target. */
export const placeIsMerged = reason(
  'conflict',
  'place_merged',
  'The place was merged; `details.mergedIntoId` is its place.',
)
/** Records refer to the place, or too many places depend on it for one call. */
export const inUse = reason('conflict', 'in_use', 'Other places refer to it; `details` counts them.')

/**
 * Merges one place into another. Parts of the first become parts of the second, and earlier merges into the first now
 * lead to the second, so that no chain arises. Throws conflict, or invalid for the target.
 */
export async function mergePlaces(
  ctx: Ctx,
  { fromId, intoId }: { fromId: string; intoId: string },
  options: { ifVersion?: number },
): Promise<Place> {
  return ctx.atomic(async (inner) => {
    await inner.lock(familyLock)
    const from = await inner.store.get(place, fromId)
    if (from.status === 'merged') throw refuseMerged(from)
    const into = await targetOf(inner, intoId)
    if (into.id === from.id) throw invalid(field('mergeIntoPlaceId', 'itself', 'must be another place'))
    if (await isWithin(inner, into.id, from.id)) throw problem(parentCycle)
    for (const id of await takenAlong(inner, 'parent', from.id)) {
      await checkParent(inner, into.id, id)
      await inner.store.update(place, id, { patch: { parentPlaceId: into.id } })
    }
    for (const id of await takenAlong(inner, 'merged', from.id)) {
      await inner.store.update(place, id, { patch: { mergedIntoId: into.id }, isSilent: true })
    }
    const patch = { mergedIntoId: into.id, parentPlaceId: null }
    return inner.store.update(place, from.id, { ...options, patch, status: 'merged' })
  })
}

/** The refusal of a write to a merged place. */
export function refuseMerged(record: Place) {
  return problem(placeIsMerged, { details: { mergedIntoId: record.mergedIntoId } })
}

/** The places that depend on this one. Throws conflict when they are too many for one call. */
export async function takenAlong(ctx: Ctx, by: 'parent' | 'merged', placeId: string): Promise<string[]> {
  const ids = await listTied(ctx, by, placeId)
  if (ids.length <= takenAlongMax) return ids
  throw problem(inUse, {
    message: `More than ${takenAlongMax} places refer to it: move them first.`,
    details: { childPlacesMax: takenAlongMax },
  })
}

async function targetOf(ctx: Ctx, intoId: string): Promise<Place> {
  const found = await ctx.store.find(place, intoId)
  const final =
    found?.mergedIntoId === null || found === undefined ? found : await ctx.store.find(place, found.mergedIntoId)
  if (final === undefined || final.status === 'merged') {
    throw invalid(unknownReference('mergeIntoPlaceId'))
  }
  return final
}
