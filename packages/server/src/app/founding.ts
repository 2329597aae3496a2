import type { Account, Ctx } from '#kit/call/context.ts'
import { looseId } from '#kit/values/ids.ts'
import type { Keyring } from '#platform/auth/keyring.ts'
import { openCall, platformAccount, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { acquireLock } from '#platform/db/advisoryLock.ts'
import { transaction } from '#platform/db/pools.ts'
import { partyOfAnyone } from '#platform/http/party.ts'
import { createAccount, listAccounts, type NewAccount } from '#products/account/account.ts'
import { issue, type KeyDraft } from '#products/account/key.ts'

/** A new account with its test twin. The secrets are seen here and never again. */
export type FoundedAccount = { account: Account; twin: Account; secretKey: string; testSecretKey: string }

/** Makes an account, its twin and a secret key for each. */
export async function foundAccount(kernel: Kernel, keyring: Keyring, draft: NewAccount): Promise<FoundedAccount> {
  const { liveId, testId } = await transaction(kernel.pools, (db) => createAccount(db, draft, kernel.now()))
  const [account, twin] = await Promise.all([keyring.findAccount(liveId), keyring.findAccount(testId)])
  if (account === undefined || twin === undefined) throw new Error('a new account cannot be read back')
  const first: KeyDraft = { name: 'First key', kind: 'secret' }
  const live = await issue(operatorCtx(kernel, account, 'accounts.found'), first)
  const test = await issue(operatorCtx(kernel, twin, 'accounts.found'), first)
  return { account, twin, secretKey: live.secret, testSecretKey: test.secret }
}

/**
 * Makes the first account unless there is one. Processes that start at once on one database take turns; the account of
 * a demo is made apart from this.
 */
export async function foundFirst(
  kernel: Kernel,
  keyring: Keyring,
  draft: NewAccount,
): Promise<FoundedAccount | undefined> {
  return transaction(kernel.pools, async (db) => {
    await acquireLock(db, platformAccount.id, 'account_account.first')
    return (await listAccounts(db)).length > 0 ? undefined : foundAccount(kernel, keyring, draft)
  })
}

/** A read of an account's public records for a caller without a key: by the share of the caller's network prefix. */
export function audienceCtx(kernel: Kernel, account: Account, address: string): Ctx {
  const actor = systemActor('audience')
  const party = partyOfAnyone(account, address)
  return openCall(kernel, { account, actor, party, requestId: looseId('req', Date.now()), cause: actor.id }).ctx
}

/** A call of the operator on an account, under a name that the audit log shows. */
export function operatorCtx(kernel: Kernel, account: Account, name: string): Ctx {
  const requestId = looseId('req', Date.now())
  return openCall(kernel, { account, actor: systemActor(name), requestId, cause: name }).ctx
}
