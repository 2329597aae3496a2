import { line, matching } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { page, type HtmlResponse } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { siteHeader } from '#platform/pages/siteHeader.ts'
import type { Place } from '#products/places/place/place.ts'
import { addressLines, countryName } from './addressText.ts'
import { cityCountMax, readCities, readPlaces, type City } from './placeFeed.ts'
import { typeIcon, typeTitles } from './placeIcons.ts'
import { openBadge } from './placeParts.ts'

/** Country of places without one, and city of places without one. */
const unknown = '-'
const cacheSeconds = 5

const input = closed({
  country: Type.Optional(
    matching('^([A-Z]{2}|-)$', 2, { description: 'Only in this country, ISO 3166-1 alpha-2; - for none.' }),
  ),
  city: Type.Optional(line(120, { description: 'Only in this city; - for places without one.' })),
  q: Type.Optional(line(200, { description: 'Words to search for.' })),
  cursor: Type.Optional(line(2000, { description: 'Where the page of places begins.' })),
  after: Type.Optional(line(130, { description: 'The city after which the page of cities begins.' })),
})
type Query = Static<typeof input>

/** The directory of public places. */
export const pages = [
  page('places.directory', {
    route: 'GET /places',
    title: 'Places',
    description: 'Public places of this installation by country and city, with a search.',
    input,
    handle: (ctx, query) =>
      query.country === undefined && query.city === undefined && query.q === undefined
        ? citiesPage(ctx, query)
        : placesPage(ctx, query),
  }),
]

async function citiesPage(ctx: Ctx, { after }: Query): Promise<HtmlResponse> {
  const [country = '', cityKey = ''] =
    after === undefined ? [] : [after.slice(0, 2).replaceAll('-', ''), after.slice(2)]
  const { cities, hasMore } = await readCities(ctx, after === undefined ? undefined : { country, cityKey })
  const last = cities.at(-1)
  // A page of cities is in the order of country codes; readers look for names. Places without a country come last.
  const byCountry = [...Map.groupBy(cities, (each) => each.country)].toSorted(([a], [b]) => compareCountries(a, b))
  const more =
    hasMore && last !== undefined
      ? html`<p><a class="button quiet" href="/places?after=${positionOf(last)}">More cities</a></p>`
      : ''
  const none = cities.length === 0 ? html`<p class="empty">No place is public yet.</p>` : ''
  return documentOf(ctx, {
    title: 'Places',
    path: '/places',
    body: html`<h1>Places</h1>${searchHtml('')}${byCountry.map(([code, of]) => countryHtml(code, of))}${none}${more}`,
    isIndexed: true,
  })
}

async function placesPage(ctx: Ctx, query: Query): Promise<HtmlResponse> {
  const { country, city, q, cursor } = query
  const named = Object.fromEntries(
    Object.entries({ country, city, q, cursor }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === unknown ? '' : value]],
    ),
  )
  const { places, nextCursor } = await readPlaces(ctx, named)
  const title = titleOf(query)
  const address = (more: Record<string, string | undefined>) => {
    const entries = Object.entries({ country, city, q, ...more })
    const sent = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `/places?${new URLSearchParams(sent)}`
  }
  const next =
    nextCursor === null
      ? ''
      : html`<p><a class="button quiet" rel="next" href="${address({ cursor: nextCursor })}">Next page</a></p>`
  const list =
    places.length === 0
      ? html`<p class="empty">No public place is listed here.</p>`
      : html`<ul class="cards">${places.map((each) => html`<li>${placeCard(each, ctx.now())}</li>`)}</ul>`
  return documentOf(ctx, {
    title,
    path: address({}),
    body: html`<nav class="crumbs" aria-label="Way back"><ul><li><a href="/places">Places</a></li></ul></nav>
      <h1>${title}</h1>${searchHtml(q ?? '')}${list}${next}`,
    isIndexed: q === undefined && cursor === undefined && places.length > 0,
  })
}

type Sheet = { title: string; path: string; body: Html; isIndexed: boolean }

function documentOf(ctx: Ctx, { title, path, body, isIndexed }: Sheet): HtmlResponse {
  return {
    html: html`${siteHeader('places')}<main class="column directory">${body}</main>`,
    title: `${title} · Fairground`,
    language: 'en',
    head: html`<link rel="canonical" href="${ctx.settings.publicUrl}${path}">
<meta name="description" content="${title}: public places with map, address and opening hours.">`,
    cacheSeconds,
    isIndexed,
  }
}

/** The position behind a city, for the next page. */
function positionOf({ country, cityKey }: City): string {
  return encodeURIComponent(country.padEnd(2, unknown) + cityKey)
}

function compareCountries(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  return countryName(a).localeCompare(countryName(b), 'en')
}

function titleOf({ country, city, q }: Query): string {
  if (q !== undefined) return `Places: ${q}`
  const where = [
    city === unknown ? undefined : city,
    country === unknown || country === undefined ? undefined : countryName(country),
  ]
  const known = where.filter((each) => each !== undefined)
  return known.length === 0 ? 'Places elsewhere' : `Places in ${known.join(', ')}`
}

function searchHtml(q: string): Html {
  return html`<form class="search" role="search" action="/places">
    <label>
      <span class="unseen">Search places</span>
      <input type="search" name="q" value="${q}" placeholder="Name, street or kind" maxlength="200" required>
    </label>
    <button class="button">Search</button>
  </form>`
}

function countryHtml(code: string, cities: readonly City[]): Html {
  const param = code === '' ? unknown : code
  const title = code === '' ? 'Elsewhere' : countryName(code)
  return html`<section class="cities">
    <h2><a href="/places?country=${param}">${title}</a></h2>
    <ul>${cities.map((each) => html`<li>${cityHtml(param, each)}</li>`)}</ul>
  </section>`
}

function cityHtml(country: string, { city, count }: City): Html {
  const name = city === '' ? 'Without a city' : city
  const text = count > cityCountMax ? `${cityCountMax.toLocaleString('en')}+` : String(count)
  const href = `/places?country=${country}&city=${encodeURIComponent(city === '' ? unknown : city)}`
  const unit = count === 1 ? 'place' : 'places'
  return html`<a href="${href}"><span>${name}</span> <span class="small">${text} ${unit}</span></a>`
}

/** A place with its photo, kind and state. The whole card links to its page. */
function placeCard(record: Place, now: Date): Html {
  const [photo] = record.photos
  const image = photo === undefined ? typeIcon(record.type) : html`<img src="${photo.url}" alt="" loading="lazy">`
  const [street] = addressLines(record)
  return html`<article class="card place-card">
    <div class="thumb">${image}</div>
    <h2><a class="cover" href="/place/${record.slug}">${record.name}</a></h2>
    <p class="small">${typeTitles[record.type]}${street === undefined ? '' : ` · ${street}`}</p>
    ${openBadge(record, now)}
  </article>`
}
