import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { audioHeader, videoFrame, programme, audioFrame, videoHeader } from '#test/video/madeEncoder.ts'
import { checkMedia, recordMedia, type Recording, samplesOf } from '#test/video/recordedMedia.ts'

const headers = [videoHeader(), audioHeader()]
const rates = [24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 50, 60_000 / 1_001, 60, 12, 15, 20]

function record(tags: Parameters<Recording['send']>[0], partSeconds: number | undefined): Recording {
  const recording = recordMedia({ partSeconds, segmentSecondsMin: partSeconds === undefined ? 1.9 : 0.9 })
  recording.packager.begin()
  recording.send(tags)
  recording.packager.flush()
  checkMedia(recording)
  return recording
}

/** Durations of parts outside of 85 to 100 per cent of the target; the last part of a segment may be shorter. */
function unruly({ segments, packager }: Recording): number[] {
  const partSeconds = packager.partSeconds() ?? 0
  return segments.flatMap(({ parts }) =>
    parts
      .filter(({ durationSeconds }, index) => {
        const isShort = index < parts.length - 1 && durationSeconds < 0.85 * partSeconds
        return isShort || durationSeconds > partSeconds + 1e-9
      })
      .map(({ durationSeconds }) => durationSeconds),
  )
}

describe('parts of an even rate', () => {
  for (const fps of rates) {
    for (const partSeconds of [0.334, 0.2]) {
      test(`${fps.toFixed(2)} a second in parts of ${partSeconds} s`, () => {
        const recording = record([...headers, ...programme({ seconds: 9, fps, keyFrameSeconds: 2 })], partSeconds)
        assert.deepEqual(unruly(recording), [])
        assert.equal(recording.segments.length, 5)
        for (const { segment } of recording.segments) assert.ok(segment.isIndependent)
        endBetweenFrames(recording)
        assert.ok(Math.abs((recording.packager.partSeconds() ?? 0) - partSeconds) < partSeconds / 5)
      })
    }
  }

  test('have a target of whole frames, with a millisecond for rounding', () => {
    const targetOf = (fps: number, partSeconds: number) =>
      record([...headers, ...programme({ seconds: 3, fps })], partSeconds).packager.partSeconds()
    assert.deepEqual([targetOf(24, 0.2), targetOf(25, 0.2), targetOf(25, 0.334)], [0.212, 0.201, 0.321])
  })

  test('keep to the target, cut inside frames, when the frame rate changes', () => {
    const before = programme({ seconds: 2, fps: 25 })
    const recording = record([...headers, ...before, ...programme({ seconds: 4, fromMs: 2_000, fps: 24 })], 0.2)
    assert.equal(recording.packager.partSeconds(), 0.201)
    assert.deepEqual(unruly(recording), [])
    const ends = recording.parts
      .slice(10, 13)
      .map((_, at) => recording.parts.slice(10, 11 + at).reduce((sum, part) => sum + part.durationSeconds, 0))
    assert.deepEqual(
      ends.map((end) => Math.round(1_000 * end)),
      [173, 346, 542],
    )
  })

  test('have the wanted target at an uneven rate', () => {
    const frames = Array.from({ length: 120 }, (_, at) =>
      videoFrame(at * 40 + (at % 3) * 9, { isKeyFrame: at % 40 === 0 }),
    )
    assert.equal(record([...headers, ...frames], 0.2).packager.partSeconds(), 0.2)
  })
})

/** Asserts that parts hold whole frames: the frames of a part last as long as the part. */
function endBetweenFrames({ inits, parts }: Recording): void {
  const init = inits[0] ?? assert.fail()
  for (const part of parts) {
    const ticks = samplesOf(part, init).video.reduce((sum, { duration }) => sum + duration, 0)
    assert.ok(Math.abs(ticks / 90_000 - part.durationSeconds) < 1e-9, `${part.segment}.${part.index}`)
  }
}

/** Steps between frames in ms: random, a steady rate with dropped frames, or a mix with long pauses. */
const cadence = fc.oneof(
  fc.array(fc.integer({ min: 8, max: 90 }), { minLength: 60, maxLength: 250 }),
  fc
    .record({ step: fc.integer({ min: 16, max: 60 }), lost: fc.array(fc.nat(6), { minLength: 60, maxLength: 200 }) })
    .map(({ step, lost }) => lost.map((count) => step * (count > 4 ? count - 3 : 1))),
  fc.array(fc.constantFrom(16, 17, 33, 34, 42, 300, 1_500), { minLength: 30, maxLength: 150 }),
)

