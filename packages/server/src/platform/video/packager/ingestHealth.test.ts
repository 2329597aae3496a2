import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { audioHeader, avcRecords, videoFrame, programme, audioFrame, videoHeader } from '#test/video/madeEncoder.ts'
import { recordedFromMs, recordMedia, type Recording } from '#test/video/recordedMedia.ts'
import type { PackagerOptions } from './packager.ts'

const headers = [videoHeader(), audioHeader()]
/** Bytes per frame: 1.2 Mbit/s at 30 frames per second. */
const bytes = 5_000

function live(tags: readonly MediaTag[], options: Partial<PackagerOptions> = {}): Recording {
  const recording = recordMedia(options)
  recording.packager.begin()
  recording.send([...headers, ...tags])
  return recording
}

function codes({ packager }: Recording): string[] {
  return packager.health().issues.map(({ code }) => code)
}

describe('a good stream', () => {
  test('is described by its codecs, size, rates and key-frame interval', () => {
    const recording = live([
      ...programme({ seconds: 12, bytes, keyFrameSeconds: 2 }),
      { kind: 'data', timestampMs: 12_000, body: Buffer.alloc(10) },
    ])
    const health = recording.packager.health()
    const { bitrateKbps } = health
    assert.ok(Math.abs(bitrateKbps.video - (5_009 * 30 * 8) / 1_000) < 15, `${bitrateKbps.video}`)
    assert.ok(Math.abs(bitrateKbps.audio - (22 * 46.875 * 8) / 1_000) < 1, `${bitrateKbps.audio}`)
    assert.ok(bitrateKbps.total >= bitrateKbps.video + bitrateKbps.audio)
    assert.deepEqual(
      { ...health, bitrateKbps: undefined },
      {
        videoCodec: 'avc1.64001E',
        audioCodec: 'mp4a.40.2',
        width: 720,
        height: 576,
        fps: 30,
        bFrames: false,
        bitrateKbps: undefined,
        droppedFrames: 0,
        keyFrameIntervalSeconds: { last: 2, mean: 2 },
        lastPacketAtMs: recordedFromMs + 12_000,
        issues: [],
      },
    )
  })

  test('has no issues at any time, even when it begins with a burst and its frames arrive unevenly', () => {
    const recording = live([])
    for (const tag of programme({ seconds: 100, bytes })) {
      const lateMs = (tag.timestampMs * 7) % 200
      const sentAtMs = tag.timestampMs < 900 ? 900 : tag.timestampMs
      recording.clock.ms = Math.max(recording.clock.ms, recordedFromMs + sentAtMs + lateMs)
      recording.packager.tag(tag)
      if (tag.timestampMs % 1_000 < 25) assert.deepEqual(codes(recording), [], `at ${tag.timestampMs}`)
    }
  })
})

test('a jump of the timestamps is no key-frame interval', () => {
  const recording = live([...programme({ seconds: 3, bytes }), ...programme({ seconds: 3, fromMs: 3_600_000, bytes })])
  assert.deepEqual(recording.packager.health().keyFrameIntervalSeconds, { last: 1, mean: 1 })
})

describe('dropped frames', () => {
  test('are counted by the gaps in the cadence, over the last ten seconds', () => {
    const all = programme({ seconds: 8, fps: 30, bytes, audioRate: null })
    const recording = live(all.filter((_, index) => ![60, 100, 101, 102, 200].includes(index)))
    assert.equal(recording.packager.health().droppedFrames, 5)
    recording.send(programme({ seconds: 12, fromMs: 8_000, bytes }))
    assert.equal(recording.packager.health().droppedFrames, 0)
  })

  test('are not counted when the frame rate changes, once the new rate is known', () => {
    const recording = live(programme({ seconds: 5, fps: 60, bytes }))
    recording.send(programme({ seconds: 12, fps: 25, fromMs: 5_000, bytes }))
    const { fps, droppedFrames } = recording.packager.health()
    assert.deepEqual([fps, droppedFrames], [25, 0])
  })
})

