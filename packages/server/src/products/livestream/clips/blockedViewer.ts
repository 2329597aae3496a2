import { idOf, line, nameLine, optional, refTo, required } from '#kit/values/fields.ts'
import { reason } from '#kit/call/problem.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import { blockedViewerCreated, blockedViewerDeleted, blockedViewerUpdated } from '#products/livestream/facts.ts'
import { authorNameMax, authorPrefix } from '#products/livestream/records/staticVideo.ts'

/** A blocked viewer, as the store holds it. */
export type BlockedViewer = Stored<typeof blockedViewer>

/** Refusal of a second block of a viewer, by a request that came at the same moment. */
const alreadyBlocked = reason('conflict', 'already_blocked', 'This viewer is blocked already.')

/** A viewer who may make no clips of the account’s videos. */
export const blockedViewer = resource({
  id: 'livestream.blockedViewer',
  title: 'Blocked viewer',
  description: 'Viewers who may make no clips of your videos',
  table: 'livestream_blocked_viewer',
  idKey: 'blockedViewerId',
  prefix: 'bvw',
  states: { active: [] },
  initial: 'active',
  countMax: 100_000,
  fields: {
    authorId: required(idOf(authorPrefix, { description: 'The viewer: `authorId` of their clips.' }), {
      storage: refTo('livestream.viewer', authorPrefix),
      access: { isFixed: true },
    }),
    name: optional(nameLine(authorNameMax, { description: 'Name that the viewer gave with the latest clip.' }), {
      access: { isReadOnly: true },
    }),
    reason: optional(line(200, { description: 'A note of your own.' })),
    // Network of the latest clip: for a day, its viewers make clips only while they watch.
    networkId: optional(idOf('net'), {
      storage: refTo('livestream.network', 'net'),
      access: { isHidden: true, isReadOnly: true },
    }),
  },
  constraints: { livestream_blocked_viewer_author_key: { reason: alreadyBlocked, field: 'authorId' } },
  facts: { created: blockedViewerCreated, updated: blockedViewerUpdated, deleted: blockedViewerDeleted },
  card: ({ name }) => ({ title: typeof name === 'string' ? name : 'A viewer' }),
})
