import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { cutLines, unwrappedLand } from './antimeridian.ts'
import { t } from '#console/texts/texts.ts'
import './map.css'

/** Centre and zoom of a map. */
export type MapView = { center: L.LatLngExpression; zoom: number }

/** The view of a map without a place. */
export const worldView: MapView = { center: [25, 10], zoom: 1.5 }

/** Opens a map of the world in an element: land and borders from a file of this server, no tiles of others. */
export async function openWorldMap(element: HTMLElement, { center, zoom }: MapView): Promise<L.Map> {
  const bounds = { minZoom: 1, maxZoom: 17, worldCopyJump: true, zoomSnap: 0.5 }
  const map = L.map(element, { attributionControl: false, zoomControl: false, ...bounds })
  map.setView(center, zoom)
  L.control.zoom({ zoomInTitle: t('form.map.in'), zoomOutTitle: t('form.map.out') }).addTo(map)
  const { default: shapes } = await import('world-atlas/countries-50m.json')
  // cast: the file is a topology with these two objects.
  const world = shapes as unknown as Topology<{ land: GeometryCollection; countries: GeometryCollection }>
  const canvas = L.canvas({ padding: 0.4 })
  const style = { renderer: canvas, interactive: false, className: 'map-land' }
  L.geoJSON(unwrappedLand(feature(world, world.objects.land)), {
    ...style,
    style: () => ({ stroke: false, fillColor: colorOf('--map-land'), fillOpacity: 1 }),
  }).addTo(map)
  L.geoJSON(cutLines(mesh(world, world.objects.countries)), {
    ...style,
    style: () => ({ color: colorOf('--map-border'), weight: 0.8, fill: false }),
  }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  return map
}

/** A pin, without an image file, whose tip is the position; a further class can give it another colour. */
export function pinIcon(className = ''): L.DivIcon {
  return L.divIcon({ className: `map-pin ${className}`.trim(), iconSize: [22, 22], iconAnchor: [11, 27] })
}

function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
