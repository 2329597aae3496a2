import L from 'leaflet'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useWorldMap } from './useWorldMap.ts'
import { pinIcon, worldView } from './worldMap.ts'

/** A position in degrees (WGS 84). */
export type Position = { latitude: number; longitude: number }

export type PositionMapProps = {
  label: string
  position: Position | undefined
  /** Called when the person moves the pin; the map only shows the position without it. */
  onMove?(position: Position): void
}

const placeZoom = 8
const stepPx = 12

/** A map with one pin, moved by a click, by dragging, or with the arrow keys and Shift. */
export function PositionMap({ label, position, onMove }: PositionMapProps) {
  const view = position === undefined ? worldView : { center: pointOf(position), zoom: placeZoom }
  const { element, map } = useWorldMap(view)
  const moved = useRef(onMove)
  moved.current = onMove
  useEffect(() => {
    map?.on('click', ({ latlng }) => moved.current?.(positionOf(latlng)))
  }, [map])
  useEffect(() => {
    if (map === undefined || position === undefined) return undefined
    const pin = L.marker(pointOf(position), {
      icon: pinIcon(),
      draggable: onMove !== undefined,
      alt: label,
      title: label,
    })
    pin.on('dragend', () => moved.current?.(positionOf(pin.getLatLng())))
    pin.addTo(map)
    if (!map.getBounds().contains(pin.getLatLng())) map.setView(pin.getLatLng(), Math.max(map.getZoom(), placeZoom))
    return () => {
      pin.remove()
    }
  }, [map, position?.latitude, position?.longitude])
  const step = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? []
    if (map === undefined || position === undefined || x === undefined || y === undefined || !event.shiftKey) return
    event.preventDefault()
    const point = map.latLngToContainerPoint(pointOf(position)).add([x * stepPx, y * stepPx])
    moved.current?.(positionOf(map.containerPointToLatLng(point)))
  }
  return <div ref={element} className="map" role="application" aria-label={label} tabIndex={0} onKeyDown={step} />
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function pointOf({ latitude, longitude }: Position): L.LatLngTuple {
  return [latitude, longitude]
}

function positionOf(point: L.LatLng): Position {
  const { lat, lng } = point.wrap()
  return { latitude: lat, longitude: lng }
}
