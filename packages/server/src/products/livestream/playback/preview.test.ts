import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPlaylist } from '#test/hlsPlaylist.ts'
import { liveWorld, noEncoder } from '#test/liveWorld.ts'
import { until } from '#test/until.ts'

describe('what was a preview', { skip: noEncoder }, () => {
  test('is in no window, no clip and no replay of what is live then', async () => {
    await using w = await liveWorld()
    const made = await w.stream({ autoStart: false, allowViewerClips: true, replayVisibility: 'public' })
    const encoder = w.publish(made.key)
    const isStatus = (status: string) =>
      until(
        () => w.call('livestream.stream.get', { streamId: made.id }),
        (stream) => stream['status'] === status,
      )
    await isStatus('preview')
    const previewedAtMs = Date.now()
    await sleep(4_500)
    const shownAtMs = Date.now()
    await w.call('livestream.stream.update', { streamId: made.id, action: 'goLive' })
    await isStatus('live')
    const beginsAtMs = async () => {
      const answer = await fetch(`${w.url}/hls/${made.playbackId}/video.m3u8`)
      assert.equal(answer.status, 200)
      const list = readPlaylist(await answer.text())
      return { beginsAtMs: list.segments[0]?.atMs ?? 0, isEnded: list.isEnded }
    }
    // The segment that was complete last stays, for players to begin with.
    const soonestMs = shownAtMs - 2_500
    const isShown = await until(beginsAtMs, () => true)
    assert.ok(isShown.beginsAtMs > soonestMs, `begins ${shownAtMs - isShown.beginsAtMs} ms before it was shown`)
    const at = (ms: number) => new Date(previewedAtMs + ms).toISOString()
    const range = { startTime: at(-500), endTime: at(2_600) }
    const clip = await w.send('livestream.video.clip', { playbackId: made.playbackId, ...range }, { key: null })
    assert.equal(Object(clip.body['error']).reason, 'outside_window')
    await sleep(1_500)
    await encoder.kill()
    await w.call('livestream.stream.update', { streamId: made.id, action: 'end' })
    const replay = await until(beginsAtMs, ({ isEnded }) => isEnded)
    assert.equal(replay.beginsAtMs, isShown.beginsAtMs)
  })
})
