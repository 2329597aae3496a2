const lengthMax = 500
const ownShape = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u

/** A path of this server that a browser may open next; undefined for another address and for other text. */
export function ownPathOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > lengthMax || !ownShape.test(text)) return undefined
  const base = 'http://own.invalid'
  const url = URL.parse(text, base)
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : undefined
}
