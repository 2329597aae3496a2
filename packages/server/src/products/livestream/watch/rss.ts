import { html as xml, htmlText, xmlText, type Html } from '#kit/values/html.ts'
import { licenceUrl } from './licence.ts'
import { proseOf } from '#platform/pages/pageProse.ts'
import type { ChannelView, VideoCard } from './watchData.ts'

/** The latest videos of a channel as RSS 2.0, with Media RSS for images, ratings and credits. */
export async function rssText(publicUrl: string, { channel, words, recent }: ChannelView): Promise<string> {
  const url = `${publicUrl}/c/${channel.handle}`
  const image =
    channel.avatarUrl === null
      ? ''
      : xml`<image><url>${channel.avatarUrl}</url><title>${words.name}</title><link>${url}</link></image>\n`
  const items: Html[] = []
  for (const each of recent) items.push(await itemXml(publicUrl, each))
  const prose = await proseOf(words.description)
  const media = mediaXml(publicUrl, { ...words, posterUrl: words.coverPhotoUrl })
  return xmlText(xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${words.name}</title>
<link>${url}</link>
<description>${prose?.text ?? `Videos of ${words.name}`}</description>
<language>${words.language}</language>
<atom:link href="${url}/feed.xml" rel="self" type="application/rss+xml"/>
${line('copyright', words.about.licence)}${image}${media}${items}</channel>
</rss>
`)
}

async function itemXml(publicUrl: string, card: VideoCard): Promise<Html> {
  const url = `${publicUrl}/watch/${card.playbackId}`
  const prose = await proseOf(card.description)
  return xml`<item>
<title>${card.title}</title>
<link>${url}</link>
<guid isPermaLink="false">${card.playbackId}</guid>
<pubDate>${new Date(card.at).toUTCString()}</pubDate>
${line('description', prose === undefined ? null : htmlText(prose.html))}${line('category', card.category)}${
    card.file === null ? '' : enclosureXml(publicUrl, card.file)
  }${mediaXml(publicUrl, card)}</item>
`
}

/** The file for podcast programs, where the owner allows downloads (RSS 2.0, `enclosure`). */
function enclosureXml(publicUrl: string, { path, byteCount }: VideoCard['file'] & {}): Html {
  return xml`<enclosure url="${publicUrl}${path}" length="${byteCount}" type="video/mp4"/>\n`
}

type Media = Pick<VideoCard, 'posterUrl' | 'maturityRating' | 'about'>

/** Elements of Media RSS, of a video or of the channel. */
function mediaXml(publicUrl: string, { posterUrl, maturityRating, about }: Media): Html {
  const { tags, licence, credits } = about
  const address = licence === null ? undefined : licenceUrl(licence)
  const licenceHref = address === undefined ? '' : xml` href="${address}"`
  const rating = maturityRating === 'mature' || maturityRating === 'adult' ? 'adult' : 'nonadult'
  return xml`${posterUrl === null ? '' : xml`<media:thumbnail url="${new URL(posterUrl, publicUrl).href}"/>\n`}${
    maturityRating === 'everyone' ? '' : xml`<media:rating scheme="urn:simple">${rating}</media:rating>\n`
  }${tags.length === 0 ? '' : xml`<media:keywords>${tags.join(', ')}</media:keywords>\n`}${
    licence === null ? '' : xml`<media:license type="text/html"${licenceHref}>${licence}</media:license>\n`
  }${credits.map(({ role, name }) => xml`<media:credit role="${role.toLowerCase()}">${name}</media:credit>\n`)}`
}

/** An element of one line; nothing without a text. */
function line(name: string, text: string | null): Html | '' {
  return text === null ? '' : xml`<${name}>${text}</${name}>\n`
}
