import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import type { PageAbout } from '#products/livestream/playback/playbackRead.ts'
import { categoryHtml, detailsHtml } from './aboutParts.ts'
import { ratingNames, warningNoticeHtml } from './maturityNotice.ts'
import { avatar } from './pageLayout.ts'
import { payLinksHtml } from './payLinks.ts'
import type { Prose } from '#platform/pages/pageProse.ts'
import { clockText, momentHtml } from '#platform/pages/pageWords.ts'

/** The title of a video, or a word for its kind. */
export function titleOf({ title, kind }: PlaybackState): string {
  return title ?? (kind === 'stream' ? 'Live stream' : 'Video')
}

/** Content in place of the player without scripts: the form that opens it, or the notice before adult content. */
export type Obstacles = { accessForm?: Html | undefined; ageNotice?: Html | undefined }

/**
 * The stage of the player, with its poster until the script runs. Without scripts it holds a video element, or what
 * stands in its way. The poster of an adult video is veiled until the viewer has confirmed the age.
 */
export function playerHtml(state: PlaybackState, { accessForm, ageNotice }: Obstacles): Html {
  const poster = state.posterUrl === null ? '' : html`<img class="poster" src="${state.posterUrl}" alt="">`
  const veil = ageNotice === undefined ? '' : html` data-veiled`
  return html`<div class="player" id="player" data-scene="loading"${veil}>${poster}</div>
    <noscript>${accessForm ?? ageNotice ?? plainHtml(state)}</noscript>`
}

function plainHtml(state: PlaybackState): Html {
  const url = state.mp4Url ?? state.videoUrl ?? state.hlsUrl
  if (url === null) return html`<p class="plain">This player needs JavaScript.</p>`
  const poster = state.posterUrl === null ? '' : html` poster="${state.posterUrl}"`
  return html`${warningNoticeHtml(state)}<video class="plain" controls preload="none" src="${url}"${poster}></video>`
}

/** Data of the part below the player. `isVeiled`: the download waits for the confirmation of the age. */
export type AboutParts = { about: PageAbout; prose: Prose | undefined; isVeiled: boolean; locale: string }

/** Title, facts, products, channel, text and details of a video. The script shows and handles the buttons. */
export function aboutHtml(state: PlaybackState, { about, prose, isVeiled, locale }: AboutParts): Html {
  const words = html` lang="${state.language}"`
  return html`<div class="headline">
      <div data-part="headline">
        <h1${words}>${titleOf(state)}</h1>
        <p class="facts">${factsOf(state, about)}</p>
      </div>
      <div class="actions">
        <button type="button" class="button quiet" data-act="clip" hidden>Clip</button>
        <button type="button" class="button quiet" data-act="share" hidden>Share</button>
        ${state.mp4Url === null ? '' : downloadHtml(state.mp4Url, isVeiled)}
      </div>
    </div>
    <div class="offers">
      <div data-part="payLinks">${payLinksHtml(about.payLinks, locale)}</div>
      <div data-part="products">${productsHtml(state)}</div>
    </div>
    <div class="text" data-part="text">
      ${state.channel === null ? '' : channelLine(state.channel)}
      ${state.contentWarnings.length === 0 ? '' : contentHtml(state)}
      ${prose === undefined ? '' : html`<div class="prose"${words}>${prose.html}</div>`}
      <div class="details"${words}>${detailsHtml(about)}</div>
    </div>`
}

function downloadHtml(url: string, isVeiled: boolean): Html {
  const act = isVeiled ? html` data-act="download" hidden` : ''
  return html`<a class="button quiet" href="${url}" download${act}>Download</a>`
}

function contentHtml({ contentWarnings, language }: PlaybackState): Html {
  return html`<p class="small">Contains: <span lang="${language}">${contentWarnings.join(', ')}</span></p>`
}

function channelLine(channel: PlaybackState['channel'] & {}): Html {
  return html`<a class="channel-line" href="${channel.url}">${avatar(channel)}<b>${channel.name}</b></a>`
}

