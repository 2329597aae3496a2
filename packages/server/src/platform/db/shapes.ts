import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Statement, StatementScope } from '#kit/call/context.ts'

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

/** The statement of a text, which its builder keeps among the shapes; its name ends in a digest of the text. */
export function namedShape<Row>(prefix: string, scope: StatementScope, text: string): Statement<Row> {
  // cast: the builder of the text states the type of its rows; one text has one reader.
  return shapeOf(text, () => {
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12)
    return { name: `${prefix}.${digest}`, text, scope }
  }) as Statement<Row>
}

/** The shapes in memory, for the checks of statements and of their plans. */
export function knownShapes(): Statement[] {
  return [...shapes.values()]
}
