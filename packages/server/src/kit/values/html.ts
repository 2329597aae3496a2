const markup = Symbol('markup')

/** HTML that is safe to send, because `html` alone makes it. Any other value is escaped as text. */
export type Html = { readonly [markup]: string }

/**
 * Values of a template: HTML is unchanged, texts and numbers are escaped, lists are joined, undefined and null are
 * empty.
 */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

/**
 * Template of HTML or XML: escapes its values for text and for attributes in double quotes.
 * `html\`<a href="${url}">${title}</a>\``
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0] ?? ''
  for (const [index, part] of parts.entries()) text += written(part) + (strings[index + 1] ?? '')
  return { [markup]: text }
}

/** HTML that a sanitizer returned. For `platform/pages/markdown.ts` alone: any other text is escaped by `html`. */
export function sanitisedHtml(text: string): Html {
  return { [markup]: text }
}

/** The text to send. */
export function htmlText(made: Html): string {
  return made[markup]
}

/** Characters that XML 1.0 excludes (2.2): a reader refuses the whole document for one of them. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** The text of an XML document to send. Characters that XML excludes are left out. */
export function xmlText(made: Html): string {
  return made[markup].replaceAll(notXml, '')
}

/** Text as HTML and XML show it. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A block of JSON for a script or a search engine to read. No value can end the block: `<` is written as an escape. */
export function dataBlock(block: {
  type: 'application/json' | 'application/ld+json'
  id?: string
  value: unknown
}): Html {
  const { type, id, value } = block
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return html`<script type="${type}"${id === undefined ? '' : html` id="${id}"`}>${{ [markup]: json }}</script>`
}

function written(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return isHtml(part) ? part[markup] : part.map(written).join('')
}

function isHtml(part: Html | readonly HtmlPart[]): part is Html {
  return markup in part
}
