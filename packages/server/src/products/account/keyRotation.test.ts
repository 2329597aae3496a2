import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('a rotated key has one successor, however often and concurrently it is rotated', async () => {
  await using w = await world()
  const old = await w.call('account.key.create', { name: 'Server', kind: 'secret' })
  const rotate = (keyId: string, overlapSeconds = 3_600) => w.call('account.key.rotate', { keyId, overlapSeconds })
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(old.id)))
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  const made = answers.filter(({ secret }) => secret !== undefined)
  assert.deepEqual(
    made.map(({ wasRotated }) => wasRotated),
    [false],
  )
  const again = await rotate(old.id, 0)
  assert.deepEqual([again.wasRotated, again.secret, again.replaces], [true, undefined, old.id])
  assert.equal(again.replacedExpiresAt, made[0]?.replacedExpiresAt)
  const { items } = await w.call('account.key.all')
  assert.equal(Array.isArray(items) && items.filter(({ name }) => name === 'Server').length, 2)
  const facts = (await w.emitted('account.key.created')).map(({ subject }) => subject)
  assert.deepEqual(facts.slice(-2), [old.id, again.id])

  const latest = await rotate(again.id)
  assert.equal((await rotate(old.id)).id, latest.id, 'the successor of the successor')
})

test('a rotated key gets another successor after its successor was revoked', async () => {
  await using w = await world()
  const old = await w.call('account.key.create', { name: 'Server', kind: 'secret' })
  const first = await w.call('account.key.rotate', { keyId: old.id })
  await w.call('account.key.revoke', { keyId: first.id })
  const second = await w.call('account.key.rotate', { keyId: old.id })
  assert.equal(second.wasRotated, false)
  assert.match(String(second.secret), /^fg_sk_/)
  assert.equal(second.replacedExpiresAt, first.replacedExpiresAt, 'the old key works no longer than before')
  await w.call('account.key.get', { keyId: second.id }, { key: String(second.secret) })
})

test('a rotated key whose expiry was removed keeps its successor, and expires again by a rotation', async () => {
  await using w = await world()
  const old = await w.call('account.key.create', { name: 'Server', kind: 'secret' })
  const first = await w.call('account.key.rotate', { keyId: old.id })
  await w.call('account.key.update', { keyId: old.id, expiresAt: null })
  const again = await w.call('account.key.rotate', { keyId: old.id, overlapSeconds: 60 })
  assert.deepEqual([again.id, again.wasRotated, again.secret], [first.id, true, undefined])
  const { expiresAt } = await w.call('account.key.get', { keyId: old.id })
  assert.deepEqual(expiresAt, new Date(w.clock.now().getTime() + 60_000).toISOString())
  assert.equal(again.replacedExpiresAt, expiresAt)
})
