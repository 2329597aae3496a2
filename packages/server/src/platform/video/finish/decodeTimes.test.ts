import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DecodeTimes } from './decodeTimes.ts'

/** Decoding order of frames by display time: groups, each with its last frame first. */
const groups = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 30 })
const steps = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 240, maxLength: 240 })

test('decode times keep the order, step with the display times, and never lie after them', () => {
  fc.assert(
    fc.property(groups, steps, fc.integer({ min: -5_000, max: 1e9 }), (sizes, gaps, start) => {
      const count = sizes.reduce((sum, size) => sum + size, 0)
      const displayed = gaps.slice(0, count).map((_, index) => start + gaps.slice(0, index).reduce((a, b) => a + b, 0))
      const order: number[] = []
      for (const size of sizes) {
        const at = order.length
        order.push(at + size - 1, ...Array.from({ length: size - 1 }, (_, index) => at + index))
      }
      const times = new DecodeTimes<{ pts: number }>()
      const timed = order.flatMap((index) => times.take({ pts: displayed[index] ?? 0 }))
      timed.push(...times.end())
      assert.deepEqual(
        timed.map(({ pts }) => pts),
        order.map((index) => displayed[index]),
      )
      const decoded = timed.map(({ dts }) => dts)
      assert.deepEqual(
        decoded.map((dts) => dts - (decoded[0] ?? 0)),
        displayed.map((at) => at - start),
      )
      if (count <= 17) assert.ok(timed.every(({ dts, pts }) => dts <= pts))
    }),
  )
})

test('frames without B-frames have equal decode and display times', () => {
  const times = new DecodeTimes<{ pts: number }>()
  const all = [0, 3_000, 6_000, 9_000].flatMap((pts) => times.take({ pts }))
  all.push(...times.end())
  assert.ok(all.length === 4 && all.every(({ dts, pts }) => dts === pts))
})

test('frames with equal display times have ascending decode times', () => {
  const times = new DecodeTimes<{ pts: number }>()
  const all = Array.from({ length: 40 }, () => times.take({ pts: 100 })).flat()
  all.push(...times.end())
  assert.deepEqual(
    all.map(({ dts }) => dts),
    Array.from({ length: 40 }, (_, index) => 100 + index),
  )
})
