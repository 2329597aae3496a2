import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import L from 'leaflet'
import { Maximize } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas } from '#console/parts/description.ts'
import type { ListViewProps } from '#console/parts/descriptor.ts'
import { useWorldMap } from '#console/parts/map/useWorldMap.ts'
import { pinIcon, worldView } from '#console/parts/map/worldMap.ts'
import { readQuery } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { drawCells, type MapCell } from './cellLayer.ts'
import { boxAround, boxOf, boxText, columnsOf, earth, nearestLongitude, viewOf, viewText, type Box } from './mapBox.ts'
import { PlaceCard } from './placeCard.tsx'
import { PlacesInView } from './placesInView.tsx'
import './placeMap.css'

/** A place of the map: its id and where it is. */
export type ChosenPlace = { id: string; latitude: number; longitude: number }

/** Zoom of a map that fits one place or a few neighbours, at most. */
const fitZoomMax = 13
/** Distance of fitted places from the edge, in pixels. */
const fitPadding: L.PointTuple = [48, 48]

type Cells = { items: MapCell[]; count: number; countIsCapped: boolean }
type View = { bbox: string; columns: number }

/** Places on the map: counted by cell where they are many, and a list of those in view. */
export function ListView({ input }: ListViewProps) {
  const { at = '' }: { at?: string } = useSearch({ strict: false })
  const { element, map } = useWorldMap(viewOf(at) ?? worldView)
  const filters = useFilters(input)
  const view = useView(map)
  const { data, error, refetch } = useCells(filters, view)
  const [chosen, choose] = useState<ChosenPlace>()
  const [spot, setSpot] = useState<string>()
  const fit = useFit(map, filters, viewOf(at) !== undefined)
  const open = (cell: MapCell) => {
    const { placeId: id, latitude, longitude } = cell
    if (id !== null) return choose({ id, latitude, longitude })
    const box = boxOf(cell.bbox)
    if (map === undefined || box === undefined) return undefined
    const isOneSpot = box.west === box.east && box.south === box.north
    if (isOneSpot || map.getZoom() >= map.getMaxZoom()) return setSpot(cell.bbox)
    return map.fitBounds(boundsOf(box), { padding: fitPadding })
  }
  const opened = useRef(open)
  opened.current = open
  useEffect(() => {
    if (map === undefined || data === undefined) return undefined
    return drawCells(map, data.items, (cell) => opened.current(cell))
  }, [map, data])
  useEffect(() => setSpot(undefined), [view?.bbox])
  usePin(map, chosen)
  const show = (place: ChosenPlace) => {
    choose(place)
    // In the middle the card never covers the pin.
    map?.panTo(positionOn(map, place))
  }
  return (
    <div className="place-map">
      <div className="place-map-frame">
        <div ref={element} className="map" role="application" aria-label={t('places.map.all')} tabIndex={0} />
        <Button
          className="place-map-fit"
          variant="default"
          size="compact-sm"
          leftSection={<Maximize size={14} aria-hidden />}
          onClick={() => void fit()}
        >
          {t('places.map.fit')}
        </Button>
        {chosen === undefined ? null : <PlaceCard id={chosen.id} close={() => choose(undefined)} />}
      </div>
      <PlacesInView
        filters={filters}
        bbox={spot ?? view?.bbox}
        total={spot === undefined ? data : undefined}
        error={error}
        retry={() => void refetch()}
        leaveSpot={spot === undefined ? undefined : () => setSpot(undefined)}
        chosenId={chosen?.id}
        choose={show}
      />
    </div>
  )
}

/** The search and filters of the list that the map takes as well. */
function useFilters(input: ListViewProps['input']): Record<string, string> {
  const known = useSchemas('places').operations['places.place.map']?.input.properties ?? {}
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(input).flatMap(([name, value]) =>
          name in known && name !== 'bbox' ? [[name, String(value)] as const] : [],
        ),
      ),
    [input, known],
  )
}

/** The part of the earth that a map shows. The address keeps it, so that a way back finds it. */
function useView(map: L.Map | undefined): View | undefined {
  const [view, setView] = useState<View>()
  const navigate = useNavigate()
  useEffect(() => {
    if (map === undefined) return undefined
    const read = () => {
      const { x, y } = map.getSize()
      setView({ bbox: boxText(boxOfMap(map)), columns: columnsOf(Math.max(x, y)) })
    }
    const keep = () => {
      read()
      const { lat, lng } = map.getCenter()
      const at = viewText({ latitude: lat, longitude: lng, zoom: map.getZoom() })
      void navigate({ to: '.', search: (before: object) => ({ ...before, at }), replace: true, resetScroll: false })
    }
    read()
    map.on('moveend', keep)
    const resized = new ResizeObserver(() => map.invalidateSize())
    resized.observe(map.getContainer())
    return () => {
      map.off('moveend', keep)
      resized.disconnect()
    }
  }, [map])
  return view
}

function useCells(filters: Record<string, string>, view: View | undefined) {
  const account = useAccount()
  return useQuery({
    ...readQuery<Cells>(account, 'places.place.map', { ...filters, ...view }),
    enabled: view !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Moves the map to all places of the list: once at the start unless the address has a view, and on request. */
function useFit(map: L.Map | undefined, filters: Record<string, string>, hasView: boolean): () => Promise<void> {
  const { client } = useAccount()
  const fit = async () => {
    const { items } = await client.call('places.place.map', { ...filters, bbox: boxText(earth), columns: 4 })
    const box = boxAround(items.flatMap(({ bbox }) => boxOf(bbox) ?? []))
    if (box === undefined) map?.setView(worldView.center, worldView.zoom)
    else map?.fitBounds(boundsOf(box), { padding: fitPadding, maxZoom: fitZoomMax })
  }
  useEffect(() => {
    // A refused call is shown by the cells of the view.
    if (map !== undefined && !hasView) fit().catch(() => undefined)
  }, [map])
  return () => fit().catch(() => undefined)
}

/** A pin at the chosen place. */
function usePin(map: L.Map | undefined, chosen: ChosenPlace | undefined): void {
  useEffect(() => {
    if (map === undefined || chosen === undefined) return undefined
    const pin = L.marker(positionOn(map, chosen), {
      icon: pinIcon('place-pin'),
      keyboard: false,
      interactive: false,
      zIndexOffset: 1_000,
    })
    pin.addTo(map)
    return () => {
      pin.remove()
    }
  }, [map, chosen])
}

function positionOn(map: L.Map, { latitude, longitude }: ChosenPlace): L.LatLngTuple {
  return [latitude, nearestLongitude(longitude, map.getCenter().lng)]
}

function boxOfMap(map: L.Map): Box {
  const bounds = map.getBounds()
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
}

function boundsOf({ west, south, east, north }: Box): L.LatLngBoundsLiteral {
  return [
    [south, west],
    [north, east],
  ]
}
