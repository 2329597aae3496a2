import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSample, type Sample } from './sampleWindow.ts'

test('withSample() keeps the samples of the window alone, however long it runs', () => {
  let samples: readonly Sample[] = []
  for (let at = 0; at < 3_600_000; at += 2_000) samples = withSample(samples, { at, value: at }, 300_000)
  assert.equal(samples.length, 151)
  assert.equal(samples[0]?.at, 3_598_000 - 300_000)
  assert.equal(samples.at(-1)?.at, 3_598_000)
})
