import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fragment, makeEmptyFragment, makeFragment, type Sample } from './fragment.ts'
import { getBox, readBoxes } from './boxReader.ts'
import { readInitTracks, readRuns } from './fragmentReader.ts'
import { makeInitSegment } from './initSegment.ts'
import { trackId, videoTicksPerSecond } from './trackIds.ts'

const video = { codec: 'avc1.64001F', width: 1280, height: 720, description: Buffer.from('0164001f', 'hex') }
const audio = { codec: 'mp4a.40.2', sampleRate: 44_100, channelCount: 2, description: Buffer.from('1210', 'hex') }
const init = makeInitSegment(video, audio)

function sample(text: string, more: Partial<Sample> = {}): Sample {
  return { payload: Buffer.from(text), duration: 3_000, compositionOffset: 0, isSync: true, ...more }
}

const fragment: Fragment = {
  sequenceNumber: 7,
  video: {
    // A year of media, which 32 bits do not hold.
    decodeTime: 365 * 86_400 * videoTicksPerSecond + 1,
    samples: [sample('key', { compositionOffset: 6_000 }), sample('delta', { isSync: false, compositionOffset: -45 })],
  },
  audio: {
    decodeTime: 2 ** 32 - 1,
    samples: [sample('sound', { duration: 1_024 }), sample('more', { duration: 9_999 })],
  },
}

test('an init describes its tracks, and what their samples are decoded with', () => {
  const [picture, sound, ...others] = readInitTracks(init)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [picture?.kind, picture?.ticksPerSecond, sound?.kind, sound?.ticksPerSecond],
    ['video', 90_000, 'audio', 44_100],
  )
  assert.deepEqual([picture?.width, picture?.height], [1280 * 0x10000, 720 * 0x10000])
  assert.ok(picture?.sampleDescription.includes(video.description))
  assert.ok(sound?.sampleDescription.includes(audio.description))
  const kindsOf = (bytes: Buffer) => readInitTracks(bytes).map(({ kind }) => kind)
  assert.deepEqual(kindsOf(makeInitSegment(video, undefined)), ['video'])
  assert.deepEqual(kindsOf(makeInitSegment(undefined, audio)), ['audio'])
})

test('a fragment holds its samples where it says, at times of 64 bits, shown later or earlier', () => {
  const bytes = makeFragment(fragment)
  const runs = readRuns(bytes, readInitTracks(init))
  const shown = runs.map(({ track, samples }) =>
    samples.map(({ at, size, ...sample }) => ({
      kind: track.kind,
      text: bytes.toString('latin1', at, at + size),
      ...sample,
    })),
  )
  const { decodeTime } = fragment.video
  assert.deepEqual(shown, [
    [
      { kind: 'video', text: 'key', dts: decodeTime, duration: 3_000, compositionOffset: 6_000, isSync: true },
      { kind: 'video', text: 'delta', dts: decodeTime + 3_000, duration: 3_000, compositionOffset: -45, isSync: false },
    ],
    [
      { kind: 'audio', text: 'sound', dts: 2 ** 32 - 1, duration: 1_024, compositionOffset: 0, isSync: true },
      { kind: 'audio', text: 'more', dts: 2 ** 32 + 1_023, duration: 9_999, compositionOffset: 0, isSync: true },
    ],
  ])
  assert.equal(bytes.toString('latin1', bytes.length - 17), 'keydeltasoundmore')
})

test('a track without samples is left out', () => {
  const none = { decodeTime: 0, samples: [] }
  const kinds = (one: Fragment) => readRuns(makeFragment(one), readInitTracks(init)).map(({ track }) => track.kind)
  assert.deepEqual(kinds({ ...fragment, audio: none }), ['video'])
  assert.deepEqual(kinds({ ...fragment, video: none }), ['audio'])
})

test('a fragment in which nothing begins says so of one track, with its time', () => {
  const bytes = makeEmptyFragment({ sequenceNumber: 8, id: trackId.audio, decodeTime: 2 ** 33 })
  assert.deepEqual(readRuns(bytes, readInitTracks(init)), [])
  const [moof, mdat] = [...readBoxes(bytes)]
  assert.deepEqual([moof?.type, mdat?.type, mdat?.end], ['moof', 'mdat', bytes.length])
  const traf = moof && getBox(bytes, moof, 'traf')
  assert.deepEqual(traf && [...readBoxes(bytes, traf.body, traf.end)].map(({ type }) => type), ['tfhd', 'tfdt'])
  assert.equal(traf && bytes.readBigUInt64BE(getBox(bytes, traf, 'tfdt').body + 4), 2n ** 33n)
})