test('parts of any cadence keep to the target, and no segment is too long, with audio', () => {
  const property = fc.property(
    cadence,
    fc.integer({ min: 5, max: 120 }),
    fc.constantFrom(0.334, 0.2),
    (steps, keyFrameEvery, partSeconds) => {
      let ms = 0
      const frames = steps.map((step, index) => {
        ms += step
        return videoFrame(ms, { isKeyFrame: index % keyFrameEvery === 0 })
      })
      const audio = Array.from({ length: Math.ceil(ms / 21.333) }, (_, index) => audioFrame(Math.round(index * 21.333)))
      const media = [...frames, ...audio].sort((a, b) => a.timestampMs - b.timestampMs)
      assert.deepEqual(unruly(record([...headers, ...media], partSeconds)), [])
    },
  )
  fc.assert(property, { numRuns: 150 })
})

test('parts of a stream without audio keep to the target, and no frame is lost', () => {
  const property = fc.property(cadence, fc.constantFrom(0.334, 0.2, undefined), (steps, partSeconds) => {
    let ms = 0
    const frames = steps.map((step, index) => {
      ms += step
      return videoFrame(ms, { isKeyFrame: index % 30 === 0 })
    })
    const recording = record([videoHeader(), ...frames], partSeconds)
    const init = recording.inits[0]
    assert.ok(init !== undefined)
    const samples = recording.parts.map((part) => samplesOf(part, init).video.length)
    assert.equal(
      samples.reduce((sum, count) => sum + count, 0),
      frames.length,
    )
    assert.deepEqual(partSeconds === undefined ? [] : unruly(recording), [])
  })
  fc.assert(property, { numRuns: 150 })
})

describe('segments', () => {
  const lengths = (recording: Recording) =>
    recording.segments.map(({ segment }) => Math.round(segment.durationSeconds * 100) / 100)

  test('end at the first key frame after their minimum duration', () => {
    const tags = (keyFrameSeconds: number) => [...headers, ...programme({ seconds: 6, keyFrameSeconds })]
    assert.deepEqual(lengths(record(tags(1), 0.334)), [1, 1, 1, 1, 1, 1])
    assert.deepEqual(lengths(record(tags(0.5), 0.334)), [1, 1, 1, 1, 1, 1])
    assert.deepEqual(lengths(record(tags(1), undefined)), [2, 2, 2])
    assert.deepEqual(lengths(record(tags(2), 0.334)), [2, 2, 2])
  })

  test('are a single part without a part duration', () => {
    const recording = record([...headers, ...programme({ seconds: 6 })], undefined)
    assert.deepEqual(
      recording.segments.map(({ parts }) => parts.length),
      [1, 1, 1],
    )
  })

  test('are cut at six seconds without a key frame, and again at the next key frame', () => {
    const recording = record([...headers, ...programme({ seconds: 24, keyFrameSeconds: 8 })], 0.334)
    assert.equal(recording.packager.targetSeconds(), 6)
    assert.deepEqual(lengths(recording), [6.47, 1.53, 6.47, 1.53, 6.47, 1.53])
    const independent = recording.segments.map(({ segment }) => segment.isIndependent)
    assert.deepEqual(independent, [true, false, true, false, true, false])
  })

  test('never round to more than the first segment', () => {
    const first = programme({ seconds: 2, keyFrameSeconds: 2 })
    const later = programme({ seconds: 10, fromMs: 2_000, keyFrameSeconds: 5 })
    const recording = record([...headers, ...first, ...later], 0.334)
    assert.equal(recording.packager.targetSeconds(), 2)
    assert.deepEqual(lengths(recording), [2, 2.47, 2.47, 0.07, 2.47, 2.47, 0.07])
  })

  test('may exceed the target by less than half a second to end at a key frame', () => {
    const tags = [...headers, ...programme({ seconds: 2, keyFrameSeconds: 2 })]
    const recording = record([...tags, ...programme({ seconds: 9.6, fromMs: 2_000, keyFrameSeconds: 2.4 })], 0.334)
    assert.deepEqual(lengths(recording), [2, 2.4, 2.4, 2.4, 2.4])
  })

  test('are cut by their size when the timestamps stand still', () => {
    const frames = Array.from({ length: 90 }, () => videoFrame(0, { isKeyFrame: true, bytes: 1_048_576 }))
    const recording = record([videoHeader(), ...frames], undefined)
    assert.equal(recording.segments.length, 3)
    for (const { segment } of recording.segments) assert.ok(segment.byteCount <= 33 * 1_048_576)
  })
})
