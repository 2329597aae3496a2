import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailServer, type MailServer, type TakenMail } from '#test/world/mailServer.ts'
import { receiver, type Receiver } from '#test/world/receiver.ts'
import { until } from '#test/world/until.ts'
import { callApi, connected, inDatabase, openPlatform, type Platform } from './platform.ts'

/** Days of the automation, each delay of one moved to now: `AUTOMATION_CRASH_DAYS=30` has each moment five times. */
const days = Number(process.env['AUTOMATION_CRASH_DAYS'] ?? 6)
/** Days that end with a crash: all but the last ones. */
const crashes = Math.floor((days * 5) / 6)
const contacts = 4
/** Time for which a process has a message to itself. */
const leaseMs = 120_000

const inline = { subject: 'Day', format: 'text', body: 'Good to have you.' }

/** The person gets a mail, a call, a tag, its removal and a point, once a day. */
const nodes = (integrationId: unknown) => [
  { nodeId: 'mail', type: 'sendEmail', inline, next: 'call' },
  { nodeId: 'call', type: 'sendWebhook', integrationId, bodyTemplate: '{"id": "{{ contact.id }}"}', next: 'tag' },
  { nodeId: 'tag', type: 'updateContact', addTags: ['here'], next: 'untag' },
  { nodeId: 'untag', type: 'updateContact', removeTags: ['here'], next: 'score' },
  { nodeId: 'score', type: 'addScore', points: 1, reason: 'A day', score: 'fit', next: 'day' },
  { nodeId: 'day', type: 'delay', for: 'P1D', next: 'again' },
  { nodeId: 'again', type: 'goTo', next: 'mail' },
]

type Scene = { platform: Platform; dataDir: string; sink: Sink; calls: Receiver }

/** A mail server that can hold back its reply, before it has a mail or once it has it. */
type Sink = { mails: MailServer; holdAt: 'begin' | 'end' | undefined; isHolding: boolean; release(): void }

/** Each ends with a crash: within a transaction of steps, during a mail, during a call, at any time of a day. */
const moments: ((scene: Scene) => Promise<void>)[] = [
  async (scene) => {
    const client = await connected(scene.dataDir)
    await client.query('begin; lock table marketing_automation_step in share mode')
    await nextDay(scene)
    const waiting = `select from pg_locks where not granted and relation = 'marketing_automation_step'::regclass`
    await until(async () => ((await client.query(waiting)).rowCount ?? 0) > 0)
    await restart(scene)
    await client.end().catch(() => undefined)
  },
  (scene) => crashInMail(scene, 'begin'),
  async (scene) => {
    const called = Promise.withResolvers<void>()
    scene.calls.answer = () => {
      called.resolve()
      return new Promise(() => undefined)
    }
    await nextDay(scene)
    await called.promise
    await until(
      () => inDatabase(scene.dataDir, "select from marketing_message where channel = 'email' and state = 'attempting'"),
      ({ length }) => length === 0,
    )
    scene.calls.answer = () => 204
    await restart(scene)
  },
  (scene) => crashInMail(scene, 'end'),
  async (scene) => {
    await nextDay(scene)
    await sleep(Math.random() * 1_500)
    await restart(scene)
  },
]

async function crashInMail(scene: Scene, at: 'begin' | 'end'): Promise<void> {
  scene.sink.holdAt = at
  await nextDay(scene)
  await until(() => scene.sink.isHolding)
  scene.sink.holdAt = undefined
  await restart(scene)
  scene.sink.release()
}

test(
  `${days} days of runs with kill -9 at every kind of moment have each effect once`,
  { timeout: 900_000 },
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairground-automation-crash-'))
    await using calls = await receiver()
    const sink = await openSink()
    t.after(() => sink.mails[Symbol.asyncDispose]())
    const platform = await openPlatform(dataDir, {
      SMTP_URL: `smtp://127.0.0.1:${sink.mails.port}`,
      MAIL_FROM: 'operator@fair.test',
      OUTBOUND_ALLOW_PRIVATE: 'on',
    })
    t.after(async () => {
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await platform.start()
    const scene = { platform, dataDir, sink, calls }
    await begin(scene)
    for (let day = 1; day < days; day++) {
      await ended(scene, day)
      const moment = day <= crashes ? moments[day % moments.length] : undefined
      await (moment ?? nextDay)(scene)
    }
    await ended(scene, days)
    await checkEffects(t, scene)
  },
)

async function begin({ platform, calls }: Scene): Promise<void> {
  const hook = { name: 'Hook', type: 'outboundWebhook', config: { url: calls.url } }
  const { id: integrationId } = await callApi(platform, 'marketing/integration/create', hook)
  const { id: automationId } = await callApi(platform, 'marketing/automation/create', {
    ...{ name: 'Daily', status: 'active', trigger: { type: 'manual' }, nodes: nodes(integrationId) },
  })
  const contactIds: string[] = []
  for (let made = 0; made < contacts; made++) {
    const { id } = await callApi(platform, 'marketing/contact/create', { email: `p${made}@crowd.test` })
    contactIds.push(String(id))
  }
  await callApi(platform, 'marketing/automation/enrol', { automationId, contactIds })
}

async function openSink(): Promise<Sink> {
  const held: (() => void)[] = []
  const taken: TakenMail[] = []
  const reply = (at: Sink['holdAt'], done: () => void) => {
    if (sink.holdAt !== at) return done()
    sink.isHolding = true
    return void held.push(done)
  }
  const mails = await mailServer({
    onMailFrom: (_address, _session, done) => reply('begin', done),
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from: '', to, raw: Buffer.concat(pieces).toString() })
        reply('end', done)
      })
    },
  })
  const sink: Sink = {
    mails: { ...mails, taken },
    holdAt: undefined,
    isHolding: false,
    release() {
      sink.isHolding = false
      for (const each of held.splice(0)) each()
    },
  }
  return sink
}

