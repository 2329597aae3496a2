import { tallySchedules } from '#platform/tally/tallySchedules.ts'
import { viewed } from '#products/places/view.ts'
import type { Filling } from './demo.ts'
import { hoursOf, quarters, venueSpaces, type PlaceType, type Quarter } from './placeData.ts'

const dayMs = 86_400_000
const viewedDays = 7
const viewersMax = 14
const viewedPlaces = 12

/** Creates places in their quarters, a site with parts, a merged duplicate, and a week of views. */
export async function fillPlaces(filling: Filling): Promise<void> {
  const ids = new Map<string, string>()
  for (const quarter of quarters) {
    const made = await Promise.all(
      quarter.places.map(async ([name, type], at) => {
        const input = placeInput(quarter, { name, type, at })
        return [name, await filling.make('places.place.create', `place:${name}`, input)] as const
      }),
    )
    for (const [name, id] of made) ids.set(name, id)
  }
  await makeParts(filling, ids.get('Lantern Pier'))
  await mergeDuplicate(filling, ids.get('Harbour Hall'))
  await viewPlaces(filling, [...ids.values()].slice(0, viewedPlaces))
}

type Spot = { name: string; type: PlaceType; at: number }

/** Input of a place: it lies on a spiral around the centre of its quarter, 40 to 400 m away. */
function placeInput({ name: quarter, street, postalCode, centre }: Quarter, { name, type, at }: Spot) {
  const angle = at * 2.4
  const distanceM = 40 + at * 35
  const latitude = rounded(centre.latitude + (Math.sin(angle) * distanceM) / 111_320)
  const longitude = rounded(centre.longitude + (Math.cos(angle) * distanceM) / 66_100)
  return {
    name,
    type,
    status: 'active',
    duplicateCheck: 'off',
    tags: ['festival', quarter.toLowerCase()],
    description: `${name} in ${quarter}, part of the Harbour Lights Festival.`,
    address: { line1: `${street} ${at * 4 + 3}`, city: 'Hamburg', postalCode, countryCode: 'DE' },
    location: { latitude, longitude },
    openingHours: { regular: hoursOf[type], exceptions: [{ date: '2026-12-24', closed: true, note: 'Christmas Eve' }] },
    accessibility: { wheelchair: at % 4 !== 3, stepFree: at % 3 !== 2 },
    ...(type === 'venue' ? { capacity: 800, spaces: venueSpaces, categories: ['concerts'] } : {}),
    ...(type === 'restaurant' ? { priceLevel: 1 + (at % 3), categories: ['food'] } : {}),
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

async function makeParts({ make }: Filling, parentPlaceId: string | undefined): Promise<void> {
  for (const [at, name] of ['Lantern Pier North', 'Lantern Pier South'].entries()) {
    await make('places.place.create', `place:${name}`, {
      name,
      type: 'outdoor',
      status: 'active',
      duplicateCheck: 'off',
      parentPlaceId,
      capacity: 400,
      location: { latitude: 53.5402 + at * 0.0004, longitude: 9.9981 },
    })
  }
}

/** Creates a duplicate of a hall and merges it. */
async function mergeDuplicate({ make, call }: Filling, mergeIntoPlaceId: string | undefined): Promise<void> {
  const placeId = await make('places.place.create', 'place:Harbor Hall (duplicate)', {
    name: 'Harbor Hall',
    type: 'venue',
    status: 'active',
    duplicateCheck: 'off',
    location: { latitude: 53.5414, longitude: 9.9965 },
  })
  const { id } = await call('places.place.get', { placeId })
  if (id === placeId) await call('places.place.update', { placeId, mergeIntoPlaceId })
}

/** Records a week of views, with different numbers for each place and day. */
async function viewPlaces(filling: Filling, placeIds: string[]): Promise<void> {
  const today = filling.now().getTime()
  for (let daysAgo = viewedDays; daysAgo >= 0; daysAgo -= 1) {
    const past = filling.at(new Date(today - daysAgo * dayMs))
    const views = placeIds.flatMap((placeId, rank) =>
      Array.from({ length: Math.max(1, viewersMax - rank - (daysAgo % 3)) }, (_, each) => ({
        placeId,
        viewer: `guest-${each}`,
      })),
    )
    await Promise.all(views.map((view) => past.call('places.place.view', view)))
    await past.run(tallySchedules(viewed).find(({ name }) => name === 'places.place.viewed.recount'))
  }
}
