import { openBatches, type CallBatches } from '#kit/call/callBatches.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { provide } from '#kit/call/port.ts'
import { invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { rewardsPort, type Rewards, type TokenGrant } from '#kit/call/rewards.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { readBalances } from './tokenBalances.ts'
import { findPosted } from '#platform/ledger/posting.ts'
import { reward } from '#products/loyalty/reward/reward.ts'
import { countByHand } from '#products/loyalty/reward/ruleCaps.ts'
import { grantTokens, postingOf } from './tokenGrant.ts'
import { captureHold, holdTokens, releaseHold } from './tokenHold.ts'
import { refundTokens } from './tokenRefund.ts'

const rewards: Rewards = {
  grant: grantOne,
  balances: readBalances,
  async hold(ctx, { contactId, ...hold }) {
    await holdTokens(ctx, { ...hold, contactId: await contactUuid(ctx, contactId) }, { isAgain: true })
  },
  async capture(ctx, reference) {
    await captureHold(ctx, reference)
  },
  async release(ctx, reference) {
    await releaseHold(ctx, reference)
  },
  refund: refundTokens,
}

async function grantOne(ctx: Ctx, { contactId, rewardId, ...grant }: TokenGrant) {
  const contact = await contactUuid(ctx, contactId)
  const rewardUuid = rewardId === null ? null : (parseId('rwd', rewardId)?.uuid ?? null)
  const reference = `offer:${grant.reference}`
  const offer = { ...grant, kind: 'offer', reference, contactId: contact, rewardId: rewardUuid } as const
  if (rewardId !== null && (await findPosted(ctx, postingOf(ctx, offer))) === undefined)
    await countTowards(ctx, rewardId, { contactId, amount: grant.amount })
  const [granted] = await grantTokens(ctx, [offer])
  if (granted === undefined) throw new Error('a grant has no result')
  const { txnId, balanceAfter, isRepeat } = granted
  return { transactionId: encodeId('txn', ctx.account.id, txnId), balanceAfter, isRepeat }
}

/** Counts a grant towards the caps of the rule that it names. Throws cap_reached. */
async function countTowards(ctx: Ctx, rewardId: string, of: { contactId: string; amount: bigint }): Promise<void> {
  const rule = await ctx.store.find(reward, rewardId)
  if (rule?.mode === 'rule') await countByHand(ctx, rule, of)
}

/** The row id of a contact of the account that a caller refers to. Throws invalid for an unknown one. */
export async function contactUuid(ctx: Ctx, contactId: string, path = 'contactId'): Promise<string> {
  const uuid = await findContact(ctx, contactId)
  if (uuid === undefined) throw invalid(unknownReference(path))
  return uuid
}

/** The row id of a contact that a call is about. Throws not_found for an unknown one. */
export async function foundContact(ctx: Ctx, contactId: string): Promise<string> {
  const uuid = await findContact(ctx, contactId)
  if (uuid === undefined) throw problem(reasons.notFound)
  return uuid
}

async function findContact(ctx: Ctx, contactId: string): Promise<string | undefined> {
  const parsed = parseId('con', contactId)
  if (parsed?.accountId !== ctx.account.id) return undefined
  return (await isKnown(ctx, contactId)) ? parsed.uuid : undefined
}

/** Whether a contact is there. Calls at the same time share a statement outside of transactions. */
async function isKnown(ctx: Ctx, contactId: string): Promise<boolean> {
  if (ctx.isAtomic) return (await ctx.port(contactsPort).people(ctx, [contactId])).has(contactId)
  return ctx.memory('loyalty.contactReads', openContactReads).run(ctx, contactId)
}

function openContactReads(): CallBatches<string, boolean> {
  return openBatches<string, boolean>({
    keysOf: () => [],
    async together(ctx, contactIds) {
      const people = await ctx.port(contactsPort).people(ctx, [...new Set(contactIds)])
      return contactIds.map((id) => people.has(id))
    },
  })
}

/** Ports of tokens. */
export const ports = [provide(rewardsPort, rewards)]
