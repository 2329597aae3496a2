import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { encodeVideo, ffmpegPath } from '#test/video/encodedVideo.ts'
import { objectOf, world, type Json, type World, type WorldOptions } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'
import { lacks } from '#test/world/program.ts'

const create = 'livestream.static.create'

const got = (w: World, staticId: string) => w.call('livestream.static.get', { staticId })

/** A listening server with a video that waits for its file. */
async function waiting(draft: Json = {}, options: WorldOptions = {}) {
  const workFolder = await mkdtemp(join(tmpdir(), 'fairground-work-'))
  const w = await world({ ...options, live: { workFolder, ...options.live } })
  const base = await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  const made = await w.call(create, { title: 'Mill', ...draft })
  const upload = objectOf(made.upload)
  const { pathname, search } = new URL(String(upload['url']))
  return {
    w,
    base,
    made,
    upload,
    path: `${pathname}${search}`,
    staticId: String(made.id),
    /** Sends a range of a file, or all of it. */
    send: async (body: Uint8Array, range?: string, to = `${pathname}${search}`): Promise<Sent> => {
      const headers = { 'content-type': 'application/octet-stream', ...(range && { 'content-range': range }) }
      const response = await fetch(`${base}${to}`, { method: 'PUT', headers, body: Buffer.from(body) })
      const { data, error } = objectOf(await response.json())
      return { status: response.status, range: response.headers.get('range'), data: objectOf(data ?? error) }
    },
    /** Waits until this many bytes of an upload in progress are written. */
    written: (byteCount: number) =>
      until(
        () => bytesOnTheirWay(workFolder),
        (found) => found === byteCount,
      ),
    async [Symbol.asyncDispose]() {
      await w[Symbol.asyncDispose]()
      await rm(workFolder, { recursive: true, force: true })
    },
  }
}

type Sent = { status: number; range: string | null; data: Json }

