import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('uses of a coupon by both contacts count after a merge, and the limit holds from then on', async () => {
  await using w = await world()
  const contact = async (name: string) =>
    String((await w.call('marketing.contact.create', { email: `${name}@example.com` })).id)
  const [into, from] = [await contact('into'), await contact('from')]
  const { id: couponId } = await w.call('loyalty.coupon.create', {
    name: 'Twice',
    discount: { type: 'percent', percentOff: 10 },
    maxRedemptionsPerContact: 2,
  })
  const use = (contactId: string, clientReference: string) => ({
    ...{ couponId: String(couponId), contactId, clientReference },
    order: { subtotal: 1_000, currency: 'EUR' },
  })
  await w.call('loyalty.redemption.create', use(into, 'first'))
  await w.call('loyalty.redemption.create', use(from, 'second'))
  await w.call('marketing.contact.update', { contactId: into, mergeFrom: from })
  await w.settle()
  const { items } = await w.call('loyalty.redemption.all', { contactId: into })
  assert.equal(items.length, 2)
  await w.refused('loyalty.redemption.create', use(into, 'third'), { code: 'conflict', mention: 'per_contact_limit' })
})
