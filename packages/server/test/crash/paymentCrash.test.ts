import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '#test/world/random.ts'
import { until } from '#test/world/until.ts'
import type { Json } from '#test/world/world.ts'
import { sandboxBank, stripeBank, type Bank } from './banks.ts'
import { payerOf, walk, type Payer, type Shop } from './payers.ts'
import { callApi, inDatabase, openPlatform, type Platform } from './platform.ts'

/** Crashes; the proof of a release takes `PAYMENT_CRASH_ROUNDS=200`. */
const rounds = Number(process.env['PAYMENT_CRASH_ROUNDS'] ?? 3)
const seed = Number(process.env['PAYMENT_CRASH_SEED'] ?? 20_261_228)
const payersPerRound = 4
/** Payers who are on their way at the same time; more would only wait for the server. */
const walkersMax = 12
/** Time-out of a group of payers on a server that is not killed. */
const groupMs = 60_000
/** The crash comes after at most as many responses of a round, and at most so much later. */
const [repliesMax, laterMsMax] = [60, 100]
/** Time for which a process has a job, and the relay of facts, to itself. */
const leaseMs = 60_000
const code = 'CRASH20'
const tokens = 1_000_000

type Scene = { platform: Platform; bank: Bank; dataDir: string; slug: string; viewer: Json; replies: number }

const providers: Record<string, () => Promise<Bank>> = { sandbox: sandboxBank, Stripe: () => stripeBank(seed) }

for (const [provider, openBank] of Object.entries(providers)) {
  test(
    `kill -9 at any step of a checkout over ${provider} charges no payer twice, and loses no success, use or token`,
    { timeout: 7_200_000 },
    async (t) => {
      const bank = await openBank()
      const dataDir = await mkdtemp(join(tmpdir(), 'fairground-payment-crash-'))
      const rates = { RATE_PUBLIC_PER_SECOND: '100000', RATE_PUBLIC_BURST: '100000' }
      const platform = await openPlatform(dataDir, { ...rates, ...bank.settings })
      t.after(async () => {
        await bank[Symbol.asyncDispose]()
        await platform.stop()
        await rm(dataDir, { recursive: true, force: true })
      })
      await platform.start()
      await bank.connect(platform)
      const scene = { platform, bank, dataDir, ...(await openShop(platform)), replies: 0 }
      const { payers, stages } = await crashRounds(scene)
      await finish(scene, payers)
      const outcomes = Map.groupBy(payers, ({ status }) => status)
      t.diagnostic(`${rounds} crashes, ${payers.length} payers; at a crash: ${JSON.stringify(stages)}`)
      t.diagnostic([...outcomes].map(([status, of]) => `${of.length} ${status}`).join(', '))
      await checkAll(scene, payers)
    },
  )
}

/** Takes new payers through the checkout in each round, and kills the server on the way. */
async function crashRounds(scene: Scene): Promise<{ payers: Payer[]; stages: Record<string, number> }> {
  const { platform, dataDir } = scene
  const random = randomOf(seed)
  const payers: Payer[] = []
  const stages: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    payers.push(...Array.from({ length: payersPerRound }, () => payerOf(random, code)))
    let isKilled = false
    const walkers = payers.filter(({ stage }) => stage !== 'done').slice(-walkersMax)
    const walking = walkAll(scene, walkers, () => isKilled)
    walking.catch(() => undefined)
    const crashAt = scene.replies + random() * repliesMax
    const isDone = () => scene.replies >= crashAt || walkers.every(({ stage }) => stage === 'done')
    await until(isDone)
    await sleep(random() * laterMsMax)
    const killedAt = Date.now()
    await platform.killServer()
    isKilled = true
    await walking
    for (const { stage } of payers) if (stage !== 'done') stages[stage] = (stages[stage] ?? 0) + 1
    await until(platform.postgresPids, ({ length }) => length === 0)
    await platform.start()
    await endLeases(dataDir, killedAt)
  }
  return { payers, stages }
}

