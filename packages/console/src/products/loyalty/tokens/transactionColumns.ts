import type { ApiRecord, MadeColumn } from '#console/parts/descriptor.ts'
import { numberText } from '#console/texts/formats.ts'
import { kindText } from './kindText.ts'

type Entry = { ledger: string; contactId: string | null; token: string; amount: number }

/** Columns of transactions: the kind in words, the tokens of the contact, and the contact. */
export const transactionColumns: Readonly<Record<string, MadeColumn>> = {
  kind: { schema: { type: 'string' }, valueOf: ({ kind }: ApiRecord) => kindText(String(kind)) },
  amount: { schema: { type: 'string' }, valueOf: ({ entries }: ApiRecord) => amountText(entriesOf(entries)) },
  contactId: {
    schema: { type: 'string', pattern: '^con_' },
    valueOf: ({ entries }: ApiRecord) => ownEntry(entriesOf(entries))?.contactId ?? null,
  },
}

/** Entry of the tokens that the contact can spend, else of those that are pending or set aside. */
function ownEntry(entries: readonly Entry[]): Entry | undefined {
  const own = entries.filter(({ contactId }) => contactId !== null)
  return own.find(({ ledger }) => ledger === 'member') ?? own[0]
}

function amountText(entries: readonly Entry[]): string | null {
  const entry = ownEntry(entries)
  return entry === undefined ? null : `${numberText(entry.amount, { signDisplay: 'exceptZero' })} ${entry.token}`
}

function entriesOf(entries: unknown): readonly Entry[] {
  // cast: the schema of a transaction says the members of its entries.
  return Array.isArray(entries) ? (entries as Entry[]) : []
}
