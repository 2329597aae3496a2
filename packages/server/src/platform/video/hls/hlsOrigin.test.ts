import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { checkLive, readPlaylist } from '#test/video/hlsPlaylist.ts'
import { until } from '#test/world/until.ts'
import { madeInit, madeSession, type MadeSegment } from '#test/video/madeMedia.ts'
import { Problem } from '#kit/call/problem.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { openSpool } from '#platform/video/spool/spool.ts'
import { openBroadcast, type Broadcast } from './broadcast.ts'
import { registerOrigin } from './hlsOrigin.ts'
import type { Admission, MediaRequest, OriginHost, View } from './originHost.ts'
import { openRecorded, type Recorded } from './recorded.ts'

const assetId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
const playbackId = `plb_${'0'.repeat(7)}g${'1'.repeat(26)}`
const prefix = `media/0000000g/${assetId}/`
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let folder: string
let files: Files
const servers: FastifyInstance[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'origin-'))
  files = openDiskFiles(join(folder, 'store'))
})
after(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(folder, { recursive: true })
})

/** Serves with this admission; returns the address. Refusals hold only their status and sentence. */
async function served(admit: OriginHost['admit'], from = files): Promise<string> {
  const server = fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  server.setErrorHandler((error, _request, reply) => {
    void reply.code(error instanceof Problem ? error.status : 500).send({ message: Object(error).message })
  })
  registerOrigin(server, { admit, files: from, log: quiet })
  await server.listen({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  // cast: a server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

type Received = { status: number; headers: IncomingMessage['headers']; body: Buffer }

async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const sent = request(url, { method, headers, agent: false })
  sent.end()
  // cast: `response` comes with one.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  // Media responses bypass Fastify's reply and the headers that it adds.
  if ([200, 206, 416].includes(response.statusCode ?? 0)) assert.match(String(response.headers.vary), /^Origin\b/, url)
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

function liveOf(segmentCount: number): { broadcast: Broadcast; made: MadeSegment[] } {
  const broadcast = openBroadcast({ assetId, partSeconds: 0.334, windowSeconds: 60 })
  const session = madeSession()
  broadcast.init(madeInit())
  const made = Array.from({ length: segmentCount }, () => session.next())
  for (const { segment, parts } of made) {
    for (const part of parts) broadcast.part(part)
    broadcast.segment(segment, parts)
  }
  return { broadcast, made }
}

let recorded: { recorded: Recorded; made: MadeSegment[] } | undefined

async function recordedOnce() {
  if (recorded !== undefined) return recorded
  const options = { folder: join(folder, 'spool'), files, prefix, isKept: true, windowSeconds: 60, log: quiet }
  const spool = openSpool({ ...options, onTrouble: () => assert.fail() })
  const session = madeSession()
  spool.init(madeInit())
  const made = Array.from({ length: 40 }, () => session.next({ bytesPerPart: 100_000 }))
  for (const { segment, parts } of made) {
    spool.segment(segment, parts)
    while (spool.summary().segmentCount < segment.number) await new Promise((done) => setImmediate(done))
  }
  await spool.close()
  recorded = { recorded: await openRecorded(files, prefix), made }
  return recorded
}

test('a live stream is served with the headers that caches and players need', async () => {
  const { broadcast, made } = liveOf(3)
  const requests: MediaRequest[] = []
  const url = await served((each) => {
    requests.push(each)
    return { kind: 'live', broadcast, assetId }
  })
  const base = `${url}/hls/${playbackId}`
  const kinds: [string, string, string, Buffer | undefined][] = [
    ['main.m3u8', 'application/vnd.apple.mpegurl', 'public, max-age=1', undefined],
    ['video.m3u8', 'application/vnd.apple.mpegurl', 'public, max-age=1', undefined],
    ['video.m3u8?_HLS_msn=3', 'application/vnd.apple.mpegurl', 'public, max-age=6', undefined],
    [`${assetId}/init-0.mp4`, 'video/mp4', 'public, max-age=86400, immutable', madeInit().data],
    [`${assetId}/s2.m4s`, 'video/iso.segment', 'public, max-age=86400, immutable', made[1]?.bytes],
    [`${assetId}/p3.3.m4s`, 'video/iso.segment', 'public, max-age=86400, immutable', made[2]?.parts[3]?.data],
  ]
  for (const [path, type, cacheControl, bytes] of kinds) {
    const { status, headers, body } = await get(`${base}/${path}`)
    assert.equal(status, 200, path)
    assert.equal(headers['content-type'], type)
    assert.equal(headers['cache-control'], cacheControl)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(Number(headers['content-length']), body.length)
    if (bytes !== undefined) assert.ok(body.equals(bytes))
    const head = await get(`${base}/${path}`, {}, 'HEAD')
    assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, String(body.length), 0])
  }
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.sig-na_ture'.repeat(8)
  const secret = await get(`${base}/t/${token}/${assetId}/s1.m4s`, { origin: 'https://a.example' })
  assert.equal(secret.headers['cache-control'], 'private, max-age=86400, immutable')
  const { path, headers: _headers, ...last } = requests.at(-1) ?? assert.fail()
  assert.ok(path.startsWith(`/hls/${playbackId}/t/`))
  assert.deepEqual(last, {
    playbackId,
    token,
    assetId,
    file: 's1.m4s',
    kind: 'segment',
    viewToken: undefined,
    mediaPath: `${assetId}/s1.m4s`,
    query: '',
    origin: 'https://a.example',
    address: '127.0.0.1',
  })
})

test('a response has a validator; a client that has the bytes gets 304 without them', async () => {
  const { recorded } = await recordedOnce()
  await files.put(`${prefix}poster.jpg`, Buffer.from('a poster'), 'image/jpeg')
  await files.put(`${prefix}video.mp4`, Buffer.alloc(1_000, 1), 'video/mp4')
  const { broadcast, made } = liveOf(3)
  const live = `${await served(() => ({ kind: 'live', broadcast, assetId }))}`
  const replay = `${await served(() => ({ kind: 'recorded', recorded, assetId }))}`
  const names = ['video.m3u8', `${assetId}/init-0.mp4`, `${assetId}/s1.m4s`]
  const addresses = [live, replay].flatMap((url) => names.map((name) => `${url}/hls/${playbackId}/${name}`))
  const etags = new Set<string>()
  for (const url of [...addresses, `${live}/media/${playbackId}/poster.jpg`]) {
    const { headers } = await get(url)
    const etag = String(headers.etag)
    assert.match(etag, /^(W\/)?"[\w.-]+"$/, url)
    etags.add(etag)
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const same = await get(url, { 'if-none-match': known })
      assert.deepEqual([same.status, same.body.length, same.headers.etag], [304, 0, etag], url)
      assert.equal(same.headers['cache-control'], headers['cache-control'])
    }
    assert.equal((await get(url, { 'if-none-match': '"other"' })).status, 200, url)
  }
  assert.equal(etags.size, names.length + 2, 'live media and its replay are the same bytes; playlists differ')
  const playlist = `${live}/hls/${playbackId}/video.m3u8`
  const before = String((await get(playlist)).headers.etag)
  const [last] = made.slice(-1)
  assert.ok(last)
  const next = { ...last.segment, number: last.segment.number + 1 }
  broadcast.segment(next, [])
  assert.equal((await get(playlist, { 'if-none-match': before })).status, 200)
  const movie = `${replay}/media/${playbackId}/video.mp4`
  const movieTag = String((await get(movie)).headers.etag)
  const range = 'bytes=0-9'
  assert.equal((await get(movie, { range, 'if-range': movieTag })).status, 206)
  await files.put(`${prefix}video.mp4`, Buffer.alloc(1_000, 2), 'video/mp4')
  assert.equal((await get(movie, { range, 'if-range': movieTag })).status, 200)
})

