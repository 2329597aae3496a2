import { digestOf } from '#platform/audit/digest.ts'
import type { Posting } from './posting.ts'

/** SHA-256 of the content of a posting, in hex: the same reference with other content is a conflict. */
export function postingHash({ book, kind, subject, reverses, entries }: Posting): string {
  const parts = entries.flatMap(({ ledger, unit, amount }) => [ledger, unit, String(amount)])
  return digestOf(['posting', book, kind, subject ?? '', reverses ?? '', ...parts]).toString('hex')
}
