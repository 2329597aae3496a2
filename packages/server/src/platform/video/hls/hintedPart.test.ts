import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madeInit, madeSession } from '#test/video/madeMedia.ts'
import { openBroadcast } from './broadcast.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'

test('the part that a playlist hinted at is the first of the last segment, where the session ends first', async () => {
  const made = madeSession()
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 0 })
  broadcast.init(madeInit())
  const [first, open, rest] = [made.next(), made.next(), made.next()]
  for (const part of first.parts) broadcast.part(part)
  broadcast.segment(first.segment, first.parts)
  const known = open.parts.slice(0, 3)
  for (const part of known) broadcast.part(part)
  const hinted = broadcast.partData(2, 3)
  assert.ok(hinted instanceof Promise)
  // The session ends in one turn: its open segment behind the known parts, then the rest.
  broadcast.segment(open.segment, known)
  for (const part of rest.parts) broadcast.part(part)
  broadcast.segment(rest.segment, rest.parts)
  broadcast.end()
  assert.deepEqual(await hinted, rest.parts[0]?.data)
  assert.deepEqual(await broadcast.partData(2, 3), rest.parts[0]?.data)
  assert.equal(await broadcast.partData(2, 4), undefined)
  assert.equal(await broadcast.partData(3, rest.parts.length), undefined)
})
