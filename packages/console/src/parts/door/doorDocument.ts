import { useEffect } from 'react'

/**
 * Whether the document was loaded at this address: the server lets that one document open the camera. Any other is
 * replaced by it, and the way out of the door leads to a document without the camera.
 */
export function useOwnDocument(): boolean {
  const { pathname } = location
  const [loaded] = performance.getEntriesByType('navigation')
  const isOwn = loaded === undefined || URL.parse(loaded.name)?.pathname === pathname
  useEffect(() => {
    if (!isOwn) return location.reload()
    // The door lies over the frame of the console.
    const frame = document.querySelectorAll<HTMLElement>('.shell-header, .shell-sidebar, .skip')
    for (const each of frame) each.inert = true
    return () => {
      for (const each of frame) each.inert = false
      if (location.pathname !== pathname) location.reload()
    }
  }, [])
  return isOwn
}
