import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openLoop } from './passLoop.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const pauseMs = 60_000

/** Advances the clock by this time, and runs everything due to its end. */
async function pass(t: TestContext, ms: number): Promise<void> {
  t.mock.timers.tick(ms)
  for (let turns = 0; turns < 20; turns++) await turn()
}

test('a loop runs at once, again after a wake, one pass at a time, and no more after its stop', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let passes = 0
  let atOnce = 0
  let most = 0
  const loop = openLoop({
    name: 'test',
    log,
    async pass() {
      most = Math.max(most, ++atOnce)
      await turn()
      atOnce -= 1
      passes += 1
      return { didWork: false, pauseMs }
    },
  })
  loop.start()
  await pass(t, 1)
  assert.equal(passes, 1)
  await pass(t, pauseMs - 1)
  assert.equal(passes, 1)
  await pass(t, 1)
  assert.equal(passes, 2)
  loop.wake()
  loop.wake()
  await Promise.all([loop.run(), loop.run(), pass(t, 1)])
  assert.equal(passes, 5)
  assert.equal(most, 1)
  await loop.stop()
  loop.wake()
  await pass(t, pauseMs)
  assert.equal(passes, 5)
})

test('a wake in the middle of a pass is not lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let passes = 0
  const loop = openLoop({
    name: 'test',
    log,
    async pass() {
      passes += 1
      if (passes === 1) loop.wake()
      return { didWork: false, pauseMs }
    },
  })
  loop.start()
  await pass(t, 1)
  await pass(t, 1)
  assert.equal(passes, 2)
  await loop.stop()
})

test('a failed pass is logged and retried after a pause, which a wake does not shorten', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let passes = 0
  const warnings: string[] = []
  const loop = openLoop({
    name: 'test',
    log: { ...log, warn: (_message, more) => warnings.push(String(more?.['error'])) },
    async pass() {
      passes += 1
      if (passes < 3) throw new Error('no database')
      return { didWork: false, pauseMs }
    },
  })
  loop.start()
  await pass(t, 1)
  assert.deepEqual(warnings, ['no database'])
  loop.wake()
  await pass(t, 499)
  assert.equal(passes, 1)
  await pass(t, 1)
  assert.equal(passes, 2)
  await pass(t, 999)
  assert.equal(passes, 2)
  await pass(t, 1)
  assert.equal(passes, 3)
  assert.equal(warnings.length, 2)
  await loop.stop()
})
