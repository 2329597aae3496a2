/** A start tag, and its parts in which a name may stand for something else than an attribute. */
const startTag = /<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi
const quotedOrStyle = /"[^"]*"|'[^']*'|(?<=[\s/"'])style(?=\s*=)/gi
// An element or a comment without an end takes the rest, as in a browser: a search for it at each begin would take
// the square of the length.
const styleElement = /<style\b[^<>]*>([^<]*(?:<(?!\/style[\s/>])[^<]*)*)(?:<\/style(?:[\s/][^>]*)?(?:>|$)|$)/gi
/** Comments hold rules for other programs. */
const comment = /<!--(?:-?>|[^-]*(?:-(?!-!?>)[^-]*)*(?:--!?>|$))/g

/** A mail in HTML without its style elements, whose texts are `sheets`, and with style attributes as `data-style`. */
export type Unstyled = { rest: string; sheets: readonly string[] }

/** The mail with its style attributes under another name: a parser reports each one that the policy forbids. */
export function withoutStyles(html: string): Unstyled {
  const sheets: string[] = []
  const unstyled = html.replaceAll(comment, '').replaceAll(styleElement, (_whole, sheet: string) => {
    sheets.push(sheet)
    return ''
  })
  const renamed = (part: string) => (part.toLowerCase() === 'style' ? 'data-style' : part)
  return { rest: unstyled.replaceAll(startTag, (tag) => tag.replaceAll(quotedOrStyle, renamed)), sheets }
}
