import type { Ctx } from '#kit/call/context.ts'
import { group, defaulted, idOf, matching, nameLine, optional, required, whole } from '#kit/values/fields.ts'
import { resource, type StoredOf } from '#kit/nouns/resource.ts'
import { againAfterDeath, task } from '#kit/nouns/task.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { baseColumns, mappingOf, uuidOf } from '#platform/db/columns.ts'
import {
  couponBatchCreated,
  couponBatchDeleted,
  couponBatchReady,
  couponBatchUpdated,
} from '#products/loyalty/facts.ts'
import { randomCode } from './couponCodes.ts'
import { coupon } from './coupon.ts'

/** Codes of a batch, and of one transaction. */
export const batchBounds = { quantityMax: 100_000, togetherMax: 10_000, stepMax: 5_000 } as const

const isSet = { isReadOnly: true } as const
const part = (description: string) =>
  Type.Optional(
    matching('^[A-Za-z0-9_-]{1,16}$', 16, { description, message: 'must have 1 to 16 letters, digits, _ or -' }),
  )

/** Schema of the shape of generated codes. */
export const codeShapeInput = group(
  {
    prefix: part('Beginning of each code.'),
    length: Type.Optional(whole(6, 32, { description: 'Random characters; 10 by default.' })),
    suffix: part('End of each code.'),
  },
  { description: 'Shape of generated codes.' },
)

const batchFields = {
  name: required(nameLine(120, { description: 'Name of its coupons at their creation.' }), { access: isSet }),
  quantity: required(whole(1, batchBounds.quantityMax, { description: 'Number of its codes.' }), { access: isSet }),
  made: defaulted(whole(0, batchBounds.quantityMax, { description: 'Codes that exist.' }), 0, { access: isSet }),
  codePattern: optional(codeShapeInput, { access: isSet }),
}

/** A batch as the store returns it. */
export type CouponBatch = StoredOf<typeof batchFields>

/** Coupons with generated codes that were made together. */
export const couponBatch = resource({
  id: 'loyalty.couponBatch',
  title: 'Coupon batch',
  description: 'Batches of coupons: generated codes with the same terms',
  table: 'loyalty_coupon_batch',
  idKey: 'batchId',
  prefix: 'cpb',
  states: { building: ['ready'], ready: [] },
  initial: 'building',
  countMax: Number.POSITIVE_INFINITY,
  fields: batchFields,
  facts: {
    created: couponBatchCreated,
    updated: couponBatchUpdated,
    deleted: couponBatchDeleted,
    moved: { ready: couponBatchReady },
  },
})

/** Makes the next codes of a batch in the transaction, and queues the rest. */
export async function growBatch(ctx: Ctx, batch: CouponBatch, from: { couponId: string; most: number }): Promise<void> {
  const count = Math.min(from.most, batch.quantity - batch.made)
  await insertCodes(ctx, { ...from, count, shape: batch.codePattern ?? {} })
  const made = batch.made + count
  const isReady = made === batch.quantity
  await ctx.store.update(couponBatch, batch.id, { patch: { made }, ...(isReady && { status: 'ready' }) })
  if (!isReady) ctx.later(makeCodes, { batchId: batch.id, couponId: from.couponId }, ctx.now())
}

const makePayload = Type.Object({ batchId: idOf('cpb'), couponId: idOf('cpn') })

/** Task that makes the codes of a large batch, step by step. */
export const makeCodes = task('loyalty.couponBatch.make', 'Makes codes of a large batch.', makePayload, {
  async handle(ctx, { batchId, couponId }) {
    const batch = await ctx.store.find(couponBatch, batchId)
    if (batch === undefined || batch.status !== 'building') return
    await growBatch(ctx, batch, { couponId, most: batchBounds.stepMax })
  },
  async failed(ctx, payload) {
    ctx.later(makeCodes, payload, againAfterDeath(ctx))
  },
})

type Insert = { couponId: string; count: number; shape: Parameters<typeof randomCode>[0] }

/** Inserts copies of a coupon under new codes. A code that exists is drawn again. */
async function insertCodes(ctx: Ctx, { couponId, count, shape }: Insert): Promise<void> {
  let missing = count
  while (missing > 0) {
    const codes = [...new Set(Array.from({ length: missing }, () => randomCode(shape)))]
    const ids = codes.map(() => uuidv7(ctx.now().getTime()))
    const rows = await ctx.db.rows(copyCoupon, [ctx.account.id, uuidOf(coupon.prefix, couponId), ids, codes])
    missing -= rows.length
  }
}

/** Columns of a copy that differ from the first coupon's. */
const own: Readonly<Record<string, string>> = {
  id: 'n.id',
  code: 'n.code',
  version: '1',
  client_reference: 'null',
  redeemed: '0',
  reserved: '0',
  discount_granted_amount: 'null',
  discount_granted_currency: 'null',
  has_been_used: 'false',
  // The first coupon may be used up before its siblings exist.
  status: "case when t.status = 'exhausted' then 'active' else t.status end",
}

const copied = [...baseColumns, ...mappingOf(coupon).columns.map(({ name }) => name)]

const copyCoupon = statement(
  'loyalty_coupon.copy',
  'account',
  `insert into loyalty_coupon (${copied.join(', ')})
   select ${copied.map((name) => own[name] ?? `t.${name}`).join(', ')}
   from loyalty_coupon t cross join unnest($3::uuid[], $4::text[]) as n (id, code)
   where t.account_id = $1 and t.id = $2
   on conflict (account_id, code) where deleted_at is null do nothing returning id`,
)
