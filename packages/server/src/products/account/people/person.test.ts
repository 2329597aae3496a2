import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#platform/db/pools.ts'
import { world } from '#test/world/world.ts'
import { createPerson, findPersonByEmail, personIdOf, personUuidOf } from './person.ts'

const draft = { email: 'Ada@Example.com', name: 'Ada', language: 'en', timeZone: 'UTC', passwordHash: null }

test('an e-mail address belongs to one person, whatever its case', async () => {
  await using w = await world()
  const at = w.clock.now()
  const ada = await transaction(w.app.pools, (db) => createPerson(db, { ...draft, at }))
  assert.equal(ada.email, 'Ada@Example.com')
  assert.equal(personUuidOf(personIdOf(ada)), ada.id)
  const second = { ...draft, email: 'ADA@example.com', at }
  await assert.rejects(
    transaction(w.app.pools, (db) => createPerson(db, second)),
    { reason: 'validation_failed' },
  )
  const found = await transaction(w.app.pools, (db) => findPersonByEmail(db, ' ada@example.COM '))
  assert.deepEqual(found, ada)
  assert.equal(await transaction(w.app.pools, (db) => findPersonByEmail(db, 'bob@example.com')), undefined)
})
