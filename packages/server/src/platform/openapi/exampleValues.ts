import { fieldTypeOf } from '#kit/values/fieldType.ts'
import { moment } from '#kit/values/standardFieldTypes.ts'
import type { Json } from './json.ts'

/** The account of every example, as ids hold it. */
export const exampleAccount = '5f2k8q0d'

/** The account of every example. */
export const exampleAccountId = `acc_${exampleAccount}`

/** The request of every example. */
export const exampleRequestId = 'req_01kagz7m2e8s4vqk3t9xw5b0cd'

/** The moment at which every example was made. */
export const exampleMoment = String(moment.example)

/** Moments whose name sets them before or after the moment of every example. */
const moments: Record<string, string> = {
  from: '2026-11-20T09:30:00.000Z',
  startTime: '2026-11-21T09:00:01.000Z',
  endTime: '2026-11-21T09:00:06.000Z',
  startedAt: '2026-11-21T09:00:00.000Z',
  nextAttemptAt: '2026-11-21T09:30:05.000Z',
  startsAt: '2026-12-05T19:00:00.000Z',
  scheduledAt: '2026-12-05T19:00:00.000Z',
  endsAt: '2026-12-05T22:00:00.000Z',
  accessOpensAt: '2026-12-05T18:00:00.000Z',
  accessClosesAt: '2026-12-06T22:00:00.000Z',
  expiresAt: '2026-12-21T09:30:00.000Z',
}

/** The prefix of the id that a property holds, by the property's name. */
const prefixes: Record<string, string> = {
  actor: 'key',
  categoryId: 'cat',
  channelId: 'chn',
  factId: 'fct',
  id: 'str',
  keyId: 'key',
  playbackId: 'plb',
  replaces: 'key',
  sessionId: 'ses',
  staticId: 'sta',
  streamId: 'str',
  subCategoryId: 'sub',
  target: 'plc',
  ticketId: 'tkt',
  ticketingEventId: 'tke',
  webhookEndpointId: 'whe',
  brokenAt: 'aud',
  redirectedFrom: 'plc',
}

const page = 'https://fair.example/watch/harbour-lights'
const embedded = 'https://fair.example/embed/video/harbour-lights'
const frame = `<iframe src="${embedded}" allowfullscreen></iframe>`

const names: Record<string, string> = {
  action: 'places.place.created',
  advice: 'Set the keyframe interval of the encoder to 2 seconds.',
  altText: 'The hall at the harbour, lit in blue.',
  category: 'Concerts',
  categoryName: 'Concerts',
  cause: 'places.place.create',
  city: 'Hamburg',
  code: 'keyframe_interval',
  codeLast4: '7QX2',
  color: '#1f6feb',
  concurrent: 'Views that played at the same moment.',
  'content-type': 'video/mp4',
  country: 'DE',
  countryCode: 'DE',
  credit: 'Mira Lindqvist',
  currency: 'EUR',
  currentViewers: 'Viewers whose player reported within the last 45 seconds.',
  cursor: 'eyJzIjoiLWNyZWF0ZWRBdCJ9',
  description: 'An evening of light and music at the water.',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  error: 'the target refused the connection',
  example: 'https://fair.example/video.mp4',
  externalEventId: '1234567890',
  externalTicketId: '9876543210',
  factName: 'places.place.created',
  floor: '2nd floor',
  formatted: 'Kaistrasse 12, 20457 Hamburg, Germany',
  handle: 'harbour_lights',
  hint: 'fg_sk_live_…7Qx2',
  html: frame,
  iframe: frame,
  kept: 'Minutes are kept for 90 days, hours for 400 days.',
  keyLabel: '7Qx2',
  kind: 'captions',
  label: 'English',
  language: 'en',
  line1: 'Kaistrasse 12',
  line2: 'Warehouse B',
  message: 'The keyframe interval is longer than 4 seconds.',
  method: 'POST',
  name: 'Harbour Lights',
  network: '203.0.113.0/24',
  operation: 'places.place.create',
  organizer: 'harbour-lights',
  password: 'blue-lantern-42',
  path: '/api/places/general/create',
  postalCode: '20457',
  problem: 'the row is not as it was sealed',
  provider: 'generic',
  provider_name: 'Fairground',
  q: 'harbour',
  quality: 'Start-up time, stalls and errors as players report them.',
  range: 'Whole intervals, in UTC.',
  reason: 'the disk is full',
  region: 'Hamburg',
  rendition: 'Share of the watch time at each frame size.',
  resolvedLocale: 'en',
  retention: 'Share of the views that played each part.',
  script: `<script async src="https://fair.example/embed/video.js" data-src="${embedded}"></script>`,
  searchType: 'upload',
  secret: `fg_sk_live_${'0'.repeat(4)}…`,
  slug: 'harbour-lights',
  status: 'active',
  streamKey: 'live_5f2k8q0d01kagz7m2e4t8w…',
  subCategory: 'Jazz',
  subject: 'Your ticket for Harbour Lights',
  tag: 'music',
  targetId: 'tgt_youtube',
  text: 'Hello Mira, your code is K7QX-2M4P.',
  timeZone: 'Europe/Berlin',
  timezone: 'Europe/Berlin',
  title: 'Harbour Lights, opening night',
  to: 'mira@example.com',
  toName: 'Mira Lindqvist',
  type: 'video',
  uniqueViewer: 'A viewer, counted once in the range.',
  url: page,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/145.0',
  value: 'WEBVTT\n\n00:00.000 --> 00:04.000\nGood evening, Hamburg.\n',
  version: '1.0',
  view: 'A player that played for 3 seconds or more.',
  watchTime: 'Time that players played, in seconds.',
  where: 'https://shop.example',
}

/** Texts that match patterns of properties without a name of their own: days, times, colours, words. */
const shapes = [
  ...['09:00', '09:00:00', '2026-12-05', 'harbour-lights', 'DE', '#1f6feb', 'places.place:read', '*'],
  'mira@example.com',
]

/** Texts that a property of this name and schema may have, the best one first. */
export function exampleTexts(name: string, schema: Json, exampleId: (prefix: string) => string): string[] {
  const type = fieldTypeOf(schema)
  if (type === moment && moments[name] !== undefined) return [moments[name]]
  if (typeof type?.example === 'string') return [type.example]
  if (/accountId$/i.test(name)) return [exampleAccountId]
  if (name === 'requestId') return [exampleRequestId]
  const prefix = prefixes[name]
  const own = prefix === undefined ? names[name] : exampleId(prefix)
  const address = /url$/i.test(name) ? [addressOf(name)] : []
  return [...(own === undefined ? [] : [own]), ...address, ...shapes]
}

function addressOf(name: string): string {
  if (/^(thumbnail|poster|avatar|cover|slate|picture)/i.test(name))
    return 'https://fair.example/media/harbour-lights.jpg'
  if (/^hls/i.test(name)) return 'https://fair.example/hls/harbour-lights/main.m3u8'
  if (/^embed/i.test(name)) return embedded
  if (name.startsWith('oEmbed')) return `https://fair.example/oembed?url=${encodeURIComponent(page)}`
  return page
}
