import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fragment, makeEmptyFragment, makeFragment, type Sample } from './fragment.ts'
import { getBox, readBoxes } from './boxReader.ts'
import { readInitTracks, readRuns } from './fragmentReader.ts'
import { makeInitSection } from './initSection.ts'
import { trackId, videoTicksPerSecond } from './trackIds.ts'

const video = { codec: 'avc1.64001F', width: 1280, height: 720, description: Buffer.from('0164001f', 'hex') }
const audio = { codec: 'mp4a.40.2', sampleRate: 44_100, channelCount: 2, description: Buffer.from('1210', 'hex') }
const init = makeInitSection(video, audio)

function sample(text: string, more: Partial<Sample> = {}): Sample {
  return { payload: Buffer.from(text), duration: 3_000, compositionOffset: 0, isSync: true, ...more }
}

const fragment: Fragment = {
  sequenceNumber: 7,
  video: {
    // One year of media in ticks needs more than 32 bits.
    decodeTime: 365 * 86_400 * videoTicksPerSecond + 1,
    samples: [sample('key', { compositionOffset: 6_000 }), sample('delta', { isSync: false, compositionOffset: -45 })],
  },
  audio: {
    decodeTime: 2 ** 32 - 1,
    samples: [sample('audio', { duration: 1_024 }), sample('more', { duration: 9_999 })],
  },
}

test('an init section holds kind, clock, size and sample description of its tracks', () => {
  const [videoTrack, audioTrack, ...others] = readInitTracks(init)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [videoTrack?.kind, videoTrack?.ticksPerSecond, audioTrack?.kind, audioTrack?.ticksPerSecond],
    ['video', 90_000, 'audio', 44_100],
  )
  assert.deepEqual([videoTrack?.width, videoTrack?.height], [1280 * 0x10000, 720 * 0x10000])
  assert.ok(videoTrack?.sampleDescription.includes(video.description))
  assert.ok(audioTrack?.sampleDescription.includes(audio.description))
  const kindsOf = (bytes: Buffer) => readInitTracks(bytes).map(({ kind }) => kind)
  assert.deepEqual(kindsOf(makeInitSection(video, undefined)), ['video'])
  assert.deepEqual(kindsOf(makeInitSection(undefined, audio)), ['audio'])
})

test('a fragment stores samples at their offsets, with 64-bit decode times and signed composition offsets', () => {
  const bytes = makeFragment(fragment)
  const runs = readRuns(bytes, readInitTracks(init))
  const found = runs.map(({ track, samples }) =>
    samples.map(({ at, size, ...sample }) => ({
      kind: track.kind,
      text: bytes.toString('latin1', at, at + size),
      ...sample,
    })),
  )
  const { decodeTime } = fragment.video
  assert.deepEqual(found, [
    [
      { kind: 'video', text: 'key', dts: decodeTime, duration: 3_000, compositionOffset: 6_000, isSync: true },
      { kind: 'video', text: 'delta', dts: decodeTime + 3_000, duration: 3_000, compositionOffset: -45, isSync: false },
    ],
    [
      { kind: 'audio', text: 'audio', dts: 2 ** 32 - 1, duration: 1_024, compositionOffset: 0, isSync: true },
      { kind: 'audio', text: 'more', dts: 2 ** 32 + 1_023, duration: 9_999, compositionOffset: 0, isSync: true },
    ],
  ])
  assert.equal(bytes.toString('latin1', bytes.length - 17), 'keydeltaaudiomore')
})

test('a fragment omits a track without samples', () => {
  const none = { decodeTime: 0, samples: [] }
  const kinds = (one: Fragment) => readRuns(makeFragment(one), readInitTracks(init)).map(({ track }) => track.kind)
  assert.deepEqual(kinds({ ...fragment, audio: none }), ['video'])
  assert.deepEqual(kinds({ ...fragment, video: none }), ['audio'])
})

test('an empty fragment holds the id of one track and its decode time', () => {
  const bytes = makeEmptyFragment({ sequenceNumber: 8, id: trackId.audio, decodeTime: 2 ** 33 })
  assert.deepEqual(readRuns(bytes, readInitTracks(init)), [])
  const [moof, mdat] = [...readBoxes(bytes)]
  assert.deepEqual([moof?.type, mdat?.type, mdat?.end], ['moof', 'mdat', bytes.length])
  const traf = moof && getBox(bytes, moof, 'traf')
  assert.deepEqual(traf && [...readBoxes(bytes, traf.body, traf.end)].map(({ type }) => type), ['tfhd', 'tfdt'])
  assert.equal(traf && bytes.readBigUInt64BE(getBox(bytes, traf, 'tfdt').body + 4), 2n ** 33n)
})
