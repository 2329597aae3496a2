import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeOverRefusal } from './takeOver.ts'

test('an encoder gives way to another one once it was silent for three seconds', () => {
  const refusal = (silenceMs: number | undefined) => takeOverRefusal({ isOver: false, silenceMs })
  assert.equal(refusal(undefined), undefined)
  assert.match(refusal(0) ?? '', /Another encoder/)
  assert.match(refusal(2_999) ?? '', /Another encoder/)
  assert.equal(refusal(3_000), undefined)
})

test('a session that is over refuses every encoder', () => {
  assert.match(takeOverRefusal({ isOver: true, silenceMs: undefined }) ?? '', /just ended/)
})
