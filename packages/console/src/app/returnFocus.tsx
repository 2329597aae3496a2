import { useLayoutEffect } from 'react'

/**
 * Returns the focus to its element from before a dialog. A dialog that is unmounted as it closes does not do so by
 * itself. Stands before the dialog, so that it runs before the dialog takes the focus.
 */
export function ReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    }
  }, [])
  return null
}
