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
