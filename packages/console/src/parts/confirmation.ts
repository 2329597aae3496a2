import { useSyncExternalStore } from 'react'

/** A question before an action that cannot be taken back. */
export type Question = { title: string; text?: string | undefined; button: string }

/** The question that stands open, and the call that ends it. */
export type OpenQuestion = Question & { answer(isConfirmed: boolean): void }

let open: OpenQuestion | undefined
const listeners = new Set<() => void>()

/** Opens a dialog over the page. Resolves to true when the person confirms. */
export function confirmed(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    open?.answer(false)
    set({
      ...question,
      answer(isConfirmed) {
        set(undefined)
        resolve(isConfirmed)
      },
    })
  })
}

/** The question that stands open. */
export function useQuestion(): OpenQuestion | undefined {
  return useSyncExternalStore(subscribe, () => open)
}

function set(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
