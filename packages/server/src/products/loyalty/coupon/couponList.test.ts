import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '#test/world/world.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

type Page = { items: { name: string }[]; pagination: { nextCursor: string | null } }

const discount = { type: 'percent', percentOff: 25 } as const
const inDays = (days: number) => new Date(w.clock.now().getTime() + days * 86_400_000).toISOString()

test('coupons are listed by their end, those without one last, page by page', async () => {
  const made = new Map<string, string>()
  for (const [name, expiresAt] of Object.entries({ late: inDays(9), never: null, soon: inDays(2), mid: inDays(5) })) {
    const { id } = await w.call('loyalty.coupon.create', { name, discount, expiresAt })
    made.set(name, id)
  }
  const names: string[] = []
  let cursor: string | null = null
  do {
    const query: object = { sort: 'expiresAt', limit: 1, ...(cursor !== null && { cursor }) }
    const page: Page = await w.call('loyalty.coupon.all', query)
    names.push(...page.items.map(({ name }) => name))
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  assert.deepEqual(names, ['soon', 'mid', 'late', 'never'])
  const listed = async (query: object) => (await w.call('loyalty.coupon.all', query)).items.map(({ name }) => name)
  assert.deepEqual(await listed({ sort: '-expiresAt' }), names.toReversed())
  assert.deepEqual(await listed({ sort: 'expiresAt', expiresBefore: inDays(5) }), ['soon', 'mid'])
  await w.call('loyalty.coupon.update', { couponId: made.get('soon') ?? '', expiresAt: null })
  await w.call('loyalty.coupon.update', { couponId: made.get('never') ?? '', expiresAt: inDays(1) })
  assert.deepEqual((await listed({ sort: 'expiresAt' }))[0], 'never')
  assert.deepEqual(await listed({ query: 'so' }), ['soon'])
})

test('each filter of coupons has an index that begins with it', async () => {
  const { rows } = await w.app.pools.work.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = 'loyalty_coupon'",
  )
  for (const column of ['expiry_key', 'batch_id', 'contact_id', 'promotion_id', 'name_key', 'code']) {
    assert.ok(
      rows.some(({ indexdef }) => indexdef.includes(`(account_id, ${column}`)),
      column,
    )
  }
})

test('a list of one batch counts all its codes, and one with another condition a thousand', async () => {
  const { batch } = await w.call('loyalty.coupon.create', { name: 'Flyers', discount, quantity: 1_203 })
  const batchId = String(Object(batch).batchId)
  const counted = async (query: object) => {
    const { pagination } = await w.call('loyalty.coupon.all', { batchId, limit: 1, ...query })
    return [pagination.total, pagination.totalIsCapped]
  }
  assert.deepEqual(await counted({ withTotal: 'true' }), [1_203, false])
  const { items } = await w.call('loyalty.coupon.all', { batchId, limit: 1 })
  await w.call('loyalty.coupon.delete', { couponId: String(items[0]?.id) })
  assert.deepEqual(await counted({ withTotal: 'true', sort: 'name' }), [1_202, false])
  assert.deepEqual(await counted({ withTotal: 'true', status: 'active' }), [1_000, true])
  assert.deepEqual(await counted({}), [undefined, undefined])
})
