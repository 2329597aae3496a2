import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { findRunning } from '#platform/db/embedded/embedded.ts'
import { mailServer, type TakenMail } from '#test/world/mailServer.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'
import { callApi, openPlatform, type Platform } from './platform.ts'

const count = 600
const kills = 3
/** Connections to the mail server, each with one mail at a time. */
const connections = 8
/** Time for which a process reserves messages. */
const leaseMs = 120_000

test(
  'kill -9 during a campaign loses no mail, doubles none, and leaves one undecided a connection at most',
  { timeout: 1_200_000 },
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairground-campaign-crash-'))
    await using sink = await mailServer()
    const platform = await openPlatform(dataDir, {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: 'hello@fair.example',
    })
    t.after(async () => {
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await platform.start()
    await inDatabase(dataDir, contactsSql, [count])
    const campaignId = await startCampaign(platform)
    for (let kill = 1; kill <= kills; kill++) {
      await until(
        async () => {
          await statsOf(platform, campaignId)
          return sink.taken.length
        },
        (taken) => taken >= (count * kill) / (kills + 1),
      )
      await platform.killServer()
      await until(platform.postgresPids, ({ length }) => length === 0)
      const reservedUntil = new Date(Date.now() + leaseMs)
      await platform.start()
      // Reservations of the dead process end after two minutes; here they end now.
      await inDatabase(dataDir, endReservations, [reservedUntil.toISOString()])
    }
    const { status, stats } = await until(
      () => statsOf(platform, campaignId),
      (campaign) => campaign.status !== 'sending',
    )
    assert.equal(status, 'sent')
    const uncertain = Number(stats['uncertain'])
    assert.equal(Number(stats['sent']) + uncertain, count)
    assert.ok(uncertain <= connections * kills, `${uncertain} undecided`)
    assert.equal(new Set(sink.taken.map(messageIdOf)).size, sink.taken.length)
    assert.equal(new Set(sink.taken.flatMap(({ to }) => to)).size, sink.taken.length)
    assert.ok(sink.taken.length >= count - uncertain && sink.taken.length <= count)
    t.diagnostic(`${sink.taken.length} of ${count} mails arrived, ${uncertain} undecided after ${kills} crashes`)
  },
)

const states = 'queued sending sent deferred bounced failed uncertain skipped cancelled'.split(' ')

/** Reads a campaign. The states of its messages add up to its audience at each read. */
async function statsOf(platform: Platform, campaignId: string): Promise<{ status: string; stats: Json }> {
  const found = await callApi(platform, 'marketing/campaign/get', { campaignId })
  const stats = objectOf(found['stats'])
  const sum = states.reduce((total, state) => total + Number(stats[state] ?? 0), 0)
  assert.equal(sum, Number(stats['audience']), JSON.stringify(stats))
  assert.ok([0, count].includes(sum), `${sum} messages`)
  return { status: String(found['status']), stats }
}

async function startCampaign(platform: Platform): Promise<string> {
  const { id } = await callApi(platform, 'marketing/campaign/create', {
    ...{ name: 'Summer', audience: { tags: ['news'] }, throttle: { perSecond: 500 }, status: 'sending' },
    ...{ subject: 'Summer, {{ contact.firstName }}', format: 'markdown', body: 'Hello {{ contact.firstName }}' },
  })
  return String(id)
}

function messageIdOf({ raw }: TakenMail): string {
  const [, id] = /^Message-ID: (<\S+>)\r$/im.exec(raw) ?? []
  assert.ok(id !== undefined, 'a mail without a Message-ID')
  return id
}

async function inDatabase(dataDir: string, sql: string, values: readonly unknown[]): Promise<void> {
  const running = await findRunning(dataDir)
  assert.ok(running)
  const client = new pg.Client(running.address)
  await client.connect()
  await client.query(sql, [...values])
  await client.end()
}

const contactsSql = `
insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
  first_name, name_key, attributes, tags, topics, tracking_disabled)
select account_id, gen_random_uuid(), 'subscribed', 1, now(), now(), '{}', address, address, 'Ada', 'ada', '{}',
  array['news'], '{}', false
from account_account, generate_series(1, $1::int) i, lateral (select 'person' || i || '@example.com' as address) a
where mode = 'live'`

const endReservations = `update marketing_message set leased_until = now() - interval '1 second'
where leased_until < $1::timestamptz`
