import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { cursorsWithin, openCursors } from './cursor.ts'

test('a list reads its own cursor, and refuses one of another order or signature', () => {
  const cursors = openCursors(Buffer.alloc(32, 1))
  const cursor = cursors.write({ sort: '-createdAt', after: ['2026-11-21T09:00:00.000Z', 'x'] })
  assert.deepEqual(cursors.read(cursor, '-createdAt'), { sort: '-createdAt', after: ['2026-11-21T09:00:00.000Z', 'x'] })
  const [body = '', signature = ''] = cursor.split('.')
  const forged = Buffer.from(JSON.stringify({ sort: '-createdAt', after: ['z'] })).toString('base64url')
  const others = openCursors(Buffer.alloc(32, 2)).write({ sort: '-createdAt', after: [] })
  for (const wrong of ['', '.', body, `${body}.`, `${forged}.${signature}`, `${body}.${signature}x`, others]) {
    assert.throws(() => cursors.read(wrong, '-createdAt'), Problem, wrong)
  }
  assert.throws(() => cursors.read(cursor, 'name'), Problem)
})

test('a list refuses a cursor of another list or other filters', () => {
  const cursors = openCursors(Buffer.alloc(32, 1))
  const list = cursorsWithin(cursors, { id: 'a.b.all', filters: { status: 'active' } })
  const cursor = list.write({ sort: '-createdAt', after: ['x'] })
  assert.deepEqual(list.read(cursor, '-createdAt'), { sort: '-createdAt', after: ['x'] })
  const others = [
    { id: 'a.b.all', filters: {} },
    { id: 'a.c.all', filters: { status: 'active' } },
  ]
  for (const other of others) assert.throws(() => cursorsWithin(cursors, other).read(cursor, '-createdAt'), Problem)
  assert.throws(() => list.read(cursor, 'createdAt'), Problem)
})
