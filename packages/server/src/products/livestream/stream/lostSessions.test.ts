import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { executor } from '#platform/db/pools.ts'
import { openEmbeddedEngine } from '#platform/video/live/embeddedEngine.ts'
import { HeldSessions } from '#platform/video/live/heldSessions.ts'
import { openNodes } from '#platform/video/live/nodes.ts'
import { hostOf } from '#test/video/hostOf.ts'
import { until } from '#test/world/until.ts'
import { objectOf, world, type World } from '#test/world/world.ts'
import { schedules } from './lostSessions.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Runs the schedule once, on a node that is alive. */
async function runSchedule(w: World): Promise<void> {
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  for (const each of schedules) await each.run(ctx)
}

/** A stream that is live on another node, which was last seen some seconds ago. */
async function liveElsewhere(w: World, seenSecondsAgo: number, draft = {}) {
  const made = await w.call('livestream.stream.create', { title: 'Elsewhere', ...draft })
  const host = hostOf(w.app)
  const judged = await host.admit({
    key: String(objectOf(made.ingest)['streamKey']),
    address: '127.0.0.1',
    protocol: 'rtmp',
  })
  assert.ok('plan' in judged)
  const media = { videoCodec: 'avc1.64001f', audioCodec: null, width: 320, height: 180 }
  await host.store(judged.plan, { kind: 'ready', ...media })
  const nodeId = randomUUID()
  const sql = (text: string, values: unknown[]) => w.app.pools.work.query(text, values)
  await sql('update livestream_session set node_id = $1 where id = $2', [nodeId, judged.plan.sessionUuid])
  const seen = (seconds: number) =>
    sql(
      `insert into ops_node (id, url, seen_at) values ($1, 'http://10.0.0.9', now() - make_interval(secs => $2))
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [nodeId, seconds],
    )
  await seen(seenSecondsAgo)
  const status = async () => (await w.call('livestream.stream.get', { streamId: made.id })).status
  const isKnown = async () => (await sql('select 1 from ops_node where id = $1', [nodeId])).rows.length > 0
  return { id: String(made.id), nodeId, host, plan: judged.plan, seen, status, isKnown }
}

test('a live stream of a running node stays live', async () => {
  await using w = await world()
  const stream = await liveElsewhere(w, 0)
  await runSchedule(w)
  assert.equal(await stream.status(), 'live')
})

test('a session of a lost node is closed after the reconnect window of its stream', async () => {
  await using w = await world()
  const stream = await liveElsewhere(w, 20, { reconnectWindowSeconds: 30 })
  await runSchedule(w)
  assert.equal(await stream.status(), 'reconnecting')
  assert.equal((await w.emitted('livestream.stream.disconnected')).length, 1)
  await stream.seen(30)
  await runSchedule(w)
  assert.equal((await w.emitted('livestream.stream.disconnected')).length, 1)
  await stream.seen(60)
  await runSchedule(w)
  assert.equal(await stream.status(), 'ended')
  const { lastEndedReason } = await w.call('livestream.stream.get', { streamId: stream.id })
  assert.equal(lastEndedReason, 'server_stopped')
  await runSchedule(w)
  assert.equal((await w.emitted('livestream.stream.ended')).length, 1)
  assert.equal(await stream.host.standingOf(stream.plan), 'over')
})

test('closing a lost session keeps the dismissal of its publisher with the closed state, as an effect', async () => {
  await using w = await world()
  const { status } = await liveElsewhere(w, 90_000)
  await runSchedule(w)
  assert.equal(await status(), 'ended')
  const sql = 'select count(*)::int as found from account_outbox where account_id = $1 and name = $2'
  const { rows } = await w.app.pools.work.query(sql, [w.account.account.id, 'livestream.publisher.dismiss'])
  assert.deepEqual(rows, [{ found: 1 }])
})

test('the due recording of a lost node fails after a week, and is published where it comes after all', async () => {
  await using w = await world()
  const { plan, host, seen } = await liveElsewhere(w, 0, { record: true })
  const ended = { kind: 'ended', why: 'ended', rejection: undefined } as const
  await host.store(plan, { kind: 'wentLive' })
  await host.store(plan, { ...ended, recording: 'due' })
  const status = async () => (await w.call('livestream.static.all', { source: 'recording' })).items[0]?.status
  const endedDaysAgo = (days: number) =>
    w.app.pools.work.query('update livestream_session set ended_at = $1', [
      new Date(w.clock.now().getTime() - days * 86_400_000).toISOString(),
    ])
  const isDue = async () =>
    (await w.app.pools.work.query('select 1 from livestream_session where is_due')).rows.length > 0
  await endedDaysAgo(8)
  await runSchedule(w)
  assert.equal(await status(), 'processing')
  await seen(8 * 86_400)
  await endedDaysAgo(6)
  await runSchedule(w)
  assert.deepEqual([await status(), await isDue()], ['processing', true])
  await endedDaysAgo(8)
  await runSchedule(w)
  await runSchedule(w)
  assert.deepEqual([await status(), await isDue()], ['failed', false])
  assert.equal((await w.emitted('livestream.static.failed')).length, 1)
  await host.store(plan, { ...ended, recording: undefined })
  assert.equal(await status(), 'failed')
  const recording = { durationSeconds: 3, byteCount: 1000, width: 320, height: 180 }
  await host.store(plan, { ...ended, recording })
  assert.equal(await status(), 'published')
  assert.equal((await w.emitted('livestream.static.failed')).length, 1)
})

test('a node that returns in time keeps its sessions, and a node that stays lost is deleted', async () => {
  await using w = await world()
  const stream = await liveElsewhere(w, 20)
  await runSchedule(w)
  await stream.seen(0)
  await stream.host.store(stream.plan, { kind: 'resumed', wasLive: true })
  await runSchedule(w)
  assert.equal(await stream.status(), 'live')
  await stream.seen(90_000)
  await runSchedule(w)
  assert.deepEqual([await stream.status(), await stream.isKnown()], ['ended', true])
  await runSchedule(w)
  assert.equal(await stream.isKnown(), false)
})

test('a node closes a row of its own that no session holds, at the searches while it runs', async (t) => {
  await using w = await world()
  const { host, nodeId, status } = await liveElsewhere(w, 0)
  const nothing = {
    open: () => assert.fail('no encoder connects'),
    left: async () => [],
    recover: async () => undefined,
  }
  const held = new HeldSessions({ host, sessions: nothing, nodeId, log })
  t.mock.timers.enable({ apis: ['setInterval'] })
  await held.recover()
  assert.equal(await status(), 'live')
  const search = () => {
    t.mock.timers.tick(30_000)
    return status()
  }
  await until(search, (found) => found === 'ended')
  await held.stop()
})

test('a server opens its port for encoders before it recovers the sessions of the process before it', async () => {
  await using w = await world()
  const { host, nodeId, plan, status } = await liveElsewhere(w, 0)
  const recovery = Promise.withResolvers<undefined>()
  const ingest = () => ({ rtmpUrl: null, rtmpsUrl: null, forwardUrl: null })
  const { work, isPreparing } = w.app.pools
  const engine = openEmbeddedEngine({
    nodes: openNodes({ id: nodeId, db: executor(work, isPreparing), key: Buffer.alloc(32), ingest, log }),
    settings: {
      host: '127.0.0.1',
      rtmpPort: 0,
      isRtmpPortChosen: true,
      rtmpUrl: undefined,
      rtmps: undefined,
      publicHost: 'fairground.test',
    },
    host,
    sessions: {
      open: () => assert.fail('no encoder connects'),
      left: async () => [plan],
      recover: () => recovery.promise,
    },
    log,
  })
  let isOpen = false
  const started = engine.start('http://127.0.0.1:1').then(() => (isOpen = true))
  const before = await until(() => isOpen)
    .then(status)
    .finally(() => recovery.resolve(undefined))
  assert.equal(before, 'live')
  await until(status, (found) => found === 'ended')
  await started
  await engine.stop()
})
