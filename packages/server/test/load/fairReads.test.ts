import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '#kit/call/statement.ts'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { accountPath } from '#platform/db/fairSlots.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

const origin = 'https://fan.example'

async function publicKeyOf(w: World): Promise<string> {
  return w.key({ kind: 'public', allowedOrigins: [origin] })
}

test('hung lists of one public key delay neither other accounts nor the key’s own account', async () => {
  await using w = await world()
  const key = await publicKeyOf(w)
  const other = await w.another()
  const blocker = await w.app.pools.work.connect()
  try {
    await blocker.query('begin; lock table livestream_category in access exclusive mode')
    const hanging = Array.from({ length: 30 }, () =>
      w.send('livestream.category.all', {}, { key, headers: { origin } }),
    )
    const { reads } = w.app.pools.shares
    await until(() => reads.figures().waiting > 20)
    const list = (secret: string) => w.send('places.place.all', {}, { key: secret })
    for (let at = 0; at < 5; at++) {
      assert.equal((await list(other.secretKey)).status, 200)
      assert.equal((await list(w.account.secretKey)).status, 200)
    }
    assert.ok(reads.figures().inUse > 0, 'the lists of the key hang still')
    await blocker.query('rollback')
    assert.ok((await Promise.all(hanging)).every((reply) => reply.status !== 500))
    assert.deepEqual(reads.figures(), { inUse: 0, waiting: 0 })
  } finally {
    blocker.release(true)
  }
})

test('hung lists of a live key and its test key together leave connections to other accounts', async () => {
  await using w = await world()
  const other = await w.another()
  const blocker = await w.app.pools.work.connect()
  try {
    await blocker.query('begin; lock table livestream_category in access exclusive mode')
    const hanging = [w.account.testSecretKey, w.account.secretKey].flatMap((key) =>
      Array.from({ length: 15 }, () => w.send('livestream.category.all', {}, { key })),
    )
    const { reads } = w.app.pools.shares
    await until(() => reads.figures().waiting > 20)
    assert.equal((await w.send('places.place.all', {}, { key: other.secretKey })).status, 200)
    assert.equal(reads.figures().inUse, 2)
    await blocker.query('rollback')
    await Promise.all(hanging)
  } finally {
    blocker.release(true)
  }
})

test('lists of one network with public keys of four accounts leave connections to a fifth account', async () => {
  await using w = await world()
  const keys: string[] = []
  for (let at = 0; at < 4; at++) {
    const { secretKey } = await w.another()
    const draft = { name: 'Audience', kind: 'public', allowedOrigins: [origin] } as const
    keys.push(String((await w.call('account.key.create', draft, { key: secretKey })).secret))
  }
  const blocker = await w.app.pools.work.connect()
  try {
    await blocker.query('begin; lock table livestream_category in access exclusive mode')
    const hanging = keys.flatMap((key) =>
      Array.from({ length: 5 }, () => w.send('livestream.category.all', {}, { key, headers: { origin } })),
    )
    const { reads } = w.app.pools.shares
    await until(() => reads.figures().inUse + reads.figures().waiting === hanging.length)
    assert.equal((await w.send('places.place.all')).status, 200)
    assert.equal(reads.figures().inUse, 2)
    await blocker.query('rollback')
    assert.ok((await Promise.all(hanging)).every((reply) => reply.status !== 500))
    assert.deepEqual(reads.figures(), { inUse: 0, waiting: 0 })
  } finally {
    blocker.release(true)
  }
})

test('refusals of a full queue write one log line together, and no error', async () => {
  const lines: { level: string; message: string; more: Record<string, unknown> }[] = []
  const at =
    (level: string) =>
    (message: string, more: Record<string, unknown> = {}) =>
      void lines.push({ level, message, more })
  await using w = await world({ log: { debug() {}, info() {}, warn: at('warn'), error: at('error') } })
  const { reads } = w.app.pools.shares
  const full = Array.from({ length: 502 }, () => reads.take({ path: accountPath(w.account.account) }))
  for (let n = 0; n < 3; n++) assert.equal((await w.send('places.place.all')).status, 503)
  assert.deepEqual(
    lines.map(({ level, message, more }) => [level, message, more['reason'], more['stack']]),
    [['warn', 'requests were refused', 'unavailable', undefined]],
  )
  for (const slot of full) reads.release(await slot)
})

test('hung look-ups of unknown keys from one network leave connections to writes', async () => {
  await using w = await world()
  // The key of the account is verified, and in memory.
  await w.call('account.account.get')
  const blocker = await w.app.pools.lane.connect()
  try {
    await blocker.query('begin; lock table directory_key in access exclusive mode')
    const hanging = Array.from({ length: 40 }, () =>
      w.send('account.account.get', {}, { key: makeKey('secret', 'live') }),
    )
    const { work } = w.app.pools.shares
    await until(() => w.app.pools.work.waitingCount + work.figures().waiting > 20)
    assert.equal((await w.send('account.account.update', { name: 'Renamed' })).status, 200)
    assert.ok(work.figures().waiting > 20, 'the look-ups hang still')
    await blocker.query('rollback')
    await Promise.all(hanging)
  } finally {
    blocker.release(true)
  }
})

const one = statement('fairReads.one', 'ops', 'select 1 as one')

test('calls with a transaction run further statements, also when their account has waiting calls', async () => {
  await using w = await world()
  const { shares } = w.app.pools
  const ctx = () => w.app.operatorCtx(w.account.account, 'nested')
  const entered = Promise.withResolvers<void>()
  const nested = Array.from({ length: 12 }, async () => {
    const outer = ctx()
    await outer.atomic(async () => {
      if (shares.work.figures().waiting > 8) entered.resolve()
      await entered.promise
      await outer.atomic(async (inner) => inner.db.rows(one, []))
      await outer.db.rows(one, [])
    })
  })
  const last = until(() => shares.work.figures().waiting > 8).then(() => entered.resolve())
  await Promise.all([...nested, last])
  assert.deepEqual(shares.work.figures(), { inUse: 0, waiting: 0 })
})
