import { Type } from '#kit/values/schema.ts'
import type { Ctx, UpdateOptions } from '#kit/call/context.ts'
import { idOf, oneOf, whole } from '#kit/values/fields.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { problem } from '#kit/call/problem.ts'
import { closed, ifVersion, removed, versionOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { reserveName } from '#platform/names/uniqueNames.ts'
import { placeDeleted, placeUpdated } from '#products/places/facts.ts'
import { familyLock, takenAlongMax } from './placeFamily.ts'
import { inUse, takenAlong } from './placeMerge.ts'
import { place, type Place } from './place.ts'
import { slugName } from './slug.ts'

/** Delete. */
export const deletePlace = operation('places.place.delete', {
  route: 'POST /api/places/general/delete',
  title: 'Delete',
  description:
    'Deletes a place. It can be brought back for 30 days, in which no other account gets its slug; its ' +
    'clientReference is free at once. Places that are part of it stand in the way, unless `onReferences` is ' +
    '`detach`: then they stay, part of nothing.',
  scope: 'places.place:write',
  input: closed({
    placeId: idOf('plc'),
    onReferences: Type.Optional(
      oneOf(['restrict', 'detach'], { description: '`restrict`, when left out: 409 `in_use` with the counts.' }),
    ),
    ifVersion: ifVersion(),
  }),
  output: removed({
    detached: closed(
      { childPlaces: whole(0, takenAlongMax, { description: 'Places that were part of it.' }) },
      { description: 'Counts of the references that the deletion cleared.' },
    ),
  }),
  emits: [placeDeleted, placeUpdated],
  reasons: [inUse],
  example: { placeId: madeFirst('places.place') },
  handle: once((ctx, input) =>
    removePlace(ctx, input.placeId, { isDetaching: input.onReferences === 'detach', ...versionOf(input) }),
  ),
})

async function removePlace(ctx: Ctx, placeId: string, options: UpdateOptions & { isDetaching: boolean }) {
  const { isDetaching, ...version } = options
  return ctx.atomic(async (inner) => {
    await inner.lock(familyLock)
    await inner.store.get(place, placeId)
    const parts = await takenAlong(inner, 'parent', placeId)
    if (parts.length > 0 && !isDetaching) throw problem(inUse, { details: { childPlaces: parts.length } })
    for (const id of parts) await inner.store.update(place, id, { patch: { parentPlaceId: null } })
    // Places merged into it lose their target: they are deleted without a fact.
    for (const id of await takenAlong(inner, 'merged', placeId)) {
      await reserveSlug(inner, await inner.store.remove(place, id, { isSilent: true }))
    }
    const record = await inner.store.remove(place, placeId, version)
    await reserveSlug(inner, record)
    return { id: record.id, status: 'deleted', detached: { childPlaces: parts.length } }
  })
}

async function reserveSlug(ctx: Ctx, { id, slug }: Place): Promise<void> {
  await reserveName(ctx, slugName(slug), uuidOf(place.prefix, id) ?? '')
}
