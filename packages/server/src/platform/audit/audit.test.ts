import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '#kit/values/ids.ts'
import { executor, transaction } from '#platform/db/pools.ts'
import { auditStatement } from '#platform/db/writeSql.ts'
import { world, type World } from '#test/world/world.ts'
import { eraseChanges, sealAccount } from './sealAudit.ts'
import { verifyAudit, type AuditVerdict } from './verifyAudit.ts'

type Log = {
  w: World
  add(count: number, atMs?: number): Promise<string[]>
  seal(): Promise<number>
  verify(): Promise<AuditVerdict>
  run(sql: string, values?: unknown[]): Promise<void>
}

function logOf(w: World): Log {
  const { id } = w.account.account
  const db = executor(w.app.pools.work, true)
  return {
    w,
    async add(count, atMs = w.clock.now().getTime()) {
      const ids: string[] = []
      for (let i = 0; i < count; i++) {
        const row = uuidv7(0).replace(/^.{13}/, hexTime(atMs))
        ids.push(row)
        const at = new Date(atMs).toISOString()
        await db.rows(auditStatement, [id, row, at, 'req_1', 'key_1', 'a.b.updated', 'plc_1', `{"n":${i}}`])
      }
      return ids
    },
    seal: () => transaction(w.app.pools, (inner) => sealAccount(inner, id, w.clock.now())),
    verify: () => verifyAudit(db, id),
    async run(sql, values = []) {
      await w.app.pools.work.query(sql.replaceAll('$account', String(id)), values)
    },
  }
}

function hexTime(atMs: number): string {
  const text = atMs.toString(16).padStart(12, '0')
  return `${text.slice(0, 8)}-${text.slice(8)}`
}

/** Makes a log of three seals with some rows each, applies one harm and verifies. */
async function harmed(harm: (log: Log, ids: string[]) => Promise<void>): Promise<AuditVerdict & { ids: string[] }> {
  await using w = await world()
  const log = logOf(w)
  await log.run('delete from account_audit where account_id = $account')
  const ids: string[] = []
  for (const count of [3, 2, 4]) {
    w.clock.advance(60_000)
    ids.push(...(await log.add(count)))
    assert.equal(await log.seal(), count)
  }
  assert.deepEqual(await log.verify().then(({ ok, sealed }) => [ok, sealed]), [true, 9])
  await harm(log, ids)
  return { ...(await log.verify()), ids }
}

test('sealing covers each row once and leaves new rows unsealed', async () => {
  await using w = await world()
  const log = logOf(w)
  const before = (await log.verify()).rows
  assert.equal(await log.seal(), before)
  await log.add(5)
  assert.deepEqual(await log.verify().then(({ ok, rows, sealed, unsealed }) => [ok, rows, sealed, unsealed]), [
    true,
    before + 5,
    before,
    5,
  ])
  assert.equal(await log.seal(), 5)
  assert.equal(await log.seal(), 0)
  const verdict = await log.verify()
  assert.deepEqual([verdict.ok, verdict.sealed, verdict.head?.sequence], [true, before + 5, 2])
})

test('the schedule seals every account, in several seals where one is full', async () => {
  await using w = await world()
  const log = logOf(w)
  await log.run(
    `insert into account_audit (account_id, id, at, request_id, actor, action, target, changes)
     select $account, (lpad(to_hex((extract(epoch from $1::timestamptz) * 1000)::bigint), 12, '0') || '7'
       || lpad(to_hex(n), 3, '0') || '8000000000000000')::uuid, $1::timestamptz, 'r', 'a', 'b', 't', '{}'
     from generate_series(1, 2500) n`,
    [w.clock.now().toISOString()],
  )
  w.clock.advance(60_000)
  await w.settle()
  const verdict = await log.verify()
  assert.deepEqual([verdict.ok, verdict.unsealed, verdict.head?.sequence], [true, 0, 3])
  const twin = await verifyAudit(executor(w.app.pools.work, true), w.account.twin.id)
  assert.deepEqual([twin.ok, twin.unsealed], [true, 0])
  assert.ok(twin.sealed > 0)
})

test('a row committed after later rows were sealed is part of the next seal', async () => {
  await using w = await world()
  const log = logOf(w)
  const start = w.clock.now().getTime()
  await log.seal()
  await log.add(2, start + 60_000)
  assert.equal(await log.seal(), 2)
  await log.add(1, start + 5_000)
  await log.add(1, start + 61_000)
  assert.equal((await log.verify()).unsealed, 2)
  assert.equal(await log.seal(), 2)
  const verdict = await log.verify()
  assert.deepEqual([verdict.ok, verdict.unsealed], [true, 0])
})

test('concurrent sealers seal each row once', async () => {
  await using w = await world()
  const log = logOf(w)
  await log.seal()
  await log.add(20)
  const counts = await Promise.all([log.seal(), log.seal(), log.seal()])
  assert.deepEqual(counts.toSorted(), [0, 0, 20])
  assert.equal((await log.verify()).ok, true)
})

