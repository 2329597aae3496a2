import { field, invalid } from '#kit/call/problem.ts'

/** A point on the earth in degrees: latitude -90 to 90, longitude -180 to 180. */
export type Point = { latitude: number; longitude: number }

/** A box in degrees; `west` greater than `east` crosses the antimeridian. */
export type Box = { west: number; south: number; east: number; north: number }

/** Mean radius of the earth in metres (IUGG). Distances on the sphere are within 0.6 % of those on the ellipsoid. */
export const earthRadiusM = 6_371_008.8

/** Margin of every box in space, so that rounding never loses a point on its edge. */
const slackM = 0.01

type Vector = readonly [number, number, number]

/** A point as metres from the centre of the earth, in the text form of PostgreSQL's `cube`. */
export function cubeOf(point: Point): string {
  return `(${vectorOf(point).join(', ')})`
}

/** The chord of an arc along the surface, both in metres. */
export function chordOf(arcM: number): number {
  return 2 * earthRadiusM * Math.sin(arcM / (2 * earthRadiusM))
}

/** The distance along the surface between two points in metres. */
export function distanceBetweenM(from: Point, to: Point): number {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  return 2 * earthRadiusM * Math.asin(Math.min(1, chord / (2 * earthRadiusM)))
}

/** The cube that contains everything within an arc in metres around a point. */
export function cubeAround(point: Point, arcM: number): string {
  const reach = chordOf(arcM) + slackM
  const middle = vectorOf(point)
  return cubeText(
    middle.map((each) => each - reach),
    middle.map((each) => each + reach),
  )
}

/** The smallest cube that contains the part of the surface within a box of degrees. */
export function cubeOfBox(box: Box): string {
  const [south, north] = [radians(box.south), radians(box.north)]
  const widest = box.south <= 0 && box.north >= 0 ? 1 : Math.max(Math.cos(south), Math.cos(north))
  const narrowest = Math.min(Math.cos(south), Math.cos(north))
  const [cosMin, cosMax] = cosineRange(box.west, widthOf(box))
  const [sinMin, sinMax] = cosineRange(box.west - 90, widthOf(box))
  const spread = (low: number, high: number) => {
    const all = [low * widest, low * narrowest, high * widest, high * narrowest].map((each) => each * earthRadiusM)
    return [Math.min(...all) - slackM, Math.max(...all) + slackM] as const
  }
  const [x, y] = [spread(cosMin, cosMax), spread(sinMin, sinMax)]
  const z = [Math.sin(south) * earthRadiusM - slackM, Math.sin(north) * earthRadiusM + slackM] as const
  return cubeText([x[0], y[0], z[0]], [x[1], y[1], z[1]])
}

/** Reads `lat,lng` of the parameter `name`. Throws invalid for text that is no point on the earth. */
export function pointOf(name: string, text: string): Point {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = numbersOf(text)
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && rest.length === 0
  if (!isPoint) throw invalid(field(name, 'point', 'must be latitude,longitude in degrees, such as 52.52,13.405'))
  return { latitude, longitude }
}

/** Reads `w,s,e,n` of the parameter `name`. Throws invalid for text that is no box of degrees. */
export function boxOf(name: string, text: string): Box {
  const numbers = numbersOf(text)
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isWithin = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90
  if (!isWithin || !(south <= north) || numbers.length !== 4) {
    throw invalid(field(name, 'box', 'must be west,south,east,north in degrees, south below north'))
  }
  return { west, south, east, north }
}

function vectorOf({ latitude, longitude }: Point): Vector {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  const ring = earthRadiusM * Math.cos(phi)
  return [ring * Math.cos(lambda), ring * Math.sin(lambda), earthRadiusM * Math.sin(phi)]
}

/** Least and greatest cosine over an arc of `width` degrees from `start`. */
function cosineRange(start: number, width: number): [number, number] {
  const ends = [Math.cos(radians(start)), Math.cos(radians(start + width))]
  const passes = (degrees: number) => Math.ceil((start - degrees) / 360) * 360 + degrees <= start + width
  return [passes(180) ? -1 : Math.min(...ends), passes(0) ? 1 : Math.max(...ends)]
}

/** Width of a box in degrees, 0 to 360. */
export function widthOf(box: Box): number {
  return box.west <= box.east ? box.east - box.west : box.east - box.west + 360
}

function cubeText(low: readonly number[], high: readonly number[]): string {
  return `(${low.join(', ')}), (${high.join(', ')})`
}

function numbersOf(text: string): number[] {
  return text.split(',').map((part) => (/^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(part) ? Number(part) : Number.NaN))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
