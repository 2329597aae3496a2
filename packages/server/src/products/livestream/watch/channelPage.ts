import type { Ctx } from '#kit/call/context.ts'
import { matching } from '#kit/values/fields.ts'
import { dataBlock, html, type Html } from '#kit/values/html.ts'
import { page, type HtmlResponse, type PageResponse } from '#kit/nouns/page.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import { closed } from '#kit/nouns/standard.ts'
import { channelUrl, type Channel } from '#products/livestream/records/channel.ts'
import { calendarText } from './calendar.ts'
import { readChannel, type ChannelView } from './watchData.ts'
import { avatar, cardGrid } from './pageLayout.ts'
import { rssText } from './rss.ts'
import { excerpt, momentHtml, proseHtml } from '#platform/pages/pageWords.ts'

/** Capitals are accepted: people type them. The page redirects to the handle's own spelling. */
const handle = matching('^[A-Za-z0-9_]{3,32}$', 32, { description: 'The handle of the channel.' })
const input = closed({ handle })
const feedCacheSeconds = 60

/** Pages of one channel: its videos as HTML, as RSS and as a calendar. */
export const pages = [
  page('livestream.channel', {
    route: 'GET /c/{handle}',
    title: 'Channel',
    description: 'Live, scheduled and recorded videos of a channel. A former handle redirects for 30 days.',
    input,
    handle: (ctx, { handle }) => respondAt(ctx, handle, { path: '', make: (view) => channelPage(ctx, view) }),
  }),
  page('livestream.channelFeed', {
    route: 'GET /c/{handle}/feed.xml',
    title: 'Channel as RSS',
    description: 'The latest videos of a channel, as RSS 2.0.',
    isForMachines: true,
    input,
    handle: (ctx, { handle }) =>
      respondAt(ctx, handle, {
        path: '/feed.xml',
        make: (view) => ({
          text: rssText(ctx.settings.publicUrl, view),
          type: 'application/rss+xml; charset=utf-8',
          cacheSeconds: feedCacheSeconds,
        }),
      }),
  }),
  page('livestream.channelCalendar', {
    route: 'GET /c/{handle}/calendar.ics',
    title: 'Channel as a calendar',
    description: 'The scheduled streams of a channel, as iCalendar (RFC 5545).',
    isForMachines: true,
    input,
    handle: (ctx, { handle }) =>
      respondAt(ctx, handle, {
        path: '/calendar.ics',
        make: (view) => ({
          text: calendarText(ctx.settings.publicUrl, view),
          type: 'text/calendar; charset=utf-8',
          cacheSeconds: feedCacheSeconds,
        }),
      }),
  }),
]

type Form = { path: string; make(view: ChannelView): PageResponse }

/** A page of a channel. Another spelling, or a former handle, redirects to its one address. */
async function respondAt(ctx: Ctx, handle: string, { path, make }: Form): Promise<PageResponse> {
  const view = await readChannel(ctx, handle)
  return view.channel.handle === handle ? make(view) : { redirect: `/c/${view.channel.handle}${path}` }
}

function channelPage(ctx: Ctx, view: ChannelView): HtmlResponse {
  const { channel } = view
  return {
    html: html`${siteHeader()}
      <main class="channel">
        ${coverHtml(channel)}
        <div class="column">
          ${headHtml(channel)}
          <div data-part="videos">${videosHtml(view)}</div>
        </div>
      </main>`,
    title: `${channel.name} · Fairground`,
    language: 'en',
    head: headOf(ctx, channel),
    island: 'live',
    isIndexed: channel.visibility === 'public',
  }
}

function coverHtml({ coverPhotoUrl }: Channel): Html | '' {
  return coverPhotoUrl === null ? '' : html`<div class="cover-photo"><img src="${coverPhotoUrl}" alt=""></div>`
}

function headHtml(channel: Channel): Html {
  const words = html` lang="${channel.language}"`
  return html`<div class="channel-head">
    ${avatar(channel, 'large')}
    <div>
      <h1${words}>${channel.name}</h1>
      <p class="small">@${channel.handle}</p>
    </div>
    <div class="actions">
      <a class="button quiet" href="/c/${channel.handle}/calendar.ics">Calendar</a>
      <a class="button quiet" href="/c/${channel.handle}/feed.xml">RSS</a>
    </div>
    ${channel.description === null ? '' : html`<div class="prose"${words}>${proseHtml(channel.description)}</div>`}
    ${
      channel.links.length === 0
        ? ''
        : html`<ul class="links">
          ${channel.links.map(linkHtml)}
        </ul>`
    }
  </div>`
}

function linkHtml({ label, url }: Channel['links'][number]): Html {
  return html`<li><a href="${url}" rel="nofollow ugc noopener">${label}</a></li>`
}

function videosHtml({ channel, live, upcoming, recent }: ChannelView): Html {
  const isEmpty = live.length + upcoming.length + recent.length === 0
  return html`${live.length === 0 ? '' : html`<section><h2>Live now</h2>${cardGrid(live, false)}</section>`}
  ${
    upcoming.length === 0
      ? ''
      : html`<section>
        <h2>Upcoming</h2>
        <ul class="agenda">
          ${upcoming.map(
            ({ playbackId, title, at }) =>
              html`<li><a href="/watch/${playbackId}"><b>${title}</b>${momentHtml(at)}</a></li>`,
          )}
        </ul>
      </section>`
  }
  ${recent.length === 0 ? '' : html`<section><h2>Latest videos</h2>${cardGrid(recent, false)}</section>`}
  ${isEmpty ? html`<p class="empty">${channel.name} has published nothing yet.</p>` : ''}`
}

function headOf(ctx: Ctx, channel: Channel): Html {
  const url = channelUrl(ctx, channel.handle)
  const description = excerpt(channel.description ?? `${channel.name} on Fairground.`, 200)
  const imageUrl = channel.coverPhotoUrl ?? channel.avatarUrl
  const image = imageUrl === null ? '' : html`<meta property="og:image" content="${imageUrl}">`
  return html`<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" href="${url}/feed.xml" title="${channel.name}">
<link rel="alternate" type="text/calendar" href="${url}/calendar.ics" title="${channel.name}">
<meta name="description" content="${description}">
<meta property="og:type" content="profile">
<meta property="og:title" content="${channel.name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${image}
${dataBlock({
  type: 'application/ld+json',
  value: {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Organization',
      name: channel.name,
      alternateName: channel.handle,
      description: channel.description ?? undefined,
      image: channel.avatarUrl ?? undefined,
      url,
      sameAs: channel.links.length === 0 ? undefined : channel.links.map((link) => link.url),
    },
  },
})}`
}
