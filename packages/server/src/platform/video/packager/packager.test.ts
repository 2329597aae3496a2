import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aacRecords,
  audioHeader,
  avcRecords,
  videoFrame,
  programme,
  audioFrame,
  videoHeader,
} from '#test/video/madeEncoder.ts'
import { openPackager } from './packager.ts'
import { writeAmf } from '#platform/video/rtmp/amf0.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import {
  checkMedia,
  recordedFromMs,
  recordMedia,
  type Recording,
  samplesOf,
  stretchesOf,
} from '#test/video/recordedMedia.ts'

const headers = [videoHeader(), audioHeader()]

/** A programme whose audio frames are sent at some times only, the first of them behind a header. */
function programmeWithAudio(seconds: number, isThere: (ms: number) => boolean, header?: MediaTag): MediaTag[] {
  const media = programme({ seconds }).filter(({ kind, timestampMs }) => kind === 'video' || isThere(timestampMs))
  const first = media.findIndex(({ kind }) => kind === 'audio')
  return header === undefined ? media : [...media.slice(0, first), header, ...media.slice(first)]
}

/** Asserts that each segment has audio for its whole time, up to a delay of half a second and a frame. */
function checkAudioIsWhole(recording: Recording): void {
  let endSeconds = 0
  for (const { segment, parts } of recording.segments) {
    const { audio } = recording.inits[segment.initId] ?? assert.fail()
    for (const part of parts) {
      for (const { dts, duration } of samplesOf(part, recording.inits[segment.initId] ?? assert.fail()).audio) {
        endSeconds = (dts + duration) / (audio?.sampleRate ?? 0)
      }
    }
    const isCovered = endSeconds > segment.mediaSeconds + segment.durationSeconds - 0.53
    assert.ok(isCovered, `audio ends at ${endSeconds} in segment ${segment.number} from ${segment.mediaSeconds}`)
  }
}

describe('a stream begins', () => {
  test('with the first key frame behind a header; earlier frames are dropped', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const before = [
      videoFrame(0, { isKeyFrame: true }),
      audioFrame(0),
      videoFrame(33),
      ...headers,
      videoFrame(66),
      videoFrame(100),
    ]
    recording.send([...before, ...programme({ seconds: 2, fromMs: 133 })])
    recording.packager.flush()
    checkMedia(recording)
    assert.deepEqual(recording.events.slice(0, 2), ['init', 'part'])
    const [stretch] = stretchesOf(recording)
    assert.equal(stretch?.video.length, 60)
    assert.equal(stretch?.video[0]?.dts, 0)
    assert.equal(recording.segments[0]?.segment.isDiscontinuous, false)
  })

  test('with audio that arrived before the first key frame but begins after it', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([
      ...headers,
      audioFrame(0),
      audioFrame(21),
      audioFrame(43),
      audioFrame(64),
      videoFrame(30, { isKeyFrame: true }),
    ])
    recording.packager.flush()
    const [stretch] = stretchesOf(recording)
    // Two of four AAC frames begin after the video frame, the first of them 13 ms later.
    assert.deepEqual(
      stretch?.audio.map(({ dts }) => dts),
      [13 * 48, 13 * 48 + 1_024],
    )
  })

  test('with a second of earlier audio at most', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const audio = programme({ seconds: 5 }).filter(({ kind }) => kind === 'audio')
    recording.send([...headers, ...audio, ...programme({ seconds: 6, audioRate: null })])
    recording.packager.flush()
    const isSilent = ({ size }: { size: number }) => size === 6
    const stretch = stretchesOf(recording)[0]?.audio ?? []
    assert.equal(stretch.filter((sample) => !isSilent(sample)).length, 64)
  })

  test('with silence when the audio header does not arrive within half a second', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const frames = programme({ seconds: 2, audioRate: null })
    recording.send([videoHeader(), ...frames.slice(0, 15)])
    assert.deepEqual(recording.events, [])
    recording.send(frames.slice(15, 16))
    assert.deepEqual(recording.events, ['init', 'part'])
    const [init] = recording.inits
    assert.deepEqual([init?.audio?.sampleRate, init?.audio?.channelCount, init?.isSilent], [48_000, 2, true])
    assert.ok(samplesOf(recording.parts[0] ?? assert.fail(), init ?? assert.fail()).audio.length > 10)
  })

  test('with silence in the format that its metadata announces', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const metadata = writeAmf(['onMetaData', { audiocodecid: 10, audiosamplerate: 44_100, stereo: false }])
    const data = { kind: 'data' as const, timestampMs: 0, body: metadata }
    const late = programme({ seconds: 3, audioRate: 44_100 }).filter(
      ({ kind, timestampMs }) => kind === 'video' || timestampMs > 800,
    )
    recording.send([data, videoHeader(), ...late.slice(0, 24), audioHeader(800, aacRecords.mono44), ...late.slice(24)])
    recording.packager.flush()
    checkMedia(recording)
    assert.equal(recording.inits.length, 1)
    assert.deepEqual([recording.inits[0]?.audio?.sampleRate, recording.inits[0]?.audio?.channelCount], [44_100, 1])
    assert.equal(stretchesOf(recording).length, 1)
  })

  test('as soon as the audio header arrives', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([videoHeader(), ...programme({ seconds: 0.2, audioRate: null }), audioHeader(200), audioFrame(200)])
    assert.deepEqual(recording.events, ['init'])
    recording.send(programme({ seconds: 2, fromMs: 200, keyFrameSeconds: 10 }))
    recording.packager.flush()
    checkMedia(recording)
    assert.equal(recording.inits.length, 1)
    const audio = stretchesOf(recording)[0]?.audio ?? []
    assert.equal(audio.find(({ size }) => size === 20)?.dts, 200 * 48)
  })
})

