import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeApp, type App } from '#app/app.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { openSecrets } from '#platform/secrets/secrets.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import { defaultSettings, openRates, quietLog } from '#tools/bench/database.ts'
import { cpuSeconds, familySeconds, startScript } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'

export type SendBench = { address: SocketAddress; admin: SocketAddress; dataDir: string; count: number }

const waitMaxMs = 600_000
const body = `# {{ subject | default: "Summer" }}

Hello {{ contact.firstName | default: "there" }}, our summer programme is out: fifteen evenings on the old pier, each with
a live stream for those who are far away.

{% if contact.attributes.plan == "pro" %}As a member you book a week before everybody else.{% endif %}

[Book a seat](https://fair.example/summer?from=mail) · [See the programme](https://fair.example/programme)

${'The doors open at six, the music begins at eight, and the last boat leaves at midnight. '.repeat(12)}

[Unsubscribe]({{ unsubscribeUrl }}) · [Preferences]({{ preferencesUrl }})
`

/** A campaign of a server to an SMTP sink on the same machine: from the first mail at the sink to the last one. */
export async function measureSending({ address, admin, dataDir, count }: SendBench): Promise<Line[]> {
  const sink = await startScript(`${import.meta.dirname}/mailSink.ts`, [])
  const [smtpPort, readerPort] = sink.url.split(' ')
  const secrets = openSecrets(randomBytes(32))
  const app = await makeApp({
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
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { account, secretKey } = await app.foundAccount({ name: 'Sender', kind: 'business' })
    await addContacts(admin, { accountId: account.id, count })
    const mailsTaken = async () => {
      const taken: unknown = await (await fetch(`http://127.0.0.1:${readerPort}`)).json()
      return Number(Object(taken).mails)
    }
    const postmaster = Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
    const cpu = () => ({
      server: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      database: familySeconds(postmaster),
      sink: cpuSeconds(sink.pid),
    })
    await startCampaign(app, secretKey)
    while ((await mailsTaken()) === 0) await sleep(10)
    const [from, startedAt, before] = [await mailsTaken(), performance.now(), cpu()]
    let taken = from
    while (taken < count && performance.now() - startedAt < waitMaxMs) {
      await sleep(50)
      taken = await mailsTaken()
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const after = cpu()
    const mails = taken - from
    const each = (key: keyof typeof after) => ((1_000 * (after[key] - before[key])) / mails).toFixed(2)
    const note = `CPU ms a mail: server ${each('server')}, database ${each('database')}, sink ${each('sink')}`
    return [{ name: 'mails of a campaign to a sink', value: mails / seconds, unit: 'mails/s', atLeast: 500, note }]
  } finally {
    await app.stop()
    await sink.stop()
  }
}

async function startCampaign(app: App, secretKey: string): Promise<void> {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/marketing/campaign/create',
    headers: { 'x-service-api-key': secretKey },
    payload: {
      ...{ name: 'Summer', audience: { tags: ['news'] }, status: 'sending' },
      ...{ subject: 'Summer, {{ contact.firstName }}', format: 'markdown', body },
    },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
}

async function addContacts(admin: SocketAddress, { accountId, count }: { accountId: number; count: number }) {
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(contactsSql, [accountId, count])
  await client.query('vacuum analyze marketing_contact')
  await client.end()
}

const contactsSql = `
insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
  first_name, last_name, name_key, attributes, tags, topics, tracking_disabled)
select $1::bigint, gen_random_uuid(), 'subscribed', 1, now(), now(), '{}', address, address, 'Ada', 'Lund ' || i,
  'ada lund ' || i, jsonb_build_object('plan', case when i % 2 = 0 then 'pro' else 'free' end), array['news'],
  '{}', false
from generate_series(1, $2::int) i, lateral (select 'person' || i || '@example.com' as address) a`
