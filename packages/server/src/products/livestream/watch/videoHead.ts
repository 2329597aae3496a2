import type { Ctx } from '#kit/call/context.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { titleOf } from './videoParts.ts'
import { excerpt, isoDuration } from '#platform/pages/pageWords.ts'

const frame = { width: 1280, height: 720 }
const descriptionLengthMax = 200

/** Metadata of a video for other sites and search engines: Open Graph, Twitter cards, oEmbed, schema.org. */
export function videoHead(ctx: Ctx, state: PlaybackState): Html {
  const { publicUrl } = ctx.settings
  const watchUrl = `${publicUrl}/watch/${state.playbackId}`
  const embedUrl = `${publicUrl}/embed/video/${state.playbackId}`
  const title = titleOf(state)
  const description = excerpt(state.description ?? fallbackOf(state), descriptionLengthMax)
  const imageUrl = state.posterUrl === null ? undefined : new URL(state.posterUrl, publicUrl).href
  const oEmbed = `${publicUrl}/oembed?format=json&url=${encodeURIComponent(watchUrl)}`
  const properties: Record<string, string | number | undefined> = {
    'og:site_name': 'Fairground',
    'og:type': 'video.other',
    'og:title': title,
    'og:description': description,
    'og:url': watchUrl,
    'og:image': imageUrl,
    'og:video': embedUrl,
    'og:video:secure_url': embedUrl.startsWith('https:') ? embedUrl : undefined,
    'og:video:type': 'text/html',
    'og:video:width': frame.width,
    'og:video:height': frame.height,
  }
  const names: Record<string, string | number | undefined> = {
    description,
    'twitter:card': 'player',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': imageUrl,
    'twitter:player': embedUrl,
    'twitter:player:width': frame.width,
    'twitter:player:height': frame.height,
  }
  const about = structured(state, { title, description, imageUrl, embedUrl, publicUrl })
  return html`<link rel="canonical" href="${watchUrl}">
<link rel="alternate" type="application/json+oembed" href="${oEmbed}" title="${title}">
${metas('property', properties)}${metas('name', names)}
${dataBlock({ type: 'application/ld+json', value: about })}`
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

type Texts = { title: string; description: string; imageUrl: string | undefined; embedUrl: string; publicUrl: string }

/** A VideoObject of schema.org, with a BroadcastEvent for a stream. */
function structured(state: PlaybackState, texts: Texts): Record<string, unknown> {
  const at = state.startedAt ?? state.scheduledAt
  const isOver = state.status === 'recorded' || state.status === 'ended'
  const endDate = isOver && at !== null && state.durationSeconds !== null ? endOf(at, state.durationSeconds) : undefined
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: texts.title,
    description: texts.description,
    thumbnailUrl: texts.imageUrl === undefined ? undefined : [texts.imageUrl],
    uploadDate: state.startedAt ?? state.publishedAt ?? state.scheduledAt ?? undefined,
    duration: state.durationSeconds === null ? undefined : isoDuration(state.durationSeconds),
    embedUrl: texts.embedUrl,
    contentUrl: state.mp4Url === null ? undefined : new URL(state.mp4Url, texts.publicUrl).href,
    inLanguage: state.language,
    author:
      state.channel === null
        ? undefined
        : { '@type': 'Organization', name: state.channel.name, url: state.channel.url },
    publication:
      state.kind === 'stream' && at !== null
        ? { '@type': 'BroadcastEvent', isLiveBroadcast: true, startDate: at, endDate }
        : undefined,
  }
}

function endOf(startedAt: string, durationSeconds: number): string {
  return new Date(Date.parse(startedAt) + durationSeconds * 1000).toISOString()
}
