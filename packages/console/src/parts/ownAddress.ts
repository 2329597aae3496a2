/** The path of an address of this server, whichever of its names the address has. */
export function ownPath(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : url.pathname + url.search
}