describe('audio that arrives late', () => {
  for (const fromMs of [0, 800, 2_500]) {
    test(`continues the silent track, without a new init, ${fromMs} ms after its stream`, () => {
      const recording = recordMedia()
      recording.packager.begin()
      recording.send([videoHeader(), ...programmeWithAudio(5, (ms) => ms >= fromMs, audioHeader(fromMs))])
      recording.packager.flush()
      checkMedia(recording)
      checkAudioIsWhole(recording)
      assert.deepEqual([recording.inits.length, stretchesOf(recording).length], [1, 1])
      const heard = stretchesOf(recording)[0]?.audio.filter(({ size }) => size === 20) ?? []
      const [first] = heard
      assert.ok(Math.abs((first?.dts ?? 0) / 48 - fromMs) < 40, `${first?.dts}`)
      assert.ok(heard.length >= Math.floor((5_000 - fromMs) / 21.34) - 2)
    })
  }

  test('begins at the next key frame, behind a new init, where the silent track cannot hold it', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const header = audioHeader(2_500, aacRecords.mono44)
    recording.send([videoHeader(), ...programmeWithAudio(5, (ms) => ms >= 2_500, header)])
    recording.packager.flush()
    checkMedia(recording)
    assert.deepEqual(
      recording.segments.map(({ segment }) => [segment.initId, segment.mediaSeconds, segment.isDiscontinuous]),
      [
        [0, 0, false],
        [0, 1, false],
        [0, 2, false],
        [1, 3, true],
        [1, 4, false],
      ],
    )
    const audioStart = stretchesOf(recording)[1]?.audio[0]?.dts ?? 0
    assert.ok(audioStart >= 3 * 44_100 && audioStart < 3.03 * 44_100)
    assert.deepEqual(
      recording.inits.map(({ audio }) => [audio?.codec, audio?.sampleRate]),
      [
        ['mp4a.40.2', 48_000],
        ['mp4a.40.2', 44_100],
      ],
    )
  })
})

