import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'

const update = 'livestream.stream.update'
const removeStream = 'livestream.stream.delete'

const reaches = (w: LiveWorld, streamId: string, expected: string) =>
  until(
    () => w.call('livestream.stream.get', { streamId }),
    ({ status }) => status === expected,
  )

/** Sends a request with an Idempotency-Key twice. Checks that both responses are equal, and returns one. */
async function keyed(w: LiveWorld, operationId: string, input: Json): Promise<Json> {
  const headers = { 'idempotency-key': `${operationId} ${String(input['action'])}`.replaceAll(' ', '-') }
  const first = await w.send(operationId, input, { headers })
  assert.equal(first.status, 200, first.text)
  const again = await w.send(operationId, input, { headers })
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'])
  return objectOf(first.body['data'])
}

/** Commands to a stream in its audit log. */
async function commanded(w: LiveWorld, streamId: string): Promise<unknown[]> {
  const sql = `select changes from account_audit
    where action = 'livestream.stream.commanded' and target = $1 order by id`
  const { rows } = await w.app.pools.work.query(sql, [streamId])
  return rows.map((row) => JSON.parse(row.changes).action)
}

describe('a command to a live stream with an Idempotency-Key', { skip: noEncoder }, () => {
  test('runs once, and its response shows the state after it', async () => {
    await using w = await liveWorld()
    const { id, key } = await w.stream({ autoStart: false, reconnectWindowSeconds: 120 })
    w.publish(key)
    await reaches(w, id, 'preview')
    const live = await keyed(w, update, { streamId: id, action: 'goLive' })
    assert.equal(live['status'], 'live')
    const rotated = await keyed(w, update, { streamId: id, action: 'rotateKey' })
    const newKey = String(objectOf(rotated['ingest'])['streamKey'])
    assert.notEqual(newKey, key)
    await reaches(w, id, 'reconnecting')
    w.publish(newKey)
    await reaches(w, id, 'live')
    const ended = await keyed(w, update, { streamId: id, action: 'end' })
    assert.equal(ended['status'], 'ended')
    assert.deepEqual(await commanded(w, id), ['goLive', 'end'])
    assert.equal((await w.emitted('livestream.stream.ended')).length, 1)
  })

  test('ends the session of a deleted stream, and of a deleted channel', async () => {
    await using w = await liveWorld()
    const own = await w.call('livestream.channel.create', { name: 'Harbour' })
    const [alone, within] = [await w.stream(), await w.stream({ channelId: own.id })]
    const encoders = [alone, within].map(({ key }) => w.publish(key))
    for (const { id } of [alone, within]) await reaches(w, id, 'live')
    await keyed(w, removeStream, { streamId: alone.id, endLive: true })
    await keyed(w, 'livestream.channel.delete', { channelId: own.id, endLive: true })
    for (const encoder of encoders) await encoder.ended
    const { rows } = await w.app.pools.work.query('select distinct ended_reason from livestream_session')
    assert.deepEqual(rows, [{ ended_reason: 'deleted' }])
  })
})
