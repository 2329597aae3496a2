import { dateTime, idOf, nameLine, optional, refTo, required } from '#kit/values/fields.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import { markerCreated, markerDeleted, markerUpdated } from '#products/livestream/facts.ts'

/** Most characters of a title, as of a chapter. */
const titleMax = 80

/** A moment of a live session, as the store holds it. */
export type Marker = Stored<typeof marker>

/** A moment that is marked while a stream is live. It becomes a chapter of the replay. */
export const marker = resource({
  id: 'livestream.marker',
  title: 'Marker',
  description: 'Moments that are marked while a stream is live; they become chapters of its replay',
  table: 'livestream_marker',
  idKey: 'markerId',
  prefix: 'mrk',
  states: { active: [] },
  initial: 'active',
  countMax: Number.POSITIVE_INFINITY,
  fields: {
    streamId: required(idOf('str', { description: 'The stream, which is live.' }), {
      storage: refTo('livestream.stream', 'str'),
      access: { isFixed: true },
    }),
    sessionId: optional(idOf('ses', { description: 'The session that was live.' }), {
      storage: refTo('livestream.session', 'ses'),
      access: { isReadOnly: true },
    }),
    markedAt: optional(dateTime({ description: 'Programme time of the moment; the newest one when left out.' }), {
      access: { isFixed: true },
    }),
    title: optional(nameLine(titleMax, { description: 'Title of the chapter; its position when left out.' })),
  },
  facts: { created: markerCreated, updated: markerUpdated, deleted: markerDeleted },
  card: ({ title }) => ({ title: typeof title === 'string' ? title : 'Marker' }),
})
