import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world } from '#test/world/world.ts'
import { identifyContact } from './identify.ts'

const tags = (from: number, count: number) => Array.from({ length: count }, (_, index) => `t${from + index}`)

test('concurrent changes, merges and persons who type do not give a contact more than 100 tags', async () => {
  await using w = await world()
  const other = await w.beside()
  const email = 'ada@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email, tags: tags(0, 99) })
  const add = (by: typeof other, tag: string) => by.send('marketing.contact.update', { contactId, addTags: [tag] })
  const replies = await Promise.all([add(w, 'a'), add(other, 'b'), add(w, 'c'), add(other, 'd')])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
  const refused = replies.find(({ status }) => status === 400)
  const [first] = arrayOf(objectOf(refused?.body['error'])['fields'])
  assert.deepEqual([first?.['path'], first?.['rule']], ['/tags', 'maxItems'])
  const { id: mergeFrom } = await w.call('marketing.contact.create', { email: 'b@example.com', tags: tags(500, 2) })
  await w.refused('marketing.contact.update', { contactId, mergeFrom }, { code: 'invalid_request', mention: '/tags' })
  await w.app
    .operatorCtx(w.account.account, 'test')
    .atomic((inner) => identifyContact(inner, { source: 'A form', email, tags: ['typed'], firstName: 'Ada' }))
  const found = await w.call('marketing.contact.get', { contactId })
  assert.deepEqual([found.tags.length, found.tags.includes('typed'), found.firstName], [100, false, 'Ada'])
})

test('a contact that has too many tags loses some, and leaves', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  await w.app.pools.work.query('update marketing_contact set tags = $1', [tags(0, 101)])
  const changes = [{ removeTags: ['t0'] }, { action: 'unsubscribe' }] as const
  for (const change of changes) await w.call('marketing.contact.update', { contactId, ...change })
  await w.refused('marketing.contact.update', { contactId, addTags: ['last'] }, 'invalid_request')
})
