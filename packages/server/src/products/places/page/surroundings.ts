import { html, type Html } from '#kit/values/html.ts'
import { EarthView } from '#platform/geo/earthView.ts'
import { pinAt, scaleBar } from '#platform/geo/locatorMap.ts'
import type { Point } from '#products/places/geo.ts'
import type { Neighbour } from './placePageData.ts'

const width = 720
const height = 400
/** Half height of the closest plan in metres. */
const reachMinM = 160
const margin = 1.25

/**
 * A plan of the surroundings to scale: the circle within which a visitor counts as present, and other places by their
 * numbers in the list beside it.
 */
export function surroundingsPlan(
  at: { name: string; location: Point; geofenceRadiusM: number },
  near: readonly Neighbour[],
): Html {
  const { name, location, geofenceRadiusM } = at
  const furthest = near.reduce((most, each) => Math.max(most, each.distanceM), 0)
  const reachM = Math.max(reachMinM, geofenceRadiusM * margin, furthest * margin)
  const metresPerUnit = (reachM * 2) / height
  const view = new EarthView({ centre: location, width, height, metresPerUnit })
  const dots = near.map(({ record }, index) => {
    const spot = record.location === null ? undefined : view.at(record.location)
    return spot === undefined ? '' : dotAt(spot, index + 1)
  })
  const others = near.length === 0 ? '' : `, with ${near.length} other places nearby`
  const label = `Plan: ${name} and the circle of ${geofenceRadiusM} metres around it${others}`
  return html`<figure class="map-frame" role="img" aria-label="${label}">
    <svg class="map plan" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <rect class="map-land" width="${width}" height="${height}"/>
      ${[100, 250, 500, 1000, 2500].map((each) => circle('map-ring', each / metresPerUnit))}
      ${circle('map-fence', geofenceRadiusM / metresPerUnit)} ${dots} ${pinAt(width / 2, height / 2)}
      ${scaleBar(metresPerUnit, height)}
      <g class="map-north" transform="translate(${width - 30} 44)">
        <path d="M0-22 7 0 0-5-7 0Z"/><text y="16">N</text>
      </g>
    </svg>
  </figure>`
}

/** A distance in words: `80 m`, `1.2 km`. */
export function distanceText(metres: number): string {
  return metres < 995 ? `${Math.max(10, Math.round(metres / 10) * 10)} m` : `${Math.round(metres / 100) / 10} km`
}

function circle(kind: string, radius: number): Html | '' {
  const isVisible = radius > 6 && radius < width
  const size = Math.round(radius * 10) / 10
  return isVisible ? html`<circle class="${kind}" cx="${width / 2}" cy="${height / 2}" r="${size}"/>` : ''
}

function dotAt({ x, y }: { x: number; y: number }, number: number): Html {
  return html`<g class="map-number" transform="translate(${Math.round(x)} ${Math.round(y)})">
    <circle r="10"/><text y="4">${number}</text>
  </g>`
}
