import type { Ctx } from '#kit/call/context.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, idOf, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { loadPurchases } from '#products/marketing/event/purchaseSums.ts'
import { readTimeline, timelineEntry } from '#products/marketing/event/contactTimeline.ts'
import { contactScore } from '#products/marketing/score/leadScoreOutput.ts'
import { readModel } from '#products/marketing/score/scoreModel.ts'
import { viewScore } from '#products/marketing/score/scoreView.ts'
import { rowId } from '#products/marketing/rowId.ts'

const names = ['timeline', 'messages', 'score', 'segments', 'loyalty', 'payments'] as const

/** Parts of a contact that a request selects. */
export const includeInput = Type.Optional(
  Type.Array(oneOf(names), {
    maxItems: names.length,
    uniqueItems: true,
    description:
      'Parts to add: the newest 25 entries of the time line, the newest 25 messages, score, segments, tokens and ' +
      'coupons, sums of payments.',
  }),
)

/** Parts of a contact that a create answers as well. */
export const createdParts = {
  score: contactScore,
  segments: Type.Array(
    closed({
      segmentId: idOf('seg', { description: 'The segment.' }),
      name: Type.String({ description: 'Name of the segment.' }),
      since: dateTime({ description: 'Time since which the contact is in it.' }),
    }),
    { description: 'Segments that the contact is in, by name, at most 200.' },
  ),
}

const tokens = (description: string) => whole(0, Number.MAX_SAFE_INTEGER, { description })

const loyaltyPart = closed(
  {
    balances: Type.Array(
      closed({
        token: Type.String({ description: 'Name of the token.' }),
        available: tokens('Tokens that the contact can spend.'),
        pending: tokens('Tokens that become available later.'),
        held: tokens('Tokens that are set aside for a purchase.'),
      }),
      { description: 'Balances by token.' },
    ),
    coupons: Type.Array(
      closed({
        couponId: idOf('cpn', { description: 'The coupon.' }),
        code: Type.String({ description: 'Code of the coupon.' }),
        name: Type.String({ description: 'Name of the coupon.' }),
        expiresAt: nullable(dateTime({ description: 'Moment of its expiry; null for none.' })),
      }),
      { description: 'Coupons for this contact alone that it can still use, the newest first, at most 50.' },
    ),
  },
  { description: 'Tokens and coupons of the contact.' },
)

const paymentsPart = closed(
  {
    count: tokens('Payments that succeeded.'),
    totals: Type.Array(
      closed({
        currency: Type.String({ description: 'Currency.' }),
        count: tokens('Payments in the currency.'),
        amount: whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, {
          description: 'Sum of the payments less refunds, in minor units.',
        }),
      }),
      { description: 'Sums by currency.' },
    ),
  },
  { description: 'Payments of the contact.' },
)

/** Schemas of the parts. */
export const includedParts = {
  timeline: Type.Optional(Type.Array(timelineEntry, { description: 'Newest entries of the time line.' })),
  messages: Type.Optional(Type.Array(timelineEntry, { description: 'Newest messages.' })),
  score: Type.Optional(createdParts.score),
  segments: Type.Optional(createdParts.segments),
  loyalty: Type.Optional(loyaltyPart),
  payments: Type.Optional(paymentsPart),
}

/** Reads the selected parts of a contact. */
export async function readParts(ctx: Ctx, contactId: string, include: readonly (typeof names)[number][]) {
  const uuid = rowId('con', contactId)
  const parts: Record<string, unknown> = {}
  if (include.includes('timeline')) parts['timeline'] = (await readTimeline(ctx, contactId)).items
  if (include.includes('messages')) {
    parts['messages'] = (await readTimeline(ctx, contactId, { kinds: ['message'] })).items
  }
  if (include.includes('score')) {
    parts['score'] = await viewScore(ctx, await readModel(ctx), { contactId: uuid, atMs: ctx.now().getTime() })
  }
  if (include.includes('segments')) {
    const rows = await ctx.db.rows(segmentsOfContact, [ctx.account.id, uuid])
    parts['segments'] = rows.map(({ id, name, entered_at: since }) => {
      return { segmentId: encodeId('seg', ctx.account.id, id), name, since }
    })
  }
  if (include.includes('loyalty')) parts['loyalty'] = await readLoyalty(ctx, contactId)
  if (include.includes('payments')) parts['payments'] = await readPayments(ctx, uuid)
  return parts
}

async function readLoyalty(ctx: Ctx, contactId: string) {
  const balances = (await ctx.port(rewardsPort).balances(ctx, [contactId])).get(contactId) ?? []
  const coupons = await ctx.port(couponsPort).usableOf(ctx, contactId)
  return {
    balances: balances.map(({ token, available, pending, held }) => {
      return { token, available: Number(available), pending: Number(pending), held: Number(held) }
    }),
    coupons: coupons.map(({ couponId, code, name, expiresAt }) => ({ couponId, code, name, expiresAt })),
  }
}

async function readPayments(ctx: Ctx, uuid: string) {
  const sums = [...((await loadPurchases(ctx, [uuid])).get(uuid) ?? [])]
  return {
    count: sums.reduce((all, [, { count }]) => all + count, 0),
    totals: sums.map(([currency, { count, total }]) => ({ currency, count, amount: total })),
  }
}

const segmentsOfContact = statement(
  'marketing_segment.ofContact',
  'account',
  `select s.id, s.name, m.entered_at from marketing_segment_member m
   join marketing_segment s on s.account_id = m.account_id and s.id = m.segment_id
   where m.account_id = $1 and m.contact_id = $2 and s.deleted_at is null order by s.name_key limit 200`,
)
