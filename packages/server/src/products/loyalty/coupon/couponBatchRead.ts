import { companion, madeFirst } from '#kit/nouns/operation.ts'
import { get, list } from '#kit/nouns/standard.ts'
import { couponBatch } from './couponBatch.ts'

/** Get All. */
export const listBatches = companion(
  list(couponBatch, 'GET /api/incentive/batch/all', 'Batch - Get All', {
    sorts: ['-createdAt', 'createdAt'],
    description: 'Lists batches of coupons, the newest first.',
  }),
)

/** Get. */
export const getBatch = companion(
  get(couponBatch, 'GET /api/incentive/batch/get', 'Batch - Get', {
    description: 'Gets a batch of coupons; `made` counts its codes while it is being built.',
    example: { batchId: madeFirst('loyalty.couponBatch') },
  }),
)