describe('audio', () => {
  test('that stops and comes back leaves silence, and the track stays whole', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const isThere = (ms: number) => ms < 2_000 || ms >= 6_000
    recording.send([...headers, ...programmeWithAudio(9, isThere)])
    recording.packager.flush()
    checkMedia(recording)
    checkAudioIsWhole(recording)
    assert.deepEqual([recording.inits.length, stretchesOf(recording).length], [1, 1])
    const audio = stretchesOf(recording)[0]?.audio ?? []
    assert.ok(audio.filter(({ size }) => size === 6).every(({ dts }) => dts > 1.9 * 48_000 && dts < 6 * 48_000))
    assert.ok(audio.filter(({ size }) => size === 20).length > 225)
  })

  test('is silence, in a stream without audio, from the first part to the last', () => {
    const recording = recordMedia({ partSeconds: 0.2 })
    recording.packager.begin()
    recording.send([videoHeader(), ...programme({ seconds: 4, fps: 4, audioRate: null })])
    recording.packager.flush()
    checkMedia(recording)
    checkAudioIsWhole(recording)
    for (const part of recording.parts) assert.ok(part.durationSeconds <= 0.2 + 1e-9, `${part.durationSeconds}`)
  })

  test('has a new init when its header differs; a repeated header has none', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2 }), audioHeader(2_000), videoHeader(2_000)])
    recording.send(programme({ seconds: 2, fromMs: 2_000 }))
    assert.equal(recording.inits.length, 1)
    recording.send([
      audioHeader(4_000, aacRecords.mono44),
      ...programme({ seconds: 2, fromMs: 4_000, audioRate: 44_100 }),
    ])
    recording.packager.flush()
    checkMedia(recording)
    assert.deepEqual(
      recording.inits.map(({ id, audio }) => [id, audio?.sampleRate, audio?.channelCount]),
      [
        [0, 48_000, 2],
        [1, 44_100, 1],
      ],
    )
    const discontinuous = recording.segments.filter(({ segment }) => segment.isDiscontinuous)
    assert.deepEqual(
      discontinuous.map(({ segment }) => segment.mediaSeconds),
      [4],
    )
  })

  test('in frames of 960 or 2,048 samples has durations of as many samples', () => {
    for (const [record, samplesPerFrame] of [
      [aacRecords.short48, 960],
      [aacRecords.he48, 2_048],
    ] as const) {
      const recording = recordMedia()
      recording.packager.begin()
      recording.send([videoHeader(), audioHeader(0, record), ...programme({ seconds: 3, samplesPerFrame })])
      recording.packager.flush()
      checkMedia(recording)
      const durations = new Set(stretchesOf(recording)[0]?.audio.map(({ duration }) => duration))
      assert.deepEqual([...durations], [samplesPerFrame])
    }
  })
})

