import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeOverRefusal } from './takeOver.ts'

test('an encoder gives way to another one once it was silent for three seconds', () => {
  const nowMs = 1_000_000
  const ask = (heardAtMs: number | undefined) => takeOverRefusal({ isOver: false, heardAtMs, nowMs })
  assert.equal(ask(undefined), undefined)
  assert.match(ask(nowMs) ?? '', /Another encoder/)
  assert.match(ask(nowMs - 2_999) ?? '', /Another encoder/)
  assert.equal(ask(nowMs - 3_000), undefined)
})

test('nobody gets a session that is over', () => {
  assert.match(takeOverRefusal({ isOver: true, heardAtMs: undefined, nowMs: 0 }) ?? '', /just ended/)
})
