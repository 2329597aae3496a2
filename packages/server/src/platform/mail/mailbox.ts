import { domainToUnicode } from 'node:url'
import { LRUCache } from 'lru-cache'
import { asciiDomain, mailAddressLengthMax } from '#kit/values/mailAddress.ts'

/** The local part in the form of `type=email` (HTML Living Standard): no quotes, no comments, no blanks. */
const localPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/

/** A sender: an address, and a name that may be empty. */
export type Mailbox = { name: string; address: string }

/** A mail address in the form of SMTP, its domain in ASCII and lower case; undefined for other text. */
export function readAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = domainOf(text.slice(at + 1))
  if (domain === '' || !localPattern.test(local)) return undefined
  const address = `${local}@${domain}`
  return address.length > mailAddressLengthMax ? undefined : address
}

const domainsHeldMax = 1_000
/** Domains in ASCII by the form in which they were sent: most addresses are of a few domains. */
const domains = new LRUCache<string, string>({ max: domainsHeldMax })

/** A domain in ASCII and lower case; empty for other text. */
function domainOf(text: string): string {
  const held = domains.get(text)
  if (held !== undefined) return held
  const domain = asciiDomain(text)
  if (text.length > mailAddressLengthMax) return domain
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
