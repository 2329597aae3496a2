import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '#kit/call/context.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { openAccountLookUps } from './accountLookUps.ts'

const find = builtStatement<{ account_id: number }>('test.find', 'ops', 'select 1')

test('look-ups beyond the bound are refused, and a failed statement fails its own look-ups alone', async () => {
  const { promise: sent, reject: fail } = Promise.withResolvers<never>()
  let isFailing = true
  const db: Db = { rows: async () => (isFailing ? sent : []) }
  const lookUp = openAccountLookUps(db, find, 2)
  const first = assert.rejects(lookUp(1), /the database is away/)
  const waiting = [lookUp(2), lookUp(3)]
  await assert.rejects(lookUp(4), { reason: 'unavailable' })
  isFailing = false
  fail(new Error('the database is away'))
  await first
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined])
  assert.equal(await lookUp(4), undefined)
})
