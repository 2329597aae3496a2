import { html as xml, htmlText, type Html } from '#kit/values/html.ts'
import type { ChannelView, VideoCard } from './watchData.ts'

/** The latest videos of a channel as RSS 2.0, with Media RSS for images. */
export function rssText(publicUrl: string, { channel, recent }: ChannelView): string {
  const url = `${publicUrl}/c/${channel.handle}`
  const image =
    channel.avatarUrl === null
      ? ''
      : xml`<image><url>${channel.avatarUrl}</url><title>${channel.name}</title><link>${url}</link></image>\n`
  return htmlText(xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${channel.name}</title>
<link>${url}</link>
<description>${channel.description ?? `Videos of ${channel.name}`}</description>
<language>${channel.language}</language>
<atom:link href="${url}/feed.xml" rel="self" type="application/rss+xml"/>
${image}${recent.map((each) => itemXml(publicUrl, each))}</channel>
</rss>
`)
}

function itemXml(publicUrl: string, card: VideoCard): Html {
  const url = `${publicUrl}/watch/${card.playbackId}`
  const thumbnail =
    card.posterUrl === null ? '' : xml`<media:thumbnail url="${new URL(card.posterUrl, publicUrl).href}"/>\n`
  return xml`<item>
<title>${card.title}</title>
<link>${url}</link>
<guid isPermaLink="false">${card.playbackId}</guid>
<pubDate>${new Date(card.at).toUTCString()}</pubDate>
${card.description === null ? '' : xml`<description>${card.description}</description>\n`}${
    card.category === null ? '' : xml`<category>${card.category}</category>\n`
  }${thumbnail}</item>
`
}
