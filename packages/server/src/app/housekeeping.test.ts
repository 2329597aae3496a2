import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prunedMax } from '#platform/http/idempotency.ts'
import { world } from '#test/world/world.ts'
import { housekeeping } from './housekeeping.ts'

test('one run deletes all stored responses older than a day, and keeps newer ones', async () => {
  await using w = await world()
  const count = 2 * prunedMax + 1
  const at = (hours: number) => new Date(w.clock.now().getTime() - hours * 3_600_000).toISOString()
  await w.app.pools.work.query(
    `insert into account_idempotency (account_id, key, operation, request_hash, created_at)
     select $1, 'key-' || n, 'x', '\\x00', case when n = 0 then $2::timestamptz else $3::timestamptz end
     from generate_series(0, $4::integer) n`,
    [w.account.account.id, at(23), at(25), count],
  )
  const prune = housekeeping([]).find(({ name }) => name === 'platform.idempotency.prune')
  await prune?.run(w.app.operatorCtx(w.account.account, 'test'))
  const { rows } = await w.app.pools.work.query('select key from account_idempotency')
  assert.deepEqual(rows, [{ key: 'key-0' }])
})
