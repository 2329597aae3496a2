import type { Account, Ctx } from '#kit/call/context.ts'
import { looseId, parseAccountId } from '#kit/values/ids.ts'
import type { Keyring } from '#platform/auth/keyring.ts'
import { openCall, platformAccount, systemActor, type Kernel } from '#platform/call/callContext.ts'
import { acquireLock } from '#platform/db/advisoryLock.ts'
import { executor, transaction } from '#platform/db/pools.ts'
import { partyOfAnyone } from '#platform/http/party.ts'
import { createAccount, listAccounts, type NewAccount } from '#products/account/account.ts'
import { issue, type KeyDraft } from '#products/account/key.ts'

/** A new account with its test account and the secrets of their keys, which no later call returns. */
export type FoundedAccount = { account: Account; twin: Account; secretKey: string; testSecretKey: string }

/** Creates an account, its test account and a secret key for each. */
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
 * Creates the first account unless one exists. A lock serializes processes that start concurrently on one database. The
 * demo creates an account of its own.
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

/** The only live account; undefined while there is none, or several. */
export async function findOnlyAccount(kernel: Kernel): Promise<Account | undefined> {
  const accounts = await listAccounts(executor(kernel.pools.work, kernel.pools.isPreparing))
  const [only, other] = accounts.filter(({ mode }) => mode === 'live')
  const number = only === undefined || other !== undefined ? undefined : parseAccountId(only.id)
  return number === undefined ? undefined : kernel.accounts.find(number)
}

/** Context of a read of public records without a key, within the share of the caller's network prefix. */
export function audienceCtx(kernel: Kernel, account: Account, address: string): Ctx {
  const actor = systemActor('audience')
  const party = partyOfAnyone(account, address)
  return openCall(kernel, { account, actor, party, requestId: looseId('req', Date.now()), cause: actor.id }).ctx
}

/** Context of a call by the operator on an account, under a name that the audit log shows. */
export function operatorCtx(kernel: Kernel, account: Account, name: string): Ctx {
  const requestId = looseId('req', Date.now())
  return openCall(kernel, { account, actor: systemActor(name), requestId, cause: name }).ctx
}
