import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPlaylist } from '#test/video/hlsPlaylist.ts'
import { liveWorld, noEncoder } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'

describe('the preview of a stream', { skip: noEncoder }, () => {
  test('is in no window, clip or replay of the live stream', async () => {
    await using w = await liveWorld()
    const made = await w.stream({ autoStart: false, allowViewerClips: true, replayVisibility: 'public' })
    const encoder = w.publish(made.key)
    await until(
      () => w.call('livestream.stream.get', { streamId: made.id }),
      ({ status }) => status === 'preview',
    )
    const signed = { streamId: made.id, signed: { expiresInSeconds: 600, opensPreview: true } }
    const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
    const token = new URL(String(playerUrl)).searchParams.get('token')
    const list = async (opens = '') => {
      const response = await fetch(`${w.url}/hls/${made.playbackId}/${opens}video.m3u8`)
      const text = await response.text()
      return response.status === 200 ? readPlaylist(text) : undefined
    }
    const preview = await until(
      () => list(`t/${token}/`),
      (found) => (found?.segments.length ?? 0) > 5,
    )
    const [first, before, newest] = [-6, -2, -1].map((index) => preview?.segments.at(index))
    await w.call('livestream.stream.update', { streamId: made.id, action: 'goLive' })
    const live = await until(
      () => list(),
      (found) => found !== undefined,
    )
    // The last complete segment stays, so that players have one to start with.
    assert.ok(first && before && newest && Number(live?.segments[0]?.number) >= newest.number)
    const at = (ms = 0) => new Date(ms).toISOString()
    const range = { startTime: at(first.atMs), endTime: at(before.atMs) }
    const clip = await w.send('livestream.video.clip', { playbackId: made.playbackId, ...range }, { key: null })
    assert.equal(Object(clip.body['error']).reason, 'outside_window')
    await until(
      () => list(),
      (found) => (found?.segments.length ?? 0) > 2,
    )
    await encoder.kill()
    await w.call('livestream.stream.update', { streamId: made.id, action: 'end' })
    const replay = await until(
      () => list(),
      (found) => found?.isEnded === true,
    )
    assert.equal(replay?.segments[0]?.atMs, live?.segments[0]?.atMs)
  })
})
