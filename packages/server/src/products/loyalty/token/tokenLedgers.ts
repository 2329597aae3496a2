import type { LedgerEntry } from '#platform/ledger/posting.ts'

/** Tokens on their way: contact as row id, name of the token, amount. */
export type Tokens = { contactId: string; token: string; amount: bigint }

/** Ledgers of a contact: tokens to spend, those that are not available yet, and those set aside. */
export type OwnLedger = 'member' | 'pending' | 'hold'
/** Ledgers of the account: source of all tokens, and where they end. */
export type SharedLedger = 'issuer' | 'expired' | 'redeemed'

/** The ledger of a contact. */
export function ledgerOf(ledger: OwnLedger, contactId: string): string {
  return `${ledger}:${contactId}`
}

/** The entry that takes from or gives to a ledger of a contact. */
export function own(ledger: OwnLedger, { contactId, token, amount }: Tokens): LedgerEntry {
  return { ledger: ledgerOf(ledger, contactId), unit: token, amount, isGuarded: true }
}

/** The entry of a ledger that all movements of a token write. */
export function shared(ledger: SharedLedger, { token, amount }: Omit<Tokens, 'contactId'>): LedgerEntry {
  return { ledger, unit: token, amount, isShared: true }
}
