import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Network prefixes of a host address, by which callers are counted. `host` is the prefix of one host: an IPv4 address,
 * or the /64 of an IPv6 address. `site` is the prefix of one site: the /48, absent for IPv4.
 */
export type NetworkPrefixes = { host: string; site: string | undefined }

/** The well-known prefix of IPv4 addresses behind a translator (RFC 6052): all of IPv4 lies within one /64 of it. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const noAddress: NetworkPrefixes = { host: '', site: undefined }

/** The prefixes that limits count a host address by. Text that is no address has the empty prefix. */
export function networkPrefixes(address: string): NetworkPrefixes {
  const parsed = parse(address)
  if (parsed === undefined) return noAddress
  if (typeof parsed === 'string') return { host: parsed, site: undefined }
  return { host: prefixText(parsed, 64), site: prefixText(parsed, 48) }
}

/** The network of a host address, for records that must not name the host: /24 of IPv4, /48 of IPv6; else empty. */
export function coarseNetwork(address: string): string {
  const parsed = parse(address)
  if (parsed === undefined) return ''
  if (typeof parsed === 'string') return `${parsed.slice(0, parsed.lastIndexOf('.'))}.0/24`
  return prefixText(parsed, 48)
}

/** An IPv4 address as text, also from its IPv4-mapped or translated form; else an IPv6 address. */
function parse(address: string): string | ipaddr.IPv6 | undefined {
  if (isIPv4(address)) return address
  if (!ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.IPv6.parse(address)
  const isIPv4Inside = parsed.isIPv4MappedAddress() || parsed.match(nat64)
  return isIPv4Inside ? parsed.toByteArray().slice(12).join('.') : parsed
}

/** A prefix as text, such as `2001:db8:1:2::/64`. */
function prefixText(address: ipaddr.IPv6, bits: 48 | 64): string {
  return `${address.parts
    .slice(0, bits / 16)
    .map(hex)
    .join(':')}::/${bits}`.replace(/^(0:)+0::/, '::')
}

function hex(part: number): string {
  return part.toString(16)
}
