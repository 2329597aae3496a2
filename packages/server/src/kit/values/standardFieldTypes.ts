import { canonicalTag } from './languageTag.ts'
import { defineFieldType } from './fieldType.ts'
import { isVisible } from './foldedText.ts'
import { asciiMailAddress, isMailAddress, mailAddressLengthMax } from './mailAddress.ts'
import { isCalendarDay, isMoment, yearPattern } from './moments.ts'
import { isTimeZone } from './timeZones.ts'

const ordered = { filters: ['equals', 'from', 'to'], isSortable: true } as const

const dayMs = 86_400_000
const firstSampleMs = Date.UTC(2027, 2, 4, 5, 6)

/** Moment of sample `n`: the first 60 lie in one minute, the others spread over the years 1000 to 9000. */
function sampleMs(n: number): number {
  return n < 60 ? firstSampleMs + n * 1000 : Date.UTC(1000, 0, 2) + ((n * 7_368_787_123) % (2_922_000 * dayMs))
}

const edgeMoments = [
  '1000-01-01T00:00:00Z',
  '1000-01-01T15:59:59+15:59',
  '1883-11-18T12:03:58Z',
  '1970-01-01T00:00:00Z',
  '2011-12-30T10:00:00Z',
  '2027-03-28T01:00:00Z',
  '9998-12-31T23:59:59.999Z',
  '9999-12-31T21:00:00Z',
  '9999-12-31T08:00:00-15:59',
  '9999-12-31T23:59:59.998Z',
] as const

const refusedMoments = [
  '0000-01-01T00:00:00Z',
  '0000-02-29T00:00:00Z',
  '0999-12-31T23:59:59Z',
  '1000-01-01T00:00:00+14:00',
  '2016-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21 09:00:00Z',
  '2026-11-21T09:00:00+01',
  '2026-11-21T09:00:00-23:59',
  '9999-12-31T23:59:59.9999Z',
  '9999-12-31T23:59:59-14:00',
] as const

/** Moment of RFC 3339; records hold it in UTC with milliseconds. */
export const moment = defineFieldType<string>({
  schema: { type: 'string', format: 'date-time', pattern: yearPattern, maxLength: 40 },
  sqlType: 'timestamptz(3)',
  accepts: isMoment,
  message: 'must be a moment such as 2026-11-21T09:00:00Z, in the years 1000 to 9999 (UTC)',
  normalise: (text) => new Date(text).toISOString(),
  ...ordered,
  example: '2026-11-21T09:30:00.000Z',
  sample: (n) => new Date(sampleMs(n)).toISOString(),
  edges: [...edgeMoments, '1582-10-10T00:00:00Z', '2026-11-21t09:00:00z', '2026-11-21T09:00:00.123456789Z'],
  refused: ['!!', ...refusedMoments],
})

/** Day of the calendar. */
export const day = defineFieldType<string>({
  schema: { type: 'string', format: 'date', pattern: yearPattern, maxLength: 10 },
  sqlType: 'date',
  accepts: isCalendarDay,
  message: 'must be a day such as 2026-11-21, in the years 1000 to 9999',
  ...ordered,
  example: '2026-12-05',
  sample: (n) => new Date(sampleMs(n) + (n % 28) * dayMs).toISOString().slice(0, 10),
  edges: edgeMoments.map((each) => each.slice(0, 10)),
  refused: ['!!', '0000-01-01', '0000-02-29', '0999-12-31', '2026-02-30', '2026-13-01'],
})

/** Name or title with a character that can be seen. */
export const visibleText = defineFieldType<string>({
  schema: { type: 'string', format: 'visible-text' },
  sqlType: 'text',
  accepts: isVisible,
  message: 'must have a character that can be seen',
  documented: {
    pattern:
      '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$',
  },
  filters: ['equals'],
  isSortable: true,
  sample: (n) => `text ${n}`,
  edges: ['-', '東京', '🎪', 'e\u0301', '👨‍👩‍👧', '\uf8ff', '\u200bx'],
  refused: ['\u200b', ' ', '\u00a0', '\u3164', '\u2800', '\u0301'],
})

/** Absolute http or https address without credentials. */
export const webAddress = defineFieldType<string>({
  schema: { type: 'string', format: 'web-url', maxLength: 2048 },
  sqlType: 'text',
  accepts: isWebUrl,
  message: 'must be a web address such as https://example.com/page',
  documented: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' },
  filters: ['equals'],
  isSortable: false,
  sample: (n) => `https://example.com/${n}`,
  edges: ['HTTPS://EXAMPLE.com', 'http://[::1]:80/x?y#z', 'https://exämple.com/ü|[]'],
  refused: ['!!', 'ftp://example.com/', 'https://me:secret@example.com/', 'https:///', '//example.com'],
})

/** IANA time zone, as it is spelt. */
export const zone = defineFieldType<string>({
  schema: { type: 'string', format: 'time-zone', maxLength: 64 },
  sqlType: 'text',
  accepts: isTimeZone,
  message: 'must be an IANA time zone as it is spelt, such as Europe/Berlin',
  documented: { pattern: '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$' },
  filters: ['equals'],
  isSortable: true,
  sample: (n) => ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC'][n % 4] ?? 'UTC',
  edges: ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Monrovia', 'Europe/Dublin', 'Pacific/Apia'],
  refused: ['!!', 'utc', 'europe/berlin', '+01:00', 'Mars/Olympus'],
})

/** Language tag of BCP 47. */
export const language = defineFieldType<string>({
  schema: { type: 'string', format: 'language-tag', maxLength: 35 },
  sqlType: 'text',
  accepts: (tag) => canonicalTag(tag) !== undefined,
  message: 'must be a language tag such as de or pt-BR',
  documented: { pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
  filters: ['equals', 'has'],
  isSortable: true,
  sample: (n) => `de-x-v${n % 10_000_000}`,
  edges: ['en', 'pt-BR', 'zh-Hant-TW', 'sl-rozaj-biske', 'en-u-ca-gregory'],
  refused: ['!!', 'e', 'en_US', 'en-', 'de-a'],
})

/** Mail address; code holds its domain in the form of the DNS. */
export const mailAddress = defineFieldType<string>({
  schema: { type: 'string', format: 'email', maxLength: mailAddressLengthMax },
  sqlType: 'text',
  accepts: isMailAddress,
  message: 'must be a mail address such as mira@example.com',
  documented: { pattern: '^[^\\s@]+@[^\\s@]+$' },
  normalise: asciiMailAddress,
  read: asciiMailAddress,
  filters: ['equals'],
  isSortable: true,
  sample: (n) => `someone${n}@example.com`,
  edges: ['a@b.example', "o'hara+fair@mail.example.com", 'greta@müller.example'],
  refused: ['!!', 'mira', 'mira@', '@example.com', 'mira@@example.com', 'mira@müller.example/x', 'mirä@example.com'],
})

/** UUID of RFC 9562. */
export const uuidText = defineFieldType<string>({
  schema: { type: 'string', format: 'uuid', maxLength: 36 },
  sqlType: 'uuid',
  message: 'must be a UUID such as 019aa8e0-3d5c-7b11-9c2e-5f0d8a4b6c21',
  filters: ['equals'],
  isSortable: true,
  example: '019aa8e0-3d5c-7b11-9c2e-5f0d8a4b6c21',
  sample: (n) => `019aa8e0-3d5c-7b11-9c2e-${n.toString(16).padStart(12, '0')}`,
  edges: ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  refused: ['!!', '019aa8e03d5c7b119c2e5f0d8a4b6c2', '019aa8e0-3d5c-7b11-9c2e-5f0d8a4b6cXX'],
})

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
