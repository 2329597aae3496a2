import type L from 'leaflet'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { openWorldMap, type MapView } from './worldMap.ts'

/** A map of the world in the element of `element`, opened with a view; undefined until its shapes are loaded. */
export function useWorldMap(view: MapView): { element: RefObject<HTMLDivElement | null>; map: L.Map | undefined } {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()
  useEffect(() => {
    if (element.current === null) return undefined
    let opened: L.Map | undefined
    let isClosed = false
    void openWorldMap(element.current, view).then((made) => {
      opened = made
      if (isClosed) made.remove()
      else setMap(made)
      return undefined
    })
    return () => {
      isClosed = true
      opened?.remove()
    }
  }, [])
  return { element, map }
}
