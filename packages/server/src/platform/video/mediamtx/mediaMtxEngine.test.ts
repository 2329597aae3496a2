import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeVideo } from '#test/video/encodedVideo.ts'
import { openFakeMediaMtx, type FakeMediaMtx } from '#test/fakes/mediaMtx.ts'
import { liveWorld, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { lacks } from '#test/world/program.ts'
import { objectOf, world, type Json } from '#test/world/world.ts'
import { basicAuthorization } from './mediaMtxAddresses.ts'

const skip = lacks('ffmpeg')
const secret = 'a-secret-of-both-0123456789'
const update = 'livestream.stream.update'

type OpenOptions = { hasHooks?: boolean }
type Opened = LiveWorld & { mtx: FakeMediaMtx; parts(key: string): [path: string, query: string] }

/** The path and the query under which an encoder with this key publishes. */
function partsOf(key: string): [path: string, query: string] {
  const [name = '', query = ''] = key.split('?')
  return [`live/${name}`, query]
}

describe('a MediaMTX as the live engine', { skip, concurrency: true }, () => {
  let folder = ''
  const film = () => join(folder, 'film.mp4')
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairground-mediamtx-'))
    // Longer than any of these tests on a busy machine.
    await encodeVideo(film(), { seconds: 90, size: '128x72', keyFrameInterval: 30, bFrames: 0 })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function open({ hasHooks = true }: OpenOptions = {}): Promise<Opened> {
    const mtx = await openFakeMediaMtx(film())
    const { apiUrl, hlsUrl, playbackUrl } = mtx
    const w = await liveWorld({ live: { mediaMtx: { apiUrl, hlsUrl, playbackUrl, secret } } })
    await mtx.configure({ fairground: new URL(w.url).host, secret, hasHooks })
    return {
      ...w,
      mtx,
      parts: partsOf,
      async [Symbol.asyncDispose]() {
        await w[Symbol.asyncDispose]()
        await mtx.stop()
      },
    }
  }

  const statusOf = async (w: LiveWorld, streamId: string) =>
    String((await w.call('livestream.stream.get', { streamId })).status)
  const reaches = (w: LiveWorld, id: string, status: string) =>
    until(
      () => statusOf(w, id),
      (found) => found === status,
    )
  const reportOf = (w: LiveWorld, streamId: string): Promise<Json> =>
    w.call('livestream.stream.getStatus', { streamId })

  test('an encoder is admitted by its key, and its replay covers a reconnect', async (t) => {
    await using w = await open()
    const { id, key, playbackId } = await w.stream({ reconnectWindowSeconds: 30 })
    assert.match(key, /^live_[0-9a-z]{34}\?token=[0-9a-z]{32}$/)
    const [path, query] = w.parts(key)
    await assert.rejects(w.mtx.publish(path, 'token=wrong'), /401: .*stream key is not right/)
    const first = await w.mtx.publish(path, query)
    await t.test('health is good right after the hook', { skip: lacks('curl') }, async () => {
      assert.equal((await reportOf(w, id))['health'], 'good')
    })
    await reaches(w, id, 'live')
    // The publisher sent just now: after three seconds of silence another one could replace it.
    const authorization = basicAuthorization({ secret })
    await fetch(`${w.url}/internal/mediamtx/hook`, { method: 'POST', headers: { authorization } })
    await assert.rejects(w.mtx.publish(path, query), /Another encoder publishes/)
    const { ingest, health } = await until(
      () => reportOf(w, id),
      (found) => Number(objectOf(found['ingest'])['bitrateKbps']) > 0,
    )
    assert.deepEqual([health, objectOf(ingest)['videoCodec'], objectOf(ingest)['width']], ['good', 'H264', 320])
    const { sessionId } = await w.call('livestream.stream.get', { streamId: id })
    await first.leave()
    await reaches(w, id, 'reconnecting')
    assert.equal((await reportOf(w, id))['health'], 'offline')
    const second = await w.mtx.publish(path, query)
    await reaches(w, id, 'live')
    assert.equal((await w.call('livestream.stream.get', { streamId: id })).sessionId, sessionId)
    await until(
      () => reportOf(w, id),
      (found) => Number(objectOf(found['recording'])['seconds']) > 4,
    )
    assert.equal((await w.call(update, { streamId: id, action: 'end' })).status, 'ended')
    await until(
      () => second.isThere(),
      (isThere) => !isThere,
    )
    const recordings = async () => (await w.call('livestream.static.all', { source: 'recording' })).items
    const [replay] = await until(recordings, ([found]) => found?.status === 'published')
    assert.ok(Number(replay?.durationSeconds) > 2)
    const playlist = await (await fetch(`${w.url}/hls/${playbackId}/video.m3u8`)).text()
    assert.match(playlist, /#EXT-X-DISCONTINUITY\n[\s\S]*#EXT-X-ENDLIST/)
  })

  test('polling finds changes without hooks, and the stream stays live while MediaMTX is unreachable', async () => {
    await using w = await open({ hasHooks: false })
    const { id, key } = await w.stream({ reconnectWindowSeconds: 30 })
    const publisher = await w.mtx.publish(...w.parts(key))
    await reaches(w, id, 'live')
    w.mtx.isAway = true
    await until(
      () => reportOf(w, id),
      (found) => found['health'] === 'bad',
    )
    assert.equal(await statusOf(w, id), 'live')
    w.mtx.isAway = false
    await until(
      () => reportOf(w, id),
      (found) => found['health'] === 'good',
    )
    await publisher.leave()
    await reaches(w, id, 'reconnecting')
  })

  test('encoders that connect during a start wait until earlier sessions are recovered', async () => {
    const mtx = await openFakeMediaMtx(film())
    await using closing = new AsyncDisposableStack()
    closing.defer(() => mtx.stop())
    const { apiUrl, hlsUrl, playbackUrl } = mtx
    const live = { mediaMtx: { apiUrl, hlsUrl, playbackUrl, secret } }
    await using w = await world({ live, isIngesting: true, isWorking: true })
    const { port, host } = new URL(await w.app.server.listen({ host: '127.0.0.1', port: 0 }))
    await mtx.configure({ fairground: host, secret })
    const made = await w.call('livestream.stream.create', { title: 'A try' })
    const requested = once(w.app.server.server, 'request')
    const publishing = mtx.publish(...partsOf(String(objectOf(made.ingest)['streamKey'])))
    await requested
    await w.call('livestream.stream.get', { streamId: made.id })
    assert.equal(w.app.live.engine.figures().sessions, 0)
    await w.app.live.start(Number(port))
    await publishing
    assert.equal(w.app.live.engine.figures().sessions, 1)
  })

  test('each request of a viewer is checked, by HLS at our addresses and by other protocols', async () => {
    await using w = await open()
    const { id, key, playbackId } = await w.stream({ visibility: 'password', password: 'sesame' })
    const [path, query] = w.parts(key)
    await w.mtx.publish(path, query)
    await reaches(w, id, 'live')
    const at = (name: string, token?: string) =>
      fetch(`${w.url}/hls/${playbackId}/${token === undefined ? '' : `t/${token}/`}${name}`)
    for (const name of ['main.m3u8', 'main_stream.m3u8', 'x_main_seg0.mp4']) assert.equal((await at(name)).status, 401)
    const opened = await w.call('livestream.video.access', { playbackId, password: 'sesame' }, { key: null })
    const token = String(opened.token)
    assert.match(await (await at('main.m3u8', token)).text(), /main_stream\.m3u8/)
    assert.match(await (await at('main_stream.m3u8?_HLS_msn=7', token)).text(), /#_HLS_msn=7\n/)
    const media = await at('x_main_seg0.mp4', token)
    assert.deepEqual([await media.text(), media.headers.get('cache-control')], ['media', 'private, no-cache'])
    assert.equal((await at('other.mp4', token)).status, 404)
    assert.deepEqual([await w.mtx.read(path, ''), await w.mtx.read(path, token)], [false, true])
    assert.equal(await w.mtx.read('live/else', token), false)
  })

  test('a clip is cut from the recording, at the key frame before its begin', async () => {
    await using w = await open()
    const { id, key } = await w.stream()
    await w.mtx.publish(...w.parts(key))
    await reaches(w, id, 'live')
    await until(
      () => reportOf(w, id),
      (found) => Number(objectOf(found['recording'])['seconds']) > 6,
    )
    const clip = await w.call('livestream.stream.createClip', { streamId: id, lastSeconds: 4, title: 'Best' })
    const ready = await until(
      () => w.call('livestream.static.get', { staticId: clip.id }),
      (found) => found.status === 'published',
    )
    const seconds = Number(ready.durationSeconds)
    assert.ok(seconds >= 3.9 && seconds < 5.1, `${seconds} s`)
  })

  test('unsupported features of MediaMTX are refused by field; a changed key disconnects its publisher', async () => {
    await using w = await open()
    const { id, key } = await w.stream()
    const target = { name: 'Elsewhere', serverUrl: 'rtmp://live.example.com/app', streamKey: 'k' }
    const sent = { simulcastTargets: [target], dvrWindowSeconds: 60, latencyMode: 'ultraLow', renditions: 'auto' }
    for (const [field, value] of Object.entries(sent)) {
      const how = { code: 'conflict', mention: 'engine_unsupported' }
      const refusal = await w.refused(update, { streamId: id, [field]: value }, how)
      assert.deepEqual(refusal['details'], { field })
    }
    await w.call(update, { streamId: id, latencyMode: 'low', dvrWindowSeconds: 0, simulcastTargets: [] })
    const publisher = await w.mtx.publish(...w.parts(key))
    await reaches(w, id, 'live')
    await w.call(update, { streamId: id, action: 'rotateKey' })
    await reaches(w, id, 'reconnecting')
    assert.equal(publisher.isThere(), false)
    await assert.rejects(w.mtx.publish(...w.parts(key)), /not right/)
  })

  test('callbacks without the secret are refused', async () => {
    await using w = await open()
    for (const authorization of ['', 'Basic Og==', `Bearer ${secret}`]) {
      for (const name of ['auth', 'hook']) {
        const headers = { authorization, 'content-type': 'application/json' }
        const body = JSON.stringify({ action: 'read', path: 'live/x' })
        const { status } = await fetch(`${w.url}/internal/mediamtx/${name}`, { method: 'POST', headers, body })
        assert.equal(status, 404)
      }
    }
  })
})
