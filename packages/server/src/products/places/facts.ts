import { resourceFact } from '#kit/nouns/fact.ts'

/** Told once per place. */
export const placeCreated = resourceFact('places.place.created', 'places.place', 'A place was made.')
/** Told with every change, a change of state included. */
export const placeUpdated = resourceFact('places.place.updated', 'places.place', 'A place was changed.')
/** Told beside `updated` when the state changed. */
export const placeStatusChanged = resourceFact(
  'places.place.statusChanged',
  'places.place',
  'A place was opened, closed, archived or restored.',
)
/** Told by the place that gives way; it keeps its id, and reading it leads to the other. */
export const placeMerged = resourceFact(
  'places.place.merged',
  'places.place',
  'A place turned out to be another one: `mergedIntoId` names it.',
)
/** Told once; the place stays restorable for 30 days. */
export const placeDeleted = resourceFact('places.place.deleted', 'places.place', 'A place was deleted.')
