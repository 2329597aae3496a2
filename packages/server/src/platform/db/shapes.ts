import { LRUCache } from 'lru-cache'
import type { Statement } from '#kit/call/context.ts'

/**
 * Statements whose text depends on a request: lists by their filters and sorts, updates by the columns that changed.
 * A caller can send more shapes than memory should hold, so the least recently used ones are evicted.
 */
const shapesMax = 1_000
const shapes = new LRUCache<string, Statement>({ max: shapesMax })

/** The statement of a shape, made when the shape is not in memory. The name follows from the text alone. */
export function shapeOf(key: string, make: () => Statement): Statement {
  let known = shapes.get(key)
  if (known === undefined) {
    known = make()
    shapes.set(key, known)
  }
  return known
}

/** The shapes in memory, for the checks of statements and of their plans. */
export function knownShapes(): Statement[] {
  return [...shapes.values()]
}
