import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('a payment link for one person follows the contact that stays after a merge', async () => {
  await using w = await world()
  const [into, from] = await Promise.all(
    ['into', 'from'].map((name) => w.call('marketing.contact.create', { email: `${name}@example.com` })),
  )
  const example = await w.example('payments.paymentLink.create')
  const link = await w.call('payments.paymentLink.create', { ...example, contactId: String(from?.id) })
  await w.call('marketing.contact.update', { contactId: String(into?.id), mergeFrom: String(from?.id) })
  await w.settle()
  const after = await w.call('payments.paymentLink.get', { paymentLinkId: String(link.id) })
  assert.equal(after.contactId, into?.id)
})
