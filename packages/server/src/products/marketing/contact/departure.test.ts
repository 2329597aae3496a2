import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const shown = ({ status, isSuppressed, isPhoneSuppressed }: Json) => [status, isSuppressed, isPhoneSuppressed]

/** A contact that left. */
async function departed(w: World, sent: { email?: string; phone?: string; externalId?: string }): Promise<string> {
  const { id } = await w.call('marketing.contact.create', sent)
  await w.call('marketing.contact.update', { contactId: String(id), action: 'unsubscribe' })
  return String(id)
}

test('an address that a contact changes after it left stays left', async () => {
  await using w = await world()
  const contactId = await departed(w, { email: 'ada@example.com' })
  await w.call('marketing.contact.update', { contactId, email: 'ada@other.example' })
  const again = await w.call('marketing.contact.create', { email: 'Ada@Example.com' })
  assert.deepEqual(shown(again), ['suppressed', true, false])
  const cleared = await departed(w, { email: 'grace@example.com', externalId: 'crm-1' })
  await w.call('marketing.contact.update', { contactId: cleared, email: null })
  assert.equal((await w.call('marketing.contact.create', { email: 'grace@example.com' })).status, 'suppressed')
})

test('an address that a contact changes along with a new agreement stays left, and the new one gets mail', async () => {
  await using w = await world()
  const contactId = await departed(w, { email: 'ada@example.com' })
  const change = { action: 'subscribe', consent: { source: 'Till' }, email: 'ada@other.example' } as const
  assert.deepEqual(shown(await w.call('marketing.contact.update', { contactId, ...change })), [
    ...['subscribed', false, false],
  ])
  assert.equal((await w.call('marketing.contact.create', { email: 'ada@example.com' })).status, 'suppressed')
})

test('an address that a contact in the archive changes, or that a merge drops of one, stays left', async () => {
  await using w = await world()
  const changing = await departed(w, { email: 'ada@example.com' })
  await w.call('marketing.contact.delete', { contactId: changing })
  await w.call('marketing.contact.update', { contactId: changing, email: 'ada@other.example' })
  const mergeFrom = await departed(w, { email: 'grace@example.com' })
  await w.call('marketing.contact.delete', { contactId: mergeFrom })
  const { id: into } = await w.call('marketing.contact.create', { email: 'grace@other.example' })
  await w.call('marketing.contact.update', { contactId: String(into), mergeFrom })
  for (const email of ['ada@example.com', 'grace@example.com']) {
    assert.deepEqual(shown(await w.call('marketing.contact.create', { email })), ['suppressed', true, false])
  }
})

test('a number that a contact changes after it left, or that a merge drops, stays left', async () => {
  await using w = await world()
  const contactId = await departed(w, { email: 'ada@example.com', phone: '+4915100000001' })
  await w.call('marketing.contact.update', { contactId, phone: '+4915100000002' })
  const mergeFrom = await departed(w, { email: 'grace@example.com', phone: '+4915100000003' })
  const { id: into } = await w.call('marketing.contact.create', {
    ...{ email: 'grace@other.example', phone: '+4915100000004' },
  })
  await w.call('marketing.contact.update', { contactId: String(into), mergeFrom })
  for (const phone of ['+4915100000001', '+4915100000003']) {
    assert.deepEqual(shown(await w.call('marketing.contact.create', { phone })), ['suppressed', false, true])
  }
  // Numbers that the contacts have now are judged by their states.
  assert.deepEqual(shown(await w.call('marketing.contact.get', { contactId })), ['unsubscribed', false, false])
})

test('a number that another contact agreed with is not suppressed by the departure of one that shared it', async () => {
  await using w = await world()
  const phone = '+4915100000001'
  const { id: other } = await w.call('marketing.contact.create', { email: 'grace@example.com', phone })
  const contactId = await departed(w, { email: 'ada@example.com', phone })
  await w.call('marketing.contact.update', { contactId, phone: null })
  const held = await w.call('marketing.contact.get', { contactId: String(other) })
  assert.deepEqual(shown(held), ['subscribed', false, false])
})

test('an import that changes the address of a contact that left keeps the departure', async () => {
  await using w = await world()
  await departed(w, { email: 'ada@example.com', phone: '+4915100000001', externalId: 'crm-1' })
  const made = await w.call('marketing.contact.import', {
    onConflict: 'overwrite',
    mapping: (['externalId', 'email', 'phone'] as const).map((field) => ({ columnName: field, field })),
  })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const payload = 'externalId,email,phone\ncrm-1,ada@other.example,\n'
  await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await w.settle()
  assert.equal((await w.call('marketing.contact.get', { externalId: 'crm-1' })).email, 'ada@other.example')
  const again = await w.call('marketing.contact.create', { email: 'ada@example.com', phone: '+4915100000001' })
  assert.deepEqual(shown(again), ['suppressed', true, true])
})
