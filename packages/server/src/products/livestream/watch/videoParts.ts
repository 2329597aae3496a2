import { html, type Html } from '#kit/values/html.ts'
import type { PlaybackState } from '#products/livestream/playback/playbackState.ts'
import { avatar } from './pageLayout.ts'
import { clockText, momentHtml, proseHtml } from '#platform/pages/pageWords.ts'

/** The title of a video, or a word for its kind. */
export function titleOf({ title, kind }: PlaybackState): string {
  return title ?? (kind === 'stream' ? 'Live stream' : 'Video')
}

/**
 * The stage of the player, with its poster until the script runs. Without scripts it holds a video element, or the form
 * that opens a closed video.
 */
export function playerHtml(state: PlaybackState, accessForm?: Html): Html {
  const poster = state.posterUrl === null ? '' : html`<img class="poster" src="${state.posterUrl}" alt="">`
  const plain = state.mp4Url ?? state.videoUrl ?? state.hlsUrl
  const posterAttribute = state.posterUrl === null ? '' : html` poster="${state.posterUrl}"`
  return html`<div class="player" id="player" data-scene="loading">${poster}</div>
    <noscript>
      ${
        accessForm ??
        (plain === null
          ? html`<p class="plain">This player needs JavaScript.</p>`
          : html`<video class="plain" controls preload="none" src="${plain}"${posterAttribute}></video>`)
      }
    </noscript>`
}

/** Title, facts, channel and text of a video. The script shows and handles the buttons. */
export function aboutHtml(state: PlaybackState): Html {
  const words = html` lang="${state.language}"`
  const text = state.description?.trim() ?? ''
  return html`<div class="headline">
      <div data-part="headline">
        <h1${words}>${titleOf(state)}</h1>
        <p class="facts">${factsOf(state)}</p>
      </div>
      <div class="actions">
        <button type="button" class="button quiet" data-act="clip" hidden>Clip</button>
        <button type="button" class="button quiet" data-act="share" hidden>Share</button>
        ${state.mp4Url === null ? '' : html`<a class="button quiet" href="${state.mp4Url}" download>Download</a>`}
      </div>
    </div>
    <div class="text" data-part="text">
      ${state.channel === null ? '' : channelLine(state.channel)}
      ${text === '' ? '' : html`<div class="prose"${words}>${proseHtml(text)}</div>`}
    </div>`
}

function channelLine(channel: PlaybackState['channel'] & {}): Html {
  return html`<a class="channel-line" href="${channel.url}">${avatar(channel)}<b>${channel.name}</b></a>`
}

/** The chapters of a recorded video, each a link; undefined without chapters. */
export function chaptersHtml(state: PlaybackState): Html | undefined {
  if (state.chapters.length === 0 || state.status !== 'recorded') return undefined
  return html`<h2>Chapters</h2>
    <ol class="chapters" lang="${state.language}">
      ${state.chapters.map(
        ({ startSeconds, title }) =>
          html`<li>
            <a href="/watch/${state.playbackId}?startSeconds=${startSeconds}" data-start="${startSeconds}"
              ><span>${clockText(startSeconds)}</span>${title}</a
            >
          </li>`,
      )}
    </ol>`
}

function factsOf(state: PlaybackState): Html {
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
