import { Marked, type Token, type Tokens } from 'marked'
import sanitize from 'sanitize-html'
import { escaped, sanitisedHtml, type Html } from '#kit/values/html.ts'

/** Level of the highest heading: the page around the text has the first. */
const headingLevelMin = 2
const headingLevelMax = 6

/** The subset of Markdown: no images, tables or HTML. Links leave the site, and give it no weight (`ugc`). */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...(['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'] as const),
    ...(['h2', 'h3', 'h4', 'h5', 'h6'] as const),
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow ugc noopener' }) },
}

/**
 * The start of a line with more than 30 nested quotes and lists, up to the next one; no rule such as `* * *` follows.
 * Each level costs as much as the rest of the line is long.
 */
const deepLine = /^((?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){30}[ \t]*)(?=[>*+-]|\d+[.)])(?![* \t]+$)(?![- \t]+$)/gm

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // HTML is no part of the subset: a reader sees it as it was typed.
    html: ({ text, block }) => (block ? paragraph(text) : escaped(text)),
    image: ({ text }) => escaped(text),
    table: ({ raw }) => paragraph(raw),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    link({ href, text, tokens }) {
      const label = text === href ? escaped(href.replace(/^https?:\/\//, '')) : this.parser.parseInline(tokens)
      return /^(?:https?:\/\/|mailto:)/i.test(href) ? `<a href="${escaped(href)}">${label}</a>` : label
    },
  },
  hooks: {
    processAllTokens(tokens) {
      levelHeadings(tokens)
      return tokens
    },
  },
})

/** Markdown of a user as safe HTML. Headings begin at level 2 and skip no level; HTML is shown as text. */
export function markdownHtml(text: string): Html {
  return safe(parsed(text))
}

/** Markdown of a user as plain text, in one line. */
export function markdownText(text: string): string {
  return plain(parsed(text))
}

/** Markdown of a user in both forms, parsed once. */
export function markdownProse(text: string): { html: Html; text: string } {
  const html = parsed(text)
  return { html: safe(html), text: plain(html) }
}

function safe(html: string): Html {
  return sanitisedHtml(sanitize(html, allowed).trim())
}

function plain(parsedHtml: string): string {
  const html = parsedHtml.replaceAll(/<\/(?:p|li|h\d|pre)>|<br>|<hr>/g, ' ')
  return unescaped(sanitize(html, { allowedTags: [], allowedAttributes: {} }))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** HTML of a Markdown text. A text whose nesting exceeds the stack is shown as it was typed. */
function parsed(text: string): string {
  try {
    return marked.parse(text.replaceAll(deepLine, '$1\\'), { async: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return paragraph(text)
  }
}

function paragraph(text: string): string {
  return `<p>${escaped(text.trim()).replaceAll('\n', '<br>')}</p>`
}

function levelHeadings(tokens: readonly Token[]): void {
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
  const ranks = [...new Set(headings.map(({ depth }) => depth))].toSorted((one, other) => one - other)
  let before = headingLevelMin - 1
  for (const heading of headings) {
    const level = headingLevelMin + ranks.indexOf(heading.depth)
    before = Math.min(level, before + 1, headingLevelMax)
    heading.depth = before
  }
}

const characters = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
])

/** The text behind the escapes that a sanitizer writes. */
function unescaped(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (each) => characters.get(each) ?? each)
}
