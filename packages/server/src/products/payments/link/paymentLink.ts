import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, reason, reasons, type FieldProblem } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { nullable, whole } from '#kit/values/fields.ts'
import { decimalOf } from '#kit/values/currencyExponent.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { amountMax } from '#kit/values/money.ts'
import {
  paymentLinkCompleted,
  paymentLinkCreated,
  paymentLinkDeactivated,
  paymentLinkDeleted,
  paymentLinkExpired,
  paymentLinkUpdated,
} from '#products/payments/facts.ts'
import { countsOf } from './linkCount.ts'
import { linkFields, linkPrefix, type PaymentLink } from './linkFields.ts'

const count = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

/** A page that takes payments: of products, or of an amount that the payer chooses. */
export const paymentLink = resource({
  id: 'payments.paymentLink',
  title: 'Payment link',
  description: 'Payment links: pages that take payments of products or of an amount that the payer chooses',
  table: 'payments_payment_link',
  idKey: 'paymentLinkId',
  prefix: linkPrefix,
  states: {
    active: ['inactive', 'completed', 'expired'],
    inactive: ['active', 'completed', 'expired'],
    completed: ['active'],
    expired: ['active'],
  },
  initial: 'active',
  actions: {
    deactivate: { from: ['active'], to: 'inactive', description: 'it takes no payments.' },
    activate: {
      from: ['inactive', 'completed', 'expired'],
      to: 'active',
      description: 'it takes payments, while it has time and payments left.',
    },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: linkFields,
  computed: {
    fields: {
      url: Type.String({ description: 'Address of the page.' }),
      qrUrl: Type.String({ description: 'Address of the page’s QR code, as SVG.' }),
      stats: closed(
        {
          views: count('Visits of the page.'),
          started: count('Payments that were started.'),
          succeeded: count('Payments that succeeded.'),
          amount: count('Sum of their amounts in minor units, refunds included.'),
          remaining: nullable(count('Payments it can still take; null without a limit.')),
        },
        { description: 'Counts of the link.' },
      ),
    },
    of: computed,
  },
  facts: {
    created: paymentLinkCreated,
    updated: paymentLinkUpdated,
    deleted: paymentLinkDeleted,
    moved: {
      inactive: paymentLinkDeactivated,
      completed: paymentLinkCompleted,
      expired: paymentLinkExpired,
    },
  },
  constraints: {
    payments_payment_link_slug_key: { reason: reasons.writeContended, field: 'slug' },
  },
  check(link) {
    const wrong = [...priceProblems(link), ...fieldProblems(link), ...afterProblems(link)]
    if (wrong.length > 0) throw invalid(...wrong)
  },
})

/** Refusal of an activation without time or payments left, or of a limit below the payments that it has. */
export const linkExhausted = reason(
  'conflict',
  'payment_link_exhausted',
  'The link has no time or no payments left: change expiresAt or maxPayments first.',
)

async function computed(ctx: Ctx, links: readonly PaymentLink[]): Promise<Record<string, unknown>[]> {
  const ids = links.map(({ id }) => id)
  const counts = await countsOf(ctx, ids)
  return links.map(({ id, slug }) => {
    const url = `${ctx.settings.publicUrl}/pay/${slug ?? ''}`
    const of = counts.get(id)
    const max = of?.uses_max ?? null
    const remaining = max === null ? null : Math.max(0, max - Number(of?.used ?? 0) - Number(of?.reserved ?? 0))
    const stats = {
      views: Number(of?.views ?? 0),
      started: Number(of?.started ?? 0),
      succeeded: Number(of?.succeeded ?? 0),
      amount: Number(of?.amount ?? 0),
      remaining,
    }
    return { url, qrUrl: `${url}/qr.svg`, stats }
  })
}

function priceProblems(link: PaymentLink): FieldProblem[] {
  const { amountMode, lineItems, customerAmount, currency } = link
  const least = leastCharge(currency)
  if (amountMode === 'customer') {
    if (lineItems.length > 0) return [field('lineItems', 'notAllowed', 'are for amountMode fixed')]
    if (customerAmount === null) return [field('customerAmount', 'required', 'is needed with amountMode customer')]
    const { min, max, preset } = customerAmount
    if (min < least) return [field('customerAmount/min', 'minimum', leastText(currency))]
    const isOutside = (amount: bigint | undefined) => amount !== undefined && amount < min
    if (isOutside(max)) return [field('customerAmount/max', 'order', 'must not be below min')]
    const isPresetOutside = isOutside(preset) || (preset !== undefined && max !== undefined && preset > max)
    return isPresetOutside ? [field('customerAmount/preset', 'range', 'must be between min and max')] : []
  }
  if (customerAmount !== null) return [field('customerAmount', 'notAllowed', 'is for amountMode customer')]
  if (lineItems.length === 0) return [field('lineItems', 'minItems', 'needs a line with amountMode fixed')]
  const wrong = lineItems.flatMap(({ adjustable, quantity = 1 }, index) => {
    if (adjustable === undefined || (adjustable.min <= quantity && quantity <= adjustable.max)) return []
    return [field(`lineItems/${index}/adjustable`, 'range', 'must include the quantity')]
  })
  const most = lineItems.reduce(
    (sum, each) => sum + each.amount * BigInt(each.adjustable?.max ?? each.quantity ?? 1),
    0n,
  )
  if (most > BigInt(amountMax)) wrong.push(field('lineItems', 'maximum', 'have a sum of more than 15 digits'))
  if (most === 0n) wrong.push(field('lineItems', 'minimum', 'need an amount above zero'))
  const usual = lineItems.reduce((sum, { amount, quantity = 1 }) => sum + amount * BigInt(quantity), 0n)
  if (most > 0n && usual < least) wrong.push(field('lineItems', 'minimum', `have a sum that ${leastText(currency)}`))
  return wrong
}

function leastText(currency: string): string {
  const amount = leastCharge(currency)
  return `must be at least ${amount}: providers take no less than ${decimalOf({ amount, currency })} ${currency}`
}

function fieldProblems({ customFields }: PaymentLink): FieldProblem[] {
  const seen = new Set<string>()
  return customFields.flatMap(({ key }, index) => {
    const isKnown = seen.has(key)
    seen.add(key)
    return isKnown ? [field(`customFields/${index}/key`, 'unique', 'is the key of another field')] : []
  })
}

function afterProblems({ afterPayment }: PaymentLink): FieldProblem[] {
  const { redirectUrl, message } = afterPayment ?? {}
  if (redirectUrl === undefined) return []
  if (message !== undefined) return [field('afterPayment', 'exactlyOne', 'has either redirectUrl or message')]
  return redirectUrl.toLowerCase().startsWith('https://')
    ? []
    : [field('afterPayment/redirectUrl', 'format', 'must begin with https://')]
}
