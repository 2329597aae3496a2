import { useEffect, useRef } from 'react'

/** An action of the open page, as the command palette lists it. */
export type PageAction = { id: string; title: string; run(): void }

const shown = new Map<object, readonly PageAction[]>()

/** Lets the command palette run the actions that a part of the page shows, for as long as it shows them. */
export function usePageActions(actions: readonly PageAction[]): void {
  const owner = useRef({})
  useEffect(() => {
    shown.set(owner.current, actions)
    return () => {
      shown.delete(owner.current)
    }
  })
}

/** The actions of the open page, in the order of its parts. */
export function pageActions(): readonly PageAction[] {
  return [...shown.values()].flat()
}
