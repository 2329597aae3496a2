import type { Ctx } from '#kit/call/context.ts'
import { post, type LedgerEntry } from '#platform/ledger/posting.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentPrefix, type Payment } from './paymentFields.ts'

/** Moves of money that a payment makes. */
export type MoneyMove =
  | { kind: 'payment'; fee: bigint }
  | { kind: 'unmatched'; reference: string; unit: string; amount: bigint; fee: bigint }
  | { kind: 'refund' | 'refundFailed'; refundId: string; amount: bigint }
  | { kind: 'dispute' | 'disputeWon'; disputeReference: string; amount: bigint }

/** Posts a move to the ledger of money; a repeat posts nothing. Call inside `ctx.atomic`, last. */
export async function postMoney(ctx: Ctx, of: Payment, move: MoneyMove): Promise<void> {
  const entries = entriesOf(of, move).filter(([, amount]) => amount !== 0n)
  if (entries.length === 0) return
  const unit = move.kind === 'unmatched' ? move.unit : of.currency
  await post(ctx, [
    {
      book: 'money',
      kind: `payments.${move.kind}`,
      reference: referenceOf(of, move),
      subject: of.id,
      entries: entries.map(([ledger, amount]): LedgerEntry => ({ ledger, unit, amount, isShared: true })),
    },
  ])
}

/** Row ids, so that one SQL statement compares payments with the ledger (`verifyMoney`). */
function referenceOf(of: Payment, move: MoneyMove): string {
  const uuid = uuidOf(paymentPrefix, of.id)
  if (move.kind === 'payment') return `payment ${uuid}`
  if (move.kind === 'unmatched') return `unmatched ${uuid} ${move.reference}`
  if ('refundId' in move) return `${move.kind} ${uuidOf('rfd', move.refundId)}`
  return `${move.kind} ${uuid} ${move.disputeReference}`
}

function entriesOf({ providerId, amount, tokenValue }: Payment, move: MoneyMove): [string, bigint][] {
  const clearing = `provider:${providerId}:clearing`
  if (move.kind === 'payment') {
    return [
      [clearing, amount - move.fee],
      ['fees', move.fee],
      ['tokens', tokenValue],
      ['revenue', -(amount + tokenValue)],
    ]
  }
  if (move.kind === 'unmatched') {
    return [
      [clearing, move.amount - move.fee],
      ['fees', move.fee],
      ['unmatched', -move.amount],
    ]
  }
  const sign = move.kind === 'disputeWon' || move.kind === 'refundFailed' ? 1n : -1n
  const other = move.kind === 'refund' || move.kind === 'refundFailed' ? 'refunds' : 'disputes'
  return [
    [clearing, sign * move.amount],
    [other, -sign * move.amount],
  ]
}
