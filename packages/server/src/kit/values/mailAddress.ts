const localPattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const domainPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const beyondAscii = /[^ -~]/
/** Signs that a URL reads as no part of its host, or decodes. */
const urlSigns = /[\s/?#:\\@%]/

/** Length of the longest path of RFC 5321, 4.5.3.1.3, without its brackets. */
export const mailAddressLengthMax = 254

/** A domain in ASCII and lower case, as the DNS has it; empty for other text. */
export function asciiDomain(text: string): string {
  if (urlSigns.test(text)) return ''
  const hostname = URL.parse(`http://${text}`)?.hostname ?? ''
  return domainPattern.test(hostname) ? hostname : ''
}

/**
 * A mail address whose domain has the form of the DNS: `greta@müller.example` is `greta@xn--mller-kva.example`. An
 * address without letters beyond ASCII stays as it is, also in its capitals.
 */
export function asciiMailAddress(text: string): string {
  if (!beyondAscii.test(text)) return text
  const at = text.lastIndexOf('@') + 1
  const domain = asciiDomain(text.slice(at))
  return domain === '' ? text : text.slice(0, at) + domain
}

/** Whether a text is a mail address, with a domain of two labels or more in letters of any language. */
export function isMailAddress(text: string): boolean {
  const address = asciiMailAddress(text)
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > mailAddressLengthMax) return false
  return localPattern.test(address.slice(0, at)) && hostPattern.test(address.slice(at + 1))
}
