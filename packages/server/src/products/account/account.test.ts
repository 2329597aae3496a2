import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAccountId } from '#kit/values/ids.ts'
import { executor } from '#platform/db/pools.ts'
import { world } from '#test/world/world.ts'
import { listAccounts, suspendAccount } from './account.ts'

test('an account has a test twin, each reached by its own keys', async () => {
  await using w = await world()
  const live = await w.call('account.account.get')
  const twin = await w.call('account.account.get', {}, { key: w.account.testSecretKey })
  assert.deepEqual([live.mode, twin.mode], ['live', 'test'])
  assert.deepEqual([live.twinAccountId, twin.twinAccountId], [twin.id, live.id])
  const all = await listAccounts(executor(w.app.pools.work, true))
  assert.deepEqual(all.map((each) => each.id).toSorted(), [String(live.id), String(twin.id)].toSorted())
})

test('a change emits a fact and an audit row, and is refused for another version', async () => {
  await using w = await world()
  const before = await w.call('account.account.get')
  const after = await w.call('account.account.update', { timeZone: 'Europe/Berlin', ifVersion: before.version })
  assert.deepEqual(after, { ...before, timeZone: 'Europe/Berlin', updatedAt: after.updatedAt, version: 2 })
  const stale = { name: 'Too late', ifVersion: before.version }
  await w.refused('account.account.update', stale, { code: 'conflict', mention: 'version_mismatch' })
  const facts = await w.emitted('account.account.updated')
  assert.deepEqual(
    facts.map((fact) => [fact.subject, fact.payload['timeZone']]),
    [[before.id, 'Europe/Berlin']],
  )
  const rows = (await w.call('account.audit.all')).items
  assert.deepEqual(
    rows.filter((row) => row.action === 'account.account.updated').map((row) => row.target),
    [before.id],
  )
})

test('a suspended account and its twin are refused until they resume', async () => {
  await using w = await world()
  const db = executor(w.app.pools.work, true)
  const suspend = async (isSuspended: boolean) => {
    const isKnown = await suspendAccount(db, w.account.account.id, { isSuspended, at: w.clock.now() })
    for (const each of await listAccounts(db)) w.app.keyring.evict(parseAccountId(each.id) ?? 0)
    return isKnown
  }
  assert.equal(await suspend(true), true)
  for (const key of [w.account.secretKey, w.account.testSecretKey]) {
    await w.refused('account.account.get', {}, { code: 'not_authorized', mention: 'account_suspended', key })
  }
  assert.equal(await suspend(false), true)
  assert.equal((await w.call('account.account.get')).status, 'active')
  assert.equal(await suspendAccount(db, 1, { isSuspended: true, at: w.clock.now() }), false)
})
