import { html, type Html } from '#kit/values/html.ts'
import type { VideoCard } from './watchData.ts'
import { clockText, momentHtml } from '#platform/pages/pageWords.ts'
import { categoryHtml } from './aboutParts.ts'
import { ratingNames } from './maturityNotice.ts'

/** A grid of videos. `showsChannel`: they are of several channels. `level`: of the headings that their titles are. */
export function cardGrid(cards: readonly VideoCard[], { showsChannel = false, level = 3 }: GridLook = {}): Html {
  return html`<ul class="cards">
    ${cards.map((card) => html`<li>${videoCard(card, { showsChannel, level })}</li>`)}
  </ul>`
}

type GridLook = { showsChannel?: boolean; level?: 2 | 3 }

/** A video with its poster and title. The whole card links to its page. */
function videoCard(card: VideoCard, { showsChannel, level }: Required<GridLook>): Html {
  const poster = card.posterUrl === null ? '' : html`<img src="${card.posterUrl}" alt="" loading="lazy">`
  const title = html`<a class="cover" href="/watch/${card.playbackId}" lang="${card.language}">${card.title}</a>`
  const channel = showsChannel ? card.channel : null
  const name = channel === null ? '' : html`<a class="above" href="/c/${channel.handle}">${channel.name}</a> · `
  return html`<article class="card">
    <div class="thumb"${card.maturityRating === 'adult' ? html` data-veiled` : ''}>${poster}${badgesOf(card)}</div>
    <div class="card-words">
      ${channel === null ? '' : avatar(channel)}
      <div>
        ${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
        <p class="small">${name}${factsOf(card)}</p>
      </div>
    </div>
  </article>`
}

/** The round image of a channel, or the first letter of its name. */
export function avatar(of: { name: string; avatarUrl: string | null }, size: 'small' | 'large' = 'small'): Html {
  const [letter = ''] = of.name
  const inner = of.avatarUrl === null ? letter.toUpperCase() : html`<img src="${of.avatarUrl}" alt="" loading="lazy">`
  return html`<span class="avatar ${size}" aria-hidden="true">${inner}</span>`
}

function badgesOf(card: VideoCard): Html {
  const rating = ratingNames[card.maturityRating]
  return html`${badgeOf(card)}${rating === undefined ? '' : html`<span class="badge rating">${rating}</span>`}`
}

function badgeOf(card: VideoCard): Html | '' {
  if (card.status === 'live') return html`<span class="badge live"><i></i>Live</span>`
  if (card.status === 'upcoming') return html`<span class="badge">Upcoming</span>`
  return card.durationSeconds === null ? '' : html`<span class="badge">${clockText(card.durationSeconds)}</span>`
}

function factsOf(card: VideoCard): Html {
  const parts: Html[] = []
  if (card.category !== null) parts.push(categoryHtml(card.category, card.look))
  if (card.viewers !== null && card.viewers > 0) parts.push(html`<span>${card.viewers} watching</span>`)
  if (card.status !== 'live') parts.push(momentHtml(card.at))
  return html`${parts.map((each, index) => html`${index === 0 ? '' : ' · '}${each}`)}`
}
