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
const payersAtOnce = 16
/** Codes, members, and promotions that run at once. */
const [codes, members, promotions] = [10_000, 500, 200]
const usesMax = 2_000_000_000

type Seeded = { hot: string; coupons: readonly string[]; contacts: readonly string[]; slug: string }

/**
 * Measures redemptions of one hot coupon and of many codes, and grants of tokens, as ratios to pgbench's durable insert
 * of one row in the same rounds; an evaluation of 200 promotions on 50 lines; and payments of one link from their start
 * to their success at the sandbox. `--quick` takes short rounds.
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
      // Requests that the end of a round cuts off go on for a while: after payments nothing else is measured.
      const payments = await measurePayments(bench, subject, { client, slug: seeded.slug })
      await checkPayments(client, bench.rounds)
      return [...lines, payments]
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

type Payers = { client: pg.Client; slug: string }

/**
 * Measures payments behind a first round, after which tables are analysed: a server that runs its schedules does so
 * within seconds, and the measured one has none. Until then each look-up reads all payments of the account.
 */
async function measurePayments(bench: Bench, subject: Subject, { client, slug }: Payers): Promise<Line> {
  const measured = perPayment(http(bench, subject, { connections: payersAtOnce, script: paymentsScript(slug) }))
  await measured('payments', bench.seconds)
  await client.query('analyze')
  const { payments } = await turns(bench, { payments: measured })
  return {
    name: 'payments of one link, start to success',
    value: median(payments).rps,
    unit: '/s',
    note: 'at the sandbox',
  }
}

/** Requests of a payment: its start, the card at the sandbox, and the page behind it, which retrieves the success. */
const requestsOfPayment = 3

/** Figures of whole payments. */
function perPayment(measure: ReturnType<typeof http>): ReturnType<typeof http> {
  return async (name, seconds) => {
    const round = await measure(name, seconds)
    const [nodeUs, databaseUs, cpuUs] = [round.nodeUs, round.databaseUs, round.cpuUs].map(
      (us) => us * requestsOfPayment,
    )
    const costs = { nodeUs: nodeUs ?? 0, databaseUs: databaseUs ?? 0, cpuUs: cpuUs ?? 0 }
    return { ...round, ...costs, rps: round.rps / requestsOfPayment }
  }
}

/** A wrk script in which each payment goes on as soon as a connection is free, before a new one starts. */
function paymentsScript(slug: string): string {
  return `wrk.headers["Content-Type"] = "application/json"
local n = os.time() * 1000
local waiting = {}
local refreshes = {}
local function post(path, body) return wrk.format("POST", path, nil, body) end
request = function()
  local next = table.remove(waiting)
  if next then return next end
  n = n + 1
  local attempt = string.format("00000000-0000-4000-8000-%012d", n % 1000000000000)
  local form = '{"slug":"${slug}","attemptId":"%s","email":"payer%d@example.org"}'
  return post("/public/pay/start", string.format(form, attempt, n % 1000))
end
response = function(status, headers, body)
  local session = body:match('"redirectUrl":"[^"]*/([^/"]+)"')
  if session then
    local form = '{"paymentId":"%s","proof":"%s"}'
    refreshes[session] = string.format(form, body:match('"id":"([^"]+)"'), body:match('"proof":"([^"]+)"'))
    table.insert(waiting, post("/public/sandbox/pay", '{"sessionId":"' .. session .. '","card":"4242424242424242"}'))
    return
  end
  local paid = body:match('"id":"([^"]+)"')
  if paid and refreshes[paid] then
    table.insert(waiting, post("/public/pay/refresh", refreshes[paid]))
    refreshes[paid] = nil
  end
end`
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
  const lineItems = [{ name: 'Seat', amount: 2_500 }]
  await call('payment/paymentLink/create', { title: 'Bench', currency: 'EUR', lineItems, autoPromotions: false })
  const { rows: links } = await client.query<{ slug: string }>('select slug from payments_payment_link')
  return { hot: hot.id, coupons, contacts, slug: links[0]?.slug ?? '' }
}

/** Throws unless the counter of each coupon is the number of its redemptions. */
async function checkCounts(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select c.id from loyalty_coupon c
    left join (select coupon_id, count(*) as rows from loyalty_redemption group by coupon_id) r on r.coupon_id = c.id
    where c.redeemed <> coalesce(r.rows, 0) limit 1`)
  if (rows.length > 0) throw new Error('the counter of a coupon is not the number of its redemptions')
}

/** Throws unless payments have succeeded, but for those that the ends of the rounds have cut off. */
async function checkPayments(client: pg.Client, rounds: number): Promise<void> {
  const { rows } = await client.query<{ succeeded: number; others: number }>(`select
    count(*) filter (where status = 'succeeded')::integer as succeeded,
    count(*) filter (where status <> 'succeeded')::integer as others from payments_payment`)
  const { succeeded = 0, others = 0 } = rows[0] ?? {}
  if (succeeded === 0 || others > payersAtOnce * (rounds + 2))
    throw new Error(`${others} payments have not succeeded, ${succeeded} have`)
}
