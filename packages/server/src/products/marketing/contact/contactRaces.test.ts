import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlap, within } from '#test/world/overlap.ts'
import { world } from '#test/world/world.ts'

const create = 'marketing.contact.create'

test('a create finds the contact that a concurrent one makes, and treats it as onConflict says', async () => {
  await using w = await world()
  let number = 0
  for (const isKeyed of [false, true]) {
    for (const onConflict of ['merge', 'ignore', 'error'] as const) {
      const email = `mira${number++}@example.com`
      const headers: Record<string, string> = isKeyed ? { 'idempotency-key': email } : {}
      const reply = await overlap(w, within(w, create, { email }), () => {
        return w.send(create, { email, firstName: 'Mira', onConflict }, { key: w.account.secretKey, headers })
      })
      const { created, firstName } = Object(reply.body['data'])
      if (onConflict === 'error') assert.match(reply.text, /"contact_exists".*"existingId"/)
      else assert.deepEqual([created, firstName], [false, onConflict === 'merge' ? 'Mira' : null], reply.text)
    }
  }
})

test('the form of an account accepts an address whose contact is made by a concurrent call', async () => {
  await using w = await world()
  const email = 'mira@example.com'
  const accountId = w.account.account.publicId
  const reply = await overlap(w, within(w, create, { email }), () => {
    return w.send('marketing.contact.subscribe', { accountId, email }, { key: null })
  })
  assert.equal(reply.status, 200, reply.text)
})

test('a create that merges makes a new contact where a concurrent call erases the known one', async () => {
  await using w = await world()
  const email = 'mira@example.com'
  const { id: contactId } = await w.call(create, { email, firstName: 'Mira' })
  const made = await overlap(w, within(w, 'marketing.contact.delete', { contactId, mode: 'erase' }), () => {
    return w.call(create, { email, lastName: 'Sander', onConflict: 'merge' })
  })
  assert.notEqual(made.id, contactId)
  assert.deepEqual([made.created, made.firstName, made.status], [true, null, 'suppressed'])
})
