import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, oneOf } from '#kit/values/fields.ts'
import { once, operation } from '#kit/nouns/operation.ts'
import { problem, type Problem } from '#kit/call/problem.ts'
import { outputSchemaOf, present, type Draft } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { assignName, dropName } from '#platform/names/uniqueNames.ts'
import { placeCreated } from '#products/places/facts.ts'
import { candidate, findDuplicates, possibleDuplicate, type Candidate } from './placeDuplicates.ts'
import { checkParent, familyLock, parentTooDeep } from './placeFamily.ts'
import { hoursKept, place } from './place.ts'
import { claimSlug, slugName } from './slug.ts'
import { settleSpaces } from './spaces.ts'
import { zoneOf } from './zone.ts'

type PlaceDraft = Draft<typeof place>
type CreateOptions = { clientReference?: string }

const duplicateCheck = oneOf(['warn', 'block', 'off'], {
  description:
    'Looks for a like name within 150 m, or the same name in the same city. `warn`, when left out: they come along ' +
    'as `possibleDuplicates`. `block`: 409 `possible_duplicate`. `off`: does not look.',
})

/** Create. */
export const createPlace = operation('places.place.create', {
  route: 'POST /api/places/general/create',
  title: 'Create',
  description:
    'Creates a place. It needs an address, a location or an online address. The time zone follows from the location ' +
    'without a request to another service. A place starts as a draft unless `status` says `active`.',
  scope: 'places.place:write',
  input: closed({
    ...createInput(place, ['draft', 'active']).properties,
    duplicateCheck: Type.Optional(duplicateCheck),
  }),
  output: outputSchemaOf(place, {
    created: flag({ description: 'False when it was there already.' }),
    possibleDuplicates: Type.Optional(
      Type.Array(candidate, {
        maxItems: 5,
        description: 'Places that it may repeat; absent when none were looked for.',
      }),
    ),
  }),
  emits: [placeCreated],
  reasons: [possibleDuplicate, parentTooDeep],
  example: {
    name: 'Harbour Hall',
    type: 'venue',
    status: 'active',
    address: { line1: 'Hafenstrasse 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    location: { latitude: 53.5413, longitude: 9.9841 },
    openingHours: {
      regular: [
        { day: 5, opens: '18:00', closes: '02:00' },
        { day: 6, opens: '18:00', closes: '04:00' },
      ],
      exceptions: [{ date: '2026-12-24', closed: true, note: 'Christmas Eve' }],
    },
    capacity: 1200,
    spaces: [
      { name: 'Main hall', capacity: 1000 },
      { name: 'Foyer', capacity: 200, isExclusive: false },
    ],
    categories: ['concerts'],
    tags: ['harbour'],
  },
  handle: once(async (ctx, input) => {
    const { duplicateCheck: how = 'warn', ...body } = input
    const [draft, options] = splitCreate<typeof place>(body)
    const isSought = how !== 'off' && (await ctx.store.findRepeat(place, options)) === undefined
    const duplicates = isSought ? await findDuplicates(ctx, draft) : undefined
    if (how === 'block' && duplicates !== undefined && duplicates.length > 0) throw refusal(duplicates)
    const made = await makePlace(ctx, draft, options)
    const [presented] = await present({ ctx, audience: 'owner' }, place, [made.record])
    const found = duplicates === undefined ? {} : { possibleDuplicates: duplicates }
    return { ...presented, id: made.record.id, created: made.created, ...found }
  }),
})

/** Makes a place and claims its slug, in one transaction. A repeat by clientReference claims nothing. */
async function makePlace(ctx: Ctx, draft: PlaceDraft, options: CreateOptions) {
  const parentId = draft.parentPlaceId
  return ctx.atomic(async (inner) => {
    if (parentId !== undefined && parentId !== null) {
      await inner.lock(familyLock)
      await checkParent(inner, parentId)
    }
    const set = {
      ...zoneOf(inner.account, draft.timezone, draft.location ?? null),
      spaces: settleSpaces([], draft.spaces ?? []),
      openingHours: hoursKept(draft.openingHours),
    }
    const isRepeat = (await inner.store.findRepeat(place, options)) !== undefined
    if (isRepeat) return inner.store.create(place, draft, { ...options, set })
    const { slug, uuid } = await claimSlug(inner, { name: draft.name, city: draft.address?.city })
    const made = await inner.store.create(place, draft, { ...options, set: { ...set, slug } })
    if (made.created) await assignName(inner, slugName(slug), uuidOf(place.prefix, made.record.id) ?? '')
    else await dropName(inner, slugName(slug), uuid)
    return made
  })
}

function refusal(candidates: Candidate[]): Problem {
  return problem(possibleDuplicate, { details: { candidates } })
}