test('a long playlist is compressed for clients that accept gzip', async () => {
  const { broadcast } = liveOf(8)
  const url = await served(() => ({ kind: 'live', broadcast, assetId }))
  const plain = await get(`${url}/hls/${playbackId}/video.m3u8`)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers.vary, 'Origin, Accept-Encoding')
  for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'gzip;q=1.0, identity']) {
    const gzipped = await get(`${url}/hls/${playbackId}/video.m3u8`, { 'accept-encoding': accepted })
    assert.equal(gzipped.headers['content-encoding'], 'gzip', accepted)
    assert.ok(gzipped.body.length < plain.body.length && gunzipSync(gzipped.body).equals(plain.body))
  }
  for (const accepted of ['gzip;q=0', 'br', 'identity, gzip; q=0.0', 'notgzip2']) {
    const other = await get(`${url}/hls/${playbackId}/video.m3u8`, { 'accept-encoding': accepted })
    assert.equal(other.headers['content-encoding'], undefined, accepted)
  }
})

test('reloads and hinted parts wait over HTTP, many at once, while one client leaves', async () => {
  const { broadcast } = liveOf(2)
  const next = madeSession({}, { number: 3, mediaSeconds: 4 }).next()
  const url = await served(() => ({ kind: 'live', broadcast, assetId }))
  const reload = `${url}/hls/${playbackId}/video.m3u8?_HLS_msn=3&_HLS_part=0&_HLS_skip=YES`
  const waiting = Array.from({ length: 50 }, () => get(reload))
  const part = get(`${url}/hls/${playbackId}/${assetId}/p3.0.m4s`)
  const leaving = request(reload)
  leaving.on('error', () => undefined).end()
  await sleep(60)
  leaving.destroy()
  await sleep(20)
  broadcast.part(next.parts[0] ?? assert.fail())
  for (const { status, body, headers } of await Promise.all(waiting)) {
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=6')
    checkLive(readPlaylist(body.toString()), assetId)
    assert.equal(readPlaylist(body.toString()).open.parts.length, 1)
  }
  assert.ok((await part).body.equals(next.parts[0]?.data ?? Buffer.alloc(0)))
  const ended = get(`${url}/hls/${playbackId}/video.m3u8?_HLS_msn=3&_HLS_part=1`)
  await sleep(30)
  broadcast.end()
  assert.ok((await ended).body.toString().endsWith('#EXT-X-ENDLIST\n'))
})

