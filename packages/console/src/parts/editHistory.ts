import { useState } from 'react'

/** A value with its earlier and later versions. */
export type EditHistory<T> = {
  value: T
  /** Replaces the value. Changes of one `topic` in a row, such as letters of one field, are undone together. */
  set(next: T, topic?: string): void
  undo(): void
  redo(): void
  canUndo: boolean
  canRedo: boolean
  /** Starts again from a value, without a history. */
  reset(value: T): void
}

type Versions<T> = { past: readonly T[]; value: T; future: readonly T[]; topic: string | undefined }

const stepsMax = 200

/** Keeps the last 200 versions of an edited value. */
export function useEditHistory<T>(initial: T): EditHistory<T> {
  const [versions, setVersions] = useState<Versions<T>>(() => ({
    past: [],
    value: initial,
    future: [],
    topic: undefined,
  }))
  const { past, value, future } = versions
  return {
    value,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    set: (next, topic) =>
      setVersions((now) => {
        const isSame = topic !== undefined && topic === now.topic
        const before = isSame ? now.past : [...now.past, now.value].slice(-stepsMax)
        return { past: before, value: next, future: [], topic }
      }),
    undo: () =>
      setVersions((now) => {
        const last = now.past.at(-1)
        if (last === undefined) return now
        return { past: now.past.slice(0, -1), value: last, future: [now.value, ...now.future], topic: undefined }
      }),
    redo: () =>
      setVersions((now) => {
        const [next, ...rest] = now.future
        if (next === undefined) return now
        return { past: [...now.past, now.value], value: next, future: rest, topic: undefined }
      }),
    reset: (start) => setVersions({ past: [], value: start, future: [], topic: undefined }),
  }
}
