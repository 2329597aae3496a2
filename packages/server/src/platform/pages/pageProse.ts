import { setImmediate as immediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Html } from '#kit/values/html.ts'

/** A text of a user: as HTML for a page, and as one line for cards and search engines. */
export type Prose = { html: Html; text: string }

/** Characters of texts whose prose is kept. */
const keptCharsMax = 2_000_000

const kept = new LRUCache<string, Prose>({ maxSize: keptCharsMax, sizeCalculation: (_prose, text) => text.length })

/**
 * A Markdown text as HTML and as plain text; undefined for an empty one. The packages load at first use. A hostile text
 * costs some 100 ms: the prose of each is kept, and other requests run between two texts.
 */
export async function proseOf(text: string | null): Promise<Prose | undefined> {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const before = kept.get(trimmed)
  if (before !== undefined) return before
  const { markdownProse } = await import('./markdown.ts')
  await immediate()
  const prose = markdownProse(trimmed)
  kept.set(trimmed, prose)
  return prose
}
