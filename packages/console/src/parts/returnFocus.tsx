import { useLayoutEffect } from 'react'

/**
 * Returns the focus to its element from before a dialog. A dialog that is unmounted as it closes does not do so by
 * itself. Stands before the dialog, so that it runs before the dialog takes the focus.
 */
export function ReturnFocus() {
  useLayoutEffect(() => {
    const before = openerOf(document.activeElement)
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    }
  }, [])
  return null
}

/** An entry of a menu goes with the menu: the button of the menu stays. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]')
  return (menu && document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`)) ?? element
}
