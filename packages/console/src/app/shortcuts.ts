import { useHotkeys } from '@mantine/hooks'
import { useEffect } from 'react'
import type { TextKey } from '#console/texts/texts.ts'

/** A key of the open page, and the text that says what it does. */
export type Shortcut = { key: string; does: TextKey }

const shown = new Set<Shortcut>()

/**
 * Runs work on a key, such as `mod+K`. Within inputs, dialogs and menus only keys with a modifier count. The help of
 * keys lists those with a text, for as long as the part that has them is shown.
 */
export function useShortcut(key: string, run: (event: KeyboardEvent) => void, does?: TextKey): void {
  const hasModifier = key.startsWith('mod+')
  useHotkeys([[key, (event) => (hasModifier || !isInLayer(event)) && run(event)]], hasModifier ? [] : undefined)
  useEffect(() => {
    if (does === undefined) return undefined
    const shortcut = { key, does }
    shown.add(shortcut)
    return () => void shown.delete(shortcut)
  }, [key, does])
}

/** The keys of the open page, in the order in which its parts appeared. */
export function shownShortcuts(): readonly Shortcut[] {
  return [...shown]
}

/** A key as the keyboard of this machine names it, such as `Ctrl K`. */
export function keyText(key: string): string {
  const modifier = navigator.platform.startsWith('Mac') ? '⌘ ' : 'Ctrl '
  return key.toUpperCase().replace('MOD+', modifier).replace('SHIFT+', '')
}

/** Whether a key was pressed in what lies over the page. */
function isInLayer({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null
}