describe('issues', () => {
  test('no_data: no message for three seconds, with the time of its first detection', () => {
    const recording = live(programme({ seconds: 5, bytes }))
    const endMs = recording.clock.ms
    recording.clock.ms = endMs + 2_900
    assert.deepEqual(codes(recording), [])
    recording.clock.ms = endMs + 3_100
    const [issue] = recording.packager.health().issues
    assert.deepEqual([issue?.code, issue?.severity, issue?.sinceMs], ['no_data', 'bad', endMs + 3_100])
    assert.match(issue?.message ?? '', /^Nothing has arrived .* for 3\.\d s\.$/)
    recording.clock.ms = endMs + 60_000
    const later = recording.packager.health()
    assert.equal(later.issues[0]?.sinceMs, endMs + 3_100)
    assert.deepEqual([later.bitrateKbps, later.fps], [{ video: 0, audio: 0, total: 0 }, 0])
    recording.packager.begin()
    recording.send(headers)
    assert.deepEqual(codes(recording), [])
  })

  test('no_data: audio alone for three seconds', () => {
    const recording = live(programme({ seconds: 5, bytes }))
    recording.send(programme({ seconds: 4, fromMs: 5_000 }).filter(({ kind }) => kind === 'audio'))
    const [issue] = recording.packager.health().issues
    assert.equal(issue?.code, 'no_data')
    assert.match(issue?.message ?? '', /^No video/)
  })

  test('bitrate_unstable: frames that arrive late and all at once', () => {
    const recording = live(programme({ seconds: 5, bytes }))
    recording.clock.ms += 1_500
    for (const tag of programme({ seconds: 1.5, fromMs: 5_000, bytes })) recording.packager.tag(tag)
    assert.deepEqual(codes(recording), ['bitrate_unstable'])
    recording.send(programme({ seconds: 12, fromMs: 6_500, bytes }))
    assert.deepEqual(codes(recording), [])
  })

  test('bitrate_low: too few bytes for frame size and frame rate', () => {
    const recording = live(programme({ seconds: 5, bytes: 900 }))
    assert.deepEqual(codes(recording), ['bitrate_low'])
    const small = live(programme({ seconds: 5, bytes: 1_200 }))
    assert.deepEqual(codes(small), [])
  })

  for (const [keyFrameSeconds, severity] of [
    [3, undefined],
    [4, 'warning'],
    [6, 'bad'],
  ] as const) {
    test(`keyframe_interval_long: ${keyFrameSeconds} s is ${severity ?? 'fine'}`, () => {
      const recording = live(programme({ seconds: 14, bytes, keyFrameSeconds }))
      const issue = recording.packager.health().issues.find(({ code }) => code === 'keyframe_interval_long')
      assert.equal(issue?.severity, severity)
    })
  }

  test('keyframe_interval_long: is detected before the interval has ended', () => {
    const recording = live(programme({ seconds: 5, bytes, keyFrameSeconds: 100 }))
    assert.deepEqual(codes(recording), ['keyframe_interval_long'])
    assert.deepEqual(recording.packager.health().keyFrameIntervalSeconds, { last: undefined, mean: undefined })
  })

  test('b_frames_in_low_latency: only with parts', () => {
    const frames = Array.from({ length: 60 }, (_, index) =>
      videoFrame(index * 33, { isKeyFrame: index % 30 === 0, compositionMs: index % 3 === 0 ? 66 : 0, bytes }),
    )
    const recording = live(frames)
    assert.equal(recording.packager.health().bFrames, true)
    assert.deepEqual(codes(recording), ['b_frames_in_low_latency'])
    assert.deepEqual(codes(live(frames, { partSeconds: undefined })), [])
  })

  test('codec_unsupported: names the video or audio codec', () => {
    const recording = live([{ kind: 'video', timestampMs: 0, body: Buffer.from('9068766331', 'hex') }])
    assert.deepEqual(codes(recording), ['codec_unsupported'])
    assert.deepEqual(
      [recording.packager.health().videoCodec, recording.packager.health().audioCodec],
      ['HEVC', 'mp4a.40.2'],
    )
    recording.packager.begin()
    recording.send([videoHeader(0, avcRecords.hd), ...programme({ seconds: 2, bytes: 10_000 })])
    assert.deepEqual(codes(recording), [])
    assert.equal(recording.packager.health().videoCodec, 'avc1.64002A')
  })

  test('audio_missing: no playable audio for three seconds', () => {
    const recording = live(programme({ seconds: 2.9, bytes, audioRate: null }))
    assert.deepEqual(codes(recording), [])
    recording.send(programme({ seconds: 1, fromMs: 2_900, bytes, audioRate: null }))
    assert.deepEqual(codes(recording), ['audio_missing'])
    recording.send([audioFrame(3_900)])
    assert.deepEqual(codes(recording), [])
  })

  test('audio_missing: audio of another time is missing, queued audio is not', () => {
    const recording = live([])
    for (const tag of programme({ seconds: 5, bytes })) {
      recording.clock.ms = recordedFromMs + tag.timestampMs
      recording.packager.tag(tag.kind === 'audio' ? { ...tag, timestampMs: tag.timestampMs + 60_000 } : tag)
    }
    assert.deepEqual(codes(recording), ['audio_missing'])
    const waiting = live(
      programme({ seconds: 5, bytes })
        .slice(2)
        .filter(({ body }) => body[0] !== 0x17),
    )
    assert.deepEqual(codes(waiting), [])
  })

  for (const [name, pace, expected] of [
    ['two per cent slow', 1.02, 'warning'],
    ['ten per cent fast', 0.9, 'bad'],
    ['half a per cent slow', 1.005, undefined],
  ] as const) {
    test(`clock_drift: an encoder that is ${name}`, () => {
      const recording = live([])
      for (const tag of programme({ seconds: 70, bytes })) {
        recording.clock.ms = recordedFromMs + Math.round(tag.timestampMs * pace)
        recording.packager.tag(tag)
      }
      const issue = recording.packager.health().issues.find(({ code }) => code === 'clock_drift')
      assert.equal(issue?.severity, expected)
      if (issue !== undefined) assert.match(issue.message, pace > 1 ? /2\.0 % slower/ : /11\.1 % faster/)
    })
  }

  test('server_overloaded: follows `isOverloaded`', () => {
    let isOverloaded = false
    const recording = live(programme({ seconds: 2, bytes }), { isOverloaded: () => isOverloaded })
    assert.deepEqual(codes(recording), [])
    isOverloaded = true
    assert.deepEqual(codes(recording), ['server_overloaded'])
  })
})