test('an unknown address responds 404, an invalid query 400', async () => {
  const { broadcast } = liveOf(3)
  const url = await served(() => ({ kind: 'live', broadcast, assetId }))
  const other = assetId.replace('0192', '0193')
  for (const path of [
    '',
    'main.m3u',
    'other.m3u8',
    `${assetId}`,
    `${assetId}/`,
    `${assetId}/x.m4s`,
    `${assetId}/s1.mp4`,
    `${assetId}/s0.m4s`,
    `${assetId}/s4.m4s`,
    `${assetId}/s1-2.m4s`,
    `${assetId}/p4.1.m4s`,
    `${assetId}/p9.0.m4s`,
    `${assetId}/init-1.mp4`,
    `${other}/s1.m4s`,
    't/token',
    't//video.m3u8',
    `t/${'x'.repeat(4_097)}/video.m3u8`,
    `${assetId}/s1.m4s/more`,
    `..%2f${assetId}/s1.m4s`,
    'video.mp4',
    `${assetId}/s99999999999.m4s`,
  ]) {
    assert.equal((await get(`${url}/hls/${playbackId}/${path}`)).status, 404, path)
  }
  assert.equal((await get(`${url}/hls/..%2f..%2fetc/main.m3u8`)).status, 404)
  for (const query of [
    '_HLS_msn=9',
    '_HLS_msn=-1',
    '_HLS_msn=x',
    '_HLS_part=1',
    '_HLS_msn=1&_HLS_msn=2',
    '_HLS_msn=',
  ]) {
    assert.equal((await get(`${url}/hls/${playbackId}/video.m3u8?${query}`)).status, 400, query)
  }
  assert.equal((await get(`${url}/hls/${playbackId}/video.m3u8`, {}, 'POST')).status, 404)
})

