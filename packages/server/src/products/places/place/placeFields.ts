import { Type } from '#kit/values/schema.ts'
import {
  calendarDay,
  childRows,
  countryCode,
  defaulted,
  email,
  flag,
  group,
  line,
  listsIn,
  matching,
  nameLine,
  oneOf,
  optional,
  prose,
  real,
  ref,
  refTo,
  required,
  rows,
  timeZone,
  webUrl,
  whole,
  words,
} from '#kit/values/fields.ts'
import { spanOf } from '#products/places/openingHours.ts'

/** Pattern of a space's id: made by us, kept as long as the space is sent along with it. */
export const spaceIdPattern = '^spc_[0-9a-hjkmnp-tv-z]{16}$'

const readOnly = { isReadOnly: true }

const clock = (docs: { description: string }) => matching('^([01]\\d|2[0-3]):[0-5]\\d$', 5, docs)
const opens = clock({ description: 'HH:MM on the wall clock of the place.' })
const closes = matching('^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', 5, {
  description: 'HH:MM; at or before `opens` it is on the next day, equal to it all day.',
})
const regular = { day: whole(1, 7, { description: '1 Monday to 7 Sunday.' }), opens, closes }
const exception = {
  date: calendarDay({ description: 'The date whose regular hours this replaces.' }),
  closed: Type.Optional(flag({ description: 'true: nothing opens on that date.' })),
  opens: Type.Optional(opens),
  closes: Type.Optional(closes),
  note: Type.Optional(line(200, { description: 'Shown to visitors, such as "Summer break".' })),
}
const span = { span: { sqlType: 'int4range', of: spanText } }

const space = {
  id: Type.Optional(
    matching(spaceIdPattern, 20, { description: 'Given by us. Send it along in an update to keep the space.' }),
  ),
  name: nameLine(160, { description: 'Name of the space.' }),
  capacity: Type.Optional(whole(1, 1_000_000, { description: 'People it holds.' })),
  floor: Type.Optional(line(40, { description: 'Floor that the space is on, as people say it.' })),
  isExclusive: Type.Optional(
    flag({ description: 'true, the default: one booking at a time. false: bookings may run side by side.' }),
  ),
}

