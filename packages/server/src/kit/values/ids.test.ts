import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accountIdMax, encodeAccountId, encodeId, looseId, parseAccountId, parseId, uuidv7 } from './ids.ts'

test('parseId() returns account and row of a public id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: accountIdMax }), fc.uuid(), (accountId, uuid) => {
      const id = encodeId('plc', accountId, uuid)
      assert.match(id, /^plc_[0-9a-hjkmnp-tv-z]{34}$/)
      assert.deepEqual(parseId('plc', id), { prefix: 'plc', accountId, uuid })
      assert.equal(parseAccountId(encodeAccountId(accountId)), accountId)
    }),
  )
})

test('parseId() returns undefined for text that is no id of the noun', () => {
  const id = encodeId('plc', 7, uuidv7(1))
  for (const wrong of [
    '',
    'plc_',
    id.replace('plc', 'sta'),
    `${id}0`,
    id.slice(0, -1),
    id.replace(/.$/, 'u'),
    id.toUpperCase(),
  ]) {
    assert.equal(parseId('plc', wrong), undefined, wrong)
  }
  // 26 characters hold 130 bits: the two that a UUID lacks must be zero, or two texts would name one row.
  assert.equal(parseId('plc', `plc_00000007z${'0'.repeat(25)}`), undefined)
})

test('ids of one process never repeat and never go back, whatever the clock does', () => {
  const clock = [5, 5, 5, 4, 6, 6, 1]
  const ids = Array.from({ length: 20_000 }, (_, index) => uuidv7(clock[index % clock.length] ?? 0))
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual([...ids].sort(), ids)
  assert.match(looseId('req', Date.now()), /^req_[0-9a-hjkmnp-tv-z]{26}$/)
})
