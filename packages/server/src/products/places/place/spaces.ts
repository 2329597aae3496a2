import { Type, type Static } from '#kit/values/schema.ts'
import { flag, line, matching, nameLine, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { Place } from './place.ts'
import { spaceIdPattern } from './placeFields.ts'

type Space = Place['spaces'][number]

/** One step that changes the spaces of a place without sending all spaces. */
export const spaceChange = Type.Object(
  {
    change: oneOf(['add', 'update', 'remove'], { description: 'add needs `name`, the others `id`.' }),
    id: Type.Optional(matching(spaceIdPattern, 20, { description: 'The space to update or to remove.' })),
    name: Type.Optional(nameLine(160, { description: 'Name of the space.' })),
    capacity: Type.Optional(
      nullable(whole(1, 1_000_000, { description: 'People that the space holds; null clears it.' })),
    ),
    floor: Type.Optional(nullable(line(40, { description: 'Floor that the space is on; null clears it.' }))),
    isExclusive: Type.Optional(flag({ description: 'Whether bookings exclude one another.' })),
  },
  { additionalProperties: false },
)

/** The spaces to store, with ids for new ones and `isExclusive` set. Throws invalid for an unknown id. */
export function settleSpaces(before: readonly Space[], sent: readonly Space[]): Space[] {
  const known = new Set(before.map((each) => each.id))
  const strange = sent.flatMap((each, index) =>
    each.id !== undefined && !known.has(each.id)
      ? [field(`/spaces/${index}/id`, 'reference', 'is not a space of this place; new spaces come without an id')]
      : [],
  )
  if (strange.length > 0) throw invalid(...strange)
  return sent.map((each) => ({ ...each, id: each.id ?? newSpaceId(), isExclusive: each.isExclusive ?? true }))
}

/** The spaces after these steps, in order. Throws invalid for a step without id or name, or of an unknown space. */
export function changeSpaces(before: readonly Space[], steps: readonly Static<typeof spaceChange>[]): Space[] {
  let spaces = [...before]
  for (const [index, { change, ...sent }] of steps.entries()) {
    const path = `/spaceChanges/${index}`
    if (change === 'add') {
      if (sent.name === undefined) throw invalid(field(`${path}/name`, 'required', 'is needed'))
      if (sent.id !== undefined) throw invalid(field(`${path}/id`, 'notAllowed', 'a new space gets its id from us'))
      spaces.push(...settleSpaces([], [withoutNull({ ...sent, name: sent.name })]))
      continue
    }
    const at = spaces.findIndex((each) => each.id === sent.id)
    const found = spaces[at]
    if (found === undefined) throw invalid(field(`${path}/id`, 'reference', 'is not a space of this place'))
    if (change === 'remove') spaces = spaces.filter((each) => each !== found)
    else spaces[at] = withoutNull({ ...found, ...sent })
  }
  if (spaces.length > spacesMax) throw invalid(field('spaceChanges', 'maxItems', `a place has at most ${spacesMax}`))
  return spaces
}

const spacesMax = 200

type SpaceSent = Pick<Space, 'name'> & { [K in keyof Space]?: Space[K] | null | undefined }

function withoutNull({ id, name, capacity, floor, isExclusive }: SpaceSent): Space {
  return {
    ...(id === undefined || id === null ? {} : { id }),
    name,
    ...(capacity === undefined || capacity === null ? {} : { capacity }),
    ...(floor === undefined || floor === null ? {} : { floor }),
    isExclusive: isExclusive ?? true,
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 random bits: the 200 of a place do not collide. */
function newSpaceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `spc_${[...bytes].map((byte) => alphabet.charAt(byte & 31)).join('')}`
}
