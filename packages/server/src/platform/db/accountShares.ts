import type { Account, Ctx } from '#kit/call/context.ts'
import { accountPath, type Party } from './fairSlots.ts'

/** The fields of an account that shares need; a test account counts within its live account. */
export type Sharer = Pick<Account, 'id' | 'mode' | 'twinId'>

/** The account of an id; for an unknown id a stand-in, so that its work is counted too. */
export async function findSharer(accounts: Ctx['accounts'], id: number): Promise<Sharer> {
  const account = await accounts.find(id).catch(() => undefined)
  return account ?? { id, mode: 'live', twinId: id }
}

/** The party of the account of an id, for slots that accounts share. */
export async function findParty(accounts: Ctx['accounts'], id: number): Promise<Party> {
  return { path: accountPath(await findSharer(accounts, id)) }
}

/**
 * Leases or runs that a process holds, counted by account. A test account counts within the share of its live account
 * and holds at most half of it, so that tests never stop live work.
 */
export class AccountShares {
  readonly #counts = new Map<number, { account: Sharer; count: number }>()
  #total = 0

  add(account: Sharer, count = 1): void {
    this.#counts.set(account.id, { account, count: this.countOf(account) + count })
    this.#total += count
  }

  remove(account: Sharer, count = 1): void {
    const left = this.countOf(account) - count
    if (left > 0) this.#counts.set(account.id, { account, count: left })
    else this.#counts.delete(account.id)
    this.#total -= count
  }

  copy(): AccountShares {
    const copied = new AccountShares()
    for (const { account, count } of this.#counts.values()) copied.add(account, count)
    return copied
  }

  /** Number held over all accounts. */
  get total(): number {
    return this.#total
  }

  /** Number held for one account, without its twin. */
  countOf({ id }: Sharer): number {
    return this.#counts.get(id)?.count ?? 0
  }

  /** Number held for an account and its twin together. */
  countOfShare(account: Sharer): number {
    const { id, twinId } = account
    return this.countOf(account) + (twinId === id ? 0 : (this.#counts.get(twinId)?.count ?? 0))
  }

  /** Number that may be added for an account whose share has `max`. */
  free(account: Sharer, max: number): number {
    const inShare = max - this.countOfShare(account)
    return account.mode === 'test' ? Math.min(inShare, Math.ceil(max / 2) - this.countOf(account)) : inShare
  }

  /** Ids of accounts at their bound, with their twins, where a share has `max`. */
  full(max: number): number[] {
    const ids = new Set<number>()
    for (const { account } of this.#counts.values()) {
      if (this.free(account, max) <= 0) ids.add(account.id)
      if (max - this.countOfShare(account) <= 0) ids.add(account.twinId)
    }
    return [...ids]
  }
}
