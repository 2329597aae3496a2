/** The form of an allowed origin: exact, or a wildcard label in front of two or more: `https://*.example.com`. */
export const originPattern = '^https?://(\\*(\\.[a-z0-9-]{1,63}){2,20}|[a-z0-9.-]{1,253})(:[0-9]{1,5})?$'

/** Whether an origin is on the list. A wildcard stands for exactly one label. */
export function isOriginAllowed(allowed: readonly string[], origin: string): boolean {
  const requested = origin.toLowerCase()
  return allowed.some((each) => each === requested || matchesWildcard(each, requested))
}

function matchesWildcard(allowed: string, origin: string): boolean {
  const [scheme, host] = split(allowed)
  const [originScheme, originHost] = split(origin)
  if (host === undefined || originHost === undefined || scheme !== originScheme || !host.startsWith('*.')) return false
  const dot = originHost.indexOf('.')
  return dot > 0 && originHost.slice(dot) === host.slice(1)
}

function split(origin: string): [string, string | undefined] {
  const at = origin.indexOf('://')
  return at < 0 ? [origin, undefined] : [origin.slice(0, at), origin.slice(at + 3)]
}

/** The origin of an address such as a Referer. Undefined for text without one. */
export function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
