import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { dataPaths } from '#platform/db/embedded/dataDirectory.ts'
import { forwardedApp } from '#platform/video/live/ingestForward.ts'
import { databaseUrlOf, testCluster } from '#test/world/cluster.ts'
import { callVideo, openPlatform, type Platform } from '#test/crash/platform.ts'
import { freePort } from '#test/world/freePort.ts'
import { encode, noEncoder, publishedFps, type Encoder } from './liveWorld.ts'
import { findProgram } from '#test/world/program.ts'
import { arrayOf, objectOf, type Json } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

/** Two servers of one installation, with one database, one file store and a data folder each. */
type Nodes = {
  a: Platform
  b: Platform
  /** Creates a stream. */
  stream(draft: Json): Promise<{ id: string; playbackId: string; key: string }>
  /** Publishes with ffmpeg. `app` is the RTMP application; forwarding nodes use another one than encoders. */
  publish(to: Platform, stream: { id: string; key: string }, app?: string): Promise<Encoder>
  /** Moves the last heartbeat of the first server into the past. */
  ageA(seconds: number): Promise<void>
  close(): Promise<void>
}

async function openNodes(): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-nodes-'))
  const database = await (await testCluster()).createDatabase()
  const client = new pg.Client(database.address)
  const shared = {
    DATABASE_URL: databaseUrlOf(database.address),
    MASTER_KEY: randomBytes(32).toString('base64'),
    OUTBOUND_ALLOW_PRIVATE: 'on',
  }
  const dataDirs = ['a', 'b'].map((each) => join(folder, each))
  await mkdir(join(folder, 'media'))
  for (const each of dataDirs) {
    await mkdir(each)
    await symlink(join(folder, 'media'), join(each, 'media'))
  }
  const [a, b] = await Promise.all([
    openPlatform(join(folder, 'a'), shared), //
    openPlatform(join(folder, 'b'), shared),
  ])
  const encoders: Encoder[] = []
  await client.connect()
  await a.start()
  await b.start()
  b.secretKey = a.secretKey
  return {
    a,
    b,
    async stream(draft) {
      const made = await callVideo(a, 'stream/create', draft)
      const key = String(objectOf(made['ingest'])['streamKey'])
      return { id: String(made['id']), playbackId: String(objectOf(made['playback'])['playbackId']), key }
    },
    async publish(to, { id, key }, app = 'live') {
      const { ingest } = await callVideo(to, `stream/get?streamId=${id}`)
      const { port: rtmpPort } = new URL(String(objectOf(ingest)['rtmpUrl']))
      const encoder = encode(`rtmp://127.0.0.1:${rtmpPort}/${app}/${key}`)
      encoders.push(encoder)
      return encoder
    },
    async ageA(seconds) {
      const nodeId = await readFile(dataPaths(join(folder, 'a')).nodeId, 'utf8')
      const sql = 'update ops_node set seen_at = seen_at - make_interval(secs => $1) where id = $2'
      await client.query(sql, [seconds, nodeId.trim()])
    },
    async close() {
      await Promise.all(encoders.map((each) => each.kill()))
      await Promise.all([a.stop(), b.stop()])
      await client.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const streamAt = (at: Platform, id: string) => callVideo(at, `stream/get?streamId=${id}`)
const reaches = (at: Platform, id: string, status: string) =>
  until(
    () => streamAt(at, id),
    (found) => found['status'] === status,
  )
const recordedAt = async (at: Platform, id: string) => {
  const { recording } = await callVideo(at, 'stream/getStatus', { streamId: id })
  return Number(objectOf(recording)['seconds'])
}

/** Fewest frames of two played seconds. */
const playedFramesMin = publishedFps * 1.4

/** Plays two seconds with ffmpeg. Returns the number of decoded video frames. */
async function play(address: string): Promise<number> {
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-i',
    address,
    '-t',
    '2',
    '-f',
    'null',
    '-progress',
    'pipe:1',
    '-',
  ]
  const child = spawn(findProgram('ffmpeg') ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let progress = ''
  child.stdout.on('data', (bytes) => (progress += String(bytes)))
  await once(child, 'close')
  return Number(/frame=(\d+)(?![\s\S]*frame=)/.exec(progress)?.[1] ?? 0)
}

/** Reads the event stream of a video at a server; `statuses` grows with each event. */
function follow(at: Platform, playbackId: string): { statuses: string[]; stop(): void } {
  const stopping = new AbortController()
  const statuses: string[] = []
  const read = async () => {
    const { body } = await fetch(`${at.url}/public/video/${playbackId}/events`, { signal: stopping.signal })
    let text = ''
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      // A chunk may end within a line.
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      statuses.push(...[...lines.join('\n').matchAll(/"status":"(\w+)"/g)].map((match) => match[1] ?? ''))
    }
  }
  read().catch(() => undefined)
  return { statuses, stop: () => stopping.abort() }
}

/** Loads media from one server and reports playback to the other, until the viewer counts. */
async function countedAcross(media: Platform, beats: Platform, { id, playbackId }: { id: string; playbackId: string }) {
  const post = async (path: string, body: Json) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${beats.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return objectOf(objectOf(await response.json())['data'])
  }
  const { viewToken } = await post('/public/video/access', { playbackId })
  const ids = { playbackId, viewToken, viewId: randomUUID(), viewerId: randomUUID() }
  const beat = (number: number) =>
    post('/public/video/heartbeat', { ...ids, number, playedMs: 0, positionSeconds: 0, rebufferMs: 0 })
  assert.equal((await beat(0))['reason'], 'not_served')
  const playlist = await fetch(`${media.url}/hls/${playbackId}/video.m3u8?v=${String(viewToken)}`)
  assert.equal(playlist.status, 200)
  await playlist.arrayBuffer()
  const { status } = await until(
    () => beat(1),
    (found) => found['reason'] !== 'not_served',
  )
  assert.equal(status, 'counted')
  const { viewers } = await until(
    () => callVideo(media, 'stream/getStatus', { streamId: id }),
    (found) => Number(found['viewers']) > 0,
  )
  assert.ok(Number(viewers) >= 1)
}

describe('two servers', { skip: noEncoder }, () => {
  let nodes: Nodes
  before(async () => {
    nodes = await openNodes()
  })
  after(() => nodes.close())

  test('one server plays, publishes to and ends a session of the other', async (t) => {
    const { a, b } = nodes
    const stream = await nodes.stream({ title: 'Two servers', autoStart: false })
    const streamId = stream.id
    const page = follow(b, stream.playbackId)
    t.after(page.stop)
    const isEmitted = (status: string) =>
      until(
        () => page.statuses,
        (statuses) => statuses.at(-1) === status,
      )
    const first = await nodes.publish(a, stream)
    await reaches(b, streamId, 'preview')
    await callVideo(b, 'stream/update', { streamId, action: 'goLive' })
    await isEmitted('live')
    const target = { name: 'Nowhere', serverUrl: `rtmp://127.0.0.1:${await freePort()}/app`, streamKey: 'key' }
    await callVideo(b, 'stream/update', { streamId, simulcastTargets: [target] })
    await until(
      () => callVideo(b, 'stream/getStatus', { streamId }),
      (found) => arrayOf(found['simulcast'])[0]?.['state'] === 'error',
    )
    await until(
      () => recordedAt(b, streamId),
      (seconds) => seconds > 6,
    )
    const address = `${b.url}/hls/${stream.playbackId}/main.m3u8`
    assert.ok((await play(address)) > playedFramesMin)
    await countedAcross(b, a, stream)
    const clip = await callVideo(b, 'stream/createClip', { streamId, lastSeconds: 3 })
    await until(
      () => callVideo(a, `static/get?staticId=${String(clip['id'])}`),
      (found) => found['status'] === 'published',
    )
    const { sessionId } = await streamAt(a, streamId)
    await first.kill()
    await reaches(b, streamId, 'reconnecting')
    const second = await nodes.publish(b, stream)
    await reaches(a, streamId, 'live')
    assert.equal((await streamAt(b, streamId))['sessionId'], sessionId)
    const main = await (await fetch(address)).text()
    const live = new URL(/^[^#].*$/m.exec(main)?.[0] ?? '', address)
    const ended = await callVideo(b, 'stream/update', { streamId, action: 'end' })
    assert.equal(ended['status'], 'ended')
    await second.ended
    assert.match(second.stderr(), /The stream was ended/)
    await isEmitted('recorded')
    const final = await (await fetch(live)).text()
    assert.match(final, /#EXT-X-PART-INF[\s\S]*#EXT-X-ENDLIST\n$/, 'the relay serves the end of the session')
    assert.ok((await play(address)) > playedFramesMin)
  })

  test('a stream of a killed node continues at the other node; its recording arrives late', async () => {
    const { a, b } = nodes
    const stream = await nodes.stream({ title: 'A dead server', reconnectWindowSeconds: 300 })
    const streamId = stream.id
    await nodes.publish(a, stream)
    await until(
      () => recordedAt(b, streamId),
      (seconds) => seconds > 3,
    )
    const { sessionId } = await streamAt(b, streamId)
    await a.killServer()
    const early = await nodes.publish(b, stream)
    await early.ended
    assert.match(early.stderr(), /does not respond/)
    await nodes.ageA(30)
    await reaches(b, streamId, 'reconnecting')
    await nodes.publish(b, stream)
    await reaches(b, streamId, 'live')
    assert.notEqual((await streamAt(b, streamId))['sessionId'], sessionId)
    await a.start()
    const [late] = await until(
      async () => arrayOf((await callVideo(b, `static/all?source=recording&parentStreamId=${streamId}`))['items']),
      ([found]) => found?.['status'] === 'published',
    )
    assert.ok(Number(late?.['durationSeconds']) > 2)
    const forwarded = await nodes.publish(a, stream, forwardedApp)
    await forwarded.ended
    assert.match(forwarded.stderr(), /does not respond/, 'a forwarded connection was forwarded again')
  })
})