/** The chapters of a recorded video, each a link; empty without any. */
export function chaptersHtml(state: PlaybackState): Html | '' {
  if (state.chapters.length === 0 || state.status !== 'recorded') return ''
  return html`<section>
    <h2>Chapters</h2>
    <ol class="chapters" lang="${state.language}">
      ${state.chapters.map(
        ({ startSeconds, title }) =>
          html`<li>
            <a href="${momentPath(state, startSeconds)}" data-start="${startSeconds}"
              ><span>${clockText(startSeconds)}</span>${title}</a
            >
          </li>`,
      )}
    </ol>
  </section>`
}

/** The products of a video. The script marks each at its moment; a recorded video links to that moment. */
function productsHtml(state: PlaybackState): Html | '' {
  if (state.products.length === 0) return ''
  return html`<section>
    <h2>Products</h2>
    <ul class="products" lang="${state.language}">
      ${state.products.map((each) => productHtml(state, each))}
    </ul>
  </section>`
}

type ShownProduct = PlaybackState['products'][number]

function productHtml(state: PlaybackState, { label, url, atSeconds, price }: ShownProduct): Html {
  const at = atSeconds === null ? '' : html` data-at="${atSeconds}"`
  const name = html`<a href="${url}" target="_blank" rel="nofollow ugc noopener sponsored">${label}</a>`
  const link = html`${name}${priceHtml(price)}`
  if (atSeconds === null || state.status !== 'recorded') return html`<li${at}>${link}</li>`
  const moment = html`<a href="${momentPath(state, atSeconds)}" data-start="${atSeconds}" class="moment"
    >${clockText(atSeconds)}<span class="unseen"> in the video: ${label}</span></a
  >`
  return html`<li${at}>${link}${moment}</li>`
}

function priceHtml(price: ShownProduct['price']): Html | '' {
  if (price === null) return ''
  return html` <small lang="en">${price.isLeast ? 'from ' : ''}${formatMoney(price, 'en')}</small>`
}

function momentPath({ playbackId }: PlaybackState, seconds: number): string {
  return `/watch/${playbackId}?startSeconds=${seconds}`
}

function factsOf(state: PlaybackState, { category, clip, place }: PageAbout): Html {
  const rating = ratingNames[state.maturityRating]
  const kind = category === null ? '' : html`<span>${categoryHtml(category.name, category.look)}</span>`
  const badge = rating === undefined ? '' : html`<span class="badge rating">${rating}</span>`
  // The publisher answers for the channel beside it, and not for the words of a viewer.
  const by = clip?.isByViewer === true ? html`<span>Clip by <bdi>${clip.authorName ?? 'a viewer'}</bdi></span>` : ''
  const at = place === null ? '' : html`<span>at <a href="${place.url}"><bdi>${place.name}</bdi></a></span>`
  return html`${badge}${timeFacts(state)}${kind}${at}${by}`
}

function timeFacts(state: PlaybackState): Html {
  const watching = html`<span data-viewers${state.viewers === null || state.viewers === 0 ? html` hidden` : ''}
    >${state.viewers ?? 0} watching</span
  >`
  if (state.status === 'live' || state.status === 'reconnecting') {
    const since = state.startedAt === null ? '' : html`<span>since ${momentHtml(state.startedAt, true)}</span>`
    return html`<span class="badge live"><i></i>Live</span>${watching}${since}`
  }
  if (state.status === 'waiting') {
    return state.scheduledAt === null
      ? html`<span>${state.kind === 'stream' ? 'Not live yet' : 'In preparation'}</span>`
      : html`<span>${momentHtml(state.scheduledAt)}</span>`
  }
  const at = state.startedAt ?? state.publishedAt ?? state.scheduledAt
  const length = state.durationSeconds === null ? '' : html`<span>${clockText(state.durationSeconds)}</span>`
  return html`${at === null ? '' : html`<span>${momentHtml(at)}</span>`}${length}${watching}`
}
