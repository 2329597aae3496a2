import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { goLive } from '#test/video/audience.ts'
import { arrayOf, objectOf, world } from '#test/world/world.ts'

const create = 'livestream.stream.create'
const update = 'livestream.stream.update'
const get = 'livestream.stream.get'

test('a new stream has a channel, a key in this response only, and playback addresses', async () => {
  await using w = await world()
  const made = await w.call(create, { title: 'Concert' })
  assert.equal(made.created, true)
  assert.equal(made.status, 'idle')
  assert.equal(made.visibility, 'public')
  const key = String(objectOf(made.ingest)['streamKey'])
  assert.match(key, /^live_[0-9a-z]{34}_[0-9a-z]{32}$/)
  const channel = await w.call('livestream.channel.get', { channelId: made.channelId })
  assert.equal(channel.name, 'Test fair')
  const seen = await w.call(get, { streamId: made.id })
  assert.equal(objectOf(seen.ingest)['streamKey'], `…${key.slice(-4)}`)
  const { playback } = seen
  assert.ok(playback)
  assert.match(String(playback.playerUrl), /^http:\/\/fairground\.test\/watch\/plb_/)
  const byPlayback = await w.call(get, { playbackId: playback.playbackId })
  assert.equal(byPlayback.id, made.id)
  const second = await w.call(create, { title: 'Another' })
  assert.equal(second.channelId, made.channelId)
  assert.ok(!JSON.stringify(await w.emitted()).includes(key))
})

test('Update Create updates a known stream by id or reference and keeps its key', async () => {
  await using w = await world()
  const made = await w.call(create, { title: 'Concert', clientReference: 'show-1' })
  const again = await w.call(create, { title: 'Concert, late', clientReference: 'show-1' })
  assert.deepEqual([again.created, again.id, again.title], [false, made.id, 'Concert, late'])
  assert.equal(objectOf(again.ingest)['streamKey'], `…${String(made.keyLabel)}`)
  await w.refused(create, { description: 'no title' }, { code: 'invalid_request', mention: '/title' })
  const rotated = await w.call(update, { streamId: made.id, action: 'rotateKey' })
  assert.notEqual(objectOf(rotated.ingest)['streamKey'], objectOf(made.ingest)['streamKey'])
  assert.match(String(objectOf(rotated.ingest)['streamKey']), /^live_/)
})

test('a new stream gets the defaults of its channel', async () => {
  await using w = await world()
  const defaults = {
    visibility: 'unlisted',
    replayVisibility: 'private',
    latencyMode: 'standard',
    record: false,
  } as const
  const channel = await w.call('livestream.channel.create', { name: 'Rooms', defaults })
  const made = await w.call(create, { title: 'Concert', channelId: channel.id, latencyMode: 'ultraLow' })
  assert.deepEqual(
    [made.visibility, made.replayVisibility, made.latencyMode, made.record, made.dvrWindowSeconds],
    ['unlisted', 'private', 'ultraLow', false, 3600],
  )
})

test('a new stream gets the latency of the operator where neither it nor its channel has one', async () => {
  await using w = await world({ settings: readSettings(productSettings, { LIVE_LATENCY_MODE: 'standard' }) })
  assert.equal((await w.call(create, { title: 'Concert' })).latencyMode, 'standard')
  assert.equal((await w.call(create, { title: 'Chat', latencyMode: 'low' })).latencyMode, 'low')
  const channel = await w.call('livestream.channel.create', { name: 'Rooms', defaults: { latencyMode: 'ultraLow' } })
  assert.equal((await w.call(create, { title: 'Room', channelId: channel.id })).latencyMode, 'ultraLow')
})

test('a stream names its running session and the state of its simulcast targets', async () => {
  await using w = await world()
  const target = { name: 'Elsewhere', serverUrl: 'rtmp://live.example.com/app', streamKey: 'the key there' }
  const { streamId, sessionId, end } = await goLive(w, { simulcastTargets: [target] })
  w.clock.advance(5_000)
  const seen = await w.call('livestream.stream.get', { streamId })
  const startedAt = seen.startedAt
  assert.deepEqual(seen.session, { sessionId, startedAt, uptimeSeconds: 5 })
  assert.deepEqual(seen.simulcast, [{ targetId: 't1', state: 'idle', lastError: null }])
  await end()
  assert.equal((await w.call('livestream.stream.get', { streamId })).session, null)
})

