import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

test('a password matches its own hash only, and no two hashes are equal', async () => {
  const [one, two] = [await hashPassword('open sésame'), await hashPassword('open sésame')]
  assert.notEqual(one, two)
  assert.ok(!one.includes('sésame'))
  assert.equal(await isPassword('open sésame', one), true)
  assert.equal(await isPassword('open sésame'.normalize('NFD'), two), true)
  assert.equal(await isPassword('open sesame', one), false)
  assert.equal(await isPassword('', one), false)
  assert.equal(await isPassword('anything', 'plain'), false)
})

test('a flood of guesses delays no file access, and is refused beyond the queue', async () => {
  const hash = await hashPassword('open sesame')
  let doneCount = 0
  const guesses = Array.from({ length: 200 }, () => isPassword('wrong', hash).finally(() => (doneCount += 1)))
  const settled = Promise.allSettled(guesses)
  await readFile(import.meta.filename)
  // 170 guesses are refused at once. If the others used all threads, all but the last few would have ended.
  assert.ok(doneCount < 195, `a file was read after ${doneCount} guesses`)
  const outcomes = await settled
  const refused = outcomes.filter((each) => each.status === 'rejected')
  assert.equal(refused.length, 170)
  assert.ok(refused.every(({ reason }) => Object(reason).reason === 'unavailable'))
  assert.equal(await isPassword('open sesame', hash), true)
})