async function bytesOnTheirWay(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.upload'))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const responseTo = (sending: ClientRequest) => new Promise<IncomingMessage>((done) => sending.on('response', done))

describe('an uploaded file', { skip: lacks('ffmpeg') }, () => {
  let folder = ''
  let file = Buffer.alloc(0)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairground-upload-'))
    file = await readFile(await encodeVideo(join(folder, 'made.mp4'), { seconds: 3, keyFrameInterval: 30 }))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('becomes a video, sent whole or in parts, and is then deleted', async () => {
    await using u = await waiting()
    assert.deepEqual([u.made.status, u.upload['method']], ['draft', 'PUT'])
    assert.match(String(u.upload['url']), /^http:\/\/fairground\.test\/uploads\/video\/sta_\w+\?token=\d+\.[\w-]{43}$/)
    const third = Math.ceil(file.length / 3)
    const total = file.length
    const first = await u.send(file.subarray(0, third), `bytes 0-${third - 1}/${total}`)
    assert.deepEqual([first.status, first.range, first.data['status']], [308, `bytes=0-${third - 1}`, 'draft'])
    const second = await u.send(file.subarray(third, 2 * third), `bytes ${third}-${2 * third - 1}/*`)
    assert.deepEqual([second.status, second.data['receivedBytes']], [308, 2 * third])
    const progress = await u.send(Buffer.alloc(0), `bytes */${total}`)
    assert.deepEqual([progress.status, progress.range], [308, `bytes=0-${2 * third - 1}`])
    const last = await u.send(file.subarray(2 * third), `bytes ${2 * third}-${total - 1}/${total}`)
    assert.deepEqual([last.status, last.data], [200, { id: u.staticId, status: 'processing', receivedBytes: total }])
    assert.equal((await u.send(Buffer.alloc(0), 'bytes */*')).status, 200)
    await u.w.settle()
    const ready = await got(u.w, u.staticId)
    assert.deepEqual([ready.status, ready.source, ready.width], ['published', 'upload', 320])
    assert.ok(Math.abs(Number(ready.durationSeconds) - 3) < 0.1)
    const names = (await u.w.emitted()).map(({ name }) => name).filter((name) => name.startsWith('livestream.'))
    assert.deepEqual(
      names,
      ['created', 'ready', 'published'].map((name) => `livestream.static.${name}`),
    )
    assert.deepEqual(await u.w.app.live.files.list('upload/', 10), [])
    assert.equal(ready.processing, null)
    const later = await u.send(Buffer.alloc(0), `bytes */${total}`)
    assert.deepEqual([later.status, later.data['receivedBytes']], [200, total])
    const another = await u.send(Buffer.alloc(0), `bytes */${total + 1}`)
    assert.deepEqual([another.status, another.range, another.data['receivedBytes']], [308, null, 0])
  })

  test('replaces the previous media, which play until the conversion ends', async () => {
    await using u = await waiting()
    assert.equal((await u.send(file)).status, 200)
    await u.w.settle()
    const before = new Set((await u.w.app.live.files.list('media/', 100)).map(({ key }) => key))
    const other = await readFile(await encodeVideo(join(folder, 'other.mp4'), { seconds: 2, keyFrameInterval: 30 }))
    assert.equal((await u.send(other)).data['status'], 'published')
    assert.ok(Math.abs(Number((await got(u.w, u.staticId)).durationSeconds) - 3) < 0.1)
    await u.w.settle()
    const after = await got(u.w, u.staticId)
    assert.deepEqual([after.status, Math.round(Number(after.durationSeconds))], ['published', 2])
    const kept = (await u.w.app.live.files.list('media/', 100)).map(({ key }) => key)
    assert.ok(kept.length > 0 && kept.every((key) => !before.has(key)))
  })

  test('continues after a broken connection, and bytes that are sent twice count once', async () => {
    await using u = await waiting()
    const half = Math.floor(file.length / 2)
    const total = file.length
    const sending = request(`${u.base}${u.path}`, { method: 'PUT', headers: { 'content-length': total } })
    sending.on('error', () => undefined).write(file.subarray(0, half))
    await u.written(half)
    sending.destroy()
    const readProgress = () => u.send(Buffer.alloc(0), `bytes */${total}`)
    const { data } = await until(readProgress, (found) => found.data['receivedBytes'] === half)
    assert.equal(data['status'], 'draft')
    const tooFar = await u.send(file.subarray(half + 1), `bytes ${half + 1}-${total - 1}/${total}`)
    assert.equal(tooFar.status, 409)
    assert.deepEqual([tooFar.data['reason'], tooFar.data['details']], ['upload_offset', { receivedBytes: half }])
    const rest = await u.send(file.subarray(half - 100), `bytes ${half - 100}-${total - 1}/${total}`)
    assert.deepEqual([rest.status, rest.data['receivedBytes']], [200, total])
    await u.w.settle()
    assert.equal((await got(u.w, u.staticId)).status, 'published')
  })

  test('without a known length ends with its connection, and restarts when it is sent again', async () => {
    await using u = await waiting()
    const sending = request(`${u.base}${u.path}`, { method: 'PUT', headers: { 'content-type': 'no type' } })
    sending.write(file.subarray(0, 1_000))
    assert.equal((await responseTo(sending.end(file.subarray(1_000)))).statusCode, 200)
    await u.w.settle()
    assert.equal((await got(u.w, u.staticId)).status, 'published')
  })

  test('with no video in it fails with a reason, and a later upload succeeds', async () => {
    await using u = await waiting()
    assert.equal((await u.send(Buffer.from('<html>no video</html>'))).status, 200)
    await u.w.settle()
    const failed = await got(u.w, u.staticId)
    assert.equal(failed.status, 'failed')
    assert.match(String(objectOf(failed.processing)['error']), /video/)
    assert.equal((await u.w.emitted('livestream.static.failed')).length, 1)
    const again = await u.w.call(create, { staticId: u.staticId })
    assert.equal(objectOf(again.upload)['method'], 'PUT')
    assert.equal((await u.send(file)).status, 200)
    await u.w.settle()
    assert.equal((await got(u.w, u.staticId)).status, 'published')
  })

  test('is dropped when the video is given an address before the conversion', async () => {
    await using u = await waiting()
    assert.equal((await u.send(file)).status, 200)
    const link = { staticId: u.staticId, videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } as const
    assert.equal((await u.w.call(create, link)).upload, null)
    await u.w.settle()
    const record = await got(u.w, u.staticId)
    assert.deepEqual([record.source, record.durationSeconds, record.processing], ['import', null, null])
    assert.equal((await u.w.emitted('livestream.static.ready')).length, 0)
    assert.equal((await u.send(file)).data['reason'], 'invalid_transition')
  })

  test('leaves no files when the video is deleted while its poster is taken', async () => {
    await using u = await waiting()
    assert.equal((await u.send(file)).status, 200)
    const worked = u.w.settle()
    await until(
      () => got(u.w, u.staticId),
      ({ status }) => status === 'published',
    )
    await u.w.call('livestream.static.delete', { staticId: u.staticId })
    await Promise.all([worked, u.w.settle()])
    await u.w.settle()
    assert.deepEqual(await u.w.app.live.files.list('media/', 10), [])
  })

  test('with a slow conversion does not replace the media of a later upload', async () => {
    const slow = await encodeVideo(join(folder, 'slow.avi'), { seconds: 3, codecs: ['-c:v', 'mpeg4'] })
    const live = { ffmpegPath: join(folder, 'patient') }
    // The conversion waits until the test creates its `.go` file.
    const hold = 'until [ -e "$0.go" ]; do sleep 0.02; done'
    const converts = `case "$*" in *libx264*) "${ffmpegPath}" "$@"; ${hold}; exit;; esac`
    await writeFile(live.ffmpegPath, `#!/bin/sh\n${converts}\nexec "${ffmpegPath}" "$@"\n`, { mode: 0o755 })
    const stepOf = async (w: World, staticId: string) => objectOf((await got(w, staticId)).processing ?? {})['step']
    const link = { videoUrl: 'https://media.example.com/a.mp4', importMode: 'link' } as const
    const cases: [string, (u: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>, number | null][] = [
      ['another file', (u) => u.send(file), 3],
      ['an address', (u) => u.w.call(create, { staticId: u.staticId, ...link }), null],
    ]
    for (const [name, replace, seconds] of cases) {
      await using u = await waiting({}, { live })
      assert.equal((await u.send(await readFile(slow))).status, 200)
      const worked = u.w.settle()
      await until(
        () => stepOf(u.w, u.staticId),
        (step) => step === 'converting',
      )
      await replace(u)
      await writeFile(`${live.ffmpegPath}.go`, '')
      await worked
      await u.w.settle()
      await rm(`${live.ffmpegPath}.go`)
      const { status, processing, durationSeconds } = await got(u.w, u.staticId)
      assert.deepEqual([status, processing], ['published', null], name)
      assert.equal(durationSeconds === null ? null : Math.round(Number(durationSeconds)), seconds, name)
      assert.deepEqual(await u.w.app.live.files.list('upload/', 10), [])
    }
  })
})

test('an upload address is valid for one video and one day, and only unchanged', async () => {
  await using u = await waiting()
  const other = new URL(String(objectOf((await u.w.call(create, { title: 'Other' })).upload)['url']))
  const statusOf = async (path: string) => (await u.send(Buffer.from('x'), undefined, path)).status
  assert.equal(await statusOf(u.path.replace(/token=.*/, other.search.slice(1))), 403)
  assert.equal(await statusOf(`${u.path.slice(0, -1)}${u.path.endsWith('A') ? 'B' : 'A'}`), 403)
  assert.equal(await statusOf(u.path.replace(/token=\d/, 'token=9')), 403)
  assert.equal(await statusOf(u.path.replace(/\?.*/, '')), 400)
  assert.equal(await statusOf(u.path.replace(/sta_\w+/, 'sta_1')), 400)
  assert.equal(await statusOf(`${u.path}&utm_source=mail`), 200)
  u.w.clock.advance(24 * 3_600_000)
  assert.equal(await statusOf(u.path), 403)
})

test('an upload that is too large, empty, or for a linked video is refused before its body is read', async () => {
  await using u = await waiting()
  const more = 20 * 1024 ** 3 + 1
  const large = await u.send(Buffer.from('x'), `bytes 0-0/${more}`)
  assert.deepEqual([large.status, large.data['reason']], [400, 'body_too_large'])
  assert.equal((await u.send(Buffer.alloc(0))).status, 400)
  const none = request(`${u.base}${u.path}`, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } }).end()
  assert.equal((await responseTo(none)).statusCode, 400)
  assert.equal((await u.send(Buffer.from('x'), 'bytes 0-4/10')).status, 400)
  assert.equal((await u.send(Buffer.from('x'), 'bytes 0-0/2')).status, 308)
  await u.w.call('livestream.static.delete', { staticId: u.staticId })
  assert.equal((await u.send(Buffer.from('x'))).status, 404)
  await u.w.settle()
  assert.deepEqual(await u.w.app.live.files.list('upload/', 10), [])
  const expiresAt = new Date(u.w.clock.now().getTime() + 1000).toISOString()
  const { id: staticId } = await u.w.call(create, { title: 'Over', expiresAt })
  u.w.clock.advance(1000)
  assert.equal((await u.w.call(create, { staticId })).upload, null)
  const linked = await u.w.call(create, {
    title: 'Far',
    videoUrl: 'https://media.example.com/a.mp4',
    importMode: 'link',
  })
  assert.equal(linked.upload, null)
})

