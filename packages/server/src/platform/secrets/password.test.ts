import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

test('a password fits its own hash only, and no two hashes are alike', async () => {
  const [one, two] = [await hashPassword('open sésame'), await hashPassword('open sésame')]
  assert.notEqual(one, two)
  assert.ok(!one.includes('sésame'))
  assert.equal(await isPassword('open sésame', one), true)
  assert.equal(await isPassword('open sésame'.normalize('NFD'), two), true)
  assert.equal(await isPassword('open sesame', one), false)
  assert.equal(await isPassword('', one), false)
  assert.equal(await isPassword('anything', 'plain'), false)
})
