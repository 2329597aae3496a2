import type { Ctx } from '#kit/call/context.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import { excerpt } from '#platform/pages/pageWords.ts'
import { hoursOf, type Place } from '#products/places/place/place.ts'
import { addressLines, mapLinks, townText } from './addressText.ts'
import { typeTitles } from './placeIcons.ts'
import type { PlaceView } from './placePageData.ts'

const descriptionLengthMax = 200

/** The type of schema.org for each kind of places. */
const schemaTypes: Record<Place['type'], string> = {
  venue: 'EventVenue',
  store: 'Store',
  restaurant: 'Restaurant',
  office: 'LocalBusiness',
  outdoor: 'Place',
  studio: 'LocalBusiness',
  online: 'VirtualLocation',
  other: 'Place',
}
/** Types that are organisations too: with mail address and price range. */
const businesses = new Set(['Store', 'Restaurant', 'LocalBusiness'])

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const amenities = {
  wheelchair: 'Wheelchair access',
  stepFree: 'Step-free entrance',
  hearingLoop: 'Hearing loop',
  toilet: 'Accessible toilet',
} as const

/** Address of the page of a place. */
export function placeUrl(ctx: Pick<Ctx, 'settings'>, { slug }: Pick<Place, 'slug'>): string {
  return `${ctx.settings.publicUrl}/place/${slug}`
}

/** Metadata of a place for other sites and search engines: Open Graph and schema.org. */
export function placeHead(ctx: Ctx, view: PlaceView): Html {
  const { record } = view
  const url = placeUrl(ctx, record)
  const town = townText(record)
  const fallback = `${typeTitles[record.type]}${town === '' ? '' : ` in ${town}`}: address, map and opening hours.`
  const description = excerpt(view.description?.text ?? fallback, descriptionLengthMax)
  const properties: Record<string, string | number | undefined> = {
    'og:site_name': 'Fairground',
    'og:type': 'place',
    'og:title': record.name,
    'og:description': description,
    'og:url': url,
    'og:image': record.photos[0]?.url,
    'og:image:alt': record.photos[0]?.altText,
    'place:location:latitude': record.location?.latitude,
    'place:location:longitude': record.location?.longitude,
  }
  const metas = Object.entries(properties).flatMap(([name, content]) =>
    content === undefined ? [] : [html`<meta property="${name}" content="${content}">\n`],
  )
  return html`<link rel="canonical" href="${url}">
<meta name="description" content="${description}">
${metas}${dataBlock({ type: 'application/ld+json', value: structured(ctx, view) })}`
}

/** A Place of schema.org, or the type below it that fits. */
function structured(ctx: Ctx, { record, description, parent, parts }: PlaceView): Record<string, unknown> {
  const type = schemaTypes[record.type]
  const isBusiness = businesses.has(type)
  const { contact, capacity, priceLevel } = record
  return {
    '@context': 'https://schema.org',
    '@type': type,
    '@id': placeUrl(ctx, record),
    url: record.onlineUrl !== null && type === 'VirtualLocation' ? record.onlineUrl : placeUrl(ctx, record),
    name: record.name,
    description: description?.text,
    image: record.photos.length === 0 ? undefined : record.photos.map((each) => each.url),
    ...(type === 'VirtualLocation' ? {} : whereAndWhen(record)),
    telephone: contact?.phone,
    email: isBusiness ? contact?.email : undefined,
    sameAs: contact?.website === undefined ? undefined : [contact.website],
    maximumAttendeeCapacity: capacity ?? undefined,
    isAccessibleForFree: priceLevel === 0 ? true : undefined,
    priceRange: isBusiness && priceLevel !== null && priceLevel > 0 ? '$'.repeat(priceLevel) : undefined,
    keywords: record.categories.length === 0 ? undefined : record.categories.join(', '),
    containedInPlace: parent === undefined ? undefined : placeLink(ctx, parent),
    containsPlace: contained(ctx, record, parts),
  }
}

function whereAndWhen(record: Place): Record<string, unknown> {
  const { address, location } = record
  return {
    address:
      address === null
        ? undefined
        : {
            '@type': 'PostalAddress',
            streetAddress: [address.line1, address.line2].filter((each) => each !== undefined).join(', ') || undefined,
            addressLocality: address.city,
            addressRegion: address.region,
            postalCode: address.postalCode,
            addressCountry: address.countryCode,
            name: address.line1 === undefined ? addressLines(record)[0] : undefined,
          },
    geo: location === null ? undefined : { '@type': 'GeoCoordinates', ...location },
    hasMap: mapLinks(record)?.show,
    ...openingOf(record),
    amenityFeature: amenitiesOf(record),
  }
}

/** Hours as specifications; a place that is closed for a while or for good has none. */
function openingOf({ openingHours, status }: Place): Record<string, unknown> {
  if (openingHours === null || status !== 'active') return {}
  const { regular, exceptions } = hoursOf(openingHours)
  return {
    openingHoursSpecification: regular.map(({ day, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${days[day - 1]}`,
      ...timesOf(opens, closes),
    })),
    specialOpeningHoursSpecification:
      exceptions.length === 0
        ? undefined
        : exceptions.map(({ date, opens = '00:00', closes = '00:00', closed, note }) => ({
            '@type': 'OpeningHoursSpecification',
            description: note,
            validFrom: date,
            validThrough: date,
            // Hours that begin and end at midnight mean a closed day.
            ...(closed === true ? { opens: '00:00', closes: '00:00' } : timesOf(opens, closes)),
          })),
  }
}

/** A whole day ends a minute before midnight: the same time twice would mean a closed day. */
function timesOf(opens: string, closes: string): { opens: string; closes: string } {
  if (opens === closes) return { opens: '00:00', closes: '23:59' }
  return { opens, closes: closes === '24:00' ? '23:59' : closes }
}

function amenitiesOf({ accessibility }: Place): Record<string, unknown>[] | undefined {
  if (accessibility === null) return undefined
  return (['wheelchair', 'stepFree', 'hearingLoop', 'toilet'] as const).flatMap((name) =>
    accessibility[name] === undefined
      ? []
      : [{ '@type': 'LocationFeatureSpecification', name: amenities[name], value: accessibility[name] }],
  )
}

function contained(ctx: Ctx, { spaces }: Place, parts: readonly Place[]): Record<string, unknown>[] | undefined {
  const rooms = spaces.map(({ name, capacity }) => ({
    '@type': 'Place',
    name,
    maximumAttendeeCapacity: capacity,
  }))
  const all = [...rooms, ...parts.map((each) => placeLink(ctx, each))]
  return all.length === 0 ? undefined : all
}

function placeLink(ctx: Ctx, of: Place): Record<string, unknown> {
  const url = placeUrl(ctx, of)
  return { '@type': schemaTypes[of.type], '@id': url, url, name: of.name }
}
