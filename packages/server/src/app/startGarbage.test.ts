import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Fills the young generation as a start does, and prints its size before and after the collection, in bytes. */
const startAndIdle = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { collectStartGarbage } from './startGarbage.ts'
  const young = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size
  const kept = []
  for (let index = 0; index < 400_000; index++) kept.push({ index, text: 'n' + index })
  const before = young()
  collectStartGarbage()
  for (let waitedMs = 0; waitedMs < 10_000 && young() > before / 4; waitedMs += 100) await sleep(100)
  console.log(JSON.stringify({ kept: kept.length, before, after: young() }))
`

test('collectStartGarbage() shrinks the young generation to a quarter at most', async () => {
  const { config } = JSON.parse(await readFile(`${import.meta.dirname}/../../../../package.json`, 'utf8'))
  const args = [...String(config.nodeFlags).split(' '), '--input-type=module', '-e', startAndIdle]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  const { kept, before, after }: Record<'kept' | 'before' | 'after', number> = JSON.parse(stdout)
  assert.equal(kept, 400_000)
  assert.ok(before > 8_000_000, `${before}`)
  assert.ok(after <= before / 4, `${before} became ${after}`)
})

/** Allocates objects that stay, first as a start and then as a running server, and counts incremental markings. */
const startAndRun = `
  import { constants, PerformanceObserver } from 'node:perf_hooks'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { collectStartGarbage, postponeStartGarbage } from './startGarbage.ts'
  let markings = 0
  new PerformanceObserver((list) => {
    const kinds = list.getEntries().map(({ detail }) => detail.kind)
    markings += kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_INCREMENTAL).length
  }).observe({ entryTypes: ['gc'] })
  const young = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size
  const kept = []
  const allocate = async () => {
    for (let index = 0; index < 2_000_000; index++) {
      kept.push({ index, text: 'n' + index })
      if (index % 20_000 === 0) await sleep(0)
    }
    await sleep(20)
    return markings
  }
  postponeStartGarbage()
  const starting = await allocate()
  const before = young()
  collectStartGarbage()
  for (let waitedMs = 0; waitedMs < 10_000 && young() > before / 4; waitedMs += 100) await sleep(100)
  console.log(JSON.stringify({ starting, running: (await allocate()) - starting }))
`

test('the heap is marked in increments again once the garbage of the start is collected', async () => {
  const { config } = JSON.parse(await readFile(`${import.meta.dirname}/../../../../package.json`, 'utf8'))
  const args = [...String(config.nodeFlags).split(' '), '--input-type=module', '-e', startAndRun]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  const { starting, running }: Record<'starting' | 'running', number> = JSON.parse(stdout)
  assert.equal(starting, 0)
  assert.ok(running > 0, `${running}`)
})
