import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const erased = '+4915100000004'

/** A world in which a person with the number was erased. */
async function withErasure(): Promise<World> {
  const w = await world()
  const { id } = await w.call('marketing.contact.create', { phone: erased })
  await w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
  return w
}

const shown = ({ status, isSuppressed, isPhoneSuppressed }: Json) => [status, isSuppressed, isPhoneSuppressed]

test('a contact with an erased number alone is suppressed until it agrees again', async () => {
  await using w = await withErasure()
  const made = await w.call('marketing.contact.create', { phone: erased })
  assert.deepEqual(shown(made), ['suppressed', false, true])
  const subscribe = { contactId: String(made.id), action: 'subscribe' } as const
  await w.refused('marketing.contact.update', subscribe, { code: 'invalid_request', mention: 'consent' })
  const old = { ...subscribe, consent: { source: 'Till', at: '2019-01-01T00:00:00Z' } }
  await w.refused('marketing.contact.update', old, { code: 'invalid_request', mention: '/consent/at' })
  const agreed = await w.call('marketing.contact.update', { ...subscribe, consent: { source: 'Till' } })
  assert.deepEqual(shown(agreed), ['subscribed', false, false])
})

test('a contact with a mail address and an erased number gets mail, and names its number suppressed', async () => {
  await using w = await withErasure()
  const made = await w.call('marketing.contact.create', { email: 'ada@example.com', phone: erased })
  assert.deepEqual(shown(made), ['subscribed', false, true])
  await w.call('marketing.contact.update', { contactId: String(made.id), action: 'unsubscribe' })
  const consent = { source: 'Newsletter form' }
  const agreed = await w.call('marketing.contact.update', { contactId: String(made.id), action: 'subscribe', consent })
  assert.deepEqual(shown(agreed), ['subscribed', false, true])
  const [listed] = (await w.call('marketing.contact.all', {})).items
  assert.deepEqual(shown(objectOf(listed)), ['subscribed', false, true])
})

test('a contact without a mail address is judged by its new number', async () => {
  await using w = await withErasure()
  const { id } = await w.call('marketing.contact.create', { phone: '+4915100000005' })
  const contactId = String(id)
  const states: unknown[] = []
  for (const change of [
    { phone: erased },
    { phone: '+4915100000006' },
    { email: 'ada@example.com' },
    { phone: erased },
    { email: null },
  ]) {
    states.push((await w.call('marketing.contact.update', { contactId, ...change })).status)
  }
  assert.deepEqual(states, ['suppressed', 'subscribed', 'subscribed', 'subscribed', 'suppressed'])
})

test('a merge that brings a suppressed address leaves a contact that left unsubscribed', async () => {
  await using w = await withErasure()
  const { id: into } = await w.call('marketing.contact.create', { externalId: 'crm-1' })
  const { id: from } = await w.call('marketing.contact.create', { phone: erased })
  await w.call('marketing.contact.update', { contactId: String(from), action: 'unsubscribe' })
  const merged = await w.call('marketing.contact.update', { contactId: String(into), mergeFrom: String(from) })
  assert.deepEqual(shown(merged), ['unsubscribed', false, true])
})

test('an import suppresses new contacts and contacts with a new number by the numbers of erased people', async () => {
  await using w = await withErasure()
  const { id } = await w.call('marketing.contact.create', { externalId: 'known', phone: '+4915100000007' })
  const made = await w.call('marketing.contact.import', {
    consent: { source: 'Form at the till' },
    mapping: (['externalId', 'phone', 'email'] as const).map((field) => ({ columnName: field, field })),
  })
  const file = `externalId,phone,email\nnew,${erased},\nknown,${erased},\nboth,${erased},ada@example.com\n`
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const put = { method: 'PUT', url: `${pathname}${search}`, payload: file } as const
  assert.equal((await w.app.server.inject(put)).statusCode, 200)
  await w.settle()
  const contactImportId = String(made.id)
  const read = await w.call('marketing.contactImport.get', { contactImportId })
  assert.deepEqual([read['createdCount'], read['updatedCount'], read['suppressedCount']], [2, 1, 1])
  const of = async (externalId: string) => shown(await w.call('marketing.contact.get', { externalId }))
  assert.deepEqual(await of('new'), ['suppressed', false, true])
  assert.deepEqual(await of('both'), ['subscribed', false, true])
  assert.deepEqual(shown(await w.call('marketing.contact.get', { contactId: String(id) })), ['suppressed', false, true])
})
