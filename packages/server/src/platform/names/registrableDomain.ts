import { getDomain } from 'tldts'

/** The registrable domain of a host, such as example.co.uk of news.example.co.uk; the host itself without one. */
export function registrableDomain(host: string): string {
  return getDomain(host) ?? host
}
