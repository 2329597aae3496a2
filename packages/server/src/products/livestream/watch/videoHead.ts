import type { Ctx } from '#kit/call/context.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import type { PlaybackPage } from '#products/livestream/playback/playbackRead.ts'
import { titleOf } from './videoParts.ts'
import { excerpt } from '#platform/pages/pageWords.ts'
import { videoData } from './structuredData.ts'

const playerSize = { width: 1280, height: 720 }
const descriptionLengthMax = 200

/** Data of the head: the state of a video, its details, and its description as plain text. */
export type HeadParts = { text: string | undefined } & Pick<PlaybackPage, 'state' | 'about' | 'frame'>

/** Metadata of a video for other sites and search engines: Open Graph, Twitter cards, oEmbed, schema.org. */
export function videoHead(ctx: Ctx, parts: HeadParts): Html {
  const { state, about, frame, text } = parts
  const { publicUrl } = ctx.settings
  const watchUrl = `${publicUrl}/watch/${state.playbackId}`
  const embedUrl = `${publicUrl}/embed/video/${state.playbackId}`
  const title = titleOf(state)
  const description = excerpt(text ?? fallbackOf(state), descriptionLengthMax)
  const imageUrl = state.posterUrl === null ? undefined : new URL(state.posterUrl, publicUrl).href
  const oEmbed = `${publicUrl}/oembed?format=json&url=${encodeURIComponent(watchUrl)}`
  // Chats and feeds play the file of a clip in place; players of other pages they only open.
  const fileUrl = about.clip === null || state.mp4Url === null ? undefined : new URL(state.mp4Url, publicUrl).href
  const player = { url: embedUrl, type: 'text/html', ...playerSize }
  const video = fileUrl === undefined ? player : { ...playerSize, ...frame, url: fileUrl, type: 'video/mp4' }
  const properties: Record<string, string | number | undefined> = {
    'og:site_name': 'Fairground',
    'og:type': 'video.other',
    'og:title': title,
    'og:description': description,
    'og:url': watchUrl,
    'og:image': imageUrl,
    'og:video': video.url,
    'og:video:secure_url': video.url.startsWith('https:') ? video.url : undefined,
    'og:video:type': video.type,
    'og:video:width': video.width,
    'og:video:height': video.height,
  }
  const names: Record<string, string | number | undefined> = {
    description,
    keywords: about.tags.length === 0 ? undefined : about.tags.join(', '),
    // The label that search engines read (RTA, Google SafeSearch).
    rating: state.maturityRating === 'adult' ? 'adult' : undefined,
    'twitter:card': 'player',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': imageUrl,
    'twitter:player': embedUrl,
    'twitter:player:width': playerSize.width,
    'twitter:player:height': playerSize.height,
  }
  const data = videoData(parts, { title, description, imageUrl, publicUrl })
  return html`<link rel="canonical" href="${watchUrl}">
<link rel="alternate" type="application/json+oembed" href="${oEmbed}" title="${title}">
${metas('property', properties)}${metas('name', names)}
${dataBlock({ type: 'application/ld+json', value: data })}`
}

function metas(kind: 'property' | 'name', values: Record<string, string | number | undefined>): Html[] {
  return Object.entries(values).flatMap(([name, content]) =>
    content === undefined ? [] : [html`<meta ${kind}="${name}" content="${content}">\n`],
  )
}

function fallbackOf(state: PlaybackState): string {
  const where = state.channel === null ? '' : ` on ${state.channel.name}`
  return `${state.kind === 'stream' ? 'A live stream' : 'A video'}${where}.`
}
