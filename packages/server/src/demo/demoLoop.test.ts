import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { readAudioTag } from '#platform/video/flv/audioTag.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import { readLoop } from './demoLoop.ts'

test('the loop is small, H.264 and AAC, and joins on to itself', async () => {
  assert.ok((await stat(new URL('./media/harbour.flv', import.meta.url))).size <= 500_000)
  const { headers, media, durationMs } = await readLoop()
  const [video, audio] = ['video', 'audio'].map((kind) => headers.filter((tag) => tag.kind === kind))
  const [picture, sound] = [readVideoTag(video?.[0]?.body ?? Buffer.alloc(0), undefined), audio?.[0]?.body]
  const heard = readAudioTag(sound ?? Buffer.alloc(0))
  assert.ok(picture.kind === 'header' && heard.kind === 'header' && headers.length === 2)
  assert.deepEqual([picture.track.width, picture.track.height], [640, 360])

  const pictures = media.filter(({ kind }) => kind === 'video')
  const frames = media.filter(({ kind }) => kind === 'audio')
  assert.equal((pictures.length * 1000) / 30, durationMs)
  assert.equal((frames.length * heard.samplesPerFrame * 1000) / heard.track.sampleRate, durationMs)
  for (const [at, { body, timestampMs }] of pictures.entries()) {
    const shown = readVideoTag(body, picture.nalLengthBytes)
    // No B-frames, and a key frame every two seconds, with the first.
    assert.ok(shown.kind === 'frame' && shown.compositionMs === 0 && shown.isKeyFrame === (at % 60 === 0))
    assert.equal(timestampMs, Math.round((at * 1000) / 30))
  }
  for (const [at, { body, timestampMs }] of frames.entries()) {
    assert.equal(readAudioTag(body).kind, 'frame')
    assert.equal(timestampMs, Math.round((at * heard.samplesPerFrame * 1000) / heard.track.sampleRate))
  }
  const times = media.map(({ timestampMs }) => timestampMs)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
})
