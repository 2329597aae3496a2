import type { Html } from '#kit/values/html.ts'

/** A text of a user: as HTML for a page, and as one line for cards and search engines. */
export type Prose = { html: Html; text: string }

/** A Markdown text as HTML and as plain text; undefined for an empty one. The packages load at first use. */
export async function proseOf(text: string | null): Promise<Prose | undefined> {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const { markdownHtml, markdownText } = await import('./markdown.ts')
  return { html: markdownHtml(trimmed), text: markdownText(trimmed) }
}
