import type { HtmlAnswer } from '#kit/page.ts'

const originPattern = /^(https?:\/\/)?(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/**
 * The Content-Security-Policy of a page. Scripts, styles and calls are those of this server alone; pictures and media
 * may lie anywhere, since accounts name addresses of their own. `ownOrigin` is where the server is reached.
 */
export function pagePolicy(ownOrigin: string, { island, frameAncestors = 'none' }: Partial<HtmlAnswer>): string {
  return [
    "default-src 'none'",
    island === undefined ? "script-src 'none'" : "script-src 'self'",
    "style-src 'self'",
    'img-src * data: blob:',
    `media-src 'self' ${ownOrigin} blob: https: http:`,
    ...(island === undefined ? [] : [`connect-src 'self' ${ownOrigin}`]),
    `frame-ancestors ${ancestorsOf(frameAncestors)}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

function ancestorsOf(ancestors: HtmlAnswer['frameAncestors'] & {}): string {
  if (ancestors === 'any') return '*'
  if (ancestors === 'none' || ancestors.length === 0) return "'none'"
  const odd = ancestors.find((each) => !originPattern.test(each))
  if (odd !== undefined) throw new Error(`${JSON.stringify(odd)} is no origin that may frame a page`)
  return ancestors.join(' ')
}