test('each request is admitted again, and a refusal holds its reason', async () => {
  const { broadcast } = liveOf(3)
  let status: 200 | 401 | 403 | 404 | 410 = 200
  const url = await served(async () =>
    status === 200
      ? { kind: 'live', broadcast, assetId }
      : { kind: 'refused', status, reason: 'The ticket was given back.' },
  )
  const paths = ['main.m3u8', 'video.m3u8', `${assetId}/s1.m4s`, `${assetId}/p3.0.m4s`, `${assetId}/init-0.mp4`]
  for (const now of [200, 401, 403, 404, 410] as const) {
    status = now
    for (const path of paths) {
      const response = await get(`${url}/hls/${playbackId}/${path}`)
      assert.equal(response.status, now)
      if (now !== 200) assert.match(response.body.toString(), /The ticket was given back\./)
    }
  }
  const gone = JSON.parse((await get(`${url}/hls/${playbackId}/main.m3u8`)).body.toString())
  assert.deepEqual(gone.error, {
    code: 'not_found',
    reason: 'not_found',
    message: 'The ticket was given back.',
    docs: '/docs/errors#not_found',
  })
})

test('a recording is served as joined segments, from its first visible segment on', async () => {
  const { recorded, made } = await recordedOnce()
  let fromSegment = 0
  const url = await served(() => ({ kind: 'recorded', recorded, assetId, fromSegment }))
  const base = `${url}/hls/${playbackId}`
  const playlist = readPlaylist((await get(`${base}/video.m3u8`)).body.toString())
  const pieces: Buffer[] = []
  for (const { uri } of playlist.segments) {
    const { status, headers, body } = await get(`${base}/${uri}`)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'public, max-age=86400, immutable')
    assert.equal(Number(headers['content-length']), body.length)
    pieces.push(body)
  }
  assert.ok(Buffer.concat(pieces).equals(Buffer.concat(made.map(({ bytes }) => bytes))))
  const head = await get(`${base}/${assetId}/s1-3.m4s`, {}, 'HEAD')
  assert.deepEqual([head.headers['content-length'], head.body.length], ['1800000', 0])
  fromSegment = 7
  assert.equal((await get(`${base}/${assetId}/s6.m4s`)).status, 404)
  assert.equal((await get(`${base}/${assetId}/s7-9.m4s`)).status, 200)
  assert.match((await get(`${base}/video.m3u8`)).body.toString(), /^#EXTINF:6\.00000,\n.*\/s7-9\.m4s$/m)
  assert.equal((await get(`${base}/${assetId}/p7.0.m4s`)).status, 404)
  assert.equal((await get(`${base}/${assetId}/init-0.mp4`)).body.length, 600)
})

test('a viewer was served what was sent: no HEAD, no 304 of a segment, no playlist that is missing', async () => {
  const sent: string[] = []
  const viewOf = (file: string): View => ({
    token: 'v',
    isInPath: false,
    served: (segment) => void sent.push(`${file} ${segment?.seconds ?? ''}`),
  })
  const { recorded } = await recordedOnce()
  const { broadcast } = liveOf(8)
  const replay = await served(({ file }) => ({ kind: 'recorded', recorded, assetId, view: viewOf(file) }))
  const live = await served(({ file }) => ({ kind: 'live', broadcast, assetId, view: viewOf(file) }))
  const segment = `${replay}/hls/${playbackId}/${assetId}/s1-3.m4s`
  assert.equal((await get(segment, {}, 'HEAD')).status, 200)
  assert.equal((await get(segment, { 'if-none-match': '*' })).status, 304)
  const playlists = `${live}/hls/${playbackId}`
  assert.equal((await get(`${playlists}/video.m3u8`, {}, 'HEAD')).status, 200)
  assert.equal((await get(`${playlists}/720p.m3u8`)).status, 404)
  assert.equal((await get(`${playlists}/video.m3u8?_HLS_msn=x`)).status, 400)
  assert.equal((await get(`${playlists}/video.m3u8?_HLS_msn=99`)).status, 400)
  assert.deepEqual(sent, [])
  assert.equal((await get(segment)).status, 200)
  const { headers } = await get(`${playlists}/video.m3u8`)
  assert.deepEqual(sent, ['s1-3.m4s 6', 'video.m3u8 '])
  assert.equal((await get(`${playlists}/video.m3u8`, { 'if-none-match': String(headers.etag) })).status, 304)
  assert.equal(sent.length, 3, 'a player that reloads an unchanged playlist plays on')
})

