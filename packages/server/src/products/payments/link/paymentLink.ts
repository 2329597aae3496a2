import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, reason, reasons, type FieldProblem } from '#kit/call/problem.ts'
import { resource } from '#kit/nouns/resource.ts'
import { closed } from '#kit/nouns/standard.ts'
import { nullable, whole } from '#kit/values/fields.ts'
import {
  paymentLinkCompleted,
  paymentLinkCreated,
  paymentLinkDeactivated,
  paymentLinkDeleted,
  paymentLinkExpired,
  paymentLinkUpdated,
} from '#products/payments/facts.ts'
import { countsOf, type LinkCount } from './linkCount.ts'
import { linkFields, linkPrefix, type PaymentLink } from './linkFields.ts'
import { priceProblems } from './linkPrice.ts'
import { reminderProblems } from './reminderTimes.ts'

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
          remaining: nullable(count('Payments it can still take; null without a limit, and for one that takes parts.')),
          held: nullable(count('Amount that running payments are about to pay; null for a link that takes no parts.')),
          open: nullable(count('Amount that is neither paid nor held; null for a link that takes no parts.')),
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
    const wrong = [...priceProblems(link), ...fieldProblems(link), ...afterProblems(link), ...reminderProblems(link)]
    if (wrong.length > 0) throw invalid(...wrong)
  },
})

/** Refusal of an activation without time or payments left, or of a limit below the payments that it has. */
export const linkExhausted = reason('conflict', 'payment_link_exhausted', 'The link has no time or no payments left.')

/** Refusal of another price for a link of which a part is paid or being paid. */
export const linkPartPaid = reason(
  'conflict',
  'payment_link_part_paid',
  'A part of the price is paid, or is being paid: lineItems stay.',
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
      ...partsOf(of),
    }
    return { url, qrUrl: `${url}/qr.svg`, stats }
  })
}

function partsOf(count: LinkCount | undefined): { held: number | null; open: number | null } {
  if (count === undefined || count.price === null) return { held: null, open: null }
  const held = Number(count.held)
  return { held, open: Math.max(0, Number(count.price) - Number(count.amount) - held) }
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
