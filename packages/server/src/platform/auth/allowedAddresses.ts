import ipaddr from 'ipaddr.js'

/** Whether an address lies in one of the ranges (CIDR, or a single address). An empty list allows all. */
export function isAddressAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/** Whether a text is an address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}