/** A link with a coupon of few uses, a promotion and tokens as part payment, and a rule that rewards each payment. */
async function openShop(platform: Platform): Promise<{ slug: string; viewer: Json }> {
  const { slug } = await callApi(platform, 'payment/paymentLink/create', {
    ...{ title: 'Summer night', currency: 'EUR', allowCoupons: true },
    lineItems: [{ name: 'Seat', amount: 2_500 }],
    acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 40 },
  })
  await callApi(platform, 'incentive/loyalty/create', {
    ...{ name: 'Crash', code, maxRedemptions: rounds },
    discount: { type: 'percent', percentOff: 20 },
    stacking: { combinesWith: ['order', 'product'] },
  })
  await callApi(platform, 'incentive/promotion/create', {
    ...{ name: 'Always', trigger: 'automatic', status: 'active', limits: { total: 2 * rounds } },
    effects: [{ type: 'orderPercent', percentOff: 10 }],
  })
  await callApi(platform, 'incentive/reward/create', {
    ...{ name: 'Stars', mode: 'rule', status: 'active', on: 'payments.payment.succeeded', token: 'STARS', amount: 10 },
  })
  const viewer = await callApi(platform, 'account/viewer/createToken', { email: 'member@example.com' })
  await callApi(platform, 'incentive/reward/create', {
    ...{ name: 'Points', contactId: viewer['contactId'], amount: tokens },
  })
  return { slug: String(slug), viewer }
}

/** Takes the payers through the checkout until the crash, or until each has an outcome. */
async function walkAll(scene: Scene, payers: readonly Payer[], isOver: (payer: Payer) => boolean) {
  const { platform, bank, slug, viewer } = scene
  const viewerToken = async () => {
    const contactId = viewer['contactId']
    // A server that starts or stops may be unavailable: the payer tries again.
    const made = await callApi(platform, 'account/viewer/createToken', { contactId }).catch((cause: unknown) => {
      throw new Error('no token of the member', { cause })
    })
    return String(made['token'])
  }
  const shop: Shop = { url: platform.url, slug, bank, viewerToken, replied: () => void (scene.replies += 1) }
  await Promise.all(payers.map((payer) => walk(shop, payer, () => isOver(payer))))
}

/** Leases of the dead process count as over at once, not after a minute. */
async function endLeases(dataDir: string, killedAt: number): Promise<void> {
  const until = new Date(killedAt + leaseMs).toISOString()
  await inDatabase(dataDir, endJobLeases, [until])
}

/** Takes each payer to an outcome, and lets all that is due later happen now: repeated calls, settlements, expiries. */
async function finish(scene: Scene, payers: readonly Payer[]): Promise<void> {
  await walkInGroups(scene, payers, isPaid)
  await settle(scene)
  await walkInGroups(scene, payers, () => false)
  assert.deepEqual(
    payers.filter(({ stage }) => stage !== 'done'),
    [],
  )
}

/** Whether a payer has done all of its steps; one without a card has only started. */
function isPaid({ cards, stage }: Payer): boolean {
  return stage === 'waiting' || (cards.length === 0 && stage !== 'start')
}

async function walkInGroups(scene: Scene, payers: readonly Payer[], isOver: (payer: Payer) => boolean): Promise<void> {
  for (let first = 0; first < payers.length; first += walkersMax) {
    const deadline = performance.now() + groupMs
    const group = payers.slice(first, first + walkersMax)
    await walkAll(scene, group, (payer) => isOver(payer) || performance.now() > deadline)
  }
}

async function settle(scene: Scene): Promise<void> {
  await until(scene.bank.isIdle)
  // Ends of jobs bring facts, and facts bring jobs: the number of open ones may rise for a while.
  for (let work: Work | undefined; work?.open !== 0 || !scene.bank.isIdle();) {
    const before = work?.ended ?? -1
    work = await until(
      async () => {
        await inDatabase(scene.dataDir, hurry)
        return workOf(await inDatabase(scene.dataDir, allWork))
      },
      ({ open, ended }) => (open === 0 && scene.bank.isIdle()) || ended > before,
    )
  }
}

/** Numbers of jobs and facts; `left`: the open ones by name. */
type Work = { open: number; ended: number; left: readonly Json[] }

