import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import {
  calledUrl,
  childRows,
  defaulted,
  group,
  idOf,
  languageTag,
  line,
  matching,
  nameLine,
  nullable,
  oneOf,
  optional,
  prose,
  real,
  required,
  imageUrl,
  webUrl,
  words,
} from '#kit/values/fields.ts'
import { searchText } from '#kit/values/foldedText.ts'
import { encodeId, idBodyPattern } from '#kit/values/ids.ts'
import { reason } from '#kit/call/problem.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { detailsCreated, detailsDeleted, detailsUpdated } from '#products/livestream/facts.ts'
import { checkTags, tags } from '#products/livestream/records/videoTags.ts'
import { checkChapters } from './chapters.ts'
import { maturityRatings } from './maturity.ts'
import { checkTargets } from './sheetProducts.ts'
import { findTracks, trackStates, type TrackRow } from './trackRow.ts'

/** A sheet of details as the store holds it. */
export type Details = Stored<typeof details>

/** The target has details in this language already. */
export const localeExists = reason('conflict', 'locale_exists', 'The target has details in this language already.')

/** Most caption files of a sheet. */
export const captionsMax = 30

const secondsMax = 604_800
const seconds = (description: string) => real(0, secondsMax, { description })
const chapter = {
  startSeconds: seconds('Start position; 0 for the first.'),
  title: nameLine(80, { description: 'Title.' }),
}
const track = {
  language: languageTag({ description: 'Language of the text.' }),
  label: nameLine(60, { description: 'Name of the track in the menu of a player.' }),
  kind: oneOf(['captions', 'subtitles'], {
    description: 'captions: speech and other audio. subtitles: translated speech.',
  }),
}
const vttUrl = Type.String({ description: 'Address of the kept WebVTT file.' })
const trackState = {
  status: oneOf(trackStates, {
    description: 'pending: the file is being fetched. ready: its text is kept. failed: `error` says why.',
  }),
  error: nullable(Type.String({ description: 'The error of the last attempt, in words.' })),
  vttUrl: nullable(Type.String({ description: 'Address of the kept WebVTT file; null until there is one.' })),
}
const vttChaptersUrl = nullable(Type.String({ description: 'Address of the chapters as a WebVTT file.' }))
const caption = {
  ...track,
  url: calledUrl('web', { description: 'Address of a WebVTT or SubRip file, fetched soon after it was sent.' }),
}

