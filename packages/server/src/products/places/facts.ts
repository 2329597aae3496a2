import { resourceFact } from '#kit/nouns/fact.ts'

/** Emitted once per place. */
export const placeCreated = resourceFact('places.place.created', 'places.place', 'A place was made.')
/** Emitted with every change, a change of state included. */
export const placeUpdated = resourceFact('places.place.updated', 'places.place', 'A place was changed.')
/** Emitted beside `updated` when the state changed. */
export const placeStatusChanged = resourceFact(
  'places.place.statusChanged',
  'places.place',
  'A place was opened, closed, archived or restored.',
)
/** Emitted by the merged place, which keeps its id; a read of it returns the other place. */
export const placeMerged = resourceFact(
  'places.place.merged',
  'places.place',
  'A place turned out to be another one: `mergedIntoId` names it.',
)
/** Emitted once; the place can be restored for 30 days. */
export const placeDeleted = resourceFact('places.place.deleted', 'places.place', 'A place was deleted.')