function workOf(rows: readonly Json[]): Work {
  const sum = (of: readonly Json[]) => of.reduce((total, { found }) => total + Number(found), 0)
  const left = rows.filter((row) => row['is_open'])
  return { open: sum(left), ended: sum(rows) - sum(left), left }
}

async function checkAll({ platform, bank, dataDir }: Scene, payers: readonly Payer[]): Promise<void> {
  const dead = await inDatabase(dataDir, "select name, last_error from ops_job where status = 'dead'")
  assert.deepEqual(dead, [])
  const found = await inDatabase(dataDir, violations, [
    ...[code, tokens, payers.length],
    JSON.stringify(await bank.sessions(dataDir)),
  ])
  assert.deepEqual(found, [])
  const verified = await callApi(platform, 'payment/reconciliation/verify')
  assert.deepEqual(verified['violations'], [], JSON.stringify(verified))
  const audited = await callApi(platform, 'incentive/reward/audit', {})
  assert.deepEqual([audited['ok'], audited['defects']], [true, []])
  const paid = await inDatabase(dataDir, 'select id from payments_payment where paid_at is not null')
  assert.equal(paid.length, payers.filter(({ status }) => status === 'succeeded').length)
}

const endJobLeases = `with jobs as (
  update ops_job set lease_until = now() - interval '1 second' where status = 'running' and lease_until <= $1)
update ops_lease set until_at = now() where until_at <= $1`

/** Payments end at their own time: the job alone, run early, leaves them open. */
const hurry = `with ended as (
  update payments_payment set expires_at = now() where status in ('created', 'requiresAction') and expires_at > now())
update ops_job set run_at = now() where status in ('waiting', 'queued', 'planned') and run_at > now()`
const allWork = `
select name, status in ('waiting', 'queued', 'planned', 'running') as is_open, max(last_error) as error,
  count(*) as found
from ops_job group by 1, 2
union all
select name, published_at is null, null, count(*) from account_outbox group by 1, 2`

/** Parameters: code, tokens of the member at the start, number of payers, sessions of the provider. */
const violations = `
with session as (
  select * from jsonb_to_recordset($4::jsonb) as s (session text, charge text, amount bigint, fee bigint, email text)
), charge as (
  select * from session where charge is not null
), paid as (
  select p.*, (select d.amount from payments_payment_discount d
    where d.account_id = p.account_id and d.payment_id = p.id and d.kind = 'coupon') as coupon
  from payments_payment p where p.paid_at is not null
), coupon as (
  select c.*, (select count(*) from loyalty_redemption r
    where r.account_id = c.account_id and r.coupon_id = c.id and r.status = 'redeemed') as rows
  from loyalty_coupon c where c.code = $1
)
select 'a payer has one session' as rule, email as about from session group by email having count(*) > 1
union all
select 'a payer has one payment', customer_email from payments_payment group by customer_email having count(*) > 1
union all
select 'each payer has a payment', count(*)::text from payments_payment having count(*) <> $3::bigint
union all
select 'a charge has its success', c.charge from charge c where not exists (
  select from paid p where p.charge_reference = c.charge and p.status = 'succeeded' and p.amount = c.amount
    and p.fee = c.fee and p.customer_email = c.email)
union all
select 'a success has its charge', p.id::text from paid p where p.amount > 0 and not exists (
  select from charge c where c.charge = p.charge_reference)
union all
select 'a success is one fact', count(*) || ' of ' || count(distinct subject) from account_outbox
where name = 'payments.payment.succeeded'
having count(*) <> (select count(*) from paid) or count(distinct subject) <> count(*)
union all
select 'a coupon counts its rows', redeemed || ' redeemed, ' || reserved || ' reserved, ' || rows || ' rows' from coupon
where redeemed <> rows or reserved <> 0 or redeemed > max_redemptions
  or rows <> (select count(*) from paid where coupon is not null)
union all
select 'a success earns stars once', count(*)::text from ledger_txn where kind = 'rule'
having count(*) <> (select count(*) from paid)
union all
select 'a member has paid with tokens once', balance::text from ledger_balance
where unit = 'POINTS' and ledger like 'member:%' and balance <> $2 - (select sum(token_value) from paid)
union all
select 'tokens are held for no payment', reference from loyalty_token_hold where status = 'held'`
