import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findProgram, lacks } from '#test/world/program.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

const create = 'livestream.static.create'
const ffmpeg = findProgram('ffmpeg')

const got = (w: World, staticId: string) => w.call('livestream.static.get', { staticId })

/** Names of the public facts about videos. */
const factNames = async (w: World) =>
  (await w.emitted()).filter((each) => each.isPublic && each.name.startsWith('livestream.')).map(({ name }) => name)

describe('a video at an external address', { skip: lacks('ffmpeg') }, () => {
  let home = ''
  let server: Server
  let base = ''

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'fairground-import-'))
    const frames = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30']
    const audio = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
    const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac', '-t', '3']
    const file = join(home, 'made.mp4')
    execFileSync(ffmpeg ?? '', ['-loglevel', 'error', '-y', ...frames, ...audio, ...codecs, file])
    const video = readFileSync(file)
    server = createServer((request, response) => {
      if (request.url === '/made.mp4') response.setHeader('content-type', 'video/mp4').end(video)
      else if (request.url === '/page.mp4') response.end('<html>no video</html>')
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    base = `http://127.0.0.1:${Object(server.address()).port}`
  })
  after(() => {
    server.close()
    rmSync(home, { recursive: true, force: true })
  })

  test('is fetched, checked, stored and then published', async () => {
    await using w = await world()
    const made = await w.call(create, { title: 'Mill', videoUrl: `${base}/made.mp4` })
    assert.equal(made.status, 'processing')
    assert.deepEqual(made.processing, { percent: 0, step: 'waiting' })
    await w.settle()
    const ready = await got(w, made.id)
    assert.equal(ready.status, 'published', JSON.stringify(ready.processing))
    assert.deepEqual([ready.width, ready.height, ready.source], [320, 180, 'import'])
    assert.ok(Math.abs(Number(ready.durationSeconds) - 3) < 0.2)
    const { playbackId, mp4Url, storyboardUrl, thumbnailUrl } = objectOf(ready.playback)
    const playlist = await w.app.server.inject(`/hls/${String(playbackId)}/video.m3u8`)
    assert.match(playlist.body, /#EXT-X-ENDLIST/)
    const fetched = (url: unknown) => w.app.server.inject(new URL(String(url)).pathname)
    const types = [mp4Url, thumbnailUrl].map(async (url) => (await fetched(url)).headers['content-type'])
    assert.deepEqual(await Promise.all(types), ['video/mp4', 'image/jpeg'])
    assert.match(
      (await fetched(storyboardUrl)).body,
      /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\nstoryboard\.jpg#xywh=0,0/,
    )
    const names = ['created', 'ready', 'published'].map((name) => `livestream.static.${name}`)
    assert.deepEqual(await factNames(w), names)
  })

  test('is downloaded by its owner with a token, and by viewers where the owner allows it', async () => {
    await using w = await world()
    const { id: staticId } = await w.call(create, { title: 'Mill', videoUrl: `${base}/made.mp4` })
    await w.settle()
    const addresses = async () => objectOf((await got(w, staticId)).playback)
    const { playbackId, mp4Url } = await addresses()
    const statusOf = async (url: unknown) => (await w.app.server.inject(new URL(String(url), base).pathname)).statusCode
    const plain = `/media/${String(playbackId)}/video.mp4`
    assert.equal(await statusOf(`/hls/${String(playbackId)}/video.m3u8`), 200)
    assert.deepEqual([await statusOf(plain), await statusOf(mp4Url)], [403, 200])
    const other = await w.call(create, { title: 'Another', videoUrl: `${base}/made.mp4`, visibility: 'private' })
    await w.settle()
    const theirs = objectOf((await got(w, other.id)).playback)
    assert.equal(await statusOf(theirs['mp4Url']), 200)
    const token = String(theirs['mp4Url']).split('/').at(-2)
    assert.equal(await statusOf(`/media/${String(playbackId)}/t/${token}/video.mp4`), 403)
    w.clock.advance(86_401_000)
    assert.deepEqual([await statusOf(mp4Url), await statusOf(theirs['mp4Url'])], [403, 403])
    await w.call(create, { staticId, allowDownload: true })
    w.clock.advance(1_000)
    assert.deepEqual([await statusOf(plain), (await addresses())['mp4Url']], [200, `http://fairground.test${plain}`])
    const facts = JSON.stringify(await w.emitted())
    assert.ok(!facts.includes('/t/eyJ'), 'a fact holds no signed address')
  })

  test('is published at the schedule that an update sets, without a fact', async () => {
    await using w = await world()
    const draft = await w.call(create, { title: 'Later' })
    const update = { staticId: draft.id, videoUrl: `${base}/made.mp4`, scheduleDate: '2026-11-22' }
    assert.equal((await w.call('livestream.static.update', update)).status, 'processing')
    await w.settle()
    assert.equal((await got(w, draft.id)).status, 'scheduled')
    w.clock.set('2026-11-22T00:00:00.000Z')
    await w.settle()
    assert.equal((await got(w, draft.id)).status, 'published')
    const now = await w.call(create, { title: 'At once' })
    await w.call('livestream.static.update', { staticId: now.id, videoUrl: `${base}/made.mp4` })
    await w.settle()
    assert.equal((await got(w, now.id)).status, 'published')
    assert.deepEqual(await factNames(w), ['livestream.static.created', 'livestream.static.created'])
  })

  test('fails with a reason when it is missing or not a video, and can be sent again', async () => {
    await using w = await world()
    const made = await w.call(create, { title: 'A page', videoUrl: `${base}/page.mp4` })
    await w.settle()
    const failed = await got(w, made.id)
    assert.equal(failed.status, 'failed')
    assert.match(String(objectOf(failed.processing)['error']), /video/)
    const gone = await w.call(create, { title: 'Gone', videoUrl: `${base}/nothing.mp4` })
    await w.settle()
    const { processing } = await got(w, gone.id)
    assert.equal(objectOf(processing)['error'], 'The address answered with status 404.')
    await w.call(create, { staticId: made.id, videoUrl: `${base}/made.mp4` })
    await w.settle()
    assert.equal((await got(w, made.id)).status, 'published')
    await w.call('livestream.static.delete', { staticId: made.id })
    await w.settle()
  })

  test('is refused at a private address, unless it is only linked', async () => {
    await using w = await world({ outboundAllowPrivate: false })
    const input = { title: 'Ours', videoUrl: `${base}/made.mp4` }
    await w.refused(create, input, { code: 'invalid_request', mention: '/videoUrl' })
    const linked = await w.call(create, { ...input, importMode: 'link' })
    assert.equal(linked.status, 'published')
    const copied = { staticId: linked.id, importMode: 'copy' }
    await w.refused(create, copied, { code: 'invalid_request', mention: '/videoUrl' })
  })
})
