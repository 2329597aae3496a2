import { siteShares } from '#platform/net/networkCounts.ts'
import { networkPrefixes, type NetworkPrefixes } from '#platform/net/networkPrefix.ts'
import type { Rate } from '#kit/call/rateClasses.ts'
import type { Buckets, Verdict } from './buckets.ts'
import { giveBackEach, takeEach, type Draw } from './draws.ts'

/** The caller of a request by its host address; `scope` sets its buckets apart from others of the same rate. */
export type NetworkCaller = { address: string; scope?: string }

const siteRates = new WeakMap<Rate, Rate>()

/**
 * Takes a token for a caller's host prefix, and one for its site where that is IPv6. A site holds 65,536 prefixes and
 * has 16 times the rate of one, so that changing the /64 does not multiply a limit without bound.
 */
export function takeByNetwork(buckets: Buckets, rate: Rate, caller: NetworkCaller): Verdict {
  return takeEach(buckets, drawsOf(networkPrefixes(caller.address), rate, caller.scope))
}

/** Returns the tokens that `takeByNetwork` took for the same caller. */
export function giveBackToNetwork(buckets: Buckets, rate: Rate, caller: NetworkCaller): void {
  giveBackEach(buckets, drawsOf(networkPrefixes(caller.address), rate, caller.scope))
}

/** Takes tokens as `takeByNetwork` does, by `rate` within the scope and by `together` over all scopes. */
export function takeByNetworkAndScope(
  buckets: Buckets,
  rates: Record<'rate' | 'together', Rate>,
  caller: NetworkCaller,
) {
  const prefixes = networkPrefixes(caller.address)
  return takeEach(buckets, [...drawsOf(prefixes, rates.rate, caller.scope), ...drawsOf(prefixes, rates.together)])
}

/** The tokens of one request of a caller: of its host prefix, and of its site where that is IPv6. */
function drawsOf({ host, site }: NetworkPrefixes, rate: Rate, scope = ''): [Draw, ...Draw[]] {
  const ofHost = { rate, key: scope + host }
  return site === undefined ? [ofHost] : [ofHost, { rate: siteRateOf(rate), key: scope + site }]
}

function siteRateOf(rate: Rate): Rate {
  let ofSite = siteRates.get(rate)
  if (ofSite === undefined) {
    ofSite = { name: rate.name, perSecond: siteShares * rate.perSecond, burst: siteShares * rate.burst }
    siteRates.set(rate, ofSite)
  }
  return ofSite
}
