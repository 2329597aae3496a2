import type { Cap, Course } from './worldShapes.ts'

/** A point on the earth in degrees. */
export type Place = { latitude: number; longitude: number }

/** Mean radius of the earth in metres (IUGG). */
const earthRadiusM = 6_371_008.8

/** A point as a vector of length 1 from the centre of the earth. */
export function unitVector({ latitude, longitude }: Place): [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** A drawing area with a point of the earth in its middle. */
export type Frame = { centre: Place; width: number; height: number; metresPerUnit: number }

/** Points of a drawing: x and y of each, one after another. */
type Outline = number[]

/** Side of the earth that a close view draws: nothing near the horizon lies within its frame. */
const closeDepth = 0.05
/** Clipping happens outside of the frame, so that its edges are never drawn. */
const marginUnits = 12
/** Step along the horizon in radians. */
const arcStep = 0.06

/** The earth from above a point, in orthographic projection: north is up, and no meridian or pole is special. */
export class EarthView {
  readonly #frame: Frame
  readonly #up: readonly number[]
  readonly #east: readonly number[]
  readonly #north: readonly number[]
  readonly #scale: number

  constructor(frame: Frame) {
    const { latitude, longitude } = frame.centre
    const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
    this.#frame = frame
    this.#scale = earthRadiusM / frame.metresPerUnit
    this.#up = unitVector(frame.centre)
    this.#east = [-Math.sin(lambda), Math.cos(lambda), 0]
    this.#north = [-Math.sin(phi) * Math.cos(lambda), -Math.sin(phi) * Math.sin(lambda), Math.cos(phi)]
  }

  /** Position of a point in the drawing; undefined on the far side of the earth. */
  at(point: Place): { x: number; y: number } | undefined {
    const [x, y, z] = this.#turned(unitVector(point), 0)
    return z < 0 ? undefined : { x: this.#across(x), y: this.#down(y) }
  }

  /** Whether shapes within a cap may lie in the drawing. */
  sees({ middle, radius }: Cap): boolean {
    const [x = 0, y = 0, z = 0] = this.#up
    const angle = Math.acos(Math.max(-1, Math.min(1, x * middle[0] + y * middle[1] + z * middle[2])))
    const reach = Math.hypot(this.#frame.width, this.#frame.height) / 2 + marginUnits
    return angle <= radius + Math.asin(Math.min(1, reach / this.#scale))
  }

  /** A ring, clipped to the frame. Empty where it lies outside. */
  area(ring: Course): Outline {
    const turned = this.#course(ring)
    const near = clipped(turned, ([, , z]) => z - closeDepth)
    const { width, height } = this.#frame
    const flat = near.map(([x, y, z]): Vector => [this.#across(x), this.#down(y), z])
    const sides: ((point: Vector) => number)[] = [
      ([x]) => x + marginUnits,
      ([x]) => width + marginUnits - x,
      ([, y]) => y + marginUnits,
      ([, y]) => height + marginUnits - y,
    ]
    return sides.reduce(clipped, flat).flatMap(([x, y]) => [x, y])
  }

  /** A ring on the visible half of the whole earth; its cut follows the horizon. */
  hemisphere(ring: Course): Outline {
    const near = clipped(this.#course(ring), ([, , z]) => z).map(([x, y, z]): Vector => {
      const length = z < 1e-9 ? Math.hypot(x, y) || 1 : 1
      return [x / length, y / length, z]
    })
    const along = near.flatMap((point, index) => {
      const before = near[index - 1] ?? near.at(-1)
      return before === undefined ? [point] : [...horizonBetween(before, point), point]
    })
    return along.flatMap(([x, y]) => [this.#across(x), this.#down(y)])
  }

  /** The parts of a line within the frame. */
  lines(course: Course): Outline[] {
    const { width, height } = this.#frame
    const found: Outline[] = []
    let open: Outline | undefined
    for (const [x, y, z] of this.#course(course)) {
      const [across, down] = [this.#across(x), this.#down(y)]
      const isWithin =
        z > closeDepth &&
        across > -marginUnits &&
        across < width + marginUnits &&
        down > -marginUnits &&
        down < height + marginUnits
      if (isWithin && open === undefined) found.push((open = []))
      open?.push(across, down)
      if (!isWithin) open = undefined
    }
    return found.filter((each) => each.length > 2)
  }

  #course(course: Course): Vector[] {
    return Array.from({ length: course.length / 3 }, (_, index) => this.#turned(course, index * 3))
  }

  #turned(of: ArrayLike<number>, at: number): Vector {
    const [x = 0, y = 0, z = 0] = [of[at], of[at + 1], of[at + 2]]
    const along = ([a = 0, b = 0, c = 0]: readonly number[]) => x * a + y * b + z * c
    return [along(this.#east), along(this.#north), along(this.#up)]
  }

  #across(x: number): number {
    return this.#frame.width / 2 + x * this.#scale
  }

  #down(y: number): number {
    return this.#frame.height / 2 - y * this.#scale
  }
}

/** Path data of rings or lines: points nearer than `tolerance` to the one before are left out. */
export function pathData(outlines: readonly Outline[], { tolerance = 0.7, isClosed = true } = {}): string {
  return outlines.map((each) => piece(each, tolerance, isClosed)).join('')
}

/** Area and centroid of an outline in the drawing. */
export function middleOf(outline: Outline): { area: number; x: number; y: number } {
  let [area, x, y] = [0, 0, 0]
  for (let at = 0; at < outline.length; at += 2) {
    const [ax = 0, ay = 0] = [outline[at], outline[at + 1]]
    const next = (at + 2) % outline.length
    const [bx = 0, by = 0] = [outline[next], outline[next + 1]]
    const cross = ax * by - bx * ay
    area += cross / 2
    x += ((ax + bx) * cross) / 6
    y += ((ay + by) * cross) / 6
  }
  return area === 0 ? { area, x: 0, y: 0 } : { area: Math.abs(area), x: x / area, y: y / area }
}

type Vector = readonly [number, number, number]

/** Sutherland and Hodgman: the part of a ring on the inner side of an edge, where `distance` is not negative. */
function clipped(ring: Vector[], distance: (point: Vector) => number): Vector[] {
  const kept: Vector[] = []
  for (const [index, point] of ring.entries()) {
    const before = ring[index - 1] ?? ring.at(-1) ?? point
    const [here, there] = [distance(point), distance(before)]
    if (here >= 0 !== there >= 0) kept.push(between(before, point, there / (there - here)))
    if (here >= 0) kept.push(point)
  }
  return kept
}

function between(from: Vector, to: Vector, part: number): Vector {
  const mix = (a: number, b: number) => a + (b - a) * part
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

/** Points along the horizon between two points on it; none for other points. */
function horizonBetween(from: Vector, to: Vector): Vector[] {
  if (from[2] > 1e-9 || to[2] > 1e-9) return []
  const start = Math.atan2(from[1], from[0])
  const turn = Math.atan2(to[1], to[0]) - start
  const shorter = turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI
  const steps = Math.floor(Math.abs(shorter) / arcStep)
  return Array.from({ length: steps }, (_, index): Vector => {
    const angle = start + (shorter * (index + 1)) / (steps + 1)
    return [Math.cos(angle), Math.sin(angle), 0]
  })
}

function piece(outline: Outline, tolerance: number, isClosed: boolean): string {
  const kept: string[] = []
  let [x, y] = [Infinity, Infinity]
  for (let at = 0; at < outline.length; at += 2) {
    const [nextX = 0, nextY = 0] = [outline[at], outline[at + 1]]
    const isLast = at + 2 >= outline.length
    if (Math.hypot(nextX - x, nextY - y) < tolerance && !(isLast && !isClosed)) continue
    ;[x, y] = [nextX, nextY]
    kept.push(`${round(x)} ${round(y)}`)
  }
  if (kept.length < (isClosed ? 3 : 2)) return ''
  return `M${kept.join('L')}${isClosed ? 'Z' : ''}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
