import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { batchesOf, browserTests, planTests } from './testPlan.ts'

const root = join(import.meta.dirname, '..')

test('planTests() puts every test file into one lane, by what its imports reach', () => {
  const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'], { cwd: root })
  const { batched, waiting, waitingAlone, alone } = planTests(files, root)
  assert.deepEqual([...batched, ...waiting, ...waitingAlone, ...alone].toSorted(), files.toSorted())
  assert.ok(batched.includes('packages/server/src/kit/values/ids.test.ts'))
  assert.ok(batched.includes('packages/server/src/products/livestream/channel/channel.test.ts'))
  assert.ok(waiting.includes('packages/server/test/crash/crash.test.ts'))
  assert.ok(waiting.includes('packages/server/src/app/liveVideo.test.ts'))
  assert.ok(alone.includes('packages/server/src/products/places/test/conformance.test.ts'))
})

test('batchesOf() puts every file into one batch of at most 20', () => {
  const files = Array.from({ length: 45 }, (_, index) => `file${index}`)
  const batches = batchesOf(files)
  assert.deepEqual(
    batches.map(({ length }) => length),
    [15, 15, 15],
  )
  assert.deepEqual(batches.flat().toSorted(), files.toSorted())
  assert.deepEqual(batchesOf([]), [])
  assert.deepEqual(batchesOf(['a', 'b', 'c'], 2), [['a', 'c'], ['b']])
  assert.deepEqual(batchesOf(['a'], 2), [['a']])
})

test('browserTests() are those whose imports open a browser', () => {
  const console = 'packages/server/test/console/listScreens.test.ts'
  assert.deepEqual(browserTests([console, 'tools/testPlan.test.ts'], root), [console])
})
