import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeOverRefusal } from './takeOver.ts'

test('an encoder gives way to another one once it was silent for three seconds', () => {
  const ask = (silenceMs: number | undefined) => takeOverRefusal({ isOver: false, silenceMs })
  assert.equal(ask(undefined), undefined)
  assert.match(ask(0) ?? '', /Another encoder/)
  assert.match(ask(2_999) ?? '', /Another encoder/)
  assert.equal(ask(3_000), undefined)
})

test('nobody gets a session that is over', () => {
  assert.match(takeOverRefusal({ isOver: true, silenceMs: undefined }) ?? '', /just ended/)
})
