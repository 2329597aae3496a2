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

/** A watch of one path, with a clock that the test moves. */
function begin() {
  const sourceIds: (string | undefined)[] = []
  const world = { nowMs: 0, calls: 0, isAway: false, sourceIds, warnings: 0, hold: Promise.resolve() }
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
    running: () => [{ path: 'live/a', see: (found) => world.sourceIds.push(found?.sourceId) }],
    nowMs: () => world.nowMs,
    log: { debug: nothing, info: nothing, error: nothing, warn: () => void (world.warnings += 1) },
  })
  return { world, watch }
}

test('hooks during a look cause one further look, however many they are', async () => {
  const { world, watch } = begin()
  const held = Promise.withResolvers<void>()
  world.hold = held.promise
  const looks = [watch.look(), watch.look(), watch.look()]
  held.resolve()
  await Promise.all(looks)
  assert.deepEqual([world.calls, world.sourceIds], [2, ['1', '1']])
})

test('an unreachable MediaMTX keeps the last state, and after fifteen seconds its encoders are lost', async () => {
  const { world, watch } = begin()
  await watch.look()
  world.isAway = true
  for (let second = 1; second <= 14; second++) {
    world.nowMs = second * 1_000
    await watch.look()
  }
  assert.deepEqual([world.sourceIds, world.warnings], [['1'], 1])
  world.nowMs = 15_000
  await watch.look()
  assert.deepEqual(world.sourceIds, ['1', undefined])
  world.isAway = false
  await watch.look()
  assert.deepEqual(world.sourceIds, ['1', undefined, '1'])
})
