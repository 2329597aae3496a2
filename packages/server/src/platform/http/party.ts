import type { Account } from '#kit/call/context.ts'
import type { Credential } from '#platform/auth/credential.ts'
import { platformAccount } from '#platform/call/callContext.ts'
import { accountPath, type Party } from '#platform/db/fairSlots.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** The party of a verified credential: its account, and with a public key the caller's network prefix too. */
export function partyOfCredential({ actor, account }: Credential, ip: string): Party {
  const path = accountPath(account)
  if (actor.credential === 'public') return { path: [...path, actor.id], network: networkOf(ip) }
  // People in no account share the part of the platform, each as a party of their own.
  return account.id === platformAccount.id ? { path: [...path, actor.id] } : { path }
}

/** The party of a request without a key: the caller's network prefix within the share of the account. */
export function partyOfAnyone(account: Account, ip: string): Party {
  return { path: accountPath(account), network: networkOf(ip) }
}

/** The party of a request before its credential is verified: a network prefix within the share of all such requests. */
export function partyOfUnverified(ip: string): Party {
  return { path: ['unverified'], network: networkOf(ip) }
}

function networkOf(ip: string): readonly string[] {
  const { host, site } = networkPrefixes(ip)
  return site === undefined ? [host] : [site, host]
}
