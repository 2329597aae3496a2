import type { Ctx } from '#kit/call/context.ts'
import { present } from '#kit/nouns/resource.ts'
import { channel, channelUrl, type Channel } from '#products/livestream/records/channel.ts'
import { details, type Details } from '#products/livestream/details/details.ts'
import { strictest, strictestRatings, type MaturityRating } from '#products/livestream/details/maturity.ts'
import { channelWords } from '#products/livestream/channel/channelWords.ts'
import { resolveSheetsOf } from '#products/livestream/details/targetSheets.ts'
import { tagWords } from '#products/livestream/records/videoTags.ts'
import { shownProducts } from '#products/livestream/details/sheetProducts.ts'
import { aboutOf, firstWith, nothingAbout, type About } from '#products/livestream/details/about.ts'
import type { PlaybackState } from './playbackState.ts'
import type { Video } from './playedVideo.ts'

/** Request for texts: the wanted language, a viewer's token, and whether the video may be watched now. */
export type TextRequest = { locale?: string | undefined; token?: string | undefined; isAllowed: boolean }

/** Texts of a video for its state. */
type StateTexts = Pick<
  PlaybackState,
  | 'title'
  | 'description'
  | 'language'
  | 'channel'
  | 'chapters'
  | 'captions'
  | 'maturityRating'
  | 'contentWarnings'
  | 'products'
  | 'detailsVersion'
>

/** Texts of a video: those of its state, the cover image of its sheet, and the rest that its page shows. */
export type VideoTexts = { texts: StateTexts; coverPhotoUrl: string | null; about: About }

/** Texts of a video in the requested language, from its sheets of details, else from its record. */
export async function textsOf(ctx: Ctx, video: Video, request: TextRequest): Promise<VideoTexts> {
  const record = video.stream ?? video.static
  if (record === undefined) return textsOfHome(ctx, video.home, request.locale)
  const home = record.channelId === null ? undefined : await ctx.store.find(channel, record.channelId)
  const language = home?.language ?? ctx.account.language
  // At the address of its stream a replay has the title of the stream, and chapters and captions of its own.
  const replay = video.static === undefined || video.static === record ? undefined : video.static
  const targetIds = [record.id, replay?.id, home?.id].filter((each) => each !== undefined)
  const byTarget = await resolveSheetsOf(ctx, { targetIds, locale: request.locale, language })
  const sheetsOf = (target: { id: string } | undefined) => byTarget.get(target?.id ?? '') ?? []
  const [sheets, replaySheets, homeSheets] = [sheetsOf(record), sheetsOf(replay), sheetsOf(home)]
  const [sheet] = sheets
  const all = [...replaySheets, ...sheets]
  return {
    texts: {
      title: sheet?.title ?? record.title,
      description: sheet?.description ?? record.description,
      language: sheet?.locale ?? language,
      channel: home === undefined || home.visibility === 'private' ? null : cardOf(ctx, home, homeSheets[0]?.title),
      ...(await tracksOf(ctx, video, { sheets: [replaySheets[0], sheet], ...request })),
      maturityRating: await ratingOf(ctx, targetIds),
      contentWarnings: firstWith(all, ({ contentWarnings }) => contentWarnings) ?? [],
      products: await shownProducts(ctx, firstWith(all, ({ products }) => products) ?? []),
      detailsVersion: versionOf([...all, ...homeSheets]),
    },
    coverPhotoUrl: firstWith(all, (each) => each.coverPhotoUrl) ?? null,
    about: aboutOf(all, { tags: tagWords(record.tags) }),
  }
}

/** The strictest rating of these targets. */
async function ratingOf(ctx: Ctx, targetIds: readonly string[]): Promise<MaturityRating> {
  return strictest((await strictestRatings(ctx, targetIds)).values())
}

/** A text that changes with each of these sheets; null without one. */
function versionOf(sheets: readonly Details[]): string | null {
  return sheets.length === 0 ? null : sheets.map(({ id, version }) => `${id.slice(-6)}.${version}`).join(' ')
}

type TrackRequest = TextRequest & { sheets: readonly (Details | undefined)[] }

/** Chapters and captions: those of the first sheet that has some. */
async function tracksOf(ctx: Ctx, video: Video, { sheets, isAllowed, token }: TrackRequest) {
  // A recorded video has no tracks for an audience before it is published.
  const hasTracks = isAllowed && (video.stream !== undefined || video.status === 'recorded')
  if (!hasTracks) return { chapters: [], captions: [] }
  const captioned = sheets.find((each) => (each?.captions.length ?? 0) > 0)
  const [presented] = captioned === undefined ? [] : await present({ ctx, audience: 'owner' }, details, [captioned])
  // cast: the owner's form of a sheet has the tracks that its resource computes.
  const tracks = (presented?.['captions'] ?? []) as Track[]
  return {
    chapters: sheets.find((each) => (each?.chapters.length ?? 0) > 0)?.chapters ?? [],
    captions: tracks.flatMap((track) => captionOf(track, token)),
  }
}

type Track = PlaybackState['captions'][number] & { vttUrl: string | null }

/** A caption track that has a file. The token of a closed video opens its captions too. */
function captionOf({ language, label, kind, vttUrl }: Track, token: string | undefined) {
  if (vttUrl === null) return []
  return [{ language, label, kind, url: token === undefined ? vttUrl : `${vttUrl}&token=${token}` }]
}

/** Texts of a channel without videos. */
async function textsOfHome(ctx: Ctx, home: Channel | undefined, locale: string | undefined): Promise<VideoTexts> {
  if (home === undefined) {
    const texts = { ...noTexts, language: ctx.account.language }
    return { texts, coverPhotoUrl: null, about: nothingAbout }
  }
  const { name: title, description, language, coverPhotoUrl, about } = await channelWords(ctx, home, locale)
  const texts = { ...noTexts, title, description, language, channel: cardOf(ctx, home, title) }
  return { texts, coverPhotoUrl, about }
}

function cardOf(ctx: Ctx, { name, handle, avatarUrl }: Channel, title: string | null | undefined) {
  return { name: title ?? name, url: channelUrl(ctx, handle), avatarUrl }
}

/** Texts of a video without any, such as a removed one. */
export const noTexts = {
  title: null,
  description: null,
  channel: null,
  chapters: [],
  captions: [],
  maturityRating: 'everyone',
  contentWarnings: [],
  products: [],
  detailsVersion: null,
} as const satisfies Partial<StateTexts>
