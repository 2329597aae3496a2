import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { flag, oneOf } from '#kit/values/fields.ts'
import { once, operation } from '#kit/nouns/operation.ts'
import { Problem, problem, isContended } from '#kit/call/problem.ts'
import { outputSchemaOf, present, type Draft } from '#kit/nouns/resource.ts'
import { closed, createInput, splitCreate } from '#kit/nouns/standard.ts'
import { placeCreated } from '#products/places/facts.ts'
import { candidate, findDuplicates, possibleDuplicate, type Candidate } from './placeDuplicates.ts'
import { checkParent, familyLock, parentTooDeep } from './placeFamily.ts'
import { hoursKept, place } from './place.ts'
import { plainSlug, slugFor } from './slug.ts'
import { settleSpaces } from './spaces.ts'
import { zoneOf } from './zone.ts'

type PlaceDraft = Draft<typeof place>
type CreateOptions = { clientReference?: string }

const slugAttemptsMax = 4

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
    const isSought = how !== 'off' && !(await isKnown(ctx, options))
    const duplicates = isSought ? await findDuplicates(ctx, draft) : undefined
    if (how === 'block' && duplicates !== undefined && duplicates.length > 0) throw refusal(duplicates)
    const made = await makePlace(ctx, draft, options)
    const [presented] = await present({ ctx, audience: 'owner' }, place, [made.record])
    const found = duplicates === undefined ? {} : { possibleDuplicates: duplicates }
    return { ...presented, id: made.record.id, created: made.created, ...found }
  }),
})

async function makePlace(ctx: Ctx, draft: PlaceDraft, options: CreateOptions) {
  const parentId = draft.parentPlaceId
  if (parentId === undefined || parentId === null) return insertPlace(ctx, draft, options)
  return ctx.atomic(async (inner) => {
    await inner.lock(familyLock)
    await checkParent(inner, parentId)
    return insertPlace(inner, draft, options)
  })
}

/** Outside a transaction the plain slug is tried unchecked; when it is taken, the retry has a number. */
async function insertPlace(ctx: Ctx, draft: PlaceDraft, options: CreateOptions) {
  const set = {
    ...zoneOf(ctx.account, draft.timezone, draft.location ?? null),
    spaces: settleSpaces([], draft.spaces ?? []),
    openingHours: hoursKept(draft.openingHours),
  }
  let refused: unknown
  for (let attempt = 0; attempt < slugAttemptsMax; attempt++) {
    try {
      const isFirst = attempt === 0 && !ctx.isAtomic
      const slug = isFirst ? plainSlug(draft.name) : await slugFor(ctx, draft.name)
      return await ctx.store.create(place, draft, { ...options, set: { ...set, slug } })
    } catch (error) {
      // A failed statement ends the transaction, so the first failure is the one to report.
      if (!isContended(error)) throw error instanceof Problem ? error : (refused ?? error)
      refused = error
    }
  }
  throw refused
}

async function isKnown(ctx: Ctx, { clientReference }: CreateOptions): Promise<boolean> {
  if (clientReference === undefined) return false
  return (await ctx.store.findBy(place, 'clientReference', clientReference)) !== undefined
}

function refusal(candidates: Candidate[]): Problem {
  return problem(possibleDuplicate, { details: { candidates } })
}
