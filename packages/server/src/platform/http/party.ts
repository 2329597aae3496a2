import type { Account } from '#kit/context.ts'
import type { VerifiedKey } from '#platform/auth/keyring.ts'
import { accountPath, type Party } from '#platform/db/fairSlots.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** The party of a request with a key: its account, and of a public key each network prefix that uses it. */
export function partyOfKey({ id, kind, account }: VerifiedKey, ip: string): Party {
  return kind === 'public' ? [...accountPath(account), id, ...networkOf(ip)] : accountPath(account)
}

/** The party of a request without a key: a network prefix within the share of the account that it reaches. */
export function partyOfAnyone(account: Account, ip: string): Party {
  return [...accountPath(account), ...networkOf(ip)]
}

/** The party of a request whose key is not verified yet: a network prefix within the share of all such requests. */
export function partyOfUnverified(ip: string): Party {
  return ['unverified', ...networkOf(ip)]
}

function networkOf(ip: string): Party {
  const { host, site } = networkPrefixes(ip)
  return site === undefined ? [host] : [site, host]
}
