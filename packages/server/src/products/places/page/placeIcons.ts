import { html, type Html } from '#kit/values/html.ts'
import type { Place } from '#products/places/place/place.ts'

/** Words for the kinds of places. */
export const typeTitles: Record<Place['type'], string> = {
  venue: 'Venue',
  store: 'Shop',
  restaurant: 'Restaurant',
  office: 'Office',
  outdoor: 'Outdoors',
  studio: 'Studio',
  online: 'Online',
  other: 'Place',
}

const paths: Record<Place['type'], string> = {
  venue: 'M3 21h18M5 21V10M9 21V10M15 21V10M19 21V10M12 3 3 9h18z',
  store: 'M4 9v11h16V9M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M10 20v-6h4v6',
  restaurant: 'M7 3v7a2 2 0 0 1-4 0V3M5 12v9M19 21V3c-3 1-4 4-4 8h4',
  office: 'M5 21V4h14v17M3 21h18M9 8h2M13 8h2M9 12h2M13 12h2M10 21v-4h4v4',
  outdoor: 'M12 3 6 11h3l-4 6h14l-4-6h3zM12 17v4',
  studio: 'M12 14a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3M6 11a6 6 0 0 0 12 0M12 17v4',
  online: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  other: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
}

/** The sign of a kind of places. */
export function typeIcon(type: Place['type']): Html {
  return iconOf(paths[type])
}

/** A sign of strokes in a square of 24 units. */
export function iconOf(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
}