/** What a place is, where it is, and when it is open. */
export const placeFields = {
  name: required(nameLine(160, { description: 'Its name. Places may share one.', examples: ['Harbour Hall'] })),
  type: required(
    oneOf(['venue', 'store', 'restaurant', 'office', 'outdoor', 'studio', 'online', 'other'], {
      description: 'Kind of the place. `online` needs `onlineUrl`.',
    }),
  ),
  slug: defaulted(
    matching('^[a-z0-9-]{1,100}$', 100, {
      description: 'Its name for addresses, unique in the account: made from the first name, and kept.',
    }),
    '',
    { access: readOnly },
  ),
  description: optional(prose(4000, { description: 'Text about the place, for visitors; null without one.' })),
  address: optional(
    group(
      {
        line1: Type.Optional(line(200, { description: 'Street and house number.' })),
        line2: Type.Optional(line(200, { description: 'Building, floor or unit.' })),
        city: Type.Optional(line(120, { description: 'City or town.' })),
        region: Type.Optional(line(120, { description: 'State, province or county.' })),
        postalCode: Type.Optional(line(20, { description: 'Postal code.' })),
        countryCode: Type.Optional(countryCode({ description: 'ISO 3166-1 alpha-2.' })),
        formatted: Type.Optional(line(500, { description: 'The whole address in one line, as people write it.' })),
      },
      { minProperties: 1, description: 'Its postal address; replaced as a whole.' },
    ),
  ),
  location: optional(
    group(
      {
        latitude: real(-90, 90, { description: 'Degrees north of the equator, -90 to 90.' }),
        longitude: real(-180, 180, { description: 'Degrees east of Greenwich, -180 to 180.' }),
      },
      { description: 'Where it is, in degrees (WGS 84).' },
    ),
  ),
  onlineUrl: optional(webUrl({ description: 'Where it is on the web.' })),
  timezone: defaulted(
    timeZone({
      description:
        'Its IANA time zone. Left out, it follows from `location`, else it is the one of the account; it moves along ' +
        'with the location until it is set by hand. null in an update: follow the location again.',
    }),
    'UTC',
  ),
  timezoneSource: defaulted(
    oneOf(['given', 'location', 'account'], { description: 'Where `timezone` comes from.' }),
    'account',
    { access: readOnly },
  ),
  openingHours: optional(
    Type.Object(
      {
        regular: Type.Optional(rows(regular, 70, { description: 'Hours of the weekdays; a day may have several.' })),
        exceptions: Type.Optional(
          rows(exception, 366, { description: 'Dates with other hours, or none. They win over the weekday.' }),
        ),
      },
      { additionalProperties: false, description: 'When it is open, by the wall clock of its time zone.' },
    ),
    {
      storage: listsIn({
        regular: { table: 'places_regular_hours', members: regular, derived: span },
        exceptions: { table: 'places_exception_hours', members: exception, derived: span },
      }),
    },
  ),
  capacity: optional(whole(1, 1_000_000, { description: 'People it holds.' })),
  spaces: childRows('places_space', space, { itemsMax: 200, description: 'Its rooms and areas.' }),
  accessibility: optional(
    group(
      {
        wheelchair: Type.Optional(flag({ description: 'A wheelchair gets in and around.' })),
        hearingLoop: Type.Optional(flag({ description: 'It has a hearing loop.' })),
        stepFree: Type.Optional(flag({ description: 'It can be entered without a step.' })),
        toilet: Type.Optional(flag({ description: 'It has an accessible toilet.' })),
      },
      { minProperties: 1, description: 'Facilities for visitors with disabilities; left out: unknown.' },
    ),
  ),
  contact: optional(
    group(
      {
        phone: Type.Optional(matching('^\\+[1-9]\\d{6,14}$', 16, { description: 'E.164, such as +4930123456.' })),
        email: Type.Optional(email({ description: 'Mail address for visitors.' })),
        website: Type.Optional(webUrl({ description: 'Website of the place.' })),
      },
      { minProperties: 1, description: 'How visitors reach it.' },
    ),
  ),
  photos: childRows(
    'places_photo',
    {
      url: webUrl({ description: 'Address of the photo.' }),
      altText: line(300, { description: 'Text in place of the photo, for readers that do not see it.' }),
      credit: Type.Optional(line(200, { description: 'Author of the photo.' })),
    },
    { itemsMax: 20, description: 'Photos, the best one first.' },
  ),
  categories: defaulted(words(20, line(60), { description: 'Categories of the offer, in your words.' }), []),
  tags: defaulted(words(20, line(60), { description: 'Labels of your own.' }), []),
  priceLevel: optional(whole(0, 4, { description: '0 free, 1 cheap, 4 very expensive.' })),
  externalIds: defaulted(externalIds(), {}, { storage: { kind: 'json' } }),
  parentPlaceId: optional(ref('places.place', 'plc', { description: 'The place that it is part of.' }).schema, {
    storage: refTo('places.place', 'plc'),
  }),
  geofenceRadiusM: defaulted(whole(10, 5000, { description: 'Within so many metres someone is there.' }), 100),
  visibility: defaulted(
    oneOf(['public', 'private'], { description: '`private`: never shown to public keys and other accounts.' }),
    'public',
  ),
  mergedIntoId: optional(ref('places.place', 'plc', { description: 'The place that stands for this one.' }).schema, {
    storage: refTo('places.place', 'plc'),
    access: readOnly,
  }),
  statusBeforeArchive: optional(
    oneOf(['draft', 'active', 'temporarilyClosed', 'permanentlyClosed'], {
      description: 'The state that `restore` leads back to.',
    }),
    { access: readOnly },
  ),
}

/** Fields of the public form of a place. */
export const publicPlaceFields = [
  ...(['name', 'type', 'slug', 'description', 'address', 'location', 'onlineUrl', 'timezone'] as const),
  ...(['openingHours', 'capacity', 'spaces', 'accessibility', 'contact', 'photos', 'categories', 'tags'] as const),
  ...(['priceLevel', 'parentPlaceId', 'geofenceRadiusM', 'visibility'] as const),
]

function spanText(item: Record<string, unknown>): string | null {
  const found = spanOf(item)
  return found === null ? null : `[${found.opens},${found.closes})`
}

function externalIds() {
  return Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'Its ids elsewhere, such as `google`, `osm`, `foursquare`: up to 20.',
    maxProperties: 20,
    propertyNames: { pattern: '^[A-Za-z0-9_.-]{1,40}$' },
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  })
}
