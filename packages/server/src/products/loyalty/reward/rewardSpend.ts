import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, reasons, unknownReference } from '#kit/call/problem.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { insufficientBalance } from '#platform/ledger/posting.ts'
import {
  couponCreated,
  perkRedeemed,
  rewardSoldOut,
  tokensExpired,
  tokensReleased,
  tokensReversed,
  tokensSpent,
  tokensTransferred,
} from '#products/loyalty/facts.ts'
import { contactUuid, foundContact } from '#products/loyalty/token/rewardsPort.ts'
import { defaultToken, tokenCount, tokenName, tokenSum } from '#products/loyalty/token/tokenFields.ts'
import { captureHold, holdEnded, holdTokens, releaseHold } from '#products/loyalty/token/tokenHold.ts'
import { spendTokens, transferTokens, type Moved } from '#products/loyalty/token/tokenSpend.ts'
import { copyRefusals } from '#products/loyalty/coupon/couponReasons.ts'
import { reward } from './reward.ts'
import { copyOf, perkUnavailable, perContactLimit, soldOut, takePerk } from './perk.ts'

const output = closed({
  transactionId: idOf('txn', { description: 'Transaction; the hold for a repeat of a step of it.' }),
  status: oneOf(['spent', 'held', 'captured', 'voided', 'transferred'], { description: 'Result of the call.' }),
  amount: tokenSum('Tokens that moved.'),
  token: tokenName(),
  balanceAfter: tokenSum('Tokens that the contact can spend afterwards.'),
  perkId: nullable(idOf('rwd', { description: 'The perk; null without one.' })),
  coupon: nullable(
    closed(
      {
        couponId: idOf('cpn', { description: 'Copy of the coupon.' }),
        code: line(80, { description: 'Code of the copy.' }),
      },
      { description: 'Coupon that the perk gave to the contact; null without one.' },
    ),
  ),
  clientReference: line(120, { description: 'Your name of the movement.' }),
  isRepeat: flag({ description: 'Whether the call is a repeat, which moved nothing.' }),
})

const reference = clientReference({ description: 'Your name of the movement; a repeat moves nothing.' })

/** Spend. */
export const spendReward = operation('loyalty.reward.spend', {
  route: 'POST /api/incentive/reward/spend',
  title: 'Rewards - Spend',
  description:
    'Spends tokens of a contact, those that expire first first; with `rewardId` for a perk, whose cost it is. In two ' +
    'steps: `mode: hold` sets tokens aside, `capture` spends them and `void` gives them back, all three under one ' +
    '`clientReference`.',
  scope: 'loyalty.reward:redeem',
  input: closed({
    contactId: idOf('con', { description: 'The contact.' }),
    clientReference: reference,
    token: Type.Optional(tokenName('Name of the token; `POINTS` by default, that of the perk with `rewardId`.')),
    amount: Type.Optional(tokenCount('Number of tokens; not with a perk, and not needed to capture or void.')),
    rewardId: Type.Optional(idOf('rwd', { description: 'Perk to take.' })),
    mode: Type.Optional(
      oneOf(['spend', 'hold', 'capture', 'void'], { description: 'Step of the payment; `spend` by default.' }),
    ),
    reason: Type.Optional(line(200, { description: 'Reason, in the fact.' })),
  }),
  output,
  emits: [tokensSpent, tokensExpired, tokensReleased, tokensReversed, perkRedeemed, rewardSoldOut, couponCreated],
  reasons: [
    insufficientBalance,
    holdEnded,
    soldOut,
    perContactLimit,
    perkUnavailable,
    ...copyRefusals,
    reasons.clientReferenceExists,
    reasons.writeContended,
  ],
  example: { contactId: madeFirst('marketing.contact'), amount: 10, clientReference: 'order-1' },
  handle: once((ctx, input) => atomicAgain(ctx, (inner) => spendTokensFor(inner, input))),
})

type SpendInput = {
  contactId: string
  clientReference: string
  token?: string
  amount?: number
  rewardId?: string
  mode?: 'spend' | 'hold' | 'capture' | 'void'
  reason?: string
}

