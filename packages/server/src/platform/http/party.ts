import type { Account } from '#kit/call/context.ts'
import type { VerifiedKey } from '#platform/auth/keyring.ts'
import { accountPath, type Party } from '#platform/db/fairSlots.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** The party of a request with a key: its account, and of a public key each network prefix that uses it. */
export function partyOfKey({ id, kind, account }: VerifiedKey, ip: string): Party {
  const path = accountPath(account)
  return kind === 'public' ? { path: [...path, id], network: networkOf(ip) } : { path }
}

/** The party of a request without a key: a network prefix within the share of the account that it reaches. */
export function partyOfAnyone(account: Account, ip: string): Party {
  return { path: accountPath(account), network: networkOf(ip) }
}

/** The party of a request whose key is not verified yet: a network prefix within the share of all such requests. */
export function partyOfUnverified(ip: string): Party {
  return { path: ['unverified'], network: networkOf(ip) }
}

function networkOf(ip: string): readonly string[] {
  const { host, site } = networkPrefixes(ip)
  return site === undefined ? [host] : [site, host]
}
