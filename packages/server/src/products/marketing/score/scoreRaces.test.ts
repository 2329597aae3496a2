import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlap, within } from '#test/world/overlap.ts'
import { world } from '#test/world/world.ts'

test('points with the clientReference of concurrent ones for another contact are refused, not lost', async () => {
  await using w = await world()
  const ids: unknown[] = []
  for (const email of ['mira@example.com', 'jon@example.com']) {
    ids.push((await w.call('marketing.contact.create', { email })).id)
  }
  const points = { delta: 5, reason: 'Booked a demo', clientReference: 'demo' }
  const update = 'marketing.leadScore.update'
  await overlap(w, within(w, update, { contactId: ids[0], ...points }), async () => {
    const refusal = { code: 'conflict', mention: 'client_reference_exists' }
    await w.refused(update, { contactId: ids[1], ...points }, refusal)
  })
  const repeated = await w.call(update, { contactId: String(ids[0]), ...points })
  assert.equal(repeated.engagement, 5)
})
