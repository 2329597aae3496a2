import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { findProgram } from '#test/world/program.ts'
import { arrayOf, type Json } from '#test/world/world.ts'

const load = async (w: LiveWorld, path: string) => {
  const response = await fetch(`${w.url}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** Plays two seconds of a playlist with ffmpeg. Returns its warnings. */
async function played(url: string): Promise<string> {
  const args = ['-hide_banner', '-nostdin', '-loglevel', 'warning', '-i', url, '-t', '2', '-f', 'null', '-']
  const child = spawn(findProgram('ffmpeg') ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 })
  let warnings = ''
  child.stderr.on('data', (bytes: Buffer) => (warnings += String(bytes)))
  const [code] = await once(child, 'close')
  assert.equal(code, 0, warnings)
  return warnings
}

describe('a live stream', { skip: noEncoder }, () => {
  test('is played from its address, and so is its replay', async () => {
    await using w = await liveWorld()
    const { id, playbackId, key } = await w.stream()
    assert.equal((await load(w, `/hls/${playbackId}/main.m3u8`)).status, 404)
    w.publish(key)
    await until(
      () => w.call('livestream.stream.get', { streamId: id }),
      ({ status }) => status === 'live',
    )
    const main = await until(
      () => load(w, `/hls/${playbackId}/main.m3u8`),
      ({ status }) => status === 200,
    )
    assert.match(main.text, /CODECS="avc1\.[0-9a-fA-F]{6},mp4a\.40\.2"/)
    const media = await load(w, `/hls/${playbackId}/video.m3u8`)
    assert.match(media.text, /#EXT-X-PART-INF/)
    await played(`${w.url}/hls/${playbackId}/main.m3u8`)
    const [, variant = ''] = /^(video-[\w-]+\.m3u8\?v=[\w-]+)$/m.exec(main.text) ?? []
    assert.notEqual(variant, (await load(w, `/hls/${playbackId}/main.m3u8`)).text.match(/^video.*$/m)?.[0])
    // ffmpeg was a viewer too. A player that goes on loading its playlist stays one.
    const viewers = async () => {
      await load(w, `/hls/${playbackId}/${variant}`)
      return arrayOf((await w.call('livestream.stream.getAnalytics', { streamId: id, groupBy: 'player' })).breakdown)
    }
    const [counted] = await until(viewers, (parts) => parts.length > 0)
    assert.equal(counted?.['key'], 'other')
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    const replay = await until(
      () => load(w, `/hls/${playbackId}/video.m3u8`),
      ({ text }) => text.includes('#EXT-X-PLAYLIST-TYPE:VOD'),
    )
    assert.match(replay.text, /#EXT-X-ENDLIST/)
    await played(`${w.url}/hls/${playbackId}/main.m3u8`)
    const other = await load(w, `/hls/${playbackId}/main.m3u8`)
    assert.match(other.text, /^v\/[\w-]+\/video\.m3u8$/m, 'segments of a recording name the viewer of another player')
    const { viewToken } = await w.call('livestream.video.access', { playbackId }, { key: null })
    const own = await load(w, `/hls/${playbackId}/main.m3u8?v=${viewToken}`)
    assert.ok(own.text.includes(`\nvideo.m3u8?v=${viewToken}\n`), 'those of ours have addresses that caches share')
  })

  test('refuses viewers without access on every playlist, part and segment', async () => {
    await using w = await liveWorld()
    const draft = { visibility: 'password', password: 'open sesame' }
    const { id, playbackId, key } = await w.stream(draft)
    w.publish(key)
    await until(
      () => w.call('livestream.stream.get', { streamId: id }),
      ({ status }) => status === 'live',
    )
    assert.equal((await load(w, `/hls/${playbackId}/main.m3u8`)).status, 401)
    const wrong = await w.send('livestream.video.access', { playbackId, password: 'nothing' }, { key: null })
    assert.equal(wrong.status, 403)
    const opened = await w.call('livestream.video.access', { playbackId, password: 'open sesame' }, { key: null })
    const hlsUrl = String(opened.hlsUrl)
    await until(
      () => load(w, hlsUrl),
      ({ status }) => status === 200,
    )
    const { text } = await load(w, hlsUrl.replace('main', 'video'))
    const segment = /^([^#].*\.m4s)$/m.exec(text)?.[1]
    assert.ok(segment !== undefined, text)
    assert.equal((await load(w, hlsUrl.replace('main.m3u8', segment))).status, 200)
    assert.equal((await load(w, `/hls/${playbackId}/${segment}`)).status, 401)
    assert.equal((await load(w, hlsUrl.replace('/t/', '/t/x').replace('main.m3u8', segment))).status, 403)
  })

  test('is visible to its owner alone before goLive, while the encoder is away, and as a recording', async () => {
    await using w = await liveWorld()
    const { id, playbackId, key } = await w.stream({ autoStart: false, reconnectWindowSeconds: 120, record: true })
    const encoder = w.publish(key)
    const becomes = (expected: string) =>
      until(
        () => w.call('livestream.stream.get', { streamId: id }),
        ({ status }) => status === expected,
      )
    const isHidden = async () => {
      const page = await load(w, `/watch/${playbackId}`)
      assert.match(page.text, /"status":"waiting"/)
      assert.ok((await load(w, `/hls/${playbackId}/main.m3u8`)).status >= 400)
      const live = await w.call('livestream.stream.all', { isLive: true })
      assert.deepEqual(live.items, [])
    }
    const signed = async (more: Json) => {
      const input = { streamId: id, signed: { expiresInSeconds: 600, ...more } }
      const code = await w.call('livestream.stream.getEmbedCode', input)
      return /[?&]token=([\w.-]+)/.exec(JSON.stringify(code))?.[1] ?? ''
    }
    await becomes('preview')
    await isHidden()
    assert.ok((await load(w, `/hls/${playbackId}/t/${await signed({})}/main.m3u8`)).status >= 400)
    const mine = `/hls/${playbackId}/t/${await signed({ opensPreview: true })}/main.m3u8`
    await until(
      () => load(w, mine),
      ({ status }) => status === 200,
    )
    await encoder.kill()
    await becomes('reconnecting')
    await isHidden()
    assert.equal((await load(w, mine)).status, 200)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    assert.equal((await w.replay(id)).visibility, 'private')
    assert.ok((await load(w, `/hls/${playbackId}/main.m3u8`)).status >= 400)
  })
})