/** Ends the delay of each run. */
async function nextDay({ dataDir }: Scene): Promise<void> {
  await inDatabase(dataDir, endDelays)
}

/**
 * Kills the server, and starts it again. Attempts of the dead process count as lost at once, not after minutes, and
 * jobs that crash after crash interrupted run without their back-off.
 */
async function restart({ platform, dataDir }: Scene): Promise<void> {
  await platform.killServer()
  await until(platform.postgresPids, ({ length }) => length === 0)
  const leasedUntil = new Date(Date.now() + leaseMs).toISOString()
  await platform.start()
  await inDatabase(dataDir, endLeases, [leasedUntil])
  await inDatabase(dataDir, endBackOff)
}

/** Waits until each run has reached the delay of a day. */
async function ended({ dataDir }: Scene, day: number): Promise<void> {
  const sql = `select count(*)::integer as runs from marketing_automation_run r where status = 'active'
    and (select count(*) from marketing_automation_step s where s.account_id = r.account_id and s.run_id = r.id
      and s.node_id = 'score') = $1`
  await until(
    () => inDatabase(dataDir, sql, [day]),
    ([row]) => row?.['runs'] === contacts,
  )
}

/** Fails unless each step of each day has had its effect once. */
async function checkEffects(t: TestContext, { platform, dataDir, sink, calls }: Scene): Promise<void> {
  const expected = contacts * days
  const read = async (sql: string) => inDatabase(dataDir, sql)
  await until(
    () => read("select 1 from marketing_message where state in ('queued', 'attempting', 'deferred')"),
    ({ length }) => length === 0,
  )
  const steps = await read('select node_id, count(*)::integer as steps from marketing_automation_step group by 1')
  const counts = new Map(steps.map((row) => [row['node_id'], row['steps']]))
  for (const name of ['mail', 'call', 'tag', 'untag', 'score']) assert.equal(counts.get(name), expected, name)

  const messages = await read(
    `select channel, state, count(*)::integer as found, count(distinct key)::integer as keys
     from marketing_message group by 1, 2`,
  )
  const found = (channel: string, state: string) =>
    Number(messages.find((row) => row['channel'] === channel && row['state'] === state)?.['found'] ?? 0)
  const uncertain = found('email', 'uncertain')
  assert.equal(found('email', 'sent') + uncertain, expected, JSON.stringify(messages))
  assert.equal(found('webhook', 'sent'), expected, JSON.stringify(messages))
  assert.ok(messages.every((row) => row['found'] === row['keys']))

  const ids = sink.mails.taken.map(({ raw }) => /^message-id: (\S+)/im.exec(raw)?.[1])
  assert.equal(new Set(ids).size, ids.length, 'a mail arrived twice')
  assert.ok(ids.length <= expected && ids.length >= expected - uncertain, `${ids.length} of ${expected} mails`)
  // All mails of a day are on their way at once: a crash leaves no more than these undecided, and none is sent again.
  assert.ok(uncertain <= contacts * crashes, `${uncertain} undecided`)
  // A call is repeated after a crash; its receiver drops it by its key.
  const keys = new Set(calls.received.map(({ headers }) => headers['idempotency-key']))
  assert.equal(keys.size, expected)

  assert.deepEqual(
    await read('select sum(points)::integer as points, count(*)::integer as entries from marketing_score_entry'),
    [{ points: expected, entries: expected }],
  )
  const versions = await read('select distinct version, tags from marketing_contact')
  assert.deepEqual(versions, [{ version: 1 + 2 * days, tags: [] }], 'a tag was added or removed twice')
  t.diagnostic(`${expected} of each effect after ${crashes} crashes, ${uncertain} mails undecided`)
  t.diagnostic(`${calls.received.length} calls for ${keys.size} keys`)
  await platform.stop()
}

/** Locks timers before runs, as the server does. */
const endDelays = `with timers as (
  update marketing_timer set due_at = now() where kind = 'run' returning account_id, owner_id)
update marketing_automation_run r set arrived_at = arrived_at - interval '25 hours' from timers t
where r.account_id = t.account_id and r.id = t.owner_id and r.status = 'active'`

const endLeases = `update marketing_message set leased_until = now() - interval '1 second'
where leased_until < $1::timestamptz`

const endBackOff = "update ops_job set run_at = now() where status = 'queued' and run_at > now() and outages > 0"
