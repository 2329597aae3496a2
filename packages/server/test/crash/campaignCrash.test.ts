import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { freePort } from '#test/world/freePort.ts'
import { noPostfix, startPostfix } from '#test/world/postfix.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, type Json } from '#test/world/world.ts'
import { callApi, inDatabase, openPlatform, type Platform } from './platform.ts'

/** Mails of the campaign; the proof of a release takes 10000. */
const count = Number(process.env['CAMPAIGN_CRASH_MAILS'] ?? 600)
/** Every such address is unknown to Postfix, which accepts its mail and reports afterwards. */
const unknownEvery = 50
const unknown = Math.floor(count / unknownEvery)
const kills = 3
/** Connections to the mail server, each with one mail at a time. */
const connections = 8
/** Time for which a process reserves messages. */
const leaseMs = 120_000

test(
  'kill -9 during a campaign into Postfix loses no mail, doubles none, and its reports come back',
  { timeout: 1_800_000, skip: noPostfix },
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fairground-campaign-crash-'))
    const inboundPort = await freePort()
    await using postfix = await startPostfix({ relayHost: { port: inboundPort } })
    const platform = await openPlatform(dataDir, {
      SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
      MAIL_FROM: 'operator@fair.test',
      INBOUND_SMTP_PORT: String(inboundPort),
      INBOUND_MAIL_DOMAIN: 'bounces.fair.test',
    })
    t.after(async () => {
      await platform.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await platform.start()
    await inDatabase(dataDir, contactsSql, [count, unknownEvery])
    const keyOf = await verifiedDomain(platform, dataDir)
    const campaignId = await startCampaign(platform)
    const handedOver = async () => {
      const { stats } = await statsOf(platform, campaignId)
      return Number(stats['sent']) + Number(stats['bounced'])
    }
    for (let kill = 1; kill <= kills; kill++) {
      await reaches((count * kill) / (kills + 1), handedOver)
      await platform.killServer()
      await until(platform.postgresPids, ({ length }) => length === 0)
      const reservedUntil = new Date(Date.now() + leaseMs)
      await platform.start()
      // Reservations of the dead process end after two minutes; here they end now.
      await inDatabase(dataDir, endReservations, [reservedUntil.toISOString()])
    }
    const uncertainOf = async () => Number((await statsOf(platform, campaignId)).stats['uncertain'])
    await reaches(count, async () => (await handedOver()) + (await uncertainOf()))
    await until(
      () => statsOf(platform, campaignId),
      ({ status }) => status === 'sent',
    )
    const uncertain = await uncertainOf()
    assert.ok(uncertain <= connections * kills, `${uncertain} undecided`)

    const known = count - unknown
    await reaches(known - uncertain, async () => (await postfix.mails('crowd')).length)
    const mails = await postfix.mails('crowd')
    assert.ok(mails.length <= known, `${mails.length} mails of ${known} arrived`)
    for (const header of ['Message-ID', 'Delivered-To']) {
      assert.equal(new Set(mails.map((mail) => headerOf(mail, header))).size, mails.length, `${header} comes twice`)
    }
    for (const mail of mails) await checkSignature(mail, keyOf)

    const bouncedOf = async () => Number((await statsOf(platform, campaignId)).stats['bounced'])
    await reaches(unknown - uncertain, bouncedOf)
    const suppressed = await inDatabase(dataDir, suppressedSql, [])
    assert.ok(suppressed.length <= (await bouncedOf()) && suppressed.length >= unknown - uncertain)
    const isUnknown = ({ email }: Json) => String(email).endsWith('@example.test')
    assert.ok(suppressed.every(isUnknown), JSON.stringify(suppressed))
    t.diagnostic(`${mails.length} of ${known} mails arrived, ${uncertain} undecided after ${kills} crashes`)
    t.diagnostic(`${suppressed.length} of ${unknown} unknown addresses reported and suppressed`)
  },
)

/** Waits until a number that grows reaches a bound. Half a minute without growth fails. */
async function reaches(bound: number, read: () => Promise<number>): Promise<void> {
  for (let found = await read(); found < bound;) {
    const before = found
    found = await until(read, (value) => value > before)
  }
}

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

/** A sending domain whose records count as published. Returns the values of its TXT records by name. */
async function verifiedDomain(platform: Platform, dataDir: string): Promise<ReadonlyMap<string, string>> {
  const { records } = await callApi(platform, 'marketing/sendingDomain/create', { domain: 'news.fair.test' })
  await inDatabase(dataDir, verifySql, [])
  return new Map(arrayOf(records).map(({ name, value }) => [String(name), String(value)]))
}

async function startCampaign(platform: Platform): Promise<string> {
  const { id } = await callApi(platform, 'marketing/campaign/create', {
    ...{ name: 'Summer', audience: { tags: ['news'] }, throttle: { perSecond: 500 }, status: 'sending' },
    from: { name: 'Fair', email: 'hello@news.fair.test' },
    ...{ subject: 'Summer, {{ contact.firstName }}', format: 'markdown', body: 'Hello {{ contact.firstName }}' },
  })
  return String(id)
}

/** Fails unless the signature of the sending domain is valid, and covers both headers of one-click unsubscription. */
async function checkSignature(mail: string, keyOf: ReadonlyMap<string, string>): Promise<void> {
  // Postfix stores lines with LF, and writes its own headers above those that were signed.
  const raw = Buffer.from(mail.replace(/\r?\n/g, '\r\n'))
  const resolver = async (name: string) => [[keyOf.get(name) ?? '']]
  const { results } = await dkimVerify(raw, { resolver })
  const [result] = results
  assert.equal(result?.status.result, 'pass', `${JSON.stringify(result?.status)} of ${mail}`)
  const signed = String(result?.signingHeaders?.keys).toLowerCase()
  for (const name of ['list-unsubscribe', 'list-unsubscribe-post']) assert.ok(signed.includes(name), signed)
}

function headerOf(mail: string, name: string): string {
  const [, value] = new RegExp(`^${name}: (\\S+)\\r?$`, 'im').exec(mail) ?? []
  assert.ok(value !== undefined, `a mail without ${name}`)
  return value
}

const contactsSql = `
insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
  first_name, name_key, attributes, tags, topics, tracking_disabled)
select account_id, gen_random_uuid(), 'subscribed', 1, now(), now(), '{}', address, address, 'Ada', 'ada', '{}',
  array['news'], '{}', false
from account_account, generate_series(1, $1::int) i,
  lateral (select 'person' || i || case when i % $2::int = 0 then '@example.test' else '@crowd.test' end as address) a
where mode = 'live'`

const verifySql = `update marketing_sending_domain set status = 'verified', next_check_at = 'infinity'`

const endReservations = `update marketing_message set leased_until = now() - interval '1 second'
where leased_until < $1::timestamptz`

const suppressedSql = `select email from marketing_contact where status = 'bounced'`