test('a schedule is set, moved, cleared, and removed six hours after its time', async () => {
  await using w = await world()
  const soon = { scheduleDate: '2026-11-21', scheduleTime: '20:00:00' }
  const made = await w.call(create, { title: 'Tonight', ...soon })
  assert.deepEqual([made.status, made.scheduledAt], ['scheduled', '2026-11-21T20:00:00.000Z'])
  const past = { scheduleDate: '2026-11-20' }
  await w.refused(create, { title: 'Past', ...past }, { code: 'invalid_request', mention: '/scheduleDate' })
  const cleared = await w.call(update, { streamId: made.id, scheduleDate: null })
  assert.equal(cleared.status, 'idle')
  assert.equal((await w.call(update, { streamId: made.id, ...soon })).status, 'scheduled')
  w.clock.set('2026-11-22T01:00:00Z')
  await w.settle()
  assert.equal((await w.call(update, { streamId: made.id, title: 'Late' })).status, 'scheduled')
  w.clock.set('2026-11-22T02:00:00Z')
  await w.settle()
  assert.equal((await w.call(get, { streamId: made.id })).status, 'idle')
})

test('a schedule ends with a session that was live at its time, and the address plays the replay', async () => {
  await using w = await world()
  const status = async (streamId: string) => (await w.call(get, { streamId })).status
  const rested = async (streamId: string) => {
    w.clock.advance(3_000)
    await w.settle()
    return status(streamId)
  }
  w.clock.set('2026-11-21T19:50:00Z')
  const draft = { scheduleDate: '2026-11-21', scheduleTime: '20:00:00', record: true }
  const rehearsed = await goLive(w, draft)
  await rehearsed.end()
  assert.equal(await rested(rehearsed.streamId), 'scheduled')
  const live = await goLive(w, draft)
  w.clock.set('2026-11-21T21:30:00Z')
  await live.end({ durationSeconds: 5_999, byteCount: 1_000, width: 640, height: 360 })
  assert.equal(await rested(live.streamId), 'idle')
  assert.equal((await w.call(update, { streamId: live.streamId, title: 'As it was' })).status, 'idle')
  const page = await w.app.server.inject(`/watch/${live.playbackId}`)
  assert.match(page.body, /"status":"recorded".*"startedAt":"2026-11-21T19:50:03.000Z"/)
  assert.equal(await status(rehearsed.streamId), 'scheduled')
})

test('the page of an ended stream shows the end until the stream has a new schedule', async () => {
  await using w = await world()
  const draft = { scheduleDate: '2026-11-21', scheduleTime: '20:00:00' }
  w.clock.set('2026-11-21T19:50:00Z')
  const { streamId, playbackId, end } = await goLive(w, draft)
  const unused = await w.call(create, { title: 'Nobody came', ...draft })
  const page = async (id: unknown) => (await w.app.server.inject(`/watch/${String(id)}`)).body
  w.clock.set('2026-11-21T21:30:00Z')
  await end()
  assert.match(await page(playbackId), /"status":"ended"/)
  w.clock.set('2026-11-22T02:30:00Z')
  await w.settle()
  assert.match(await page(playbackId), /"status":"ended".*"scheduledAt":null/)
  assert.match(await page(objectOf(unused.playback)['playbackId']), /"status":"waiting".*"scheduledAt":null/)
  await w.call(update, { streamId, scheduleDate: '2026-11-28' })
  assert.match(await page(playbackId), /"status":"waiting".*"scheduledAt":"2026-11-28T20:00:00.000Z"/)
})

