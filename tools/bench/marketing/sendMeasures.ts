import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeApp, type App } from '#app/app.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { partContacts } from '#products/marketing/campaign/campaignFrozen.ts'
import { makeMessages } from '#products/marketing/campaign/campaignMessages.ts'
import { sendingLanes } from '#products/marketing/message/messageSend.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import { defaultSettings, openRates, quietLog } from '#tools/bench/database.ts'
import { settle } from '#tools/bench/fill.ts'
import { cpuSeconds, familySeconds, startScript } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'
import { measureClaims } from './claimMeasures.ts'

export type SendBench = { address: SocketAddress; admin: SocketAddress; dataDir: string; count: number }

const waitMaxMs = 600_000
const newsCount = 1_000_000
const claimCount = 20_000
const body = `Hello {{ contact.firstName | default: "there" }},

our summer programme is out: fifteen evenings on the old pier, each with a live stream for those who are far away.

{% if contact.attributes.plan == "pro" %}As a member you book a week before everybody else.{% endif %}

[Book a seat](https://fair.example/summer?from=mail) · [See the programme](https://fair.example/programme)

${'The doors open at six, the music begins at eight, and the last boat leaves at midnight. '.repeat(12)}

[Unsubscribe]({{ unsubscribeUrl }}) · [Preferences]({{ preferencesUrl }})
`

/** Mails of campaigns of this process to an SMTP sink on the same machine, and the freeze of a large audience. */
export async function measureSending({ address, admin, dataDir, count }: SendBench): Promise<Line[]> {
  const sink = await openSink()
  const app = await openSender({ address, dataDir, smtpPort: sink.smtpPort })
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    await handleFacts(client)
    await settle(admin)
    const { account, secretKey } = await app.foundAccount({ name: 'Sender', kind: 'business' })
    await client.query(contactsSql, [account.id, count, 'news'])
    const postmaster = Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
    await callApi(app, { secretKey, path: 'sendingDomain/create', input: { domain: signedDomain } })
    await client.query(`update marketing_sending_domain set status = 'verified', next_check_at = 'infinity'`)
    const lines: Line[] = []
    for (const { name, from, atLeast } of senders) {
      const measure = await rateOf(sink, { postmaster, count })
      await addCampaign(app, { secretKey, tag: 'news', status: 'sending', from })
      lines.push({ name, unit: 'mails/s', atLeast, ...(await measure()) })
    }
    const frozen = await measureFreeze(app, { client, secretKey, account, count: Math.min(newsCount, count * 100) })
    return [...lines, ...frozen]
  } finally {
    await client.end()
    await app.stop()
    await sink.stop()
  }
}

/**
 * Waits until the facts of earlier measures are handled, such as the 200,000 of timers: they and the vacuum of their
 * rows took more than half of the database time of the mails beside them.
 */
async function handleFacts(client: pg.Client): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < waitMaxMs; await sleep(500)) {
    const { rows } = await client.query<{ isBusy: boolean }>(
      `select exists (select from account_outbox where published_at is null)
         or exists (select from ops_job where status in ('queued', 'running') and run_at <= now()) as "isBusy"`,
    )
    if (rows[0]?.isBusy === false) return
  }
  throw new Error('the facts of earlier measures are not handled')
}

const signedDomain = 'news.fair.example'
const senders = [
  { name: 'mails of a campaign, no DKIM', from: 'hello@fair.example', atLeast: 500 },
  { name: 'mails of a campaign with DKIM', from: `hello@${signedDomain}`, atLeast: 300 },
]

type Sink = { pid: number; smtpPort: string; mailsTaken(): Promise<number>; stop(): Promise<void> }

async function openSink(): Promise<Sink> {
  const { pid, url, stop } = await startScript(`${import.meta.dirname}/mailSink.ts`, [])
  const [smtpPort = '', readerPort = ''] = url.split(' ')
  const mailsTaken = async () => {
    const counts: unknown = await (await fetch(`http://127.0.0.1:${readerPort}`)).json()
    return Number(Object(counts).mails)
  }
  return { pid, smtpPort, mailsTaken, stop }
}

type Sender = { address: SocketAddress; dataDir: string; smtpPort: string }

