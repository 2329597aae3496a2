import type { HtmlResponse } from '#kit/nouns/page.ts'

/**
 * The Content-Security-Policy of a page. Scripts, styles and calls must be of this server. Images and media may come
 * from any host, since accounts name their addresses. `ownOrigin`: the origin of this server.
 */
export function pagePolicy(ownOrigin: string, page: Partial<HtmlResponse>): string {
  const { island, hasInlineStyles = false, frameAncestors = 'none' } = page
  return [
    "default-src 'none'",
    island === undefined ? "script-src 'none'" : "script-src 'self'",
    `style-src 'self'${hasInlineStyles && island === undefined ? " 'unsafe-inline'" : ''}`,
    'img-src * data: blob:',
    `media-src 'self' ${ownOrigin} blob: https: http:`,
    ...(island === undefined ? [] : [`connect-src 'self' ${ownOrigin}`]),
    `frame-ancestors ${ancestorsOf(frameAncestors)}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

function ancestorsOf(ancestors: HtmlResponse['frameAncestors'] & {}): string {
  if (ancestors === 'any') return '*'
  const sources = ancestors === 'none' ? [] : ancestors.flatMap((each) => sourceOf(each) ?? [])
  return sources.length === 0 ? "'none'" : sources.join(' ')
}

/** The source expression of an origin (CSP Level 3, host-source); undefined for one that a policy cannot name. */
function sourceOf(origin: string): string | undefined {
  const [, scheme = '', wildcard = '', rest = ''] = /^(https?:\/\/)?(\*\.)?(.*)$/i.exec(origin) ?? []
  // Names in other scripts stand in Punycode, as browsers send them: `münchen.example` is `xn--mnchen-3ya.example`.
  const host = URL.parse(`http://${rest}`)?.host ?? ''
  return /^[a-z0-9.-]+(:\d{1,5})?$/.test(host) ? `${scheme.toLowerCase()}${wildcard}${host}` : undefined
}
