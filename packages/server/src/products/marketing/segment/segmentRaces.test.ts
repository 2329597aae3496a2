import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlap, within } from '#test/world/overlap.ts'
import { world, type World } from '#test/world/world.ts'

async function segmentOf(w: World, name: string): Promise<string> {
  const filter = { field: 'firstName', is: 'exists' } as const
  return String((await w.call('marketing.segment.create', { name, filter })).id)
}

test('two segments whose filters change at once never refer to each other', async () => {
  await using w = await world()
  const [one, other] = [await segmentOf(w, 'One'), await segmentOf(w, 'Other')]
  const update = 'marketing.segment.update'
  await overlap(w, within(w, update, { segmentId: one, filter: { segment: other } }), async () => {
    const input = { segmentId: other, filter: { segment: one } }
    await w.refused(update, input, { code: 'conflict', mention: 'segment_cycle' })
  })
})

test('a contact that is erased beside its entry into a segment is no member, and is not counted', async () => {
  await using w = await world()
  const { id: staticId } = await w.call('marketing.segment.create', { name: 'By hand', kind: 'static' })
  const inputs = [
    ['marketing.segment.update', (id: string) => ({ segmentId: staticId, addContactIds: [id] })],
    ['marketing.segment.create', () => ({ name: 'Known', filter: { field: 'firstName', is: 'exists' } })],
  ] as const
  for (const [operationId, inputOf] of inputs) {
    const draft = { externalId: operationId, firstName: 'Mira' }
    const contactId = String((await w.call('marketing.contact.create', draft)).id)
    const made = await overlap(w, within(w, 'marketing.contact.delete', { contactId, mode: 'erase' }), () => {
      return w.send(operationId, inputOf(contactId))
    })
    assert.equal(made.status, 200, made.text)
    await w.settle()
    const { rows } = await w.app.pools.work.query(
      `select (select count(*)::integer from marketing_segment_member) as members,
         (select coalesce(sum(members), 0)::integer from marketing_segment_count) as counted`,
    )
    assert.deepEqual(rows, [{ members: 0, counted: 0 }], operationId)
  }
})