function openSender({ address, dataDir, smtpPort }: Sender): Promise<App> {
  const secrets = openSecrets(randomBytes(32))
  return makeApp({
    address,
    poolSizeMax: 10,
    isPreparing: true,
    trustProxy: false,
    rates: openRates,
    settings: defaultSettings,
    publicUrl: 'http://localhost:8080',
    isChecking: false,
    isWorking: true,
    smtp: { url: `smtp://127.0.0.1:${smtpPort}`, from: { name: 'Fair', address: 'hello@fair.example' } },
    now: () => new Date(),
    log: quietLog,
    nodeId: randomUUID(),
    live: liveWithoutIngest(dataDir),
    subkey: secrets.subkey,
    sealer: secrets.sealer('sealing'),
  })
}

/** Begins to count: mails a second from the next mail at the sink to the last one, with the CPU time of a mail. */
async function rateOf(sink: Sink, { postmaster, count }: { postmaster: number; count: number }) {
  const cpu = () => ({
    server: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    database: familySeconds(postmaster),
    sink: cpuSeconds(sink.pid),
  })
  const earlier = await sink.mailsTaken()
  return async () => {
    while ((await sink.mailsTaken()) === earlier) await sleep(10)
    const [from, startedAt, before] = [await sink.mailsTaken(), performance.now(), cpu()]
    let taken = from
    while (taken < earlier + count && performance.now() - startedAt < waitMaxMs) {
      await sleep(50)
      taken = await sink.mailsTaken()
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const after = cpu()
    const each = (key: keyof typeof after) => ((1_000 * (after[key] - before[key])) / (taken - from)).toFixed(2)
    const note = `CPU ms a mail: server ${each('server')}, database ${each('database')}, sink ${each('sink')}`
    return { value: (taken - from) / seconds, note }
  }
}

type Aim = { secretKey: string; tag: string; status: 'draft' | 'sending'; from: string }

async function addCampaign(app: App, { secretKey, tag, status, from }: Aim): Promise<string> {
  const input = {
    ...{ name: `Summer for ${tag}`, audience: { tags: [tag] }, status, from: { name: 'Fair', email: from } },
    ...{ subject: 'Summer, {{ contact.firstName }}', format: 'markdown', body },
  }
  return callApi(app, { secretKey, path: 'campaign/create', input })
}

/** Creates a record, and returns its id. */
async function callApi(app: App, sent: { secretKey: string; path: string; input: object }): Promise<string> {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/marketing/${sent.path}`,
    headers: { 'x-service-api-key': sent.secretKey },
    payload: sent.input,
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return String(response.json().data.id)
}

type Freeze = { client: pg.Client; secretKey: string; account: Parameters<App['operatorCtx']>[0]; count: number }

async function measureFreeze(app: App, { client, secretKey, account, count }: Freeze): Promise<Line[]> {
  await client.query(contactsSql, [account.id, count, 'everyone'])
  await client.query('vacuum analyze marketing_contact')
  const id = await addCampaign(app, { secretKey, tag: 'everyone', status: 'draft', from: 'hello@fair.example' })
  const ctx = app.operatorCtx(account, 'bench')
  const record = await ctx.store.get(campaign, id)
  const startedAt = performance.now()
  let after: string | undefined
  do {
    const step = { after }
    after = await ctx.atomic((inner) => freezeStep(inner, record, step))
  } while (after !== undefined)
  const value = (performance.now() - startedAt) / 1_000
  await ctx.atomic((inner) => makeMessages(inner, record))
  const firstAt = performance.now()
  while (await ctx.atomic((inner) => makeMessages(inner, record)));
  const perSecond = Math.round(((count - partContacts) * 1_000) / (performance.now() - firstAt))
  const first = ((firstAt - startedAt) / 1_000).toFixed(1)
  const pace = perSecond.toLocaleString('en')
  const note = `${count.toLocaleString('en')} contacts; first mails due after ${first} s, messages made at ${pace}/s`
  // By itself: the sender of the server is called by nothing, and leaves these messages alone.
  await client.query(`update marketing_campaign set status = 'sending' where account_id = $1 and name = $2`, [
    account.id,
    record.name,
  ])
  const claims = await measureClaims(ctx, { count: claimCount, lanes: sendingLanes })
  return [{ name: 'freeze of an audience', value, unit: 's', atMost: 5, note }, claims]
}

const contactsSql = `
insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
  first_name, last_name, name_key, attributes, tags, topics, tracking_disabled)
select $1::bigint, uuidv7(), 'subscribed', 1, now(), now(), '{}', address, address, 'Ada', 'Lund ' || i,
  'ada lund ' || i, jsonb_build_object('plan', case when i % 2 = 0 then 'pro' else 'free' end), array[$3::text],
  '{}', false
from generate_series(1, $2::int) i, lateral (select $3::text || i || '@example.com' as address) a`
