import { html, type Html } from '#kit/values/html.ts'
import type { Place } from '#products/places/place/place.ts'
import { addressLines, mapLinks } from './addressText.ts'
import { openState } from './hoursParts.ts'
import { iconOf, typeIcon, typeTitles } from './placeIcons.ts'
import { coordinatesText, nearbyRadiusM, type Neighbour, type PlaceView } from './placePageData.ts'
import { distanceText, surroundingsPlan } from './surroundings.ts'

const prices = ['Free', 'Cheap', 'Moderate', 'Expensive', 'Very expensive']

const facilities = [
  ['wheelchair', 'Wheelchair access'],
  ['stepFree', 'Step-free entrance'],
  ['hearingLoop', 'Hearing loop'],
  ['toilet', 'Accessible toilet'],
] as const

const check = 'M5 12.5 10 17.5 19 7'
const cross = 'M6 6 18 18M18 6 6 18'

/** Whether a place is open now, and its next change; empty when its hours are not known. */
export function openBadge(record: Place, now: Date): Html | '' {
  const state = openState(record, now)
  if (state === undefined) return ''
  const more = state.more === '' ? '' : ` · ${state.more}`
  return html`<p class="open-state ${state.kind}"><b>${state.title}</b>${more}</p>`
}

/** A notice above the page of a place with opening hours that do not apply for a while. */
export function closedNotice({ status, openingHours }: Place): Html | '' {
  if (status !== 'temporarilyClosed' || openingHours === null) return ''
  return html`<p class="closed-notice">The opening hours below do not apply for now.</p>`
}

/** Photos, the best one first and large. */
export function photosHtml({ photos }: Place): Html | '' {
  const [first, ...others] = photos
  if (first === undefined) return ''
  return html`<div class="place-photos">
    ${photoHtml(first, false)}
    ${others.length === 0 ? '' : html`<ul>${others.map((each) => html`<li>${photoHtml(each, true)}</li>`)}</ul>`}
  </div>`
}

function photoHtml({ url, altText, credit }: Place['photos'][number], isLazy: boolean): Html {
  return html`<figure>
    <a href="${url}"><img src="${url}" alt="${altText}"${isLazy ? html` loading="lazy"` : ''}></a>
    ${credit === undefined ? '' : html`<figcaption class="small">Photo: ${credit}</figcaption>`}
  </figure>`
}

/** Kind, price level and categories of a place. */
export function labelsHtml({ type, priceLevel, categories, capacity }: Place): Html {
  const parts: Html[] = [html`<li>${typeIcon(type)}${typeTitles[type]}</li>`]
  if (priceLevel !== null) {
    const marks = priceLevel === 0 ? '' : html`<span aria-hidden="true">${'$'.repeat(priceLevel)}</span> `
    parts.push(html`<li>${marks}${prices[priceLevel] ?? ''}</li>`)
  }
  if (capacity !== null) parts.push(html`<li>Up to ${capacity.toLocaleString('en')} people</li>`)
  parts.push(...categories.map((each) => html`<li>${each}</li>`))
  return html`<ul class="place-labels" aria-label="About">${parts}</ul>`
}

/** Text about the place. */
export function descriptionHtml({ description }: PlaceView): Html | '' {
  return description === undefined ? '' : html`<div class="prose">${description.html}</div>`
}

/** Buttons: the way there, call, website; of a place that is closed for good, the website alone. */
export function actionsHtml(record: Place): Html | '' {
  const { contact, onlineUrl, status } = record
  const isGone = status === 'permanentlyClosed'
  const links = isGone ? undefined : mapLinks(record)
  const buttons = [
    links === undefined ? '' : html`<a class="button" href="${links.directions}" rel="noopener">Directions</a>`,
    onlineUrl === null || isGone
      ? ''
      : html`<a class="button" href="${onlineUrl}" rel="nofollow ugc noopener">Go online</a>`,
    contact?.phone === undefined || isGone ? '' : html`<a class="button quiet" href="tel:${contact.phone}">Call</a>`,
    contact?.website === undefined
      ? ''
      : html`<a class="button quiet" href="${contact.website}" rel="nofollow ugc noopener">Website</a>`,
  ]
  return buttons.every((each) => each === '') ? '' : html`<div class="place-actions">${buttons}</div>`
}