describe('timestamps', () => {
  test('wrap after 49 days, and the media continues', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const fromMs = 2 ** 32 - 1_500
    const wrapped = programme({ seconds: 4, fromMs }).map((tag) => ({ ...tag, timestampMs: tag.timestampMs % 2 ** 32 }))
    recording.send([...headers, ...wrapped])
    recording.packager.flush()
    checkMedia(recording)
    const shape = recording.segments.map(({ segment }) => [segment.mediaSeconds, segment.isDiscontinuous])
    assert.deepEqual(shape, [
      [0, false],
      [1, false],
      [2, false],
      [3, false],
    ])
    assert.equal(stretchesOf(recording).length, 1)
  })

  test('with a step back are clamped in decode order, while presentation times stay', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const times = [0, 33, 100, 90, 90, 133, 120, 200, 233]
    recording.send([videoHeader(), ...times.map((ms, index) => videoFrame(ms, { isKeyFrame: index === 0 }))])
    recording.packager.flush()
    checkMedia(recording)
    const video = stretchesOf(recording)[0]?.video ?? []
    assert.deepEqual(
      video.map(({ dts }) => dts / 90),
      [0, 33, 100, 101, 102, 133, 134, 200, 233],
    )
    assert.deepEqual(
      video.map(({ dts, compositionOffset }) => (dts + compositionOffset) / 90),
      times,
    )
  })

  for (const [name, jumpMs] of [
    ['back to the start', -4_000],
    ['an hour forward', 3_600_000],
    ['forward by eleven seconds', 11_000],
    ['forward by what no segment can hold', 3_000],
  ] as const) {
    test(`jump ${name}: the media continues at the next key frame, behind a discontinuity`, () => {
      const recording = recordMedia()
      recording.packager.begin()
      recording.send([videoHeader(10_000), audioHeader(10_000), ...programme({ seconds: 4, fromMs: 10_000 })])
      const fromMs = 14_000 + jumpMs
      recording.clock.ms = recordedFromMs + 4_000 + Math.max(0, jumpMs)
      recording.send([videoFrame(fromMs), videoFrame(fromMs + 33), ...programme({ seconds: 2, fromMs: fromMs + 66 })])
      recording.packager.flush()
      checkMedia(recording)
      assert.equal(recording.inits.length, 1)
      const shape = recording.segments.map(({ segment }) => [segment.mediaSeconds, segment.isDiscontinuous])
      // The test's clock follows timestamps that jump forward.
      const [, , , fourth, fifth] = recording.segments.map(({ segment }) => segment.startsAtMs)
      const passedMs = (fifth ?? 0) - (fourth ?? 0) - 1_000
      assert.equal(passedMs > 1_000 ? passedMs : 0, jumpMs > 0 ? jumpMs + 66 : 0)
      assert.deepEqual(
        shape.map(([seconds]) => Math.round(Number(seconds) * 100) / 100),
        [0, 1, 2, 3, 4, 5],
      )
      assert.deepEqual(
        shape.map(([, isDiscontinuous]) => isDiscontinuous),
        [false, false, false, false, true, false],
      )
      const stretches = stretchesOf(recording)
      assert.deepEqual(
        stretches.map(({ video }) => video.length),
        [120, 60],
      )
      assert.ok(stretches.every(({ audio }) => audio.length > 80))
    })
  }

  test('may pause for video while audio continues: segments of audio fill the time', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const frames = programme({ seconds: 8, audioRate: null })
    const isThere = ({ timestampMs }: { timestampMs: number }) => timestampMs < 2_500 || timestampMs >= 7_000
    const audio = programme({ seconds: 8 }).filter(({ kind }) => kind === 'audio')
    const media = [...frames.filter(isThere), ...audio].sort((a, b) => a.timestampMs - b.timestampMs)
    recording.send([...headers, ...media])
    recording.packager.flush()
    checkMedia(recording)
    assert.equal(stretchesOf(recording).length, 1)
    assert.ok(recording.parts.every(({ durationSeconds }) => durationSeconds <= 0.334 + 1e-9))
    assert.ok(recording.segments.length <= 7, `${recording.segments.length} segments`)
    assert.ok(recording.parts.some((part) => samplesOf(part, recording.inits[0] ?? assert.fail()).video.length === 0))
  })

  test('may not pause for longer than ten seconds for video, even while audio continues', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const media = programme({ seconds: 16 }).filter(
      ({ kind, timestampMs }) => kind === 'audio' || timestampMs < 2_000 || timestampMs >= 13_000,
    )
    recording.send([...headers, ...media])
    recording.packager.flush()
    checkMedia(recording)
    const [, after] = stretchesOf(recording)
    assert.deepEqual([after?.video.length, after?.video[0]?.dts], [90, 2 * 90_000])
  })

  test('with a step back of more than half a second begin another stretch', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const times = [0, 1_000, 600, 200, 233]
    recording.send([videoHeader(), ...times.map((ms) => videoFrame(ms, { isKeyFrame: true }))])
    recording.packager.flush()
    checkMedia(recording)
    assert.deepEqual(
      stretchesOf(recording).map(({ video }) => video.length),
      [3, 2],
    )
  })

  test('far from those of the video drop the audio, and the video does not wait for it', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const media = programme({ seconds: 3 }).map((tag) =>
      tag.kind === 'audio' ? { ...tag, timestampMs: tag.timestampMs + 5_000_000 } : tag,
    )
    for (const tag of [...headers, ...media]) recording.packager.tag(tag)
    recording.packager.flush()
    checkMedia(recording)
    assert.equal(stretchesOf(recording)[0]?.video.length, 90)
    assert.ok(stretchesOf(recording)[0]?.audio.every(({ size }) => size === 6))
  })
})

describe('B-frames', () => {
  test('keep their composition offsets, positive or negative', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const offsets = [67, 133, 67, 0, 33, -33, -67]
    const frames = offsets.map((compositionMs, index) =>
      videoFrame(index * 33, { isKeyFrame: index === 0, compositionMs }),
    )
    recording.send([videoHeader(), ...frames])
    recording.packager.flush()
    checkMedia(recording)
    const video = stretchesOf(recording)[0]?.video ?? []
    assert.deepEqual(
      video.map(({ compositionOffset }) => compositionOffset / 90),
      offsets,
    )
  })
})

