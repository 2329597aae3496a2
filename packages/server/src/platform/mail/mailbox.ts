import { domainToASCII, domainToUnicode } from 'node:url'
import { LRUCache } from 'lru-cache'

/** Length of the longest path of RFC 5321, 4.5.3.1.3, without its brackets. */
const addressLengthMax = 254
/** The local part in the form of `type=email` (HTML Living Standard): no quotes, no comments, no blanks. */
const localPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const domainPattern = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** A sender: an address, and a name that may be empty. */
export type Mailbox = { name: string; address: string }

/** A mail address in the form of SMTP, its domain in ASCII and lower case; undefined for other text. */
export function readAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = domainOf(text.slice(at + 1))
  if (domain === '' || !localPattern.test(local)) return undefined
  const address = `${local}@${domain}`
  return address.length > addressLengthMax ? undefined : address
}

const domainsHeldMax = 1_000
/** Domains in ASCII by the form in which they were sent: most addresses are of a few domains. */
const domains = new LRUCache<string, string>({ max: domainsHeldMax })

/** A domain in ASCII and lower case; empty for other text. */
function domainOf(text: string): string {
  const held = domains.get(text)
  if (held !== undefined) return held
  const ascii = domainToASCII(text)
  const domain = domainPattern.test(ascii) ? ascii : ''
  if (text.length > addressLengthMax) return domain
  // A copy: a part of a text keeps the whole text in memory.
  domains.set(Buffer.from(text).toString(), domain)
  return domain
}

/** A domain with the letters of its language: `xn--mller-kva.de` is `müller.de`. */
export function readableDomain(domain: string): string {
  return domainToUnicode(domain)
}

/** A sender, written `ada@example.com` or `Ada <ada@example.com>`; undefined for other text. */
export function readMailbox(text: string): Mailbox | undefined {
  const named = /^([^<>"\p{Cc}]{1,100}?) *<([^<>]+)>$/u.exec(text)
  const address = readAddress(named?.[2] ?? text)
  return address === undefined ? undefined : { name: named?.[1] ?? '', address }
}
