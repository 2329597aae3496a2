import ipaddr from 'ipaddr.js'

const networkBytes = 8

/**
 * Where a peer is, for what one peer may have: an IPv4 address, or the 64 bit network of an IPv6 one, all of whose
 * addresses a host may take. Empty for what is no address.
 */
export function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, networkBytes).join('.')
}
