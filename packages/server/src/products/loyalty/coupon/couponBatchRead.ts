import { exactlyOne, reach } from '#kit/call/recordReach.ts'
import { clientReference, idOf, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present } from '#kit/nouns/resource.ts'
import { closed, list } from '#kit/nouns/standard.ts'
import { couponBatch } from './couponBatch.ts'
import { usageOfBatch, usageShape } from './couponUsage.ts'

/** Get All. */
export const listBatches = companion(
  list(couponBatch, 'GET /api/incentive/batch/all', 'Batch - Get All', {
    sorts: ['-createdAt', 'createdAt'],
    description: 'Lists batches of coupons, the newest first.',
  }),
)

/** Get. */
export const getBatch = companion(
  operation('loyalty.couponBatch.get', {
    route: 'GET /api/incentive/batch/get',
    title: 'Batch - Get',
    description:
      'Gets a batch of coupons; `made` counts its codes while it is being built. `include=usage` adds the uses of ' +
      'its codes by day.',
    scope: 'loyalty.couponBatch:read',
    isRead: true,
    input: closed({
      batchId: Type.Optional(idOf(couponBatch.prefix)),
      clientReference: Type.Optional(clientReference()),
      include: Type.Optional(oneOf(['usage'], { description: 'Part to add.' })),
    }),
    output: outputSchemaOf(couponBatch, { usage: Type.Optional(usageShape) }),
    example: { batchId: madeFirst('loyalty.couponBatch'), include: 'usage' },
    async handle(ctx, { include, ...by }) {
      const found = await reach(ctx, couponBatch, exactlyOne(by, ['batchId', 'clientReference']))
      const { id } = found.record
      const [shown] = await present(found, couponBatch, [found.record])
      return { ...shown, id, ...(include === 'usage' && { usage: await usageOfBatch(ctx, id) }) }
    },
  }),
)
