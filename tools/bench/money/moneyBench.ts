import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { App } from '#app/app.ts'
import { encodeId } from '#kit/values/ids.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openBenchApp } from '#tools/bench/benchApp.ts'
import { settle } from '#tools/bench/fill.ts'
import { median, sends } from '#tools/bench/load.ts'
import { http, ofPgbench, paired, ratio, subjectEnv, turns, type Bench } from '#tools/bench/measures.ts'
import { findPgbench, pgbenchInsert } from '#tools/bench/pgbench.ts'
import { startSubject, type Subject } from '#tools/bench/processes.ts'
import type { Line } from '#tools/bench/report.ts'

const connections = 64
/** Codes, members, and promotions that run at once. */
const [codes, members, promotions] = [10_000, 500, 200]
const usesMax = 2_000_000_000

type Seeded = { hot: string; coupons: readonly string[]; contacts: readonly string[] }

/**
 * Measures redemptions of one hot coupon and of many codes, and grants of tokens, as ratios to pgbench's durable insert
 * of one row in the same rounds; and an evaluation of 200 promotions on 50 lines. `--quick` takes short rounds.
 */
export async function measureMoney(flags: readonly string[]): Promise<Line[]> {
  const isQuick = flags.includes('--quick')
  const masterKey = randomBytes(32)
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-money-'))
  const embedded = await startEmbedded({ dataDir })
  try {
    const { address, admin } = embedded
    await migrate(address)
    const app = await openBenchApp({ address, masterKey, dataDir })
    const { account, secretKey: key } = await app.foundAccount({ name: 'Bench', kind: 'business' })
    const client = new pg.Client(address)
    client.on('error', () => undefined)
    await client.connect()
    const seeded = await seed(app, key, { client, accountId: account.id })
    await app.stop()
    await settle(admin)
    const bench: Bench = {
      ...{ address, key, masterKey, accountId: account.id, postmasterPid: embedded.pid() ?? 0 },
      ...{ pgbench: findPgbench(), ids: { places: [], keys: [] } },
      ...(isQuick ? { seconds: 2, rounds: 3 } : { seconds: 4, rounds: 5 }),
    }
    const subject = await startSubject('ours', 'ours', subjectEnv(bench))
    try {
      const lines = await measure(bench, subject, seeded)
      await checkCounts(client)
      return lines
    } finally {
      await subject.stop()
      await client.end()
    }
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(bench: Bench, subject: Subject, { hot, coupons, contacts }: Seeded): Promise<Line[]> {
  const load = (path: string, body: string, ids: readonly string[] = []) =>
    http(bench, subject, { connections, script: sends(bench.key, 'POST', { path, body, ids }) })
  const use = `string.format('{"couponId":"%s","clientReference":"b%d"}', pick(ids), n)`
  const give = `string.format('{"name":"Bench %d","contactId":"%s","amount":5}', n, pick(ids))`
  const each = await turns(bench, {
    hot: load('/api/incentive/loyalty/redeem', use, [hot]),
    codes: load('/api/incentive/loyalty/redeem', use, coupons),
    grants: load('/api/incentive/reward/create', give, contacts),
    pgbench: ofPgbench(bench, pgbenchInsert),
  })
  const script = sends(bench.key, 'POST', { path: '/api/incentive/promotion/evaluate', body: `'${cart}'` })
  const { evaluate } = await turns(bench, { evaluate: http(bench, subject, { connections: 1, script }) })
  const against = (name: string, over: typeof each.hot, atLeast: number) =>
    ratio({
      name: `${name} ÷ pgbench insert`,
      value: paired('rps', over, each.pgbench),
      atLeast,
      of: [over, each.pgbench],
    })
  const { p99Ms, rps } = median(evaluate)
  const note = `${promotions} promotions, 50 lines, one connection, ${Math.round(rps)}/s`
  return [
    ...(median(each.pgbench).rps === 0
      ? []
      : [
          against('redemption of one coupon', each.hot, 0.1),
          against('redemption of distinct codes', each.codes, 0.25),
          against('grant of tokens', each.grants, 0.15),
        ]),
    { name: 'evaluation of promotions, p99', value: p99Ms, unit: 'ms', atMost: 20, note },
  ]
}

const items = Array.from({ length: 50 }, (_, n) => ({ sku: `SKU-${n}`, quantity: 1 + (n % 3), unitAmount: 500 + n }))
const cart = JSON.stringify({ cart: { currency: 'EUR', items } })

type Target = { client: pg.Client; accountId: number }

async function seed(app: App, key: string, { client, accountId }: Target): Promise<Seeded> {
  const call = async (path: string, payload: object) => {
    const headers = { 'x-service-api-key': key }
    const reply = await app.server.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ data: { id: string } }>().data
  }
  const coupon = { discount: { type: 'percent', percentOff: 10 }, maxRedemptions: usesMax }
  const hot = await call('incentive/loyalty/create', { name: 'Hot', ...coupon })
  await call('incentive/loyalty/create', { name: 'Codes', quantity: codes, ...coupon })
  const { rows } = await client.query<{ id: string }>('select id from loyalty_coupon where account_id = $1', [
    accountId,
  ])
  const coupons = rows.map(({ id }) => encodeId('cpn', accountId, id)).filter((id) => id !== hot.id)
  const contacts: string[] = []
  for (let n = 0; n < members; n++) {
    contacts.push((await call('marketing/contact/create', { email: `member${n}@example.org` })).id)
  }
  for (let n = 0; n < promotions; n++) {
    await call('incentive/promotion/create', {
      ...{ name: `Promotion ${n}`, trigger: 'automatic', status: 'active' },
      effects: [{ type: 'itemPercent', percentOff: 1 + (n % 9), target: { skus: [`SKU-${n % 50}`] } }],
    })
  }
  await client.query(`create table bench_view (account_id bigint, place_id uuid, person_key text, day date,
    primary key (account_id, place_id, person_key, day))`)
  return { hot: hot.id, coupons, contacts }
}

/** Throws unless the counter of each coupon is the number of its redemptions. */
async function checkCounts(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select c.id from loyalty_coupon c
    left join (select coupon_id, count(*) as rows from loyalty_redemption group by coupon_id) r on r.coupon_id = c.id
    where c.redeemed <> coalesce(r.rows, 0) limit 1`)
  if (rows.length > 0) throw new Error('the counter of a coupon is not the number of its redemptions')
}
