import type { Ctx } from '#kit/call/context.ts'
import { aboutOf, firstWith, type About } from '#products/livestream/details/about.ts'
import { shownProducts } from '#products/livestream/details/sheetProducts.ts'
import { strictestRatings, type MaturityRating } from '#products/livestream/details/maturity.ts'
import { resolveSheets } from '#products/livestream/details/targetSheets.ts'
import type { Channel } from '#products/livestream/records/channel.ts'
import { tagWords } from '#products/livestream/records/videoTags.ts'

/** Words and details of a channel in a language: those of its sheets, else its own. */
export type ChannelWords = {
  name: string
  description: string | null
  /** BCP 47 tag of name and description. */
  language: string
  coverPhotoUrl: string | null
  maturityRating: MaturityRating
  contentWarnings: readonly string[]
  products: readonly { label: string; url: string }[]
  about: About
}

/** The words of a channel for an audience that prefers a language. */
export async function channelWords(ctx: Ctx, home: Channel, locale: string | undefined): Promise<ChannelWords> {
  const sheets = await resolveSheets(ctx, { targetId: home.id, locale, isPublic: true })
  const ratings = await strictestRatings(ctx, [home.id])
  const [sheet] = sheets
  return {
    name: sheet?.title ?? home.name,
    description: sheet?.description ?? home.description,
    language: sheet?.locale ?? home.language,
    coverPhotoUrl: firstWith(sheets, (each) => each.coverPhotoUrl) ?? home.coverPhotoUrl,
    maturityRating: ratings.get(home.id) ?? 'everyone',
    contentWarnings: firstWith(sheets, ({ contentWarnings }) => contentWarnings) ?? [],
    products: await shownProducts(ctx, firstWith(sheets, ({ products }) => products) ?? []),
    about: aboutOf(sheets, { tags: tagWords(home.tags), links: home.links }),
  }
}
