import ipaddr from 'ipaddr.js'

/** Range of global unicast addresses that IANA has assigned (RFC 4291, IPv6 address space registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix that translates to IPv4 (RFC 6052); its local twin 64:ff9b:1::/48 is not followed. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Addresses of a public range that the virtualisation host itself serves (Azure's metadata and DNS). */
const metadata = new Set(['168.63.129.16'])

/**
 * Whether an address is globally routable: none of the special ranges of IANA's registries, and none of them embedded
 * in an IPv4-mapped or NAT64 address. Text without an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%', 1)[0] ?? ''
  // Only the usual form: `0177.0.0.1` and `2130706433` mean 127.0.0.1 to some parsers and not to others.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return false
  const parsed = ipaddr.parse(bare)
  return parsed.kind() === 'ipv4' ? isPublicV4(parsed.toString()) : isPublicV6(ipaddr.IPv6.parse(bare))
}

function isPublicV4(address: string): boolean {
  return ipaddr.IPv4.parse(address).range() === 'unicast' && !metadata.has(address)
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  const mapped = address.isIPv4MappedAddress()
  if (mapped || address.match(nat64)) return isPublicV4(address.toByteArray().slice(12).join('.'))
  return address.match(globalUnicast) && address.range() === 'unicast'
}

/** Whether a text is an IP address of version 4 or 6. */
export function isIpAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
