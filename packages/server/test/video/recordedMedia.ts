import assert from 'node:assert/strict'
import type { Init, MediaTag, Part, PlacedFrame, Segment } from '#platform/video/mediaTypes.ts'
import { type FragmentSample, readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { openPackager, type Packager, type PackagerOptions } from '#platform/video/packager/packager.ts'
import type { Refusal } from '#platform/video/packager/streamRefusals.ts'
import type { MediaOutput } from '#platform/video/packager/segmentWriter.ts'

/** Start of recordings, in ms since 1970. */
export const recordedFromMs = Date.UTC(2026, 10, 21, 12)

/** Packager with a clock that the test sets, and everything that it emitted. */
export type Recording = {
  packager: Packager
  clock: { ms: number }
  /** Kinds of everything that was emitted, in order. */
  events: ('init' | 'part' | 'segment' | 'refused')[]
  inits: Init[]
  parts: Part[]
  segments: { segment: Segment; parts: readonly Part[] }[]
  refusals: Refusal[]
  /** Placed frames, with the counts of parts and segments emitted before each. */
  placed: { frame: PlacedFrame; partCount: number; segmentCount: number }[]
  /** Sends tags to the packager; the clock follows their timestamps. */
  send(tags: readonly MediaTag[]): void
}

/** Opens a packager and records its output; a second output may get it as well. */
export function recordMedia(options: Partial<PackagerOptions> = {}, also?: MediaOutput): Recording {
  const clock = { ms: recordedFromMs }
  const kept: Omit<Recording, 'packager' | 'clock' | 'send'> = {
    events: [],
    inits: [],
    parts: [],
    segments: [],
    refusals: [],
    placed: [],
  }
  const packager = openPackager({
    partSeconds: 0.334,
    segmentSecondsMin: 0.9,
    nowMs: () => clock.ms,
    output: {
      init(init) {
        kept.events.push('init')
        kept.inits.push(init)
        also?.init(init)
      },
      part(part) {
        kept.events.push('part')
        kept.parts.push(part)
        also?.part(part)
      },
      segment(segment, parts) {
        kept.events.push('segment')
        kept.segments.push({ segment, parts })
        also?.segment(segment, parts)
      },
      refused: (reason) => void (kept.events.push('refused'), kept.refusals.push(reason)),
      frame(frame) {
        kept.placed.push({ frame, partCount: kept.parts.length, segmentCount: kept.segments.length })
        also?.frame?.(frame)
      },
    },
    ...options,
  })
  return {
    packager,
    clock,
    ...kept,
    send(tags) {
      const startMs = clock.ms
      for (const tag of tags) {
        clock.ms = Math.max(clock.ms, startMs + tag.timestampMs - (tags[0]?.timestampMs ?? 0))
        packager.tag(tag)
      }
    },
  }
}

/** Samples of a part, in ticks of their tracks. */
export function samplesOf(part: Part, init: Init): { video: FragmentSample[]; audio: FragmentSample[] } {
  const runs = readRuns(part.data, readInitTracks(init.data))
  const of = (kind: 'video' | 'audio') =>
    runs.filter(({ track }) => track.kind === kind).flatMap(({ samples }) => samples)
  return { video: of('video'), audio: of('audio') }
}

/** Samples of a recording by stretch, the media between two discontinuities. */
export function stretchesOf(recording: Recording): { video: FragmentSample[]; audio: FragmentSample[] }[] {
  const stretches: { video: FragmentSample[]; audio: FragmentSample[] }[] = []
  for (const { segment, parts } of recording.segments) {
    if (segment.isDiscontinuous || stretches.length === 0) stretches.push({ video: [], audio: [] })
    for (const part of parts) {
      const { video, audio } = samplesOf(part, initOf(recording, segment))
      stretches.at(-1)?.video.push(...video)
      stretches.at(-1)?.audio.push(...audio)
    }
  }
  return stretches
}

/** Asserts the invariants of packaged media, which hold for any input. */
export function checkMedia(recording: Recording): void {
  checkOrder(recording)
  checkPlaced(recording)
  let mediaSeconds = recording.segments[0]?.segment.mediaSeconds ?? 0
  let startsAtMs = 0
  for (const [at, { segment, parts }] of recording.segments.entries()) {
    assert.equal(segment.number, at + 1)
    near(segment.mediaSeconds, mediaSeconds)
    mediaSeconds += segment.durationSeconds
    near(
      parts.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
      segment.durationSeconds,
    )
    assert.equal(
      parts.reduce((sum, { data }) => sum + data.length, 0),
      segment.byteCount,
    )
    assert.ok(segment.startsAtMs >= startsAtMs, 'programme time goes back')
    startsAtMs = segment.startsAtMs
    assert.ok(Math.round(segment.durationSeconds) <= (recording.packager.targetSeconds() ?? 0))
    checkParts(recording, segment, parts)
  }
  for (const { segment, parts } of recording.segments) {
    const [first, ...others] = parts.flatMap((part) => samplesOf(part, initOf(recording, segment)).video)
    const isMissed = first?.isSync === false && others.some(({ isSync }) => isSync)
    assert.ok(!isMissed, 'a key frame inside a segment that does not begin with one')
  }
  for (const { video, audio } of stretchesOf(recording)) {
    for (const samples of [video, audio]) {
      for (const [index, { dts, duration }] of samples.entries()) {
        assert.ok(duration > 0, 'a sample without a duration')
        const next = samples[index + 1]
        if (next !== undefined) assert.equal(dts + duration, next.dts, 'samples do not follow each other')
      }
    }
  }
}

/** Parts are emitted one by one, the last one right before its segment, and an init before everything else. */
function checkOrder({ events, parts, segments }: Recording): void {
  const ended = segments.flatMap((segment) => segment.parts)
  assert.deepEqual(parts.slice(0, ended.length), ended)
  for (const [index, kind] of events.entries()) if (kind === 'segment') assert.equal(events[index - 1], 'part')
  assert.ok(events.length === 0 || events[0] === 'init' || events[0] === 'refused')
}

/** Frames are placed in the order of their parts, each before its part is emitted. */
function checkPlaced(recording: Recording): void {
  const { placed, parts, segments } = recording
  let count = 0
  for (const [index, part] of parts.entries()) {
    const segment = segments.findIndex((each) => each.segment.number === part.segment)
    const { initId = 0 } = part.opens ?? segments[segment]?.segment ?? {}
    const init = recording.inits.find(({ id }) => id === initId)
    if (init === undefined) return
    for (const [at, { dts, isSync }] of samplesOf(part, init).video.entries()) {
      const { frame, partCount, segmentCount } = placed[count] ?? {}
      assert.deepEqual([frame?.dts, frame?.isSync], [dts, isSync], 'the place of a frame differs')
      assert.ok((partCount ?? Infinity) <= index, 'a frame is placed after its part was emitted')
      if (at === 0 && isSync && part.index === 0) assert.deepEqual([partCount, segmentCount], [index, segment])
      count += 1
    }
  }
}

function checkParts(recording: Recording, segment: Segment, parts: readonly Part[]): void {
  let startTicks = segment.mediaSeconds * 90_000
  for (const [index, part] of parts.entries()) {
    assert.deepEqual([part.segment, part.index], [segment.number, index])
    const { initId, startsAtMs, isDiscontinuous } = segment
    assert.deepEqual(part.opens, index === 0 ? { initId, startsAtMs, isDiscontinuous } : undefined)
    const endTicks = startTicks + part.durationSeconds * 90_000
    const { video, audio } = samplesOf(part, initOf(recording, segment))
    assert.ok(video.length + audio.length > 0, 'an empty part')
    assert.equal(part.isIndependent, video[0]?.isSync === true)
    for (const { dts } of video) {
      assert.ok(dts > startTicks - 1 && dts < endTicks + 1, 'a frame outside of its part')
    }
    startTicks = endTicks
  }
  assert.equal(segment.isIndependent, parts[0]?.isIndependent)
}

function initOf({ inits }: Recording, { initId }: Segment): Init {
  const init = inits.find(({ id }) => id === initId)
  assert.ok(init !== undefined, `there is no init ${initId}`)
  return init
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`)
}
