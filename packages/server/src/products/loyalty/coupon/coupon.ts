import { parseId } from '#kit/values/ids.ts'
import { foldName } from '#kit/values/foldedText.ts'
import { nullable, webUrl, whole } from '#kit/values/fields.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { reason } from '#kit/call/problem.ts'
import type { Audience } from '#products/loyalty/audience.ts'
import { couponCreated, couponDeleted, couponPaused, couponResumed, couponUpdated } from '#products/loyalty/facts.ts'
import { checkTerms } from './couponCheck.ts'
import { couponFields, usesMax } from './couponFields.ts'

/** Refusal of a code that another coupon has. */
export const codeTaken = reason('conflict', 'code_taken', 'Another coupon has this code.')

/** A coupon as the store returns it. */
export type Coupon = StoredOf<typeof couponFields>

/** Sort key of a coupon without an end: the column is never null, and an index serves the order. */
const endlessKey = '9999-12-31T23:59:59.999Z'

/** The form in which codes are stored and compared. */
export function codeOf(typed: string): string {
  return typed.trim().toUpperCase()
}

/** Uses that are left; null without a limit. */
export function remainingOf(of: Pick<Coupon, 'maxRedemptions' | 'redeemed' | 'reserved'>): number | null {
  return of.maxRedemptions === null ? null : Math.max(0, of.maxRedemptions - of.redeemed - of.reserved)
}

/** Codes that lower a price or give tokens, each with limits that hold to the unit. */
export const coupon = resource({
  id: 'loyalty.coupon',
  title: 'Coupon',
  description: 'Coupons: codes that lower a price or give tokens, with limits that hold to the unit',
  table: 'loyalty_coupon',
  idKey: 'couponId',
  prefix: 'cpn',
  states: {
    scheduled: ['active', 'paused', 'exhausted', 'expired'],
    active: ['scheduled', 'paused', 'exhausted', 'expired'],
    paused: ['scheduled', 'active', 'exhausted', 'expired'],
    exhausted: ['scheduled', 'active', 'paused', 'expired'],
    expired: ['scheduled', 'active', 'exhausted'],
  },
  initial: 'active',
  actions: {
    pause: {
      from: ['scheduled', 'active', 'exhausted'],
      to: 'paused',
      description: 'it cannot be used until it resumes.',
    },
    resume: {
      from: ['paused'],
      to: 'active',
      description: 'it can be used again; one that is not due, used up or over becomes that.',
    },
  },
  countMax: Number.POSITIVE_INFINITY,
  fields: couponFields,
  derived: {
    nameKey: { sqlType: 'text', sorts: 'name', of: ({ name }) => foldName(name) },
    contactId: { sqlType: 'uuid', of: ({ audience }) => contactUuid(audience) },
    expiryKey: { sqlType: 'timestamptz(3)', sorts: 'expiresAt', of: ({ expiresAt }) => expiresAt ?? endlessKey },
    nextAt: { sqlType: 'timestamptz(3)', of: nextMoment },
  },
  computed: {
    fields: {
      remaining: nullable(whole(0, usesMax, { description: 'Uses that are left; null without a limit.' })),
      qrUrl: webUrl({
        description: 'Address of its QR code as SVG, which holds the code. The address alone opens it.',
      }),
    },
    of: (ctx, records) =>
      Promise.resolve(
        records.map((each) => ({
          remaining: remainingOf(each),
          qrUrl: `${ctx.settings.publicUrl}/coupon/${each.id}/qr.svg`,
        })),
      ),
  },
  facts: {
    created: couponCreated,
    updated: couponUpdated,
    deleted: couponDeleted,
    moved: { paused: couponPaused, 'paused active': couponResumed, 'paused scheduled': couponResumed },
  },
  constraints: { loyalty_coupon_code_key: { reason: codeTaken, field: 'code' } },
  check: checkTerms,
  card: ({ name, code }) => ({ title: `${String(name)} (${String(code)})` }),
})

function contactUuid(audience: Audience | null): string | null {
  return audience?.contactId === undefined ? null : (parseId('con', audience.contactId)?.uuid ?? null)
}

/** Moment at which time alone moves its state. */
function nextMoment({ status, startsAt, expiresAt }: Pick<Coupon, 'status' | 'startsAt' | 'expiresAt'>) {
  if (status === 'scheduled') return startsAt
  return status === 'active' || status === 'exhausted' ? expiresAt : null
}
