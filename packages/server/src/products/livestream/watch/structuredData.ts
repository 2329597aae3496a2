import { decimalOf } from '#kit/values/currencyExponent.ts'
import type { About } from '#products/livestream/details/about.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { licenceUrl } from './licence.ts'
import { isoDuration } from '#platform/pages/pageWords.ts'
import type { HeadParts } from './videoHead.ts'

/** Texts and addresses that the head has in other forms as well. */
export type DataTexts = { title: string; description: string; imageUrl: string | undefined; publicUrl: string }

type Data = Record<string, unknown>

/** A VideoObject of schema.org, with a BroadcastEvent and the place of a stream, its chapters and its products. */
export function videoData({ state, about }: HeadParts, texts: DataTexts): Data {
  const { publicUrl } = texts
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: texts.title,
    description: texts.description,
    thumbnailUrl: texts.imageUrl === undefined ? undefined : [texts.imageUrl],
    uploadDate: state.startedAt ?? state.publishedAt ?? state.scheduledAt ?? undefined,
    duration: state.durationSeconds === null ? undefined : isoDuration(state.durationSeconds),
    embedUrl: `${publicUrl}/embed/video/${state.playbackId}`,
    contentUrl: state.mp4Url === null ? undefined : new URL(state.mp4Url, publicUrl).href,
    inLanguage: state.language,
    genre: about.category?.name,
    contentLocation: about.place === null ? undefined : { '@type': 'Place', ...about.place },
    isFamilyFriendly: state.maturityRating === 'everyone' || state.maturityRating === 'teen',
    contentRating: state.maturityRating === 'everyone' ? undefined : state.maturityRating,
    isAccessibleForFree: state.access === null,
    author:
      state.channel === null
        ? undefined
        : { '@type': 'Organization', name: state.channel.name, url: state.channel.url },
    publication: broadcastOf(state, texts.title),
    offers: offerOf(state),
    hasPart: clipsOf(state, publicUrl),
    mentions: some(state.products.map(({ label, url }) => ({ '@type': 'Product', name: label, url }))),
    ...detailsData(about),
  }
}

/** Keywords, licence and credits of a video or a channel. */
export function detailsData({ tags, licence, credits }: About): Data {
  return {
    keywords: tags.length === 0 ? undefined : tags.join(', '),
    license: licence === null ? undefined : (licenceUrl(licence) ?? { '@type': 'CreativeWork', name: licence }),
    creditText: credits.length === 0 ? undefined : credits.map(({ role, name }) => `${role}: ${name}`).join('; '),
    contributor: some(
      credits.map(({ role, name, url }) => ({
        '@type': 'Role',
        roleName: role,
        contributor: { '@type': 'Person', name, url: url ?? undefined },
      })),
    ),
  }
}

/** The ticket of a closed video, where it has a price. */
function offerOf({ access }: PlaybackState): Data | undefined {
  if (access === null || access.ticketPrice === null) return undefined
  const { currency } = access.ticketPrice
  const price = decimalOf(access.ticketPrice)
  return { '@type': 'Offer', price, priceCurrency: currency, url: access.ticketUrl ?? undefined }
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

function broadcastOf(state: PlaybackState, name: string): Data | undefined {
  const at = state.startedAt ?? state.scheduledAt
  if (state.kind !== 'stream' || at === null) return undefined
  const isOver = state.status === 'recorded' || state.status === 'ended'
  const endDate = isOver && state.durationSeconds !== null ? endOf(at, state.durationSeconds) : undefined
  const broadcast = { '@type': 'BroadcastEvent', name, isLiveBroadcast: true, startDate: at, endDate }
  return { ...broadcast, inLanguage: state.language }
}

function endOf(startedAt: string, durationSeconds: number): string {
  return new Date(Date.parse(startedAt) + durationSeconds * 1000).toISOString()
}

/** The chapters of a recorded video, each with its own address, as search engines list them. */
function clipsOf(state: PlaybackState, publicUrl: string): readonly Data[] | undefined {
  if (state.status !== 'recorded') return undefined
  return some(
    state.chapters.map(({ startSeconds, title }, index) => ({
      '@type': 'Clip',
      name: title,
      startOffset: startSeconds,
      endOffset: state.chapters[index + 1]?.startSeconds ?? state.durationSeconds ?? undefined,
      url: `${publicUrl}/watch/${state.playbackId}?startSeconds=${startSeconds}`,
    })),
  )
}