test('erased changes leave no salt to guess them with, and the chain stays valid', async () => {
  const verdict = await harmed(async (log, ids) => {
    const { id } = log.w.account.account
    await transaction(log.w.app.pools, (db) => eraseChanges(db, id, [ids[1] ?? '', ids[8] ?? '']))
    const { rows } = await log.w.app.pools.work.query('select salt from account_audit_leaf where id = $1', [ids[1]])
    assert.equal(rows[0].salt, null)
  })
  assert.deepEqual([verdict.ok, verdict.sealed, verdict.erased], [true, 9, 2])
})

for (const column of ['at', 'request_id', 'actor', 'action', 'target', 'changes']) {
  test(`verification finds a changed ${column}`, async () => {
    const value = column === 'at' ? '2020-01-01T00:00:00Z' : 'x'
    const verdict = await harmed((log, ids) =>
      log.run(`update account_audit set ${column} = $1 where id = $2`, [value, ids[4]]),
    )
    assert.deepEqual([verdict.ok, verdict.brokenAt], [false, verdict.ids[4]])
  })
}

const harms: [string, (log: Log, ids: string[]) => Promise<void>, string | number][] = [
  ['a removed row', (log, ids) => log.run('delete from account_audit where id = $1', [ids[4]]), 4],
  [
    'a row removed with its digest',
    async (log, ids) => {
      await log.run('delete from account_audit where id = $1', [ids[4]])
      await log.run('delete from account_audit_leaf where id = $1', [ids[4]])
    },
    'seal 2',
  ],
  [
    'a whole seal removed with its rows',
    async (log, ids) => {
      await log.run('delete from account_audit where id = any($1)', [ids.slice(3, 5)])
      await log.run('delete from account_audit_leaf where account_id = $account and sequence = 2')
      await log.run('delete from account_audit_seal where account_id = $account and sequence = 2')
    },
    'seal 2',
  ],
  [
    'the first seal removed with its rows',
    async (log, ids) => {
      await log.run('delete from account_audit where id = any($1)', [ids.slice(0, 3)])
      await log.run('delete from account_audit_leaf where account_id = $account and sequence = 1')
      await log.run('delete from account_audit_seal where account_id = $account and sequence = 1')
    },
    'seal 1',
  ],
  [
    'two rows in each other’s place',
    async (log, ids) => {
      await log.run('update account_audit_leaf set position = 9 where id = $1', [ids[5]])
      await log.run('update account_audit_leaf set position = 1 where id = $1', [ids[6]])
      await log.run('update account_audit_leaf set position = 2 where id = $1', [ids[5]])
    },
    'seal 3',
  ],
  [
    'content in a row that was erased',
    (log, ids) => log.run('update account_audit_leaf set salt = null where id = $1', [ids[4]]),
    4,
  ],
  [
    'a digest that belongs to no seal',
    (log, ids) =>
      log.run(
        `insert into account_audit_leaf (account_id, id, sequence, position, changes_digest, digest)
         values ($account, $1, 7, 1, '', '')`,
        [ids[4]?.replace(/....$/, 'ffff')],
      ),
    'ffff',
  ],
  ['a changed seal', (log) => log.run('update account_audit_seal set sealed_at = now() where sequence = 1'), 'seal 1'],
]

for (const [name, harm, place] of harms) {
  test(`verification finds ${name}`, async () => {
    const verdict = await harmed(harm)
    assert.equal(verdict.ok, false)
    const expected = typeof place === 'number' ? verdict.ids[place] : place
    assert.ok(String(verdict.brokenAt).endsWith(String(expected)), `${verdict.brokenAt} is not ${expected}`)
  })
}

test('verification finds a row inserted behind the floor, and sealing leaves it unsealed', async () => {
  let late: string | undefined
  const verdict = await harmed(async (log) => {
    const [id] = await log.add(1, log.w.clock.now().getTime() - 400_000)
    late = id
    assert.equal(await log.seal(), 0)
  })
  assert.deepEqual([verdict.ok, verdict.brokenAt], [false, late])
})

test('verification counts a log of several statements whole, and reads the least possible id', async () => {
  await using w = await world()
  const log = logOf(w)
  await log.seal()
  const { rows } = await log.verify()
  await log.run(
    `insert into account_audit (account_id, id, at, request_id, actor, action, target, changes)
     select $account, ('ffffffff-ffff-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'r', 'k', 'a', 't', ''
     from generate_series(1, 20050) n`,
  )
  const longer = await log.verify()
  assert.deepEqual([longer.ok, longer.rows, longer.unsealed], [true, rows + 20_050, 20_050])
  const least = '00000000-0000-0000-0000-000000000000'
  await log.run(
    `insert into account_audit (account_id, id, at, request_id, actor, action, target, changes)
     values ($account, $1, now(), 'r', 'k', 'a', 't', '')`,
    [least],
  )
  const harmedLog = await log.verify()
  assert.deepEqual([harmedLog.ok, harmedLog.brokenAt, harmedLog.unsealed], [false, least, 20_051])
})
