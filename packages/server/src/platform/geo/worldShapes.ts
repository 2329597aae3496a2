import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { unitVector } from './earthView.ts'

/** A line or ring on the unit sphere: x, y, z of each point, one after another. */
export type Course = Float64Array

/** The smallest cap around the mean of some points that holds them all: its middle and its radius in radians. */
export type Cap = { middle: readonly [number, number, number]; radius: number }

/** A piece of a country: its outer ring and its holes. */
export type Land = { country: string; rings: Course[]; cap: Cap }

/** A coast, or a border between two countries. */
export type Edge = { course: Course; cap: Cap }

/** Shapes of the world at 1:50 million, from a bundled file: no request leaves the machine. */
export type World = { lands: Land[]; borders: Edge[]; coasts: Edge[] }

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>

/** Reads the shapes: some 100 ms and 5 MB, for a caller that keeps them. */
export async function readWorld(): Promise<World> {
  const path = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))
  // cast: the file is a topology with this object.
  const topology = JSON.parse(await readFile(path, 'utf8')) as Countries
  const { countries } = topology.objects
  const lands = feature(topology, countries).features.flatMap(({ geometry, properties }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    return polygons.map((rings): Land => {
      const courses = rings.map(courseOf)
      return { country: properties.name, rings: courses, cap: capOf(courses[0] ?? new Float64Array()) }
    })
  })
  const edges = (filter: (a: unknown, b: unknown) => boolean) =>
    mesh(topology, countries, filter).coordinates.map((line): Edge => {
      const course = courseOf(line)
      return { course, cap: capOf(course) }
    })
  return { lands, borders: edges((a, b) => a !== b), coasts: edges((a, b) => a === b) }
}

function courseOf(positions: number[][]): Course {
  return Float64Array.from(positions.flatMap(([longitude = 0, latitude = 0]) => unitVector({ latitude, longitude })))
}

function capOf(course: Course): Cap {
  const sum = [0, 0, 0]
  for (const [at, each] of course.entries()) sum[at % 3] = (sum[at % 3] ?? 0) + each
  const [x = 0, y = 0, z = 0] = sum
  const length = Math.hypot(x, y, z) || 1
  const middle = [x / length, y / length, z / length] as const
  let least = 1
  for (let at = 0; at < course.length; at += 3) least = Math.min(least, cosine(middle, course, at))
  return { middle, radius: Math.acos(Math.max(-1, least)) }
}

function cosine([x, y, z]: Cap['middle'], course: Course, at: number): number {
  return x * (course[at] ?? 0) + y * (course[at + 1] ?? 0) + z * (course[at + 2] ?? 0)
}