test('fields that a session reads at its start apply to the next one, and the response lists them', async () => {
  await using w = await world()
  const { streamId, playbackId, end } = await goLive(w)
  const sent = {
    streamId,
    title: 'Louder',
    slateUrl: 'https://fair.example/slate.png',
    reconnectWindowSeconds: 5,
  } as const
  const later = { maxDurationSeconds: 600, latencyMode: 'ultraLow' } as const
  const changed = await w.call(update, { ...sent, ...later })
  assert.deepEqual(changed.pending, ['latencyMode', 'reconnectWindowSeconds', 'maxDurationSeconds'])
  assert.deepEqual([changed.title, changed.latencyMode], ['Louder', 'ultraLow'])
  assert.equal((await w.call(update, { streamId, title: 'At once' })).pending, undefined)
  const page = async () => (await w.app.server.inject(`/watch/${playbackId}`)).body
  assert.match(await page(), /"status":"live".*"latencyMode":"low"/)
  await end()
  assert.match(await page(), /"status":"ended".*"latencyMode":"ultraLow"/)
  assert.equal((await w.call(update, { streamId, ...later })).pending, undefined)
})

test('an action that the state of a stream does not allow is refused with the allowed actions', async () => {
  await using w = await world()
  const { id: streamId } = await w.call(create, { title: 'Concert' })
  const refused = await w.refused(
    update,
    { streamId, action: 'goLive' },
    { code: 'conflict', mention: 'invalid_transition' },
  )
  assert.deepEqual(objectOf(refused['details'])['allowedActions'], ['disable', 'rotateKey'])
  assert.equal((await w.call(update, { streamId, action: 'disable' })).status, 'disabled')
  assert.equal((await w.call(update, { streamId, title: 'Still' })).status, 'disabled')
  assert.equal((await w.call(update, { streamId, action: 'enable' })).status, 'idle')
  const names = new Set((await w.emitted()).map(({ name }) => name))
  assert.ok(names.has('livestream.stream.disabled') && names.has('livestream.stream.enabled'))
})

test('targets keep their keys, and no response returns them', async () => {
  await using w = await world()
  const serverUrl = 'rtmp://live.example.com/app'
  const first = { name: 'First', serverUrl, streamKey: 'secret-one' }
  const made = await w.call(create, { title: 'Concert', simulcastTargets: [first] })
  const [kept] = arrayOf(made.simulcastTargets)
  assert.deepEqual(kept, { targetId: 't1', name: 'First', serverUrl, isEnabled: true })
  const streamId = made.id
  const unkeyed = [{ name: 'New', serverUrl }]
  const mention = '/simulcastTargets/0/streamKey'
  await w.refused(update, { streamId, simulcastTargets: unkeyed }, { code: 'invalid_request', mention })
  const more = [
    { ...kept, name: 'Renamed' },
    { name: 'Second', serverUrl, streamKey: 'secret-two' },
  ]
  const changed = await w.call(update, { streamId, simulcastTargets: more })
  assert.deepEqual(
    arrayOf(changed.simulcastTargets).map(({ targetId, name }) => [targetId, name]),
    [
      ['t1', 'Renamed'],
      ['t2', 'Second'],
    ],
  )
  assert.ok(!JSON.stringify([made, changed, await w.emitted()]).includes('secret-'))
})

test('a public key reads public streams, and closed ones without their addresses', async () => {
  await using w = await world()
  const key = await w.key({ name: 'Site', kind: 'public', allowedApps: ['app'] })
  const asPublic = { key, headers: { 'x-client-app': 'app' } }
  const open = await w.call(create, { title: 'Open' })
  const closed = await w.call(create, { title: 'Closed', visibility: 'password', password: 'open sesame' })
  const hidden = await w.call(create, { title: 'Hidden', visibility: 'private' })
  await w.call(create, { title: 'Try', test: true })
  const page = await w.call('livestream.stream.all', {}, asPublic)
  assert.deepEqual(
    page.items.map(({ id }) => id),
    [open.id],
  )
  const seen = await w.call(get, { streamId: closed.id }, asPublic)
  assert.deepEqual(objectOf(seen)['access'], { required: 'password', ticketUrl: null, ticketPrice: null })
  assert.equal(seen.playback, null)
  assert.equal(seen.ingest, undefined)
  await w.refused(get, { streamId: hidden.id }, { code: 'not_found', ...asPublic })
})
