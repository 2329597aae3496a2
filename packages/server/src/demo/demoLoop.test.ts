import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { readAudioTag } from '#platform/video/flv/audioTag.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import { readLoop } from './demoLoop.ts'

test('the loop is small, H.264 and AAC, and its tracks end at the same time', async () => {
  assert.ok((await stat(new URL('./media/harbour.flv', import.meta.url))).size <= 500_000)
  const { headers, media, durationMs } = await readLoop()
  const [video, audio] = ['video', 'audio'].map((kind) => headers.filter((tag) => tag.kind === kind))
  const [videoHeader, audioBody] = [readVideoTag(video?.[0]?.body ?? Buffer.alloc(0), undefined), audio?.[0]?.body]
  const audioHeader = readAudioTag(audioBody ?? Buffer.alloc(0))
  assert.ok(videoHeader.kind === 'header' && audioHeader.kind === 'header' && headers.length === 2)
  assert.deepEqual([videoHeader.track.width, videoHeader.track.height], [640, 360])

  const videoFrames = media.filter(({ kind }) => kind === 'video')
  const audioFrames = media.filter(({ kind }) => kind === 'audio')
  assert.equal((videoFrames.length * 1000) / 30, durationMs)
  assert.equal((audioFrames.length * audioHeader.samplesPerFrame * 1000) / audioHeader.track.sampleRate, durationMs)
  for (const [at, { body, timestampMs }] of videoFrames.entries()) {
    const frame = readVideoTag(body, videoHeader.nalLengthBytes)
    // No B-frames, and a key frame every two seconds, with the first.
    assert.ok(frame.kind === 'frame' && frame.compositionMs === 0 && frame.isKeyFrame === (at % 60 === 0))
    assert.equal(timestampMs, Math.round((at * 1000) / 30))
  }
  for (const [at, { body, timestampMs }] of audioFrames.entries()) {
    assert.equal(readAudioTag(body).kind, 'frame')
    assert.equal(timestampMs, Math.round((at * audioHeader.samplesPerFrame * 1000) / audioHeader.track.sampleRate))
  }
  const times = media.map(({ timestampMs }) => timestampMs)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
})