/** Texts, chapters and captions of a video or a channel in one language, apart from the media. */
export const details = resource({
  id: 'livestream.details',
  title: 'Details',
  description: 'Details: what is written about a video or a channel, one sheet per language',
  table: 'livestream_details',
  idKey: 'detailsId',
  prefix: 'det',
  states: { draft: ['published'], published: ['draft', 'archived'], archived: [] },
  initial: 'published',
  actions: {
    publish: { from: ['draft'], to: 'published', description: 'shows a draft.' },
    unpublish: { from: ['published'], to: 'draft', description: 'makes it a draft again.' },
    archive: { from: ['published'], to: 'archived', description: 'puts it away for good.' },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: {
    targetType: required(
      oneOf(['stream', 'static', 'channel'], {
        description: 'The stream, video or channel that the details describe.',
      }),
      {
        access: { isFixed: true },
      },
    ),
    targetId: required(
      matching(`^(str|sta|chn)_${idBodyPattern}$`, 40, {
        description: 'The stream, video or channel that it describes.',
      }),
      { access: { isFixed: true } },
    ),
    locale: defaulted(
      languageTag({
        description: 'Language of the sheet, unique per target; the language of the target when left out.',
      }),
      'en',
    ),
    title: optional(nameLine(140, { description: 'The title in this language.' })),
    description: optional(prose(5000, { description: 'The description in this language: a subset of Markdown.' })),
    tags: optional(tags),
    coverPhotoUrl: optional(imageUrl({ description: 'Cover image for this language.' })),
    maturityRating: defaulted(
      oneOf(maturityRatings, {
        description:
          'Audience that the content is fit for. mature: the page warns before it plays. adult: the page requires ' +
          'a confirmation of the age. The strictest of all languages and of the channel holds.',
      }),
      'everyone',
    ),
    contentWarnings: defaulted(words(10, line(60), { description: 'Warnings for viewers before they watch.' }), []),
    licence: optional(line(60, { description: 'Licence, as SPDX writes it where it can: `CC-BY-4.0`.' })),
    chapters: childRows('livestream_details_chapter', chapter, {
      itemsMax: 100,
      description: 'Parts of the video, in order; each lasts until the next.',
    }),
    captions: childRows('livestream_details_caption', caption, {
      itemsMax: captionsMax,
      description: 'Caption files. They are fetched, turned into WebVTT and kept.',
    }),
    credits: childRows(
      'livestream_details_credit',
      {
        role: line(60, { description: 'Part that the person had.' }),
        name: nameLine(80, { description: 'Name of the person.' }),
        url: Type.Optional(webUrl({ description: 'Address of a page of the person.' })),
      },
      { itemsMax: 50, description: 'Contributors, each with a role.' },
    ),
    products: childRows(
      'livestream_details_product',
      {
        label: nameLine(80, { description: 'Name of the product.' }),
        url: Type.Optional(webUrl({ description: 'Address of the shop; exactly one of url and paymentLinkId.' })),
        paymentLinkId: Type.Optional(
          idOf('pln', {
            description: 'Payment link that sells it. It is shown while the link takes payments of anyone.',
          }),
        ),
        atSeconds: Type.Optional(seconds('Moment of the video at which the product is highlighted.')),
      },
      { itemsMax: 50, description: 'Products that the page shows beside the player.' },
    ),
    links: childRows(
      'livestream_details_link',
      {
        label: nameLine(40, { description: 'Text of the link.' }),
        url: webUrl({ description: 'Target of the link.' }),
      },
      { itemsMax: 20, description: 'Links to show beside it.' },
    ),
    customFields: defaulted(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        description: 'Up to 50 fields of your own, shown to the audience as well.',
        maxProperties: 50,
        propertyNames: { pattern: '^[A-Za-z0-9_.-]{1,60}$' },
        additionalProperties: { type: 'string', maxLength: 1000 },
      }),
      {},
      { storage: { kind: 'json' } },
    ),
  },
  derived: {
    streamId: { sqlType: 'uuid', of: (record) => uuidOf('str', record.targetId) },
    staticId: { sqlType: 'uuid', of: (record) => uuidOf('sta', record.targetId) },
    channelId: { sqlType: 'uuid', of: (record) => uuidOf('chn', record.targetId) },
    searchText: { sqlType: 'text', of: (record) => searchText(record.title, record.description, record.tags) },
  },
  computed: {
    fields: {
      captions: Type.Array(group({ ...caption, ...trackState }), {
        description: 'Captions and subtitles, with the address and the state of each file.',
      }),
      vttChaptersUrl,
    },
    publicFields: {
      chapters: Type.Array(group(chapter), { description: 'Parts of a video that is open, in order; else none.' }),
      captions: Type.Array(group({ ...track, vttUrl }), {
        description: 'Captions of a video that is open, once they are fetched; else none.',
      }),
      vttChaptersUrl,
    },
    of: async (ctx, records, audience) => {
      const withCaptions = records.filter(({ captions }) => captions.length > 0)
      const ids = withCaptions.map(({ id }) => id)
      const rows = await findTracks(ctx, ids)
      const rowsOf = ({ id }: Sheet) => rows.get(id) ?? []
      if (audience === 'owner') return records.map((record) => tracksOf(ctx, record, rowsOf(record)))
      const gated = await gatedAmong(ctx, records)
      return records.map((record) =>
        gated.has(record.targetId) ? withoutTracks : publicTracksOf(ctx, record, rowsOf(record)),
      )
    },
  },
  facts: { created: detailsCreated, updated: detailsUpdated, deleted: detailsDeleted },
  constraints: { livestream_details_locale_key: { reason: localeExists, field: 'locale' } },
  publicWhen: {
    sql: "t.status = 'published'",
    holds: (record) => record.status === 'published',
  },
  publicFields: [
    ...(['targetType', 'targetId', 'locale', 'title', 'description', 'tags', 'coverPhotoUrl'] as const),
    ...(['maturityRating', 'contentWarnings', 'licence', 'credits', 'products', 'links', 'customFields'] as const),
  ],
  check(record) {
    checkTags(record.tags)
    checkChapters(record.chapters)
    checkTargets(record.products)
  },
})

