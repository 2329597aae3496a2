import L from 'leaflet'
import type { OutputOf } from '#console/app/client.ts'
import { statusColor } from '#console/parts/values/statusBadge.tsx'
import { numberText } from '#console/texts/formats.ts'
import { nearestLongitude } from './mapBox.ts'

/** A cell of the grid of a map: its number of places, and its place where there is only one. */
export type MapCell = OutputOf<'places.place.map'>['items'][number]

/** Widths of the circle of two and of 100,000 places, in pixels. */
const [smallestPx, largestPx] = [28, 54]
const dotPx = 16

/** Draws cells on a map: a circle with a number, or a dot for a single place. Returns their removal. */
export function drawCells(map: L.Map, cells: readonly MapCell[], choose: (cell: MapCell) => void): () => void {
  const { lng } = map.getCenter()
  const markers = cells.map((cell) => {
    const marker = L.marker([cell.latitude, nearestLongitude(cell.longitude, lng)], {
      icon: cell.placeId === null ? circleIcon(cell.count) : dotIcon(cell.status ?? ''),
      title: cell.name ?? numberText(cell.count),
      // The list beside the map serves the keyboard: hundreds of stops would bar the way through the page.
      keyboard: false,
      riseOnHover: true,
    })
    return marker.on('click', () => choose(cell)).addTo(map)
  })
  return () => {
    for (const marker of markers) marker.remove()
  }
}

function circleIcon(count: number): L.DivIcon {
  const share = Math.min(1, Math.log10(count) / 5)
  const width = Math.round(smallestPx + (largestPx - smallestPx) * share)
  const text = numberText(count, { notation: 'compact', maximumFractionDigits: 1 })
  const html = document.createElement('span')
  html.textContent = text
  return L.divIcon({ className: 'place-circle', iconSize: [width, width], html })
}

function dotIcon(status: string): L.DivIcon {
  return L.divIcon({ className: `place-dot place-dot-${statusColor(status)}`, iconSize: [dotPx, dotPx] })
}
