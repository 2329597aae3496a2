import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { openKeyring, pruneAccessChanges } from './keyring.ts'

/** A keyring on the database of a world, whose queries wait for `afterQuery` before they return. */
function keyringOf(w: World, afterQuery: () => Promise<void> | undefined) {
  const work = new Proxy(w.app.pools.work, {
    get(pool, name) {
      const member: unknown = Reflect.get(pool, name, pool)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(member, pool, args)
        await afterQuery()
        return result
      }
    },
  })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  // The pepper of worlds.
  const pepper = createHash('sha256').update('test keys.pepper').digest()
  return openKeyring({ pools: { ...w.app.pools, work }, pepper, log, now: w.clock.now })
}

test('a read that spans a change is not cached', async (t) => {
  // Mocked intervals leave the queries to the test.
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using w = await world()
  const { account } = w.account
  const made = await w.call('account.key.create', { name: 'Reader', kind: 'restricted', scopes: ['account.key:read'] })
  const secret = String(made.secret)
  let afterQuery: () => Promise<void> | undefined = () => undefined
  const keyring = keyringOf(w, () => afterQuery())
  /** Reads, and runs a change between the last query's result and its use. */
  const whileReading = async (queryCount: number, reading: () => Promise<unknown>, change: () => Promise<unknown>) => {
    const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let count = 0
    afterQuery = () => {
      if (++count < queryCount) return undefined
      read.resolve()
      return goOn.promise
    }
    const reads = reading()
    await read.promise
    await change()
    keyring.evict(account.id)
    goOn.resolve()
    await reads
  }
  await whileReading(
    1,
    () => keyring.findAccount(account.id),
    () => w.call('account.account.update', { name: 'Another name' }),
  )
  assert.equal((await keyring.findAccount(account.id))?.name, 'Another name')
  await whileReading(
    2,
    () => keyring.verify(secret, { path: ['test'] }),
    () => w.call('account.key.revoke', { keyId: made.id }),
  )
  assert.equal(await keyring.verify(secret, { path: ['test'] }), undefined)
  await keyring.stop()
})

test('a change during an outage of the database takes effect after it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using w = await world()
  const made = await w.call('account.key.create', { name: 'Reader', kind: 'restricted', scopes: ['account.key:read'] })
  const secret = String(made.secret)
  let queryCount = 0
  const keyring = keyringOf(w, () => void (queryCount += 1))
  assert.equal((await keyring.verify(secret, { path: ['test'] }))?.actor.id, made.id)
  assert.equal(queryCount, 2)
  await w.call('account.key.revoke', { keyId: made.id })
  await w.app.pools.work.query("update ops_access_change set changed_at = changed_at - interval '20 seconds'")
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 20_000)
  t.mock.timers.tick(400)
  await until(() => queryCount === 3)
  assert.equal(keyring.recall(secret), undefined)
  await keyring.stop()
})

test('look-ups of many unknown accounts take one statement at a time', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using w = await world()
  const { account } = w.account
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  let statementCount = 0
  const keyring = keyringOf(w, () => {
    statementCount += 1
    return goOn
  })
  const unknown = Array.from({ length: 2_000 }, (_, n) => keyring.findAccount(n + 1))
  const known = [keyring.findAccount(account.id), keyring.findAccount(account.id)]
  await until(() => statementCount > 0)
  assert.equal(statementCount, 1)
  resolve()
  assert.deepEqual(new Set(await Promise.all(unknown)), new Set([undefined]))
  for (const each of await Promise.all(known)) assert.equal(each?.id, account.id)
  assert.equal(statementCount, 2)
  await keyring.stop()
})

test('pruneAccessChanges.run() deletes changes older than an hour, and keeps newer ones', async () => {
  await using w = await world()
  const change = async () => {
    const draft = { name: 'Reader', kind: 'restricted', scopes: ['account.key:read'] } as const
    const { id } = await w.call('account.key.create', draft)
    await w.call('account.key.revoke', { keyId: id })
  }
  const ids = async () => (await w.app.pools.work.query('select id from ops_access_change order by id')).rows
  await change()
  const old = await ids()
  await w.app.pools.work.query("update ops_access_change set changed_at = changed_at - interval '61 minutes'")
  await change()
  const newer = (await ids()).slice(old.length)
  assert.ok(old.length > 0 && newer.length > 0)
  await pruneAccessChanges.run(w.app.operatorCtx(w.account.account, 'test'))
  assert.deepEqual(await ids(), newer)
})
