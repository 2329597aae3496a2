import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AssetIndex, AssetInit, AssetSegment } from '#platform/video/mediaTypes.ts'
import { encodeInitLine, encodeSegmentLine, IndexDamaged, readIndex, salvageIndex } from './assetIndex.ts'

const video = { codec: 'avc1.64001f', width: 1280, height: 720 }
const audio = { codec: 'mp4a.40.2', sampleRate: 48_000, channelCount: 2 }
const init: AssetInit = { id: 0, byteCount: 812, video, audio }

function segment(number: number, more: Partial<AssetSegment> = {}): AssetSegment {
  return {
    number,
    initId: 0,
    startsAtMs: 1_790_000_000_000 + number * 2_002,
    mediaSeconds: number * 2.002,
    durationSeconds: 2.002,
    isIndependent: true,
    isDiscontinuous: false,
    byteCount: 1_000,
    reel: 0,
    offset: number * 1_000,
    ...more,
  }
}

function encode({ inits, segments }: AssetIndex): Buffer {
  return Buffer.from([...inits.map(encodeInitLine), ...segments.map(encodeSegmentLine)].join(''))
}

const lines = (...all: unknown[]) => Buffer.from(all.map((each) => `${JSON.stringify(each)}\n`).join(''))

test('readIndex() reads the lines of encodeInitLine() and encodeSegmentLine()', () => {
  const whole = fc.nat({ max: 2 ** 40 })
  const seconds = fc.nat({ max: 1e12 }).map((micros) => micros / 1e6)
  const any = fc.record({
    startsAtMs: whole,
    mediaSeconds: seconds,
    durationSeconds: seconds,
    isIndependent: fc.boolean(),
    isDiscontinuous: fc.boolean(),
    byteCount: whole,
    initId: fc.constantFrom(0, 1),
    reel: fc.nat(9),
    gap: fc.nat(9),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (drawn) => {
      let last: AssetSegment | undefined
      const segments = drawn.map(({ gap, ...each }) => {
        const isSame = last !== undefined && each.reel <= last.reel
        const reel = last !== undefined && isSame ? last.reel : each.reel
        const offset = last !== undefined && isSame ? last.offset + last.byteCount : 0
        last = { ...each, number: (last?.number ?? -1) + 1 + gap, reel, offset }
        return last
      })
      const index = { inits: [init, { id: 1, byteCount: 700, video, audio: undefined }], segments }
      assert.deepEqual(readIndex(encode(index)), index)
    }),
  )
})

test('an index that is cut at any byte has the lines before the cut', () => {
  const index = { inits: [init], segments: [segment(0), segment(1), segment(2)] }
  const bytes = encode(index)
  for (let length = 0; length <= bytes.length; length++) {
    const cut = bytes.subarray(0, length)
    const { inits, segments } = readIndex(cut)
    const count = cut.filter((byte) => byte === 0x0a).length
    assert.equal(inits.length, Math.min(1, count))
    assert.deepEqual(segments, index.segments.slice(0, Math.max(0, count - 1)))
    const salvaged = salvageIndex(cut)
    assert.equal(salvaged.damage, undefined)
    assert.equal(salvaged.length, cut.lastIndexOf(0x0a) + 1)
  }
})

test('an index of a week of one-second segments is within the bound', () => {
  const week = 7 * 86_400
  const last = segment(week, { startsAtMs: 1_790_000_604_800, mediaSeconds: week + 0.123456, reel: 10_080 })
  const line = encodeSegmentLine({ ...last, durationSeconds: 1.001001, byteCount: 2_000_000, offset: 60_000_000 })
  assert.ok(line.length * week < 64 * 1024 * 1024, line)
})

const first = [0, 0, 1_790_000_000_000, 0, 2, 1, 1_000, 0, 0]
const head = JSON.parse(encodeInitLine(init))
const damaged: Record<string, [Buffer, RegExp]> = {
  'a line in the middle that is cut': [
    Buffer.from(`${encodeInitLine(init)}[0,0,17\n${encodeSegmentLine(segment(1))}`),
    /2/,
  ],
  'another version': [lines({ ...head, version: 2 }), /version 2/],
  'no version': [lines({ init: 0 }), /version undefined/],
  'a bare number': [lines(5), /version/],
  null: [lines(null), /version/],
  'a codec that would leave its quotes': [lines({ ...head, video: { ...video, codec: 'a",X="' } }), /no init/],
  'audio without a rate': [lines({ ...head, audio: { codec: 'mp4a.40.2' } }), /no init/],
  'an init twice': [lines(head, head), /repeats/],
  'a segment without an init': [lines(first), /unknown init/],
  'a segment of another init': [lines(head, [0, 1, ...first.slice(2)]), /unknown init/],
  'too few numbers': [lines(head, first.slice(1)), /no segment/],
  'a number below zero': [lines(head, [...first.slice(0, 8), -1]), /no segment/],
  'half a byte': [lines(head, [...first.slice(0, 8), 0.5]), /no segment/],
  'a text': [lines(head, ['0', ...first.slice(1)]), /no segment/],
  'a number that comes again': [lines(head, first, [0, ...first.slice(1, 8), 1_000]), /follow/],
  'bytes that overlap': [lines(head, first, [1, ...first.slice(1, 8), 999]), /follow/],
  'a reel that comes again': [lines(head, [...first.slice(0, 7), 1, 0], [1, ...first.slice(1)]), /follow/],
}
for (const [what, [bytes, says]] of Object.entries(damaged)) {
  test(`${what} is no index`, () => {
    assert.throws(
      () => readIndex(bytes),
      (error) => error instanceof IndexDamaged && says.test(error.message),
    )
  })
}

test('salvageIndex() returns the lines before the damage', () => {
  const good = encode({ inits: [init], segments: [segment(0), segment(1)] })
  const { index, length, damage } = salvageIndex(Buffer.concat([good, Buffer.alloc(40), Buffer.from('\n[]\n')]))
  assert.deepEqual(index.segments, [segment(0), segment(1)])
  assert.equal(length, good.length)
  assert.ok(damage instanceof IndexDamaged && /line 4/.test(damage.message))
})

test('an index beyond the bound is not read', () => {
  assert.throws(() => readIndex(Buffer.alloc(64 * 1024 * 1024 + 1)), IndexDamaged)
  const many = Array.from({ length: 4_097 }, (_, id) => encodeInitLine({ ...init, id })).join('')
  assert.throws(() => readIndex(Buffer.from(many)), IndexDamaged)
})
