import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { streamStatus } from '#test/video/streamStatus.ts'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { objectOf } from '#test/world/world.ts'

const get = 'livestream.stream.get'
const update = 'livestream.stream.update'

const statusOf = async (w: LiveWorld, streamId: string) => (await w.call(get, { streamId })).status
const reaches = (w: LiveWorld, streamId: string, expected: string) =>
  until(
    () => statusOf(w, streamId),
    (status) => status === expected,
  )
const names = async (w: LiveWorld) => (await w.emitted()).map(({ name }) => name.replace('livestream.', ''))

describe('a stream', { skip: noEncoder }, () => {
  test('goes live, loses its encoder, continues, ends, and has a replay', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream({ reconnectWindowSeconds: 120 })
    const first = w.publish(key)
    await reaches(w, id, 'live')
    const seen = await w.call(get, { streamId: id })
    assert.equal(seen.isLive, true)
    await first.kill()
    await reaches(w, id, 'reconnecting')
    const second = w.publish(key)
    await reaches(w, id, 'live')
    assert.equal((await w.call(get, { streamId: id })).sessionId, seen.sessionId)
    await until(
      () => streamStatus(w, id),
      ({ recording }) => recording.seconds > 3,
    )
    const ended = await w.call(update, { streamId: id, action: 'end' })
    assert.equal(ended.status, 'ended')
    await second.ended
    assert.match(second.stderr(), /The stream was ended/)
    const replay = await w.replay(id)
    assert.ok(Number(replay.durationSeconds) > 3)
    await until(
      () => names(w),
      (found) => found.includes('static.ready'),
    )
    const emitted = await names(w)
    // Health depends on the load of the machine: a late encoder changes it.
    const moves = emitted.filter((name) => name.startsWith('stream.') && name !== 'stream.healthChanged')
    assert.deepEqual(moves, [
      'stream.created',
      'stream.connected',
      'stream.wentLive',
      'stream.disconnected',
      'stream.reconnected',
      'stream.viewersPeaked',
      'stream.ended',
    ])
    await reaches(w, id, 'idle')
  })

  test('refuses a wrong key, an old key, a disabled stream and another application with a message', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream()
    const refused = async (with_: string) => {
      const encoder = w.publish(with_, { seconds: 5 })
      await encoder.ended
      return encoder.stderr()
    }
    assert.match(await refused(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`), /stream key is not right/)
    assert.match(await refused('nonsense'), /stream key is not right/)
    await w.call(update, { streamId: id, action: 'rotateKey' })
    assert.match(await refused(key), /stream key is not right/)
    const disabled = await w.stream()
    await w.call(update, { streamId: disabled.id, action: 'disable' })
    assert.match(await refused(disabled.key), /disabled/)
    assert.equal(await statusOf(w, id), 'idle')
  })

  test('leaves its preview by goLive, and disconnects a publisher whose key was rotated', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream({ autoStart: false, reconnectWindowSeconds: 120 })
    const encoder = w.publish(key)
    await reaches(w, id, 'preview')
    const live = await w.call(update, { streamId: id, action: 'goLive' })
    assert.equal(live.status, 'live')
    const rotated = await w.call(update, { streamId: id, action: 'rotateKey' })
    await encoder.ended
    assert.match(encoder.stderr(), /key was changed/)
    assert.equal(await statusOf(w, id), 'reconnecting')
    const again = w.publish(String(objectOf(rotated.ingest)['streamKey']))
    await reaches(w, id, 'live')
    await w.call('livestream.stream.delete', { streamId: id, endLive: true })
    await again.ended
    assert.match(again.stderr(), /deleted/)
  })

  test('keeps a publisher with the new key when the effect of a rotation is repeated', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream({ reconnectWindowSeconds: 120 })
    const encoder = w.publish(key)
    await reaches(w, id, 'live')
    const rotated = await w.call(update, { streamId: id, action: 'rotateKey' })
    await encoder.ended
    const again = w.publish(String(objectOf(rotated.ingest)['streamKey']))
    await reaches(w, id, 'live')
    const text = `update account_outbox set id = gen_random_uuid(), published_at = null, run_at = told_at
      where name = 'livestream.session.command'`
    assert.equal((await w.app.pools.work.query(text)).rowCount, 1)
    await w.settle()
    const { rows } = await w.app.pools.work.query(
      `select status from ops_job where name = 'livestream.session.command' and status = 'done'`,
    )
    assert.equal(rows.length, 1)
    await w.call('livestream.stream.delete', { streamId: id, endLive: true })
    await again.ended
    assert.match(again.stderr(), /deleted/)
    assert.doesNotMatch(again.stderr(), /key was changed/)
  })

  test('with a codec that players do not support is rejected with advice', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream()
    const encoder = w.publish(key, { seconds: 15, more: ['-c:v', 'flv1'] })
    await encoder.ended
    assert.match(encoder.stderr(), /cannot be shown/)
    await reaches(w, id, 'idle')
    const [rejected] = await w.emitted('livestream.stream.rejected')
    assert.equal(rejected?.payload['code'], 'codec_unsupported')
  })

  test('is pushed to its simulcast targets; a failing or disabled target affects no other', async () => {
    await using w = await liveWorld()
    const sink = await w.stream({ title: 'Elsewhere' })
    const serverUrl = w.app.live.engine.ingest().rtmpUrl?.replace('fairground.test', '127.0.0.1')
    assert.ok(serverUrl)
    const simulcastTargets = [
      { targetId: 'there', name: 'Elsewhere', serverUrl, streamKey: sink.key },
      { targetId: 'wrong', name: 'Mistyped', serverUrl, streamKey: 'a wrong key' },
      { targetId: 'off', name: 'Another day', serverUrl, streamKey: 'a key', isEnabled: false },
    ]
    const { id, key } = await w.stream({ simulcastTargets })
    w.publish(key)
    await reaches(w, sink.id, 'live')
    const states = async () => {
      const { simulcast } = await streamStatus(w, id)
      return simulcast.map(({ targetId, state }) => `${targetId} ${state}`)
    }
    await until(states, (each) => each.join() === 'there live,wrong error,off idle')
    const { simulcast } = await w.call('livestream.stream.get', { streamId: id })
    assert.deepEqual(simulcast, (await streamStatus(w, id)).simulcast)
    assert.equal(await statusOf(w, id), 'live')
    const [first] = simulcastTargets
    assert.ok(first)
    await w.call(update, { streamId: id, simulcastTargets: [{ ...first, isEnabled: false }] })
    await until(states, (each) => each.join() === 'there idle')
    await reaches(w, sink.id, 'reconnecting')
    const emitted = await until(
      () => w.emitted('livestream.stream.simulcastChanged'),
      ({ length }) => length >= 3,
    )
    const changes = emitted.map(({ payload }) => `${String(payload['targetId'])} ${String(payload['state'])}`)
    assert.deepEqual(changes.toSorted(), ['there ended', 'there live', 'wrong error'])
    assert.equal(await statusOf(w, id), 'live')
  })

  test('has clips of its live session, cut at once', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream()
    w.publish(key)
    await reaches(w, id, 'live')
    await until(
      () => streamStatus(w, id),
      ({ recording }) => recording.seconds > 6,
    )
    const clip = await w.call('livestream.stream.createClip', { streamId: id, lastSeconds: 4, title: 'Best' })
    assert.equal(clip.status, 'processing')
    const ready = await until(
      () => w.call('livestream.static.get', { staticId: clip.id }),
      (found) => found.status === 'published',
    )
    const seconds = Number(ready.durationSeconds)
    assert.ok(seconds > 3.9 && seconds < 5.2, `${seconds} s`)
    assert.deepEqual([ready.source, ready.parentStreamId, ready.title], ['clip', id, 'Best'])
    const names_ = await names(w)
    assert.ok(names_.includes('clip.created') && names_.includes('clip.ready'), names_.join())
  })
})
