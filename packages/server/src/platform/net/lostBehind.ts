/** 502 and 504, and those of Cloudflare for a server that it had connected to: 520 and 524. */
const statuses: ReadonlySet<number> = new Set([502, 504, 520, 524])

/**
 * Whether a status is that of a gateway which lost the server behind it: that server may have done what the request
 * says. 503 says that it did not.
 */
export function isLostBehind(status: number): boolean {
  return statuses.has(status)
}
