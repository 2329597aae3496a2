import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { planTests } from './testPlan.ts'

const root = join(import.meta.dirname, '..')

test('planTests() puts every test file into one lane, by what its imports reach', () => {
  const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'], { cwd: root })
  const { pure, waiting, computing } = planTests(files, root)
  assert.deepEqual([...pure, ...waiting, ...computing].toSorted(), files.toSorted())
  assert.ok(pure.includes('packages/server/src/kit/values/ids.test.ts'))
  assert.ok(waiting.includes('packages/server/test/crash/crash.test.ts'))
  assert.ok(waiting.includes('packages/server/src/app/liveVideo.test.ts'))
  assert.ok(computing.includes('packages/server/src/products/places/test/conformance.test.ts'))
})
