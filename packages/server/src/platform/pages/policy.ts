import type { HtmlAnswer } from '#kit/nouns/page.ts'

/**
 * The Content-Security-Policy of a page. Scripts, styles and requests are those of this server alone; images and media
 * may come from any address, since accounts set their own. `ownOrigin` is the public origin of the server.
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
  const sources = ancestors === 'none' ? [] : ancestors.flatMap((each) => sourceOf(each) ?? [])
  return sources.length === 0 ? "'none'" : sources.join(' ')
}

/** An origin as a policy names it (CSP Level 3, host-source); undefined for one that a policy cannot name. */
function sourceOf(origin: string): string | undefined {
  const [, scheme = '', wildcard = '', rest = ''] = /^(https?:\/\/)?(\*\.)?(.*)$/i.exec(origin) ?? []
  // Names in other scripts are written as the browser sends them: `münchen.example` as `xn--mnchen-3ya.example`.
  const host = URL.parse(`http://${rest}`)?.host ?? ''
  return /^[a-z0-9.-]+(:\d{1,5})?$/.test(host) ? `${scheme.toLowerCase()}${wildcard}${host}` : undefined
}
