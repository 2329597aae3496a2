import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('a change to an address or id of another contact is refused with the id of that contact', async () => {
  await using w = await world()
  const { id: existingId } = await w.call('marketing.contact.create', { email: 'ada@example.com', externalId: 'ada' })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'bob@example.com' })
  const refusal = { code: 'conflict', mention: `"details":{"existingId":"${existingId}"}` } as const
  for (const change of [{ email: 'Ada@Example.com' }, { externalId: 'ada' }]) {
    await w.refused('marketing.contact.update', { contactId: String(contactId), ...change }, refusal)
  }
  const merged = { email: 'bob@example.com', externalId: 'ada', onConflict: 'merge' } as const
  await w.refused('marketing.contact.create', merged, { code: 'conflict', mention: 'existingId' })
  const same = await w.call('marketing.contact.update', { contactId: String(contactId), email: 'Bob@example.com' })
  assert.equal(same.email, 'Bob@example.com')
})

test('the id of a merged contact answers not_found with the contact that remains', async () => {
  await using w = await world()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) {
    ids.push(String((await w.call('marketing.contact.create', { email: `${name}@example.com` })).id))
  }
  const [first = '', second = '', third = ''] = ids
  await w.call('marketing.contact.update', { contactId: second, mergeFrom: first })
  await w.call('marketing.contact.update', { contactId: third, mergeFrom: second })
  const refusal = { code: 'not_found', mention: `"details":{"mergedIntoId":"${third}"}` } as const
  for (const contactId of [first, second]) {
    await w.refused('marketing.contact.get', { contactId }, refusal)
    await w.refused('marketing.contact.update', { contactId, firstName: 'Ada' }, refusal)
    await w.refused('marketing.contact.delete', { contactId }, refusal)
    await w.refused('marketing.contact.delete', { contactId, mode: 'erase' }, refusal)
    await w.refused('marketing.contact.timeline', { contactId }, refusal)
    await w.refused('marketing.leadScore.get', { contactId }, refusal)
  }
  await w.call('marketing.contact.delete', { contactId: third, mode: 'erase' })
  const gone = await w.refused('marketing.contact.get', { contactId: first }, 'not_found')
  assert.equal(gone['details'], undefined)
  const { secretKey: key } = await w.another()
  await w.refused('marketing.contact.get', { contactId: second }, { code: 'not_found', key })
})
