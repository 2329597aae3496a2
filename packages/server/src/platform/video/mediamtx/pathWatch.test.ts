import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PathState } from './mediaMtxResponses.ts'
import { openPathWatch } from './pathWatch.ts'

const state: PathState = {
  name: 'live/a',
  sourceType: 'rtmpConn',
  sourceId: '1',
  byteCount: 0,
  framesInError: 0,
  video: undefined,
  audioCodec: undefined,
}

/** Opens the observation of one path, with a clock that the test moves. */
function begin() {
  const sourceIds: (string | undefined)[] = []
  const world = { nowMs: 0, calls: 0, isAway: false, sourceIds, warnings: 0, response: Promise.resolve() }
  const nothing = () => undefined
  const watch = openPathWatch({
    api: {
      async paths() {
        world.calls += 1
        await world.response
        if (world.isAway) throw new Error('away')
        return new Map([[state.name, state]])
      },
    },
    running: () => [{ path: 'live/a', observe: (found) => world.sourceIds.push(found?.sourceId) }],
    nowMs: () => world.nowMs,
    log: { debug: nothing, info: nothing, error: nothing, warn: () => void (world.warnings += 1) },
  })
  return { world, watch }
}

test('hooks during a poll cause one further poll, in any number', async () => {
  const { world, watch } = begin()
  const response = Promise.withResolvers<void>()
  world.response = response.promise
  const polls = [watch.poll(), watch.poll(), watch.poll()]
  response.resolve()
  await Promise.all(polls)
  assert.deepEqual([world.calls, world.sourceIds], [2, ['1', '1']])
})

test('an unreachable MediaMTX changes no state for fifteen seconds, then its encoders are lost', async () => {
  const { world, watch } = begin()
  await watch.poll()
  world.isAway = true
  for (let second = 1; second <= 14; second++) {
    world.nowMs = second * 1_000
    await watch.poll()
  }
  assert.deepEqual([world.sourceIds, world.warnings], [['1'], 1])
  world.nowMs = 15_000
  await watch.poll()
  assert.deepEqual(world.sourceIds, ['1', undefined])
  world.isAway = false
  await watch.poll()
  assert.deepEqual(world.sourceIds, ['1', undefined, '1'])
})
