import type { Feature, FeatureCollection, Geometry, MultiLineString, MultiPolygon, Position } from 'geojson'

/** Land as polygons that run on beyond 180 degrees, each with a copy at the other edge of the map. */
export function unwrappedLand(land: Feature | FeatureCollection): MultiPolygon {
  const geometries = 'features' in land ? land.features.map(({ geometry }) => geometry) : [land.geometry]
  const coordinates = geometries.flatMap(polygonsOf).flatMap((rings) => {
    const unwrapped = rings.map(unwrappedRing)
    const [edge] = edgesBeyond(unwrapped[0] ?? [])
    return edge === undefined ? [unwrapped] : [unwrapped, unwrapped.map((ring) => moved(ring, edge))]
  })
  return { type: 'MultiPolygon', coordinates }
}

/** Lines that end at the antimeridian, in place of a stroke across the whole map. */
export function cutLines({ coordinates }: MultiLineString): MultiLineString {
  return { type: 'MultiLineString', coordinates: coordinates.flatMap(cutLine) }
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** A ring whose neighbours are less than half the earth apart. */
function unwrappedRing(ring: Position[]): Position[] {
  let shift = 0
  let before: number | undefined
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined) shift -= Math.round((longitude - before) / 360) * 360
    before = longitude
    return [longitude + shift, latitude]
  })
}

/** The shift of the copy of a ring that leaves the map; none for a ring within it. */
function edgesBeyond(ring: Position[]): number[] {
  const beyond = ring.map(([longitude = 0]) => (longitude > 180 ? -360 : longitude < -180 ? 360 : 0))
  return beyond.filter((shift) => shift !== 0)
}

function moved(ring: Position[], shift: number): Position[] {
  return ring.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude])
}

function cutLine(line: Position[]): Position[][] {
  const pieces: Position[][] = []
  for (const [at, point] of line.entries()) {
    const [before] = line[at - 1] ?? point
    const isJump = Math.abs(Number(point[0]) - Number(before)) > 180
    if (at === 0 || isJump) pieces.push([])
    pieces.at(-1)?.push(point)
  }
  return pieces.filter((piece) => piece.length > 1)
}
