import { html, type Html } from '#kit/values/html.ts'
import { EarthView, middleOf, pathData, type Place } from './earthView.ts'
import type { Land, World } from './worldShapes.ts'

const width = 720
const height = 400
const globe = { x: 640, y: 320, radius: 62 }
/** Half widths of a map in kilometres, the closest first. */
const reachesKm = [330, 660, 1300, 2500]
/** Points of coasts and borders that a map needs to be recognised. */
const tellingCount = 70
/** Pieces of land below this radius in radians do not show on a globe. */
const specksBelow = 0.015
/** Least area of a country in the drawing that gets its name. */
const namedAreaMin = 6_000
const namesMax = 6

/**
 * A map around a point: land, borders, names of countries, a scale, and a globe. It is drawn from the shapes of the
 * world at the closest scale that shows enough of them. The caller gives it a text for readers that do not see it.
 */
export function locatorMap(world: World, centre: Place): Html {
  const { view, metresPerUnit } = closestView(world, centre)
  const lands = world.lands
    .filter(({ cap }) => view.sees(cap))
    .map((land) => ({ land, outlines: outlinesOf(view, land) }))
  const home = countryAt(world, centre)
  const path = (isHome: boolean) =>
    pathData(lands.flatMap(({ land, outlines }) => ((land.country === home) === isHome ? outlines : [])))
  const lines = (edges: World['borders']) =>
    pathData(
      edges.filter(({ cap }) => view.sees(cap)).flatMap(({ course }) => view.lines(course)),
      { isClosed: false },
    )
  return html`<svg class="map" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    <rect class="map-sea" width="${width}" height="${height}"/>
    <path class="map-land" d="${path(false)}" fill-rule="evenodd"/>
    <path class="map-home" d="${path(true)}" fill-rule="evenodd"/>
    <path class="map-coast" d="${lines(world.coasts)}"/>
    <path class="map-border" d="${lines(world.borders)}"/>
    ${namesOf(lands).map(({ name, x, y }) => html`<text class="map-name" x="${x}" y="${y}">${name}</text>`)}
    ${pinAt(width / 2, height / 2)} ${scaleBar(metresPerUnit, height)} ${globeOf(world, centre)}
  </svg>`
}

/** A pin whose tip is at a position of a drawing. */
export function pinAt(x: number, y: number): Html {
  return html`<g class="map-pin" transform="translate(${x} ${y})">
    <ellipse cx="0" cy="0" rx="7" ry="2.5"/>
    <path d="M0 0C-4-9-13-14-13-24a13 13 0 0 1 26 0C13-14 4-9 0 0Z"/><circle cx="0" cy="-24" r="5"/>
  </g>`
}

/** A scale bar at the lower left of a drawing: a round length that is about a sixth of its width. */
export function scaleBar(metresPerUnit: number, bottom: number): Html {
  const target = metresPerUnit * 120
  const power = 10 ** Math.floor(Math.log10(target))
  const metres = [5, 2, 1].map((each) => each * power).find((each) => each <= target) ?? power
  const length = Math.round(metres / metresPerUnit)
  const text = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`
  return html`<g class="map-scale" transform="translate(18 ${bottom - 18})">
    <path d="M0-6V0H${length}V-6"/><text x="${length + 8}" y="0">${text}</text>
  </g>`
}

function closestView(world: World, centre: Place): { view: EarthView; metresPerUnit: number } {
  const views = reachesKm.map((reachKm) => {
    const metresPerUnit = (reachKm * 2000) / width
    return { view: new EarthView({ centre, width, height, metresPerUnit }), metresPerUnit }
  })
  const [widest] = views.slice(-1)
  const found = views.find(({ view }) => isTelling(world, view)) ?? widest
  if (found === undefined) throw new Error('a map has at least one reach')
  return found
}

function isTelling({ borders, coasts }: World, view: EarthView): boolean {
  let count = 0
  for (const { course, cap } of [...borders, ...coasts]) {
    if (view.sees(cap)) count += view.lines(course).reduce((sum, each) => sum + each.length / 2, 0)
    if (count >= tellingCount) return true
  }
  return false
}

function outlinesOf(view: EarthView, { rings }: Land): number[][] {
  return rings.map((ring) => view.area(ring)).filter((each) => each.length >= 6)
}

/** The country around a point, by the number of edges that a line to the north crosses in a drawing around it. */
function countryAt(world: World, centre: Place): string | undefined {
  const view = new EarthView({ centre, width: 2, height: 2, metresPerUnit: 1_000 })
  const around = world.lands.filter(({ cap }) => view.sees(cap))
  return around.find((land) => {
    const [outer, ...holes] = outlinesOf(view, land).map((each) => holds(each, 1, 1))
    return outer === true && !holes.includes(true)
  })?.country
}

function holds(outline: number[], x: number, y: number): boolean {
  let isInside = false
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length
    const [ax = 0, ay = 0, bx = 0, by = 0] = [outline[at], outline[at + 1], outline[next], outline[next + 1]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}

type Drawn = { land: Land; outlines: number[][] }
type Name = { name: string; x: number; y: number }

/** Names of the largest countries, in the middle of their largest piece; none over the pin, the globe or each other. */
function namesOf(lands: readonly Drawn[]): Name[] {
  const largest = new Map<string, { area: number; x: number; y: number }>()
  for (const { land, outlines } of lands) {
    const middle = middleOf(outlines[0] ?? [])
    if (middle.area > (largest.get(land.country)?.area ?? namedAreaMin)) largest.set(land.country, middle)
  }
  const kept: Name[] = []
  for (const [name, { x, y }] of [...largest].toSorted(([, a], [, b]) => b.area - a.area)) {
    const at = { name, x: Math.round(x), y: Math.round(y) }
    const isFree = [...taken, ...kept].every((other) => Math.abs(other.x - at.x) > 90 || Math.abs(other.y - at.y) > 26)
    if (isFree && kept.length < namesMax && at.x > 90 && at.x < width - 90 && at.y > 24) kept.push(at)
  }
  return kept
}

/** Positions of the pin, the scale and the globe. */
const taken = [
  { x: width / 2, y: height / 2 - 12 },
  { x: 80, y: height - 20 },
  ...[0, 25, 50].map((up) => ({ x: globe.x, y: globe.y - 25 + up })),
]

function globeOf(world: World, centre: Place): Html {
  const { x, y, radius } = globe
  const view = new EarthView({ centre, width: 2 * radius, height: 2 * radius, metresPerUnit: 6_371_008.8 / radius })
  const land = world.lands
    .filter(({ cap }) => cap.radius > specksBelow)
    .flatMap(({ rings }) => rings.slice(0, 1).map((ring) => view.hemisphere(ring)))
  return html`<g class="map-globe" transform="translate(${x - radius} ${y - radius})">
    <circle class="map-halo" cx="${radius}" cy="${radius}" r="${radius + 5}"/>
    <circle class="map-sea" cx="${radius}" cy="${radius}" r="${radius}"/>
    <path class="map-land" d="${pathData(land, { tolerance: 1.2 })}"/>
    <circle class="map-dot" cx="${radius}" cy="${radius}" r="4.5"/>
  </g>`
}