/** Address, coordinates, map and links to maps elsewhere. */
export function whereHtml({ record, map, parent }: PlaceView): Html | '' {
  const lines = addressLines(record)
  const links = mapLinks(record)
  const within = parent === undefined ? '' : html`<p>Part of <a href="/place/${parent.slug}">${parent.name}</a></p>`
  if (links === undefined && parent === undefined) return ''
  return html`<section aria-labelledby="where">
    <h2 id="where">Where</h2>
    ${map}
    ${lines.length === 0 ? '' : html`<address>${lines.map((each) => html`<span>${each}</span>`)}</address>`} ${within}
    ${
      links === undefined
        ? ''
        : html`<ul class="place-links">
          ${record.location === null ? '' : html`<li class="small">${coordinatesText(record.location)}</li>`}
          <li><a href="${links.show}" rel="noopener">OpenStreetMap</a></li>
          ${links.geo === undefined ? '' : html`<li><a href="${links.geo}">Map app</a></li>`}
        </ul>`
    }
  </section>`
}

/** Phone, mail and website. */
export function contactHtml({ contact }: Place): Html | '' {
  if (contact === null) return ''
  const { phone, email, website } = contact
  const rows = [
    phone === undefined ? '' : html`<dt>Phone</dt><dd><a href="tel:${phone}">${phone}</a></dd>`,
    email === undefined ? '' : html`<dt>Mail</dt><dd><a href="mailto:${email}">${email}</a></dd>`,
    website === undefined
      ? ''
      : html`<dt>Web</dt>
        <dd><a href="${website}" rel="nofollow ugc noopener">${website.replace(/^https?:\/\/|\/$/g, '')}</a></dd>`,
  ]
  return html`<section aria-labelledby="contact"><h2 id="contact">Contact</h2><dl>${rows}</dl></section>`
}

/** Facilities that are known to be there or not. */
export function accessibilityHtml({ accessibility }: Place): Html | '' {
  const known = facilities.filter(([name]) => accessibility?.[name] !== undefined)
  if (known.length === 0) return ''
  return html`<section aria-labelledby="access">
    <h2 id="access">Accessibility</h2>
    <ul class="facilities">
      ${known.map(([name, title]) => {
        const isThere = accessibility?.[name] === true
        const mark = iconOf(isThere ? check : cross)
        const text = isThere ? title : `No ${title.toLowerCase()}`
        return html`<li class="${isThere ? 'there' : 'missing'}">${mark}${text}</li>`
      })}
    </ul>
  </section>`
}

/** Rooms and areas of a place. */
export function roomsHtml({ spaces }: Place): Html | '' {
  if (spaces.length === 0) return ''
  return html`<section aria-labelledby="rooms">
    <h2 id="rooms">Rooms</h2>
    <ul class="rooms">
      ${spaces.map(({ name, capacity, floor, isExclusive }) => {
        const facts = [
          capacity === undefined ? undefined : `up to ${capacity.toLocaleString('en')} people`,
          floor === undefined ? undefined : `floor ${floor}`,
          isExclusive === false ? 'bookings side by side' : undefined,
        ].filter((each) => each !== undefined)
        const more = facts.length === 0 ? '' : html`<span class="small">${facts.join(' · ')}</span>`
        return html`<li><b>${name}</b>${more}</li>`
      })}
    </ul>
  </section>`
}

/** Places that are part of this one. */
export function partsHtml({ parts, now }: PlaceView): Html | '' {
  if (parts.length === 0) return ''
  return html`<section aria-labelledby="parts">
    <h2 id="parts">Inside this place</h2>
    <ul class="near">${parts.map((each) => html`<li>${typeIcon(each.type)}${linkTo(each, now)}</li>`)}</ul>
  </section>`
}

/** The circle of presence to scale, and other public places of the account within a walk. */
export function surroundingsHtml({ record, nearby, now }: PlaceView): Html | '' {
  const { location, geofenceRadiusM, name } = record
  if (location === null) return ''
  const list = nearby.map(
    (each: Neighbour) => html`<li>
      ${linkTo(each.record, now)}<span class="small far">${distanceText(each.distanceM)}</span>
    </li>`,
  )
  const title = nearby.length === 0 ? 'Surroundings' : `Within ${distanceText(nearbyRadiusM)}`
  return html`<section aria-labelledby="nearby">
    <h2 id="nearby">${title}</h2>
    ${surroundingsPlan({ name, location, geofenceRadiusM }, nearby)}
    <p class="small">The circle is the area of the place, ${distanceText(geofenceRadiusM)} around it.</p>
    ${list.length === 0 ? '' : html`<ol class="near numbered">${list}</ol>`}
  </section>`
}

function linkTo(of: Place, now: Date): Html {
  const state = openState(of, now)
  return html`<a href="/place/${of.slug}">${of.name}</a>${
    state === undefined ? '' : html`<span class="small">${state.title}</span>`
  }`
}
