import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '#test/world/world.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('get by code checks lines of an order at a moment, and refuses lines that are none', async () => {
  const now = w.clock.now().getTime()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const { code } = await w.call('loyalty.coupon.create', {
    name: 'Mugs',
    discount: { type: 'percent', percentOff: 10 },
    appliesTo: { skus: ['MUG'] },
    startsAt: at(60),
    expiresAt: at(120),
  })
  const order = [
    { sku: 'MUG', quantity: 2, unitAmount: 1_200 },
    { sku: 'HAT', unitAmount: 5_000 },
  ]
  const input = { code: String(code).toLowerCase(), currency: 'EUR', items: JSON.stringify(order) }
  const check = async (more: object) => (await w.call('loyalty.coupon.get', { ...input, ...more })).validation
  assert.deepEqual(await check({ at: at(90) }), {
    valid: true,
    reasons: [],
    discount: eur(240),
    trace: [
      { key: '1', subtotal: eur(2_400), discount: eur(240), total: eur(2_160) },
      { key: '2', subtotal: eur(5_000), discount: eur(0), total: eur(5_000) },
    ],
  })
  assert.deepEqual((await check({}))?.reasons, ['not_started'])
  assert.deepEqual((await check({ at: at(120) }))?.reasons, ['expired'])
  const bad = ['{', '[]', '[{"unitAmount":-1}]', '[{"unitAmount":1,"x":2}]', '{"a":1}']
  for (const items of bad) {
    const reply = await w.send('loyalty.coupon.get', { ...input, items })
    assert.equal(reply.status, 400, items)
  }
  assert.equal((await w.send('loyalty.coupon.get', { ...input, subtotal: 5 })).status, 400)
})
