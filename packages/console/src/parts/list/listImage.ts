/** Whether an address can be shown as an image: of this server, or over http. */
export function isPlainImage(address: string): boolean {
  return /^(https?:)?\//.test(address)
}