describe('an encoder that reconnects', () => {
  test('continues where the media ended, behind a discontinuity, same init; programme time has the gap', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2.5 })])
    recording.packager.flush()
    recording.clock.ms = recordedFromMs + 20_000
    recording.packager.begin()
    recording.send([videoHeader(777), audioHeader(777), ...programme({ seconds: 2, fromMs: 777 })])
    recording.packager.flush()
    checkMedia(recording)
    assert.equal(recording.inits.length, 1)
    assert.deepEqual(
      recording.segments.map(({ segment }) => segment.isDiscontinuous),
      [false, false, false, true, false],
    )
    const [, , third, fourth] = recording.segments.map(({ segment }) => segment)
    assert.equal(third?.durationSeconds, 0.5)
    assert.equal(fourth?.mediaSeconds, 2.5)
    assert.equal(fourth?.startsAtMs, recordedFromMs + 20_000)
    assert.equal(third?.startsAtMs, recordedFromMs + 2_000)
    const [before, after] = stretchesOf(recording)
    assert.equal(after?.video[0]?.dts, 2.5 * 90_000)
    assert.ok((before?.audio.at(-1)?.dts ?? 0) < 2.5 * 48_000)
    assert.ok((after?.audio[0]?.dts ?? 0) >= 2.5 * 48_000)
  })

  test('within a second has its own programme time', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.begin()
    recording.clock.ms = recordedFromMs + 2_600
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.flush()
    assert.deepEqual(
      recording.segments.map(({ segment }) => segment.startsAtMs - recordedFromMs),
      [0, 1_000, 2_600, 3_600],
    )
  })

  test('without audio keeps the audio track; with another frame size has a new init', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.begin()
    recording.send([videoHeader(0, avcRecords.hd), ...programme({ seconds: 2, audioRate: null })])
    recording.packager.flush()
    checkMedia(recording)
    assert.deepEqual(
      recording.inits.map(({ id, video, audio }) => [id, video.width, audio?.sampleRate]),
      [
        [0, 720, 48_000],
        [1, 1920, 48_000],
      ],
    )
  })

  test('to another process continues with its numbers and media time', () => {
    const from = { nextNumber: 7, initCount: 2, mediaSeconds: 13.5, targetSeconds: 3 }
    const recording = recordMedia({ from })
    assert.equal(recording.packager.targetSeconds(), 3)
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.flush()
    const first = recording.segments[0]?.segment
    assert.deepEqual([first?.number, first?.initId, first?.mediaSeconds, first?.isDiscontinuous], [7, 2, 13.5, true])
    assert.equal(recording.packager.targetSeconds(), 3)
  })

  test('is ignored before begin() and after flush()', () => {
    const recording = recordMedia()
    recording.send([...headers, ...programme({ seconds: 2 })])
    assert.deepEqual(recording.events, [])
    recording.packager.begin()
    recording.packager.flush()
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.flush()
    assert.deepEqual(recording.events, [])
  })
})

test('a change of the frame size ends the segment; the next one has its own init', () => {
  const recording = recordMedia()
  recording.packager.begin()
  recording.send([...headers, ...programme({ seconds: 2.5 })])
  recording.send([videoHeader(2_500, avcRecords.hd), videoFrame(2_500), videoFrame(2_533)])
  recording.send(programme({ seconds: 2, fromMs: 2_566 }))
  recording.packager.flush()
  checkMedia(recording)
  assert.deepEqual(
    recording.segments.map(({ segment }) => [segment.initId, segment.isDiscontinuous, segment.isIndependent]),
    [
      [0, false, true],
      [0, false, true],
      [0, false, true],
      [1, true, true],
      [1, false, true],
    ],
  )
  assert.deepEqual([recording.inits[1]?.video.width, recording.inits[1]?.video.height], [1920, 1080])
})

describe('a damaged tag', () => {
  test('is dropped with the frames up to the next key frame, while audio continues', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const media = programme({ seconds: 4 })
    const broken = media.findIndex(({ kind, timestampMs }) => kind === 'video' && timestampMs >= 1_500)
    const tags = media.map((tag, index) => (index === broken ? { ...tag, body: tag.body.subarray(0, 20) } : tag))
    recording.send([...headers, ...tags])
    recording.packager.flush()
    checkMedia(recording)
    const [stretch, ...others] = stretchesOf(recording)
    assert.deepEqual(others, [])
    assert.deepEqual([stretch?.video.length, stretch?.video[45]?.dts, stretch?.video[45]?.isSync], [105, 180_000, true])
    assert.ok((stretch?.audio.length ?? 0) >= 186)
  })

  test('is reported once per connection', () => {
    const damage: string[] = []
    const packager = openPackager({
      partSeconds: 0.334,
      segmentSecondsMin: 0.9,
      nowMs: () => 0,
      output: { init() {}, part() {}, segment() {}, refused() {}, damaged: (why) => void damage.push(why) },
    })
    for (let connection = 0; connection < 2; connection += 1) {
      packager.begin()
      for (const { kind, timestampMs, body } of headers) packager.tag({ kind, timestampMs, body: body.subarray(0, 20) })
      for (const { body, ...tag } of headers) packager.tag({ ...tag, body: body.subarray(0, 1) })
    }
    assert.deepEqual(damage, ['an avcC with damaged parameter sets', 'an avcC with damaged parameter sets'])
  })
})

