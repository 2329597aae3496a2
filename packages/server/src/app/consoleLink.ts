import type { Account } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { transaction } from '#platform/db/pools.ts'
import { linkToken } from '#platform/auth/linkToken.ts'
import { createLink, linkAddress } from '#products/account/people/link.ts'
import { hasOwner } from '#products/account/people/member.ts'
import type { App } from './app.ts'

/** `email`: the person of the link. `publicUrl`: address of the server, in place of that of its settings. */
type LinkUse = { email?: string | undefined; publicUrl?: string }

/**
 * Makes a one-time link into the console of a live account, for 15 minutes: for the person of an e-mail address, with
 * new credentials, else for a new owner. Returns its address.
 */
export async function makeConsoleLink(app: App, account: Account, use: LinkUse = {}): Promise<string> {
  const { kernel, pools } = app
  const { email, publicUrl = kernel.settings.publicUrl } = use
  const accountId = account.mode === 'live' ? account.id : account.twinId
  const draft = { kind: 'console', accountId, role: 'owner', ...(email === undefined ? {} : { email }) } as const
  const id = await transaction(pools, (db) => createLink(db, draft, kernel.now()))
  const live = account.mode === 'live' ? account : await kernel.accounts.find(accountId)
  if (live !== undefined)
    await app.operatorCtx(live, 'console.link').audit({ action: 'account.link.created', target: id })
  return linkAddress(publicUrl, linkToken(kernel.ports.get(keyHashPort), id))
}

/** Whether an account has an owner who can sign in. */
export function hasConsoleOwner(app: App, account: Account): Promise<boolean> {
  return hasOwner(app.operatorCtx(account, 'console.link'))
}
