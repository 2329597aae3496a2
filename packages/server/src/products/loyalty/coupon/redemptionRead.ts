import type { Ctx } from '#kit/call/context.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { statement } from '#kit/call/statement.ts'
import { clientReference, idOf, line, oneOf } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { ofAccount, orderBy, readListPage, sentConditions } from '#platform/db/listPage.ts'
import { readRedemptions, redemptionColumns, redemptionOf, type RedemptionRow } from './redemptionRows.ts'
import { redemptionShape, redemptionStates } from '#kit/call/redemption.ts'

/** Get All. */
export const listRedemptions = companion(
  operation('loyalty.redemption.all', {
    route: 'GET /api/incentive/redemption/all',
    title: 'Redemption - Get All',
    description: 'Lists uses of coupons, the newest first: of a coupon, a contact or a purchase.',
    scope: 'loyalty.redemption:read',
    input: closed({
      ...pagingInput(['-createdAt', 'createdAt']),
      couponId: Type.Optional(idOf('cpn', { description: 'Only uses of this coupon.' })),
      contactId: Type.Optional(idOf('con', { description: 'Only uses by this contact.' })),
      reference: Type.Optional(line(128, { description: 'Only uses of this purchase, by its id.' })),
      clientReference: Type.Optional(clientReference({ description: 'Only uses under this reference of yours.' })),
      status: Type.Optional(oneOf(redemptionStates, { description: 'Only in this state.' })),
    }),
    output: listPageOf(redemptionShape),
    example: { status: 'redeemed' },
    async handle(ctx, { couponId, contactId, reference, clientReference: own, status, ...paging }) {
      const list = {
        table: 'loyalty_redemption',
        columns: redemptionColumns.replaceAll('r.', 't.'),
        scope: 'account' as const,
        owned: [ofAccount(ctx.account.id)],
        where: sentConditions({
          't.coupon_id = $1': couponId === undefined ? undefined : uuidOf('cpn', couponId),
          't.contact_id = $1': contactId === undefined ? undefined : uuidOf('con', contactId),
          't.reference = $1': reference,
          't.client_reference = $1': own,
          't.status = $1': status,
        }),
        ...orderBy(['created_at', 'id'], paging.sort !== 'createdAt'),
        isPlannedAnew: true,
      }
      const page = await readListPage<RedemptionRow>(ctx, list, paging)
      return { ...page, items: page.items.map((row) => redemptionOf(ctx.account.id, row)) }
    },
  }),
)

const ambiguousReference = reason(
  'conflict',
  'ambiguous_reference',
  'Several coupons were used under this clientReference: send the couponId too.',
)

/** Get. */
export const getRedemption = companion(
  operation('loyalty.redemption.get', {
    route: 'GET /api/incentive/redemption/get',
    title: 'Redemption - Get',
    description: 'Gets one use of a coupon, by its id or by your reference.',
    scope: 'loyalty.redemption:read',
    input: closed({
      redemptionId: Type.Optional(idOf('rdm')),
      clientReference: Type.Optional(clientReference({ description: 'Your own name for the use.' })),
      couponId: Type.Optional(idOf('cpn', { description: 'The coupon, where a reference has uses of several.' })),
    }),
    output: redemptionShape,
    reasons: [ambiguousReference],
    example: { redemptionId: madeFirst('loyalty.redemption') },
    async handle(ctx, { couponId, ...input }) {
      const { name, value } = exactlyOne(input, ['redemptionId', 'clientReference'])
      const rows = name === 'redemptionId' ? await findById(ctx, value) : await findByReference(ctx, value, couponId)
      const [row, other] = rows.filter((each) => couponId === undefined || each.coupon_id === uuidOf('cpn', couponId))
      if (row === undefined) throw problem(reasons.notFound)
      if (other !== undefined) throw problem(ambiguousReference)
      return redemptionOf(ctx.account.id, row)
    },
  }),
)

async function findById(ctx: Ctx, redemptionId: string): Promise<RedemptionRow[]> {
  const parsed = parseId('rdm', redemptionId)
  const isOwn = parsed?.accountId === ctx.account.id
  return isOwn ? ctx.db.rows(readRedemptions, [ctx.account.id, [parsed.uuid]]) : []
}

function findByReference(ctx: Ctx, reference: string, couponId: string | undefined): Promise<RedemptionRow[]> {
  const coupon = couponId === undefined ? null : uuidOf('cpn', couponId)
  return ctx.db.rows(readByReference, [ctx.account.id, reference, coupon])
}

const readByReference = statement(
  'loyalty_redemption.byReference',
  'account',
  `select ${redemptionColumns} from loyalty_redemption r
   where r.account_id = $1 and r.client_reference = $2 and ($3::uuid is null or r.coupon_id = $3::uuid)
   order by r.id limit 2`,
)
