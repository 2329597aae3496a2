import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { invalid, reasons, unknownReference } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { accountId, flag, idOf, line, matching } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { neededViewer, viewerNeeded } from '#platform/auth/viewersPort.ts'
import { insufficientBalance } from '#platform/ledger/posting.ts'
import {
  couponCreated,
  perkRedeemed,
  rewardSoldOut,
  tokensExpired,
  tokensReleased,
  tokensSpent,
} from '#products/loyalty/facts.ts'
import { perContactLimit, perkUnavailable, soldOut } from '#products/loyalty/reward/perk.ts'
import { copyRefusals } from '#products/loyalty/coupon/couponReasons.ts'
import { reward } from '#products/loyalty/reward/reward.ts'
import { spendTokensFor } from '#products/loyalty/reward/rewardSpend.ts'

/** TakePerk: the person who is signed in buys a perk with own tokens. */
export const takeOwnPerk = companion(
  operation('loyalty.wallet.takePerk', {
    scope: '',
    credential: 'none',
    seesViewer: true,
    route: 'POST /public/loyalty/wallet/takePerk',
    title: 'Wallet - Take a perk',
    description: 'Spends tokens of the person who is signed in, by this browser or by a viewer token, for a perk.',
    input: closed({
      accountId: accountId(),
      rewardId: idOf('rwd', { description: 'The perk.' }),
      attempt: matching('^[A-Za-z0-9_-]{8,40}$', 40, {
        description: 'Name of the attempt, random: a repeat, such as a double click, takes it once.',
        examples: ['q83vEjRWeJA'],
      }),
      viewerToken: Type.Optional(line(1_000, { description: 'Viewer token, in place of the cookie.' })),
    }),
    output: closed({ isRepeat: flag({ description: 'Whether it was taken before by this attempt.' }) }),
    emits: [tokensSpent, tokensExpired, tokensReleased, perkRedeemed, rewardSoldOut, couponCreated],
    reasons: [
      insufficientBalance,
      soldOut,
      perContactLimit,
      perkUnavailable,
      ...copyRefusals,
      viewerNeeded,
      reasons.clientReferenceExists,
      reasons.writeContended,
    ],
    example: { accountId: 'acc_00000000', rewardId: `rwd_${'0'.repeat(34)}`, attempt: 'q83vEjRWeJA' },
    async handle(ctx, { rewardId, attempt, viewerToken }) {
      const { contactId } = await neededViewer(ctx, viewerToken)
      if ((await ctx.store.find(reward, rewardId)) === undefined) throw invalid(unknownReference('rewardId'))
      const clientReference = `wallet ${contactId} ${attempt}`
      const { isRepeat } = await atomicAgain(ctx, (inner) =>
        spendTokensFor(inner, { contactId, rewardId, clientReference }),
      )
      return { isRepeat }
    },
  }),
)