type Sheet = {
  id: string
  version: number
  captions: readonly Static<ReturnType<typeof group<typeof caption>>>[]
  chapters: readonly object[]
}

/** Tracks of a closed video in the public form: none, because captions reveal its content. */
const withoutTracks = { chapters: [], captions: [], vttChaptersUrl: null }

function tracksOf(ctx: Pick<Ctx, 'settings'>, sheet: Sheet, rows: readonly TrackRow[]) {
  const captions = sheet.captions.map((each, position) => {
    const row = rows.find((found) => found.position === position)
    const { status = 'pending', error = null } = row ?? {}
    return { ...each, status, error, vttUrl: row?.has_text === true ? captionUrl(ctx, sheet, position) : null }
  })
  return {
    captions,
    vttChaptersUrl: sheet.chapters.length === 0 ? null : `${sheetUrl(ctx, sheet.id)}/chapters.vtt?v=${sheet.version}`,
  }
}

/**
 * The public form lists the captions that have a text. It leaves out their source addresses, which may hold a
 * signature.
 */
function publicTracksOf(ctx: Pick<Ctx, 'settings'>, sheet: Sheet, rows: readonly TrackRow[]) {
  const { captions, vttChaptersUrl: chaptersUrl } = tracksOf(ctx, sheet, rows)
  return {
    chapters: sheet.chapters,
    captions: captions.flatMap(({ language, label, kind, vttUrl: kept }) =>
      kept === null ? [] : [{ language, label, kind, vttUrl: kept }],
    ),
    vttChaptersUrl: chaptersUrl,
  }
}

/** Targets that are closed videos: the public may see their sheets but not their tracks. */
async function gatedAmong(ctx: Ctx, sheets: readonly { targetId: string }[]): Promise<Set<string>> {
  const gated = new Set(sheets.map(({ targetId }) => targetId).filter((id) => !id.startsWith('chn_')))
  if (gated.size === 0) return new Set()
  const uuids = (prefix: string) => [...gated].flatMap((id) => uuidOf(prefix, id) ?? [])
  const values = [ctx.account.id, uuids('sta'), uuids('str')]
  const open = await ctx.db.rows(selectOpen, values)
  for (const { prefix, id } of open) gated.delete(encodeId(prefix, ctx.account.id, id))
  return gated
}

/** Open videos and streams among these rows; the SQL form of `isOpen`. */
const selectOpen = statement(
  'livestream_details.openVideos',
  'account',
  "select 'sta' as prefix, id from livestream_static where account_id = $1 and id = any($2::uuid[]) " +
    "and status = 'published' and visibility in ('public', 'unlisted') and deleted_at is null " +
    "union all select 'str', id from livestream_stream where account_id = $1 and id = any($3::uuid[]) " +
    "and status <> 'disabled' and visibility in ('public', 'unlisted') and deleted_at is null",
)

function sheetUrl(ctx: Pick<Ctx, 'settings'>, id: string): string {
  return `${ctx.settings.publicUrl}/public/video/details/${id}`
}

function captionUrl(ctx: Pick<Ctx, 'settings'>, record: { id: string; version: number }, position: number): string {
  return `${sheetUrl(ctx, record.id)}/captions-${position}.vtt?v=${record.version}`
}
