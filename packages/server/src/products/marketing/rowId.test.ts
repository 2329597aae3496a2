import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { rowId } from './rowId.ts'

test('rowId() reads the id of a row, and throws for an id of another kind', () => {
  const uuid = uuidv7(0)
  assert.equal(rowId('con', encodeId('con', 1, uuid)), uuid)
  assert.throws(() => rowId('seg', encodeId('con', 1, uuid)), /no id that begins with seg_/)
})
