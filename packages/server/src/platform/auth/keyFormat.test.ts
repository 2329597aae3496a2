import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hintOf, makeKey, readKey, secretPattern } from './keyFormat.ts'

test('a key holds its kind and mode, and its checksum refuses other text', () => {
  const key = makeKey('restricted', 'test')
  assert.match(key, /^fg_rk_test_[0-9A-Za-z]{38}$/)
  assert.deepEqual(readKey(key), { kind: 'restricted', mode: 'test', hint: hintOf(key) })
  const last = key.at(-1) === 'A' ? 'B' : 'A'
  for (const wrong of [
    key.slice(0, -1) + last,
    key.replace('test', 'live'),
    key.replace('rk', 'sk'),
    `${key}A`,
    '',
    'fg_',
  ]) {
    assert.equal(readKey(wrong), undefined, wrong)
  }
})

test('keys do not repeat, and a hint reveals four characters', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => makeKey('secret', 'live')))
  assert.equal(keys.size, 1000)
  const [key = ''] = keys
  assert.equal(hintOf(key), `fg_sk_live_…${key.slice(-4)}`)
  assert.deepEqual(`a ${key} b`.match(secretPattern), [key])
})
