import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeenPath } from './mediaMtxResponses.ts'
import { openWatch } from './pathWatch.ts'

const seen: SeenPath = {
  name: 'live/a',
  sourceType: 'rtmpConn',
  sourceId: '1',
  byteCount: 0,
  framesInError: 0,
  video: undefined,
  audioCodec: undefined,
}

/** A watch over the session of one path, under a clock that the test moves. */
function begin() {
  const told: (string | undefined)[] = []
  const world = { nowMs: 0, calls: 0, isAway: false, told, warnings: 0, hold: Promise.resolve() }
  const nothing = () => undefined
  const watch = openWatch({
    api: {
      async paths() {
        world.calls += 1
        await world.hold
        if (world.isAway) throw new Error('away')
        return new Map([[seen.name, seen]])
      },
    },
    running: () => [{ path: 'live/a', see: (found) => world.told.push(found?.sourceId) }],
    nowMs: () => world.nowMs,
    log: { debug: nothing, info: nothing, error: nothing, warn: () => void (world.warnings += 1) },
  })
  return { world, watch }
}

test('hooks that come while it looks make one more look, however many they are', async () => {
  const { world, watch } = begin()
  const held = Promise.withResolvers<void>()
  world.hold = held.promise
  const looks = [watch.look(), watch.look(), watch.look()]
  held.resolve()
  await Promise.all(looks)
  assert.deepEqual([world.calls, world.told], [2, ['1', '1']])
})

test('what does not answer is taken as it was, and after fifteen seconds as lost', async () => {
  const { world, watch } = begin()
  await watch.look()
  world.isAway = true
  for (let second = 1; second <= 14; second++) {
    world.nowMs = second * 1_000
    await watch.look()
  }
  assert.deepEqual([world.told, world.warnings], [['1'], 1])
  world.nowMs = 15_000
  await watch.look()
  assert.deepEqual(world.told, ['1', undefined])
  world.isAway = false
  await watch.look()
  assert.deepEqual(world.told, ['1', undefined, '1'])
})
