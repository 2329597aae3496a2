import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { readPlaylist } from '#test/video/hlsPlaylist.ts'
import { liveWorld, type LiveStream, type LiveWorld } from '#test/video/liveWorld.ts'
import { programme } from '#test/video/madeEncoder.ts'
import { openEncoder, tagOf, type Encoder } from '#test/video/rtmpEncoder.ts'
import { until } from '#test/world/until.ts'

const update = 'livestream.stream.update'

let home: string
let store: string
let w: LiveWorld
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'fairground-closing-'))
  store = join(home, 'media')
  const spoolFolder = join(home, 'spool')
  w = await liveWorld({ live: { spoolFolder, files: { folder: store, s3: undefined } } })
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

const statusOf = async ({ id }: LiveStream) => (await w.call('livestream.stream.get', { streamId: id })).status
const becomes = (stream: LiveStream, expected: string) =>
  until(
    () => statusOf(stream),
    (status) => status === expected,
  )
const recordingsOf = async ({ id }: LiveStream) => {
  const { items } = await w.call('livestream.static.all', { source: 'recording', parentStreamId: id })
  return items.filter(({ status }) => status === 'published')
}
const load = async (path: string) => {
  const response = await fetch(`${w.url}${path}`)
  return { status: response.status, text: await response.text() }
}

/** Puts a file in place of the store, which fails every write; a job may still be writing to the store. */
async function takeStoreAway(): Promise<void> {
  const isAway = async () => {
    await rm(store, { recursive: true, force: true })
    await writeFile(store, '')
    return true
  }
  await until(() => isAway().catch(() => false))
}

/** Publishes three seconds of media, and stays connected. */
async function publish({ key }: LiveStream): Promise<Encoder> {
  const encoder = await openEncoder(Number(new URL(String(w.app.live.engine.ingest().rtmpUrl)).port))
  const { code, description } = await encoder.publish(key)
  assert.equal(code, 'NetStream.Publish.Start', description)
  encoder.tags(tagOf.videoHeader(), tagOf.audioHeader(), ...programme({ seconds: 3.1 }))
  return encoder
}

/** Waits until the store has no media of a session. */
async function untilUnstored(sessionId: string): Promise<void> {
  const asset = parseId('ses', sessionId)?.uuid
  await until(
    () => readdir(store, { recursive: true }).catch(() => []),
    (names) => !names.some((name) => name.includes(`${asset}/`)),
  )
}

/** Publishes until the stream is live. Returns the id of its session. */
async function goLive(stream: LiveStream): Promise<string> {
  await publish(stream)
  await becomes(stream, 'live')
  return String((await w.call('livestream.stream.get', { streamId: stream.id })).sessionId)
}

test('a stream ends at once while its store is away, and an encoder that returns gets another session', async () => {
  await takeStoreAway()
  const stream = await w.stream({ reconnectWindowSeconds: 60, record: true })
  const first = await goLive(stream)
  const ended = await w.call(update, { streamId: stream.id, action: 'end' })
  assert.equal(ended.status, 'ended')
  await w.call(update, { streamId: stream.id, title: 'The next one' })
  const second = await goLive(stream)
  assert.notEqual(second, first)
  await until(
    () => w.call('livestream.stream.getStatus', { streamId: stream.id }),
    (status) => 'recording' in status && status.recording.seconds > 1,
  )
  assert.deepEqual(await w.emitted('livestream.stream.recordingStopped'), [])
  const [due] = (await w.call('livestream.static.all', { parentStreamId: stream.id })).items
  assert.deepEqual([due?.status, due?.title, due?.sessionId], ['processing', 'A try', first])
  assert.match((await load(`/watch/${String(due?.playback?.playbackId)}`)).text, /"status":"waiting"/)
  await rm(store)
  const [replay] = await until(
    () => recordingsOf(stream),
    ({ length }) => length === 1,
  )
  assert.equal(replay?.sessionId, first)
  assert.equal(await statusOf(stream), 'live')
  await w.call(update, { streamId: stream.id, action: 'end' })
  const replays = await until(
    () => recordingsOf(stream),
    ({ length }) => length === 2,
  )
  for (const { durationSeconds, playback } of replays) {
    assert.ok(Number(durationSeconds) > 2)
    const { status, text } = await load(new URL(String(playback?.hlsUrl)).pathname.replace('main', 'video'))
    assert.equal(status, 200)
    assert.ok(readPlaylist(text).isEnded)
  }
  await until(
    () => readdir(join(home, 'spool')),
    ({ length }) => length === 0,
  )
})

test('a replay whose files are removed from the disk of a running server fails', async () => {
  await takeStoreAway()
  const stream = await w.stream({ record: true })
  const session = await goLive(stream)
  await w.call(update, { streamId: stream.id, action: 'end' })
  await rm(join(home, 'spool', String(parseId('ses', session)?.uuid)), { recursive: true })
  await rm(store)
  const { items } = await until(
    () => w.call('livestream.static.all', { parentStreamId: stream.id }),
    (found) => found.items[0]?.status !== 'processing',
  )
  assert.equal(items[0]?.status, 'failed')
})

test('a replay that is deleted before its media arrive leaves none of them', async () => {
  await takeStoreAway()
  const stream = await w.stream({ record: true })
  const session = await goLive(stream)
  await w.call(update, { streamId: stream.id, action: 'end' })
  const [due] = (await w.call('livestream.static.all', { parentStreamId: stream.id })).items
  await w.call('livestream.static.delete', { staticId: String(due?.id) })
  await rm(store)
  await until(
    () => readdir(join(home, 'spool')),
    ({ length }) => length === 0,
  )
  await untilUnstored(session)
})

