import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BitrateLimits, isWorthRestart } from './bitrateLimits.ts'
import { sizesFor } from './rungs.ts'

const source = { width: 1_920, height: 1_080 }
const sizes = sizesFor(source)

/** Segments of two seconds at a bitrate. */
const segmentsAt = (kbps: number, count = 10) =>
  Array.from({ length: count }, () => ({ byteCount: 250 * kbps, durationSeconds: 2 }))

/** Maximum bitrates behind segments of the source, with renditions at these bitrates. */
function limitsOf(limits: BitrateLimits, sourceKbps: number, renditionKbps: number): number[] {
  for (const segment of segmentsAt(sourceKbps)) limits.add(segment)
  return limits.sizes(source, [segmentsAt(renditionKbps), segmentsAt(renditionKbps)]).map(({ kbpsMax }) => kbpsMax)
}

test('maximum bitrates are those of the sizes while the source needs more', () => {
  assert.deepEqual(limitsOf(new BitrateLimits(sizes), 3_000, 2_400), [2_500, 1_200])
})

test('a rendition that needs more than its source gets a share of its bitrate, up and down', () => {
  const limits = new BitrateLimits(sizes)
  assert.deepEqual(limitsOf(limits, 600, 900), [400, 266])
  assert.deepEqual(limitsOf(limits, 1_200, 300), [800, 533])
  assert.deepEqual(limitsOf(limits, 6_000, 700), [2_500, 1_200])
  assert.deepEqual(limitsOf(limits, 60, 700), [50, 50])
})

test('the first segments of a source decide nothing', () => {
  const limits = new BitrateLimits(sizes)
  for (const segment of segmentsAt(100, 2)) limits.add(segment)
  assert.deepEqual(limits.sizes(source, [segmentsAt(900, 2)]), sizes)
})

test('a restart is worth a large change only', () => {
  const at = (kbpsMax: number) => sizes.map((size) => ({ ...size, kbpsMax }))
  assert.deepEqual(
    [at(800), at(600), at(1_400), at(1_600)].map((next) => isWorthRestart(at(1_000), next)),
    [false, true, false, true],
  )
})