test('an incomplete upload is deleted after two days', async () => {
  await using u = await waiting()
  const hours = async (count: number) => {
    u.w.clock.advance(count * 3_600_000)
    await u.w.settle()
    return u.w.app.live.files.list('upload/', 10)
  }
  assert.equal((await u.send(Buffer.from('half'), 'bytes 0-3/8')).status, 308)
  assert.equal((await hours(47)).length, 1)
  assert.deepEqual(await hours(1), [])
  const { upload } = await u.w.call(create, { staticId: u.staticId })
  const { pathname, search } = new URL(String(objectOf(upload)['url']))
  const rest = await u.send(Buffer.from('half'), 'bytes 4-7/8', `${pathname}${search}`)
  assert.deepEqual([rest.status, rest.data['details']], [409, { receivedBytes: 0 }])
})

test('an upload that completes late is kept until its conversion', async () => {
  await using u = await waiting()
  assert.equal((await u.send(Buffer.from('half'), 'bytes 0-3/8')).status, 308)
  u.w.clock.advance(47 * 3_600_000)
  const { upload } = await u.w.call(create, { staticId: u.staticId })
  const { pathname, search } = new URL(String(objectOf(upload)['url']))
  assert.equal((await u.send(Buffer.from('half'), 'bytes 4-7/8', `${pathname}${search}`)).status, 200)
  u.w.clock.advance(3_600_000)
  await u.w.settle()
  assert.equal((await got(u.w, u.staticId)).status, 'failed')
})

