import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProcessMemory } from './processMemory.ts'

test('a process memory makes a value once per key, and shares none with another process', () => {
  const [first, second] = [openProcessMemory(), openProcessMemory()]
  const made = first.of('a.b', () => ({ count: 1 }))
  assert.equal(
    first.of('a.b', () => ({ count: 2 })),
    made,
  )
  assert.deepEqual(
    second.of('a.b', () => ({ count: 3 })),
    { count: 3 },
  )
})

test('the end of a process memory disposes its disposable values', () => {
  const memory = openProcessMemory()
  let disposals = 0
  memory.of('a.timer', () => ({ [Symbol.dispose]: () => void (disposals += 1) }))
  memory.of('a.plain', () => new Map())
  memory[Symbol.dispose]()
  memory[Symbol.dispose]()
  assert.equal(disposals, 1)
})

test('a process memory refuses an unbounded number of keys', () => {
  const memory = openProcessMemory()
  for (let n = 0; n < 100; n++) memory.of(`key ${n}`, () => n)
  assert.throws(() => memory.of('key 100', () => 100), /one more than 100/)
  assert.equal(
    memory.of('key 7', () => 0),
    7,
  )
})