for (const autoStart of [true, false]) {
  test(`a stream that is deleted live with its recordings leaves no media, autoStart: ${autoStart}`, async () => {
    await takeStoreAway()
    const stream = await w.stream({ record: true, autoStart })
    await publish(stream)
    await becomes(stream, autoStart ? 'live' : 'preview')
    const { sessionId } = await w.call('livestream.stream.get', { streamId: stream.id })
    await w.call('livestream.stream.delete', { streamId: stream.id, endLive: true, deleteRecordings: true })
    await rm(store)
    await until(
      () => readdir(join(home, 'spool')),
      ({ length }) => length === 0,
    )
    await untilUnstored(String(sessionId))
    const { items } = await w.call('livestream.static.all', { parentStreamId: stream.id })
    assert.deepEqual(items, [])
  })
}

/** Address of the live playlist of a stream, as its main playlist names it. */
async function liveAddress({ playbackId }: LiveStream): Promise<string> {
  const main = await until(
    () => load(`/hls/${playbackId}/main.m3u8`),
    ({ status }) => status === 200,
  )
  return `/hls/${playbackId}/${/^[^#].*$/m.exec(main.text)?.[0]}`
}

/** Checks that an address has the final playlist of a live session, on its own numbers. Returns its segments. */
async function checkEnded(address: string, last: ReturnType<typeof readPlaylist>) {
  const { status, text } = await load(address)
  assert.equal(status, 200, text)
  const list = readPlaylist(text)
  assert.deepEqual([list.isEnded, list.isVod], [true, false])
  assert.ok(list.mediaSequence >= last.mediaSequence)
  assert.ok(list.segments.length >= last.segments.length)
  assert.equal(list.segments[0]?.uri, last.segments[0]?.uri)
  return list.segments
}

for (const record of [true, false]) {
  test(`the live playlist of a session ends at its own address, record: ${record}`, async () => {
    const stream = await w.stream({
      reconnectWindowSeconds: 60,
      record,
      replayVisibility: 'password',
      password: 'x-y-z',
    })
    await goLive(stream)
    const address = await liveAddress(stream)
    const last = readPlaylist((await load(address)).text)
    const waiting = load(`${address}&_HLS_msn=${(last.segments.at(-1)?.number ?? 0) + 1}&_HLS_part=5`)
    await w.call(update, { streamId: stream.id, action: 'end' })
    assert.match((await waiting).text, /#EXT-X-ENDLIST\n$/)
    await checkEnded(address, last)
    if (record) await until(async () => (await recordingsOf(stream)).length === 1)
    // The gate reads a video once a second: its reading is fresh when the address of the stream has changed.
    await until(async () => (await load(`/hls/${stream.playbackId}/main.m3u8`)).status !== 200)
    for (const { uri, map, parts } of await checkEnded(address, last)) {
      for (const name of [uri, map, ...parts.map((each) => each.uri)]) {
        if (name !== undefined) assert.equal((await load(`/hls/${stream.playbackId}/${name}`)).status, 200, name)
      }
    }
    await goLive(stream)
    const next = await until(
      () => liveAddress(stream),
      (found) => found.split('?')[0] !== address.split('?')[0],
    )
    assert.ok(!readPlaylist((await load(next)).text).isEnded)
    await checkEnded(address, last)
    assert.equal((await load(address.replace(stream.playbackId, (await w.stream()).playbackId))).status, 404)
    await w.call(update, { streamId: stream.id, action: 'end' })
  })
}

test('the final playlist of a preview is for its owner alone', async () => {
  const stream = await w.stream({ autoStart: false, reconnectWindowSeconds: 60, record: false })
  await publish(stream)
  await becomes(stream, 'preview')
  const signed = { expiresInSeconds: 600, opensPreview: true }
  const code = await w.call('livestream.stream.getEmbedCode', { streamId: stream.id, signed })
  const token = /[?&]token=([\w.-]+)/.exec(JSON.stringify(code))?.[1] ?? ''
  const own = { ...stream, playbackId: `${stream.playbackId}/t/${token}` }
  const address = await liveAddress(own)
  const last = readPlaylist((await load(address)).text)
  await w.call(update, { streamId: stream.id, action: 'end' })
  await until(async () => (await load(`/hls/${own.playbackId}/main.m3u8`)).status !== 200)
  await checkEnded(address, last)
  assert.equal((await load(address.replace(`/t/${token}`, ''))).status, 404)
})

for (const hours of [-1, 1]) {
  test(`a session ends, and the next one begins, while the clock is moved by hours: ${hours}`, async () => {
    const stream = await w.stream({ record: true, reconnectWindowSeconds: 60 })
    const encoder = await publish(stream)
    await becomes(stream, 'live')
    const address = await liveAddress(stream)
    w.clock.advance(hours * 3_600_000)
    encoder.tags(...programme({ seconds: 4, fromMs: 3_100 }))
    const last = await until(
      async () => readPlaylist((await load(address)).text),
      ({ segments }) => segments.length > 5,
    )
    const times = last.segments.flatMap(({ atMs }) => atMs ?? [])
    assert.ok(times.length > 0)
    assert.ok(times.every((time, at) => at === 0 || time > Number(times[at - 1])))
    await w.call(update, { streamId: stream.id, action: 'end' })
    assert.equal(await statusOf(stream), 'ended')
    await checkEnded(address, last)
    const { durationSeconds } = await w.replay(stream.id)
    assert.ok(Math.abs(Number(durationSeconds) - 7.1) < 0.05, String(durationSeconds))
    w.clock.advance(-hours * 3_600_000)
    await goLive(stream)
    await w.call(update, { streamId: stream.id, action: 'end' })
    await until(async () => (await recordingsOf(stream)).length === 2)
  })
}
