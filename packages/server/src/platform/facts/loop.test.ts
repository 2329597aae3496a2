import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLoop } from './loop.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

test('a loop runs at once, again when woken, one pass at a time, and no more once stopped', async () => {
  let passes = 0
  let atOnce = 0
  let most = 0
  const loop = openLoop({
    name: 'test',
    log,
    async pass() {
      most = Math.max(most, ++atOnce)
      await sleep(5)
      atOnce -= 1
      passes += 1
      return { didWork: false, pauseMs: 60_000 }
    },
  })
  loop.start()
  await sleep(20)
  assert.equal(passes, 1)
  loop.wake()
  loop.wake()
  await Promise.all([loop.run(), loop.run()])
  await sleep(20)
  assert.equal(passes, 4)
  assert.equal(most, 1)
  await loop.stop()
  loop.wake()
  await sleep(20)
  assert.equal(passes, 4)
})

test('a pass that fails is told and tried again, and a wake does not wait out the pause', async () => {
  let passes = 0
  const said: string[] = []
  const loop = openLoop({
    name: 'test',
    log: { ...log, warn: (_message, more) => said.push(String(more?.['error'])) },
    async pass() {
      passes += 1
      if (passes === 1) throw new Error('no database')
      return { didWork: false, pauseMs: 60_000 }
    },
  })
  loop.start()
  await sleep(20)
  assert.deepEqual(said, ['no database'])
  for (let i = 0; i < 100 && passes < 2; i++) await sleep(10)
  assert.equal(passes, 2)
  await loop.stop()
})
