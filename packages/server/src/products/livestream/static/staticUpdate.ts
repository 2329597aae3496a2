import { Type, type TSchema } from '#kit/values/schema.ts'
import { flag, line, matching, nullable, prose } from '#kit/values/fields.ts'
import { webAddress } from '#kit/values/standardFieldTypes.ts'
import { isVisible } from '#kit/values/foldedText.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, reasons } from '#kit/call/problem.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { tagsLengthMax } from '#products/livestream/records/videoTags.ts'
import { staticVideo, timePattern } from '#products/livestream/records/staticVideo.ts'
import { updateStatic, type StaticInput } from './staticWrites.ts'

const urlPattern = '^([Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s\\/][\\s\\S]*)?$'

/** A field that null or an empty text clears, so that the response of a read can be sent back. */
function clearable<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

function address(description: string, isImage = false) {
  return clearable(matching(urlPattern, 2048, { message: String(webAddress.message), description, isImage }))
}

/** Lenient input: no field is required, unknown fields are ignored, null and an empty text clear a field. */
const input = Type.Object({
  staticId: clearable(Type.String({ maxLength: 200, description: 'The video to update.' })),
  searchType: clearable(line(64, { min: 0, description: 'A word of your own to filter by; `upload` when empty.' })),
  title: clearable(line(140, { min: 0, description: 'Title.' })),
  description: clearable(prose(5000, { description: 'Text about the content.' })),
  tags: clearable(line(tagsLengthMax, { min: 0, description: 'Tags in one text, parted by commas.' })),
  channelId: clearable(Type.String({ maxLength: 200, description: 'The channel it is shown on.' })),
  category: clearable(line(120, { min: 0, description: 'Name of a category; linked when one has this name.' })),
  subCategory: clearable(line(120, { min: 0, description: 'Name of a sub-category of that category.' })),
  scheduleDate: clearable(
    matching('^(\\d{4}-\\d{2}-\\d{2})?$', 10, {
      message: 'must be a day such as 2026-11-21',
      description: 'Day of publication, `YYYY-MM-DD`.',
    }),
  ),
  scheduleTime: clearable(
    matching(`^$|${timePattern}`, 8, {
      message: 'must be a time of day such as 19:30',
      description: 'Time of day of publication, `HH:MM:SS`. A date alone keeps the stored time, or means 00:00:00.',
    }),
  ),
  coverPhotoUrl: address('Address of its cover image.', true),
  isRewardsEnabled: Type.Optional(flag({ description: 'Whether watching gives rewards.' })),
  videoUrl: address('Address of the video.'),
})

/** Static - Update: its specification is fixed, its input lenient, and it emits no fact. */
export const update = operation('livestream.static.update', {
  route: 'PUT /api/video/static/update',
  title: 'Static - Update',
  description:
    'Changes a recorded video: only what is sent changes, empty text and null clear. A schedule that has passed ' +
    'publishes now. It emits no fact, then or later. Other fields than those of its input are ignored: visibility, ' +
    'password, expiry, time zone, import mode, downloads and metadata are changed by Update Create.',
  scope: 'livestream.static:write',
  stability: 'beta',
  reviewed: '2026-07-12',
  isLenient: true,
  input,
  output: outputSchemaOf(staticVideo),
  emits: [],
  reasons: [reasons.invalidTransition],
  example: { staticId: madeFirst('livestream.static'), title: 'The whole concert', tags: 'music, live' },
  async handle(ctx, sent) {
    const { staticId, ...fields } = sent
    if (staticId === undefined || staticId === null || staticId === '')
      throw invalid(field('staticId', 'required', 'is needed'))
    checkAddresses(fields)
    const record = await ctx.atomic((inner) =>
      updateStatic(inner, staticId, { sent: cleared(fields), how: {}, isSilent: true }),
    )
    const [presented] = await present({ ctx, audience: 'owner' }, staticVideo, [record])
    return { ...presented, id: record.id, status: record.status }
  },
})

/** Fields with null in place of an empty text, and of a title without a visible character. */
function cleared(fields: Record<string, unknown>): StaticInput {
  const isAbsent = (name: string, value: unknown) =>
    value === '' || (name === 'title' && typeof value === 'string' && !isVisible(value))
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isAbsent(name, value) ? null : value]))
}

function checkAddresses(fields: Record<string, unknown>): void {
  const wrong = ['coverPhotoUrl', 'videoUrl'].filter((name) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' && !isAddress(value)
  })
  if (wrong.length > 0) throw invalid(...wrong.map((name) => field(name, 'format', String(webAddress.message))))
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