/** Spends, holds, captures or gives back tokens of a contact, within a transaction. */
export async function spendTokensFor(ctx: Ctx, input: SpendInput) {
  const { contactId, clientReference: name, mode = 'spend', amount, rewardId, reason = null } = input
  const perk = rewardId === undefined ? undefined : await ctx.store.get(reward, rewardId)
  const contact = await foundContact(ctx, contactId)
  if (mode === 'capture' || mode === 'void') return ended(ctx, input, mode)
  if (perk !== undefined) {
    if (perk.mode !== 'perk') throw invalid(field('rewardId', 'notAllowed', 'is no perk'))
    if (mode === 'hold') throw invalid(field('mode', 'notAllowed', 'a perk is taken in one step'))
    if (amount !== undefined || input.token !== undefined)
      throw invalid(field('amount', 'notAllowed', 'the perk says token and amount'))
    const uuid = parseId('rwd', perk.id)?.uuid ?? null
    const of = {
      contactId: contact,
      token: perk.token,
      amount: BigInt(perk.cost ?? 0),
      reference: `api:${name}`,
      reason,
    }
    const moved = await spendTokens(ctx, { ...of, rewardId: uuid }, (inner) =>
      takePerk(inner, perk, { contactId, reference: of.reference }),
    )
    const copy = await copyOf(ctx, perk, of.reference)
    return { ...(await outputOf(ctx, { ...of, status: 'spent', rewardId: perk.id }, moved)), coupon: copy }
  }
  if (amount === undefined) throw invalid(field('amount', 'required', 'is needed'))
  const token = input.token ?? defaultToken
  const of = { contactId: contact, token, amount: BigInt(amount), reference: `api:${name}`, reason }
  const moved = mode === 'hold' ? await holdTokens(ctx, of) : await spendTokens(ctx, of)
  return outputOf(ctx, { ...of, status: mode === 'hold' ? 'held' : 'spent', rewardId: null }, moved)
}

async function ended(ctx: Ctx, { contactId, clientReference: name }: SpendInput, mode: 'capture' | 'void') {
  const reference = `api:${name}`
  const moved = mode === 'capture' ? await captureHold(ctx, reference) : await releaseHold(ctx, reference)
  if (moved === undefined || encodeId('con', ctx.account.id, moved.of.contactId) !== contactId)
    throw invalid(unknownReference('clientReference'))
  return outputOf(ctx, { ...moved.of, status: mode === 'capture' ? 'captured' : 'voided', rewardId: null }, moved)
}

type Result = {
  status: 'spent' | 'held' | 'captured' | 'voided' | 'transferred'
  amount: bigint
  token: string
  rewardId: string | null
  reference: string
}

/** The response, with an audit row for what moved. */
async function outputOf(ctx: Ctx, { status, amount, token, rewardId, reference: name }: Result, moved: Moved) {
  const id = encodeId('txn', ctx.account.id, moved.txnId)
  const changes = { token, amount: Number(amount) }
  if (!moved.isRepeat) await ctx.audit({ action: `loyalty.reward.${status}`, target: rewardId ?? id, changes })
  const balanceAfter = Number(moved.balanceAfter)
  const base = { transactionId: id, status, amount: Number(amount), token, balanceAfter }
  return {
    ...base,
    coupon: null,
    perkId: rewardId,
    clientReference: name.replace(/^api:/, ''),
    isRepeat: moved.isRepeat,
  }
}

/** Transfer. */
export const transferReward = operation('loyalty.reward.transfer', {
  route: 'POST /api/incentive/reward/transfer',
  title: 'Rewards - Transfer',
  description: 'Moves tokens from one contact to another; they expire as before.',
  scope: 'loyalty.reward:redeem',
  input: closed({
    contactId: idOf('con', { description: 'Contact that gives.' }),
    toContactId: idOf('con', { description: 'Contact that gets them.' }),
    amount: tokenCount('Number of tokens.'),
    clientReference: reference,
    token: Type.Optional(tokenName('Name of the token; `POINTS` by default.')),
    reason: Type.Optional(line(200, { description: 'Reason, in the fact.' })),
  }),
  output,
  emits: [tokensTransferred, tokensExpired, tokensReleased],
  reasons: [insufficientBalance, reasons.clientReferenceExists, reasons.writeContended],
  example: {
    contactId: madeFirst('marketing.contact'),
    toContactId: madeFirst('marketing.contact'),
    amount: 10,
    clientReference: 'gift-1',
  },
  handle: once((ctx, input) =>
    atomicAgain(ctx, async (inner) => {
      const { contactId, toContactId, amount, token = defaultToken, reason = null } = input
      if (contactId === toContactId) throw invalid(field('toContactId', 'notAllowed', 'is the contact itself'))
      const from = await contactUuid(inner, contactId)
      const to = await contactUuid(inner, toContactId, 'toContactId')
      const name = `api:${input.clientReference}`
      const of = { contactId: from, token, amount: BigInt(amount), reference: name, reason }
      const moved = await transferTokens(inner, of, to)
      return outputOf(inner, { ...of, status: 'transferred', rewardId: null }, moved)
    }),
  ),
})
