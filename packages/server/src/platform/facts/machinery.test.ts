import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, later, light } from '#test/factory.ts'
import { world } from '#test/world.ts'

test('a fact told has its reaction run once, and what that tells goes on in turn', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1, 2, 3])
  await w.settle()
  assert.deepEqual(f.ran, [1, 2, 3])
  const seen = await w.told('factory.lamp.seen')
  assert.deepEqual(
    seen.map((each) => each.payload['step']),
    [1, 2, 3],
  )
  await w.settle()
  assert.equal((await w.told('factory.lamp.seen')).length, 3)
})

test('a task runs when its time has come, not before', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await later(w, new Date(w.clock.now().getTime() + 60_000), 7)
  await w.settle()
  assert.deepEqual(f.ran, [])
  w.clock.advance(59_999)
  await w.settle()
  assert.deepEqual(f.ran, [])
  w.clock.advance(1)
  await w.settle()
  assert.deepEqual(f.ran, [7])
})
