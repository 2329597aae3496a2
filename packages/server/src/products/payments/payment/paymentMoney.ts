import type { Ctx } from '#kit/call/context.ts'
import { post, type LedgerEntry } from '#platform/ledger/posting.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentPrefix, type Payment } from './paymentFields.ts'

/** Moves of money that a payment makes. */
export type MoneyMove =
  | { kind: 'payment'; fee: bigint }
  | { kind: 'refund'; refundId: string; amount: bigint }
  | { kind: 'dispute' | 'disputeWon'; disputeReference: string; amount: bigint }

/** Posts a move to the ledger of money; a repeat posts nothing. Call inside `ctx.atomic`, last. */
export async function postMoney(ctx: Ctx, of: Payment, move: MoneyMove): Promise<void> {
  const entries = entriesOf(of, move).filter(([, amount]) => amount !== 0n)
  if (entries.length === 0) return
  const unit = of.currency
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
  if (move.kind === 'refund') return `refund ${uuidOf('rfd', move.refundId)}`
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
  const sign = move.kind === 'disputeWon' ? 1n : -1n
  const other = move.kind === 'refund' ? 'refunds' : 'disputes'
  return [
    [clearing, sign * move.amount],
    [other, -sign * move.amount],
  ]
}
