import type { Card } from '#kit/nouns/card.ts'
import { html, type Html } from '#kit/values/html.ts'
import { typeIcon } from './placeIcons.ts'

/** The streams that are live at the place; empty without one. */
export function liveHtml(live: readonly Card[]): Html | '' {
  if (live.length === 0) return ''
  return html`<section aria-labelledby="live">
    <h2 id="live">Live now here</h2>
    <ul class="cards">
      ${live.map(
        ({ title, imageUrl, url }) => html`<li><article class="card place-card">
          <div class="thumb">
            ${imageUrl === null ? typeIcon('studio') : html`<img src="${imageUrl}" alt="" loading="lazy">`}
            <span class="badge live"><i></i>Live</span>
          </div>
          <h3><a class="cover" href="${url ?? ''}">${title}</a></h3>
        </article></li>`,
      )}
    </ul>
  </section>`
}
