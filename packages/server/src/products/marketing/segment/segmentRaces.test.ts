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