describe('a stream is refused', () => {
  for (const [name, tag, mention] of [
    ['HEVC', { kind: 'video' as const, timestampMs: 0, body: Buffer.from('9068766331', 'hex') }, /HEVC/],
    ['MP3', { kind: 'audio' as const, timestampMs: 0, body: Buffer.from('2fff', 'hex') }, /MP3/],
    ['a colour format', videoHeader(0, avcRecords.tenBit), /10 bit/],
  ] as const) {
    test(`for ${name}, once and with advice, at the start and in the middle`, () => {
      for (const before of [[], [...headers, ...programme({ seconds: 2 })]]) {
        const recording = recordMedia()
        recording.packager.begin()
        recording.send([...before, tag, tag])
        assert.equal(recording.refusals.length, 1)
        assert.equal(recording.refusals[0]?.code, 'codec_unsupported')
        assert.match(recording.refusals[0]?.message ?? '', mention)
        assert.ok(recording.refusals[0]?.advice)
        const countBefore = recording.events.length
        recording.send(programme({ seconds: 2 }))
        assert.equal(recording.events.length, countBefore)
        recording.packager.flush()
        checkMedia(recording)
        assert.equal(
          recording.packager.health().issues.find(({ code }) => code === 'codec_unsupported')?.severity,
          'bad',
        )
      }
    })
  }

  test('when all timestamps are 0 for ten seconds', () => {
    const recording = recordMedia()
    recording.packager.begin()
    for (const tag of headers) recording.packager.tag(tag)
    for (let second = 0; second <= 10; second += 1) {
      assert.deepEqual(recording.refusals, [])
      recording.clock.ms = recordedFromMs + second * 1_000
      recording.packager.tag(videoFrame(0, { isKeyFrame: true }))
    }
    assert.equal(recording.refusals[0]?.code, 'no_timestamps')
  })

  test('when no key frame arrives in ten seconds by its timestamps', () => {
    const recording = recordMedia()
    recording.packager.begin()
    const frames = programme({ seconds: 11, keyFrameSeconds: 100 }).filter((_, index) => index > 0)
    for (const tag of [...headers, ...frames]) {
      if (recording.refusals.length > 0) break
      recording.packager.tag(tag)
      assert.equal(recording.refusals.length, tag.timestampMs >= 10_000 ? 1 : 0)
    }
    assert.equal(recording.refusals[0]?.code, 'no_key_frame')
  })

  test('when no key frame arrives in ten seconds by the clock, whatever its timestamps say', () => {
    const recording = recordMedia()
    recording.packager.begin()
    for (let second = 0; second <= 10; second += 1) {
      assert.deepEqual(recording.refusals, [])
      recording.clock.ms = recordedFromMs + second * 1_000
      recording.packager.tag(videoFrame(second % 2 === 0 ? 0 : 4_000_000_000))
    }
    assert.equal(recording.refusals[0]?.code, 'no_key_frame')
  })

  test('when there is audio alone; not for a jump of its timestamps or a late start', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.clock.ms += 60_000
    for (const tag of [audioHeader(0), audioFrame(50_000_000), audioFrame(50_000_021)]) recording.packager.tag(tag)
    assert.deepEqual(recording.refusals, [])
    const audio = programme({ seconds: 11, fromMs: 50_000_042 }).filter(({ kind }) => kind === 'audio')
    recording.send(audio)
    assert.deepEqual(
      recording.refusals.map(({ code }) => code),
      ['no_video'],
    )
  })

  test('for one connection; the next one is accepted', () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([{ kind: 'video', timestampMs: 0, body: Buffer.from('2c00000000', 'hex') }])
    recording.packager.flush()
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 2 })])
    recording.packager.flush()
    assert.equal(recording.segments.length, 2)
  })
})
