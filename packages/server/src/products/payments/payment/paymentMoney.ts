import type { Ctx } from '#kit/call/context.ts'
import type { TokensBack } from '#kit/call/rewards.ts'
import { post, type LedgerEntry } from '#platform/ledger/posting.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { paymentPrefix, type Payment } from './paymentFields.ts'

/** Moves of money that a payment makes. */
export type MoneyMove =
  | { kind: 'payment'; fee: bigint }
  | { kind: 'unmatched'; reference: string; unit: string; amount: bigint; fee: bigint }
  | { kind: 'refund'; refundId: string; amount: bigint; tokens: TokensBack }
  | { kind: 'refundFailed'; refundId: string; amount: bigint }
  | { kind: 'dispute' | 'disputeWon'; disputeReference: string; amount: bigint }
  | { kind: 'disputeLost'; disputeReference: string; tokens: TokensBack }

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

/** Value of the tokens that a refund or a lost dispute gave back: to the unit over all of them. */
function valueOf(tokenValue: bigint, { paid, before, after }: TokensBack): bigint {
  return paid === 0n ? 0n : (tokenValue * after) / paid - (tokenValue * before) / paid
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
  if (move.kind === 'disputeLost') {
    const value = valueOf(tokenValue, move.tokens)
    return [
      ['tokens', -value],
      ['disputes', value],
    ]
  }
  if (move.kind === 'refund') {
    const value = valueOf(tokenValue, move.tokens)
    return [
      [clearing, -move.amount],
      ['tokens', -value],
      ['refunds', move.amount + value],
    ]
  }
  const sign = move.kind === 'disputeWon' || move.kind === 'refundFailed' ? 1n : -1n
  const other = move.kind === 'refundFailed' ? 'refunds' : 'disputes'
  return [
    [clearing, sign * move.amount],
    [other, -sign * move.amount],
  ]
}
