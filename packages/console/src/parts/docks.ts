import { useSyncExternalStore } from 'react'

const key = 'fairground.docks'
const listeners = new Set<() => void>()
let open: readonly string[] | undefined

/** Opens a dock of a descriptor: a part that stays while pages change, and after a reload. */
export function openDock(id: string): void {
  if (!openDocks().includes(id)) set([...openDocks(), id])
}

/** Closes a dock that has nothing left to do. */
export function closeDock(id: string): void {
  if (openDocks().includes(id)) set(openDocks().filter((each) => each !== id))
}

/** Ids of the open docks. */
export function useOpenDocks(): readonly string[] {
  return useSyncExternalStore(subscribe, openDocks)
}

function openDocks(): readonly string[] {
  open ??= (localStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '')
  return open
}

function set(next: readonly string[]): void {
  open = next
  localStorage.setItem(key, next.join(' '))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
