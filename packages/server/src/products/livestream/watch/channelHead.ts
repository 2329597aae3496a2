import type { Ctx } from '#kit/call/context.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import { channelUrl } from '#products/livestream/records/channel.ts'
import { excerpt } from '#platform/pages/pageWords.ts'
import { detailsData } from './structuredData.ts'
import type { ChannelView } from './watchData.ts'

/** Metadata of a channel for other sites and search engines. `text`: its description as plain text. */
export function channelHead(ctx: Ctx, { channel, words }: ChannelView, text: string | undefined): Html {
  const { name, about, language } = words
  const url = channelUrl(ctx, channel.handle)
  const description = excerpt(text ?? `${name} on Fairground.`, 200)
  const imageUrl = words.coverPhotoUrl ?? channel.avatarUrl
  const image = imageUrl === null ? '' : html`<meta property="og:image" content="${imageUrl}">`
  const rating = words.maturityRating === 'adult' ? html`<meta name="rating" content="adult">` : ''
  return html`<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" href="${url}/feed.xml" title="${name}">
<link rel="alternate" type="text/calendar" href="${url}/calendar.ics" title="${name}">
<meta name="description" content="${description}">
<meta property="og:type" content="profile">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${image}${rating}
${dataBlock({
  type: 'application/ld+json',
  value: {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    inLanguage: language,
    isFamilyFriendly: words.maturityRating === 'everyone' || words.maturityRating === 'teen',
    ...detailsData(about),
    mentions:
      words.products.length === 0
        ? undefined
        : words.products.map((each) => ({ '@type': 'Product', name: each.label, url: each.url })),
    mainEntity: {
      '@type': 'Organization',
      name,
      alternateName: channel.handle,
      description: text,
      image: channel.avatarUrl ?? undefined,
      url,
      sameAs: about.links.length === 0 ? undefined : about.links.map((link) => link.url),
    },
  },
})}`
}