test('a file is read only as fast as its client reads, and closed when the client leaves', async () => {
  const key = `${prefix}video.mp4`
  await files.put(key, Buffer.alloc(32 * 1024 * 1024), 'video/mp4')
  const opened: Readable[] = []
  const open: Files['open'] = async (...args) => {
    const stream = await files.open(...args)
    opened.push(stream)
    return stream
  }
  const admission = { kind: 'live', broadcast: liveOf(1).broadcast, assetId } as const
  const url = await served(() => admission, { ...files, open })
  const sent = request(`${url}/media/${playbackId}/video.mp4`, { agent: false })
  sent.on('error', () => undefined).end()
  // cast: `response` comes with one.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  await sleep(150)
  const [stream] = opened
  // cast: a stream of a file counts its bytes.
  const { bytesRead } = stream as ReadStream
  assert.ok(bytesRead > 0 && bytesRead < 16 * 1024 * 1024, `${bytesRead} bytes are read`)
  sent.destroy()
  await until(() => stream?.destroyed === true)
})

test('files beside the segments are served by range, with `download` as attachments', async () => {
  const { recorded } = await recordedOnce()
  const movie = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256))
  await files.put(`${prefix}video.mp4`, movie, 'video/mp4')
  await files.put(`${prefix}poster.jpg`, Buffer.from('a poster'), 'image/jpeg')
  await files.put(`${prefix}storyboard.vtt`, Buffer.from('WEBVTT'), 'text/vtt')
  const { broadcast } = liveOf(1)
  const admissions: Admission[] = [
    { kind: 'recorded', recorded, assetId },
    { kind: 'live', broadcast, assetId },
  ]
  for (const admission of admissions) {
    const base = `${await served(() => admission)}/media/${playbackId}`
    const whole = await get(`${base}/video.mp4`)
    assert.ok(whole.status === 200 && whole.body.equals(movie))
    assert.equal(whole.headers['accept-ranges'], 'bytes')
    assert.equal(whole.headers['content-disposition'], undefined)
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      ['bytes=990-', 990, 1_000],
      ['bytes=-5', 995, 1_000],
      ['bytes=900-5000', 900, 1_000],
      ['bytes=-5000', 0, 1_000],
    ]
    for (const [range, from, to] of ranges) {
      const part = await get(`${base}/video.mp4`, { range })
      assert.equal(part.status, 206, range)
      assert.equal(part.headers['content-range'], `bytes ${from}-${to - 1}/1000`)
      assert.ok(part.body.equals(movie.subarray(from, to)))
    }
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
      const none = await get(`${base}/video.mp4`, { range })
      assert.deepEqual([none.status, none.headers['content-range']], [416, 'bytes */1000'], range)
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=5-2', 'items=0-1', 'bytes=-', 'nonsense']) {
      assert.equal((await get(`${base}/video.mp4`, { range })).status, 200, range)
    }
    assert.equal((await get(`${base}/video.mp4`, { range: 'bytes=0-1', 'if-range': '"x"' })).status, 200)
    const download = await get(`${base}/t/some-token/video.mp4?download`)
    assert.equal(download.headers['content-disposition'], 'attachment; filename="video.mp4"')
    assert.equal(download.headers['cache-control'], 'private, max-age=60')
    assert.equal((await get(`${base}/poster.jpg`)).headers['content-type'], 'image/jpeg')
    assert.equal((await get(`${base}/storyboard.vtt`)).headers['content-type'], 'text/vtt; charset=utf-8')
    assert.equal((await get(`${base}/storyboard.jpg`)).status, 404)
    for (const path of ['index.jsonl', '00000.m4s', 'x/video.mp4', '']) {
      assert.equal((await get(`${base}/${path}`)).status, 404, path)
    }
  }
})
