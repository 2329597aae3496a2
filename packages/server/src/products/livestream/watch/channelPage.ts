import type { Ctx } from '#kit/call/context.ts'
import { languageTag, matching } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page, type HtmlResponse, type PageResponse } from '#kit/nouns/page.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { ChannelWords } from '#products/livestream/channel/channelWords.ts'
import { detailsHtml } from './aboutParts.ts'
import { calendarText } from './calendar.ts'
import { channelHead } from './channelHead.ts'
import { ratingNames } from './maturityNotice.ts'
import { avatar, cardGrid } from './pageLayout.ts'
import { proseOf, type Prose } from '#platform/pages/pageProse.ts'
import { momentHtml } from '#platform/pages/pageWords.ts'
import { rssText } from './rss.ts'
import { readChannel, type ChannelView } from './watchData.ts'

/** Capitals are accepted: people type them. The page redirects to the handle's own spelling. */
const handle = matching('^[A-Za-z0-9_]{3,32}$', 32, { description: 'The handle of the channel.' })
const input = closed({
  handle,
  lang: Type.Optional(
    languageTag({ description: 'Language of its words and of its videos; that of the channel else.' }),
  ),
})
/** The address of a page of a channel. */
type ChannelAddress = Static<typeof input>
const feedCacheSeconds = 60

/** Pages of one channel: its videos as HTML, as RSS and as a calendar. */
export const pages = [
  page('livestream.channel', {
    route: 'GET /c/{handle}',
    title: 'Channel',
    description: 'Live, scheduled and recorded videos of a channel. A former handle redirects for 30 days.',
    input,
    handle: (ctx, address, visitor) =>
      respondAt(ctx, address, {
        path: '',
        locale: address.lang ?? visitor.languages[0],
        make: (view) => channelPage(ctx, view),
      }),
  }),
  page('livestream.channelFeed', {
    route: 'GET /c/{handle}/feed.xml',
    title: 'Channel as RSS',
    description: 'The latest videos of a channel, as RSS 2.0.',
    isForMachines: true,
    input,
    handle: (ctx, address) =>
      respondAt(ctx, address, {
        path: '/feed.xml',
        locale: address.lang,
        make: async (view) => ({
          text: await rssText(ctx.settings.publicUrl, view),
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
    handle: (ctx, address) =>
      respondAt(ctx, address, {
        path: '/calendar.ics',
        locale: address.lang,
        make: async (view) => ({
          text: calendarText(ctx.settings.publicUrl, view),
          type: 'text/calendar; charset=utf-8',
          cacheSeconds: feedCacheSeconds,
        }),
      }),
  }),
]

/** A form of a channel: the rest of its path, the preferred language, and its content. */
type Form = { path: string; locale: string | undefined; make(view: ChannelView): Promise<PageResponse> }

/** A page of a channel. Another spelling, or a former handle, redirects to its one address. */
async function respondAt(ctx: Ctx, { handle, lang }: ChannelAddress, form: Form): Promise<PageResponse> {
  const view = await readChannel(ctx, handle, form.locale)
  if (view.channel.handle === handle) return form.make(view)
  const query = lang === undefined ? '' : `?${new URLSearchParams({ lang })}`
  return { redirect: `/c/${view.channel.handle}${form.path}${query}` }
}

async function channelPage(ctx: Ctx, view: ChannelView): Promise<HtmlResponse> {
  const { channel, words } = view
  const prose = await proseOf(words.description)
  return {
    html: html`${siteHeader()}
      <main class="channel">
        ${coverHtml(words)}
        <div class="column">
          ${headHtml(view, prose)}
          <div data-part="videos">${videosHtml(view)}</div>
        </div>
      </main>`,
    title: `${words.name} · Fairground`,
    language: 'en',
    head: channelHead(ctx, view, prose?.text),
    island: 'live',
    isIndexed: channel.visibility === 'public',
  }
}

function coverHtml({ coverPhotoUrl }: ChannelWords): Html | '' {
  return coverPhotoUrl === null ? '' : html`<div class="cover-photo"><img src="${coverPhotoUrl}" alt=""></div>`
}

function headHtml({ channel, words }: ChannelView, prose: Prose | undefined): Html {
  const language = html` lang="${words.language}"`
  return html`<div class="channel-head">
    ${avatar(channel, 'large')}
    <div>
      <h1${language}>${words.name}</h1>
      <p class="small">@${channel.handle}${ratingHtml(words)}</p>
    </div>
    <div class="actions">
      <a class="button quiet" href="/c/${channel.handle}/calendar.ics">Calendar</a>
      <a class="button quiet" href="/c/${channel.handle}/feed.xml">RSS</a>
    </div>
    ${prose === undefined ? '' : html`<div class="prose"${language}>${prose.html}</div>`}
    <div class="details"${language}>${detailsHtml(words.about, words.products)}</div>
  </div>`
}

function ratingHtml({ maturityRating, contentWarnings }: ChannelWords): Html | '' {
  const parts = [ratingNames[maturityRating], contentWarnings.length === 0 ? undefined : contentWarnings.join(', ')]
  const text = parts.filter((each) => each !== undefined).join(': ')
  return text === '' ? '' : html` · ${text}`
}

function videosHtml({ words, live, upcoming, recent }: ChannelView): Html {
  const isEmpty = live.length + upcoming.length + recent.length === 0
  return html`${live.length === 0 ? '' : html`<section><h2>Live now</h2>${cardGrid(live)}</section>`}
  ${
    upcoming.length === 0
      ? ''
      : html`<section>
        <h2>Upcoming</h2>
        <ul class="agenda">
          ${upcoming.map(
            ({ playbackId, title, language, at }) =>
              html`<li><a href="/watch/${playbackId}"><b lang="${language}">${title}</b>${momentHtml(at)}</a></li>`,
          )}
        </ul>
      </section>`
  }
  ${recent.length === 0 ? '' : html`<section><h2>Latest videos</h2>${cardGrid(recent)}</section>`}
  ${isEmpty ? html`<p class="empty">${words.name} has published nothing yet.</p>` : ''}`
}
