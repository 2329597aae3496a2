/** The path of an address of this server, whichever of its names the address has. */
export function ownPath(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : url.pathname + url.search
}

/** Address from which a page shows an image: the path of one that was uploaded here, else the address itself. */
export function imageSource(address: string): string {
  const path = ownPath(address)
  return /^\/images\/[0-9a-z]{8}\/[0-9a-f]{32}\.\w+$/.test(path) ? path : address
}
