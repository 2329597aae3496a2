import type { Ctx } from '#kit/call/context.ts'
import { matching } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page, type HtmlResponse } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import { townText } from './addressText.ts'
import { hoursHtml } from './hoursParts.ts'
import { placeHead } from './placeHead.ts'
import { findPlace, readPlaceView, type PlaceView } from './placePageData.ts'
import * as parts from './placeParts.ts'

/** Capitals are accepted: people type them. The page redirects to the slug's own spelling. */
const slug = matching('^[A-Za-z0-9-]{1,100}$', 100, { description: 'The slug of the place.' })

/** The page of one place. */
export const pages = [
  page('places.place', {
    route: 'GET /place/{slug}',
    title: 'Place',
    description:
      'A public place: map, address, opening hours in its own zone, rooms, photos, and places nearby. A merged place ' +
      'redirects to the one that stands for it.',
    input: closed({ slug }),
    async handle(ctx, input) {
      const wanted = input.slug.toLowerCase()
      const found = await findPlace(ctx, wanted)
      if ('movedTo' in found) return { redirect: `/place/${found.movedTo}`, status: 301 }
      if (wanted !== input.slug) return { redirect: `/place/${wanted}`, status: 301 }
      return placePage(found.own, await readPlaceView(found.own, found.record))
    },
  }),
]

function placePage(ctx: Ctx, view: PlaceView): HtmlResponse {
  const { record, isIndexed } = view
  const town = townText(record)
  return {
    html: html`${siteHeader('places')}
      <main class="column place" id="place" data-place="${record.id}">
        ${wayBack(view)}
        <header class="place-head">
          <h1>${record.name}</h1>
          ${town === '' ? '' : html`<p class="small">${town}</p>`}
          <div data-part="open">${parts.openBadge(record, view.now)}</div>
          ${parts.actionsHtml(record)}
        </header>
        ${parts.closedNotice(record)}
        <div class="place-live" data-part="live">${view.live}</div>
        <div class="place-columns">
          <div class="place-intro">
            ${parts.photosHtml(record)} ${parts.labelsHtml(record)} ${parts.descriptionHtml(view)}
          </div>
          <div class="place-side">
            ${parts.whereHtml(view)}
            <div data-part="hours">${hoursHtml(record, view.now)}</div>
            ${parts.contactHtml(record)} ${parts.accessibilityHtml(record)}
          </div>
          <div class="place-rest">
            ${parts.roomsHtml(record)} ${parts.partsHtml(view)} ${parts.surroundingsHtml(view)}
          </div>
        </div>
      </main>`,
    title: `${record.name} · Fairground`,
    language: 'en',
    head: placeHead(ctx, view),
    island: 'place',
    isIndexed,
  }
}

function wayBack({ record }: PlaceView): Html {
  const { countryCode, city } = record.address ?? {}
  const isListed = countryCode !== undefined && city !== undefined
  const here = isListed
    ? html`<li><a href="/places?country=${countryCode}&amp;city=${encodeURIComponent(city)}">${city}</a></li>`
    : ''
  return html`<nav class="crumbs" aria-label="Way back"><ul><li><a href="/places">Places</a></li>${here}</ul></nav>`
}
