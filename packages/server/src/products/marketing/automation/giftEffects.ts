import type { Ctx } from '#kit/call/context.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { paymentLinksPort } from '#kit/call/paymentLinks.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { encodeId } from '#kit/values/ids.ts'
import { hasScope } from '#platform/auth/scopeCover.ts'
import type { AutomationNode, Definition } from './definitionFields.ts'
import { momentAfter } from './duration.ts'

/** Scopes of the nodes that give something, beside that of the automation. */
const giftScopes: Readonly<Record<string, string>> = {
  createPaymentLink: 'payments.paymentLink:write',
  issueCoupon: 'loyalty.coupon:write',
  grantTokens: 'loyalty.reward:write',
}

/** A gift of a step. `key`: name of the step, so that a repeat gives once. `contact`: row id. */
export type Gift = { key: string; contact: string; node: AutomationNode }

/** Throws scope_missing for a caller who may not give by hand what the nodes of a definition give. */
export function checkMayGive(ctx: Ctx, { nodes }: Definition): void {
  for (const { type } of nodes) {
    const scope = giftScopes[type]
    if (scope === undefined || hasScope(ctx.actor, scope)) continue
    throw problem(reasons.scopeMissing, { message: `A node of the type ${type} needs the scope ${scope} as well.` })
  }
}

/** Gives in the transaction of the step. A gift that the rules of its product refuse is skipped with the reason. */
export async function give(ctx: Ctx, { key, contact, node }: Gift): Promise<string> {
  const contactId = encodeId('con', ctx.account.id, contact)
  try {
    const gift = { key: `automation ${key}`, contactId, node }
    if (node.type === 'grantTokens') return await giveTokens(ctx, gift)
    return await (node.type === 'issueCoupon' ? giveCoupon(ctx, gift) : giveLink(ctx, gift))
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return `skipped: ${error.reason}`
    throw error
  }
}

type Given = { key: string; contactId: string; node: AutomationNode }

async function giveTokens(ctx: Ctx, { key: reference, contactId, node }: Given): Promise<string> {
  const { token = 'POINTS', amount = 0, rewardId = null, reason = '', expiresAfter } = node
  const grant = { contactId, token, amount: BigInt(amount), rewardId, reason, reference }
  await ctx.port(rewardsPort).grant(ctx, { ...grant, expiresAt: endOf(ctx, expiresAfter) })
  return 'granted'
}

async function giveCoupon(ctx: Ctx, { key: reference, contactId, node }: Given): Promise<string> {
  const { couponId = '', expiresAfter } = node
  await ctx.port(couponsPort).issue(ctx, { couponId, contactId, reference, expiresAt: endOf(ctx, expiresAfter) })
  return 'issued'
}

async function giveLink(ctx: Ctx, { key: reference, contactId, node: { paymentLink } }: Given): Promise<string> {
  if (paymentLink === undefined) return 'skipped: incomplete'
  const { title, amount, currency, allowCoupons = false, expiresAfter } = paymentLink
  const draft = { contactId, title, amount: { amount: BigInt(amount), currency }, allowCoupons, reference }
  await ctx.port(paymentLinksPort).create(ctx, { ...draft, expiresAt: endOf(ctx, expiresAfter) })
  return 'linked'
}

function endOf(ctx: Ctx, expiresAfter: string | undefined): Date | null {
  return expiresAfter === undefined ? null : momentAfter(ctx.now(), expiresAfter, ctx.account.timeZone)
}
