import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEncoder, tagOf } from '#test/video/rtmpEncoder.ts'
import { goLive } from '#test/video/audience.ts'
import { liveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'
import { hostOf } from '#test/video/hostOf.ts'

const create = 'livestream.stream.create'
const update = 'livestream.stream.update'

/** Requests admission with a key, as the listener does for an encoder. */
function admit(w: World, key: string) {
  const host = hostOf(w.app)
  return host.admit({ key, address: '203.0.113.7', protocol: 'rtmp' })
}

const keyOf = (made: Json) => String(objectOf(made['ingest'])['streamKey'])
const refusalOf = async (w: World, made: Json) => Object(await admit(w, keyOf(made))).refusal

test('an account has at most ten running streams', async () => {
  await using w = await world()
  const first = await goLive(w)
  for (let count = 1; count < 10; count += 1) {
    const judged = await admit(w, keyOf(await w.call(create, { title: `Stage ${count}` })))
    assert.ok('plan' in judged, JSON.stringify(judged))
  }
  const more = await w.call(create, { title: 'One more' })
  assert.equal(await refusalOf(w, more), '10 streams of this account are live already.')
  const other = await w.another('streamer')
  const theirs = await w.call(create, { title: 'Theirs' }, { key: other.secretKey })
  assert.equal(await refusalOf(w, theirs), undefined)
  await first.end()
  assert.equal(await refusalOf(w, more), undefined)
})

test('a stream that is not reusable refuses its key after its end', async () => {
  await using w = await world()
  const once = await goLive(w, { isReusable: false })
  await once.end()
  w.clock.advance(10_000)
  await w.settle()
  const { status } = await w.call('livestream.stream.get', { streamId: once.streamId })
  assert.equal(status, 'ended')
  const rotated = await w.call(update, { streamId: once.streamId, action: 'rotateKey' })
  assert.equal(await refusalOf(w, rotated), 'This stream is over, its key with it.')
  await w.call(update, { streamId: once.streamId, isReusable: true })
  assert.equal(await refusalOf(w, rotated), undefined)
})

test('a stream that is not reusable stays over when it is disabled and enabled', async () => {
  await using w = await world()
  const streamIs = async (streamId: string, action: 'disable' | 'enable') =>
    (await w.call(update, { streamId, action })).status
  const once = await goLive(w, { isReusable: false })
  await once.end()
  assert.equal(await streamIs(once.streamId, 'disable'), 'disabled')
  assert.equal(await streamIs(once.streamId, 'enable'), 'ended')
  const rotated = await w.call(update, { streamId: once.streamId, action: 'rotateKey' })
  assert.equal(await refusalOf(w, rotated), 'This stream is over, its key with it.')
  // A stream whose last session was before it became a stream for one session has that one still.
  const again = await goLive(w)
  await again.end()
  w.clock.advance(10_000)
  await w.settle()
  await w.call(update, { streamId: again.streamId, isReusable: false })
  await streamIs(again.streamId, 'disable')
  assert.equal(await streamIs(again.streamId, 'enable'), 'idle')
})

test('a test stream lasts at most five minutes, and a suspended account is refused', async () => {
  await using w = await world()
  const judged = await admit(w, keyOf(await w.call(create, { title: 'A try', test: true })))
  assert.ok('plan' in judged)
  assert.equal(judged.plan.maxDurationSeconds, 300)
  const short = await admit(w, keyOf(await w.call(create, { title: 'Short', test: true, maxDurationSeconds: 60 })))
  assert.ok('plan' in short)
  assert.equal(short.plan.maxDurationSeconds, 60)
  const made = await w.call(create, { title: 'Suspended' })
  const ids = [w.account.account.id]
  await w.app.pools.work.query('update account_account set is_suspended = true where account_id = $1', ids)
  w.app.keyring.evict(w.account.account.id)
  assert.equal(await refusalOf(w, made), 'This account is suspended.')
})

test('a stream with endOnUnpublish ends when its encoder unpublishes, not when its connection is lost', async () => {
  await using w = await liveWorld()
  const { id, key } = await w.stream({ endOnUnpublish: true })
  const port = Number(new URL(String(w.app.live.engine.ingest().rtmpUrl)).port)
  const statusOf = async () => (await w.call('livestream.stream.get', { streamId: id })).status
  const publish = async () => {
    const encoder = await openEncoder(port)
    await encoder.publish(key)
    const frames = [0, 33, 66, 1_000, 1_033].map((ms) => (ms % 1_000 === 0 ? tagOf.keyFrame(ms) : tagOf.frame(ms)))
    encoder.tags(tagOf.videoHeader(), ...frames)
    await until(statusOf, (status) => status === 'live')
    return encoder
  }
  const lost = await publish()
  lost.socket.destroy()
  await until(statusOf, (status) => status === 'reconnecting')
  const back = await publish()
  back.call('FCUnpublish', [key])
  await until(statusOf, (status) => status !== 'live' && status !== 'reconnecting')
  assert.equal((await w.call('livestream.stream.get', { streamId: id })).lastEndedReason, 'encoder_gone')
  const { items } = await w.call('livestream.stream.sessions', { streamId: id })
  assert.equal(items.length, 1)
})

test('an encoder whose server address lacks the application, or that sends no key, learns what to enter', async () => {
  await using w = await liveWorld()
  const { key } = await w.stream()
  const server = String(w.app.live.engine.ingest().rtmpUrl)
  const port = Number(new URL(server).port)
  for (const [app, name] of [
    [key, ''],
    ['', key],
    ['other', key],
  ] as const) {
    const { description } = await (await openEncoder(port)).publish(name, app)
    assert.ok(description.startsWith(`The server address lacks /live. Enter ${server} as the server`), description)
    assert.ok(!description.includes(key))
  }
  const { description } = await (await openEncoder(port)).publish('?token=1')
  assert.equal(description, 'The stream key is missing: enter the key of your stream.')
})

test('an encoder that is dropped for what it sends leaves the reason in the status', async () => {
  await using w = await liveWorld()
  const { id, key } = await w.stream()
  const encoder = await openEncoder(Number(new URL(String(w.app.live.engine.ingest().rtmpUrl)).port))
  await encoder.publish(key)
  encoder.call('publish', [key, 'live'])
  await encoder.closed
  const { refusals } = await until(
    async () => {
      const status = await w.call('livestream.stream.getStatus', { streamId: id })
      return 'refusals' in status ? status : assert.fail('the owner sees no refusals')
    },
    (status) => status.refusals.length > 0,
  )
  const reasons = refusals.map(({ code, message }) => [code, message])
  assert.deepEqual(reasons, [['protocol_broken', 'The encoder broke the rules of RTMP: publish twice.']])
})

test('a second encoder is refused while the first one sends, and takes over from a silent one', async () => {
  await using w = await liveWorld()
  const { id, key } = await w.stream()
  const port = Number(new URL(String(w.app.live.engine.ingest().rtmpUrl)).port)
  const open = async () => {
    const encoder = await openEncoder(port)
    return { encoder, status: await encoder.publish(key) }
  }
  const first = await open()
  assert.equal(first.status.code, 'NetStream.Publish.Start')
  first.encoder.tags(tagOf.videoHeader(), tagOf.audioHeader(), tagOf.keyFrame(0), tagOf.audioFrame(0))
  let atMs = 0
  const sending = setInterval(() => first.encoder.tags(tagOf.audioFrame((atMs += 100))), 100)
  const { sessionId } = await w.call('livestream.stream.get', { streamId: id })
  const early = await open()
  assert.equal(early.status.code, 'NetStream.Publish.BadName')
  assert.match(early.status.description, /^Another encoder publishes with this key at this moment\.$/)
  clearInterval(sending)
  await sleep(3_000)
  const second = await until(open, ({ status }) => status.code === 'NetStream.Publish.Start')
  const said = await first.encoder.closed
  assert.ok(said.some(({ description }) => description === 'Another encoder has taken over.'))
  assert.equal((await w.call('livestream.stream.get', { streamId: id })).sessionId, sessionId)
  second.encoder.socket.destroy()
})
