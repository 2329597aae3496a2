import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { audioHeader, programme, videoFrame, videoHeader } from '#test/video/madeEncoder.ts'
import { checkMedia, recordMedia } from '#test/video/recordedMedia.ts'

const headers = [videoHeader(), audioHeader()]

describe('a session ends', () => {
  test('with a segment of its own for the media behind the last part that players know', () => {
    const recording = recordMedia({ partSeconds: 0.334 })
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 5.8 })])
    const known = recording.parts.at(-1) ?? assert.fail()
    const completeCount = recording.segments.length
    assert.ok(known.index > 0 && known.segment > completeCount)
    recording.packager.finish()
    checkMedia(recording)
    const [open, rest] = recording.segments.slice(completeCount)
    assert.ok(open !== undefined && rest !== undefined)
    assert.equal(recording.segments.length, completeCount + 2)
    assert.equal(open.parts.at(-1), known)
    assert.deepEqual([rest.segment.isIndependent, rest.segment.isDiscontinuous], [false, false])
    assert.deepEqual(rest.parts.map(({ segment, index }) => [segment, index])[0], [known.segment + 1, 0])
    assert.equal(rest.parts[0]?.opens?.initId, open.segment.initId)
  })

  test('with the open segment as it is, where its playlists have no parts', () => {
    const recording = recordMedia({ partSeconds: undefined })
    recording.packager.begin()
    recording.send([...headers, ...programme({ seconds: 5.5 })])
    const completeCount = recording.segments.length
    recording.packager.finish()
    checkMedia(recording)
    assert.equal(recording.segments.length, completeCount + 1)
  })
})

for (const hours of [-1, 1]) {
  test(`a session does not end where the clock is moved by hours before a key frame: ${hours}`, () => {
    const recording = recordMedia()
    recording.packager.begin()
    recording.send([...headers, videoFrame(0)])
    recording.clock.ms += hours * 3_600_000
    recording.send([videoFrame(0), ...programme({ seconds: 3, fromMs: 33 })])
    recording.packager.finish()
    assert.deepEqual(recording.refusals, [])
    assert.ok(recording.segments.length > 1)
    checkMedia(recording)
  })
}