test('a status request that names the total length completes a fully received upload', async () => {
  await using u = await waiting()
  assert.equal((await u.send(Buffer.from('all'), 'bytes 0-2/*')).status, 308)
  assert.equal((await u.send(Buffer.alloc(0), 'bytes */*')).status, 308)
  const progress = await u.send(Buffer.alloc(0), 'bytes */3')
  assert.deepEqual([progress.status, progress.data['status']], [200, 'processing'])
})

test('an upload with too many parts is refused for good', async () => {
  await using u = await waiting()
  assert.equal((await u.send(Buffer.from('x'), 'bytes 0-0/20000')).status, 308)
  await u.w.app.pools.work.query(
    `insert into livestream_upload_part (account_id, upload_id, from_byte, to_byte, part_id)
     select account_id, id, n, n + 1, gen_random_uuid() from livestream_upload, generate_series(1, 9999) as n`,
  )
  const more = await u.send(Buffer.from('x'), 'bytes 10000-10000/20000')
  assert.deepEqual([more.status, more.data['reason']], [400, 'body_too_large'])
})

test('concurrent uploads of one video do not mix', async () => {
  await using u = await waiting()
  const [first, second] = [Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2)]
  assert.equal((await u.send(first, 'bytes 0-99999/200000')).status, 308)
  const both = await Promise.all([
    u.send(first, 'bytes 100000-199999/200000'),
    u.send(second, 'bytes 100000-199999/200000'),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
})

test('an upload gets 503 while the disk fails, and the log names the cause', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-upload-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'upload'), 'no folder')
  const logged: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn: (_message: string, more?: Json) => logged.push(more?.['cause']),
    error() {},
  }
  await using u = await waiting({}, { log, live: { files: { folder, s3: undefined } } })
  const { status, data } = await u.send(Buffer.from('x'))
  assert.deepEqual([status, data['message']], [503, 'The file could not be kept.'])
  assert.match(String(logged), /^Error: E\w+: /)
})

test('a part that another request stored first is refused and leaves no file', async () => {
  await using u = await waiting()
  assert.equal((await u.send(Buffer.from('abc'), 'bytes 0-2/9')).status, 308)
  const headers = { 'content-length': 3, 'content-range': 'bytes 3-5/9' }
  const late = request(`${u.base}${u.path}`, { method: 'PUT', headers })
  const response = responseTo(late)
  late.write('d')
  await u.written(1)
  assert.equal((await u.send(Buffer.from('def'), 'bytes 3-5/9')).status, 308)
  late.end('ef')
  assert.equal((await response).statusCode, 409)
  assert.equal((await u.w.app.live.files.list('upload/', 10)).length, 2)
})

test('a long upload outlasts the time-out of requests, and ends when the server stops', async () => {
  const u = await waiting()
  const lateError = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const connected = new Promise<Socket>((done) => u.w.app.server.server.once('connection', done))
  const sending = request(`${u.base}${u.path}`, { method: 'PUT', headers: { 'content-length': 1_000 } })
  const ended = new Promise((done) => sending.on('error', done).on('close', done))
  sending.write('x'.repeat(10))
  const socket = await connected
  await u.written(10)
  u.w.app.server.server.emit('clientError', lateError, socket)
  await new Promise((done) => setTimeout(done, 50))
  assert.equal(socket.destroyed, false)
  await u.w.app.server.close()
  const { rows } = await u.w.app.pools.work.query('select to_byte::integer as to_byte from livestream_upload_part')
  assert.deepEqual(rows, [{ to_byte: 10 }])
  await u[Symbol.asyncDispose]()
  await ended
  assert.equal(socket.destroyed, true)
})
