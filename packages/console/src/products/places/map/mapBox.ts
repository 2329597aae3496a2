import type { MapView } from '#console/parts/map/worldMap.ts'

/** A box in degrees. A box of a map may lie beyond 180 degrees, one of the API crosses them with `west` > `east`. */
export type Box = { west: number; south: number; east: number; north: number }

/** The whole earth. */
export const earth: Box = { west: -180, south: -90, east: 180, north: 90 }

const digits = 5
/** Width in pixels of a cell of the grid, at least. */
const cellPx = 64
const columnsMin = 4
const columnsMax = 64

/** The parameter `west,south,east,north` of a box of a map. */
export function boxText({ west, south, east, north }: Box): string {
  const [left, right] = east - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east)]
  const edges = [left, Math.max(south, -90), right, Math.min(north, 90)]
  return edges.map((each) => Number(each.toFixed(digits))).join(',')
}

/** The longitude of the same meridian that is nearest to the centre of a map. */
export function nearestLongitude(longitude: number, centre: number): number {
  return longitude + Math.round((centre - longitude) / 360) * 360
}

/** A longitude between -180 and 180 degrees. */
function wrapped(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : nearestLongitude(longitude, 0)
}

/** Reads the text of a box; undefined for any other text. */
export function boxOf(text: string): Box | undefined {
  const [west, south, east, north, ...rest] = text.split(',').map(Number)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  return rest.length > 0 || [west, south, east, north].some(Number.isNaN) ? undefined : { west, south, east, north }
}

/** The smallest box around all boxes; undefined without any. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes
  if (first === undefined) return undefined
  return others.reduce<Box>(
    (all, each) => ({
      west: Math.min(all.west, each.west),
      south: Math.min(all.south, each.south),
      east: Math.max(all.east, each.east),
      north: Math.max(all.north, each.north),
    }),
    first,
  )
}

/** Columns of the grid on the longer side of a map, in pixels. */
export function columnsOf(longerPx: number): number {
  return Math.min(columnsMax, Math.max(columnsMin, Math.floor(longerPx / cellPx)))
}

/** The view of a map as text of an address: `latitude,longitude,zoom`. */
export function viewText({ latitude, longitude, zoom }: { latitude: number; longitude: number; zoom: number }): string {
  return `${Number(latitude.toFixed(digits))},${Number(longitude.toFixed(digits))},${zoom}`
}

/** The view of an address; undefined for text that is none. */
export function viewOf(text: string): MapView | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN, ...rest] = text.split(',').map(Number)
  const isView = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && zoom >= 0 && zoom <= 20 && rest.length === 0
  return isView ? { center: [latitude, longitude], zoom } : undefined
}
