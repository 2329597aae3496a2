import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'
import { admitted, audienceProblems } from './audience.ts'

test('an audience admits the contact, the matches of its filter, or the members of its segment', async () => {
  await using w = await world()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const { id: german } = await w.call('marketing.contact.create', { email: 'a@example.com', country: 'DE' })
  const { id: french } = await w.call('marketing.contact.create', { email: 'b@example.com', country: 'FR' })
  const { id: segmentId } = await w.call('marketing.segment.create', {
    name: 'France',
    filter: { field: 'country', is: 'eq', value: 'FR' },
  })
  const audiences = [
    null,
    { contactId: german },
    { filter: { field: 'country', is: 'eq' as const, value: 'DE' } },
    { segmentId },
  ]
  assert.deepEqual(await admitted(ctx, { contactId: german }, audiences), [true, true, true, false])
  assert.deepEqual(await admitted(ctx, { contactId: french }, audiences), [true, false, false, true])
  assert.deepEqual(await admitted(ctx, { contactId: null }, audiences), [true, false, false, false])
  // A typed address is enough for what is for that contact alone.
  assert.deepEqual(await admitted(ctx, { contactId: german, isTyped: true }, audiences), [true, true, false, false])
})

test('an audience names records of the account and fields of contacts', async () => {
  await using w = await world()
  await using other = await world()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const { id: contactId } = await other.call('marketing.contact.create', { email: 'a@example.com' })
  const { id: segmentId } = await other.call('marketing.segment.create', { name: 'Own', kind: 'static' })
  const path = '/audience'
  const paths = async (audience: Parameters<typeof audienceProblems>[1]) =>
    (await audienceProblems(ctx, audience, { path })).map((problem) => problem.path)
  assert.deepEqual(await paths({ contactId }), ['/audience/contactId'])
  assert.deepEqual(await paths({ segmentId }), ['/audience/segmentId'])
  assert.deepEqual(await paths({ filter: { field: 'shoeSize', is: 'exists' } }), ['/audience/filter/field'])
  assert.deepEqual(await audienceProblems(ctx, { segmentId }, { path, stored: { segmentId } }), [])
})
