import type pg from 'pg'
import type { App } from '#app/app.ts'
import type { Ctx } from '#kit/call/context.ts'
import { fact, type EmittedFact } from '#kit/nouns/fact.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { batchReaction, reaction } from '#kit/nouns/reaction.ts'
import { Type } from '#kit/values/schema.ts'
import { statement } from '#kit/call/statement.ts'
import type { Line } from './report.ts'

const backlog = 100_000
const samples = 60
const sampleEveryMs = 100
const factsPerRound = 1_000
const rounds = 3

const step = Type.Object({ step: Type.Integer() })
const single = fact('bench.lamp.lit', 'Handled one by one.', step)
const batched = fact('bench.lamp.seen', 'Handled in batches.', step)

/** Table for the effects of the bench's reactions. */
export const effectTable =
  'create table bench_effect (account_id bigint, fact_id text, primary key (account_id, fact_id))'

const writeEffect = statement(
  'bench_effect.write',
  'account',
  'insert into bench_effect (account_id, fact_id) select $1, k.fact_id from unnest($2::text[]) as k (fact_id)',
)

type Watch = { handled(accountId: number, facts: readonly EmittedFact<{ step: number }>[]): void }

/** A product whose reactions write one row for each fact. `watch` is called on each run. */
export function benchProduct(watch: Watch): Product {
  const write = async (ctx: Ctx, facts: readonly EmittedFact<{ step: number }>[]) => {
    await ctx.db.rows(writeEffect, [ctx.account.id, facts.map(({ id }) => id)])
    watch.handled(ctx.account.id, facts)
  }
  return product({
    name: 'bench',
    title: 'Bench',
    description: 'Measured.',
    facts: [single, batched],
    reactions: [
      reaction('bench.eye.see', single, (ctx, fact) => write(ctx, [fact])),
      batchReaction('bench.eye.count', batched, write),
    ],
  })
}

export type JobBench = {
  app: App
  client: pg.Client
  watch: Watch
  /** The account with the backlog, and the one whose jobs are timed. */
  hot: number
  other: number
}

/** Measures the cost of a fact alone and in a batch, and another account's wait beside a backlog of one account. */
export async function measureJobs(bench: JobBench): Promise<Line[]> {
  return [await measureBatch(bench), ...(await measureWait(bench))]
}

/** Microseconds per fact, one form after the other in each round; the row is the middle of the rounds' ratios. */
async function measureBatch(bench: JobBench): Promise<Line> {
  const found: { one: number; batch: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const one = await microsPerFact(bench, { name: 'bench.eye.see', fact: single.name })
    const batch = await microsPerFact(bench, { name: 'bench.eye.count', fact: batched.name })
    if (round > 0) found.push({ one, batch })
  }
  const ratio = middle(found.map(({ one, batch }) => one / batch))
  const [one, batch] = [middle(found.map((each) => each.one)), middle(found.map((each) => each.batch))]
  const note = `${one.toFixed(0)} µs alone, ${batch.toFixed(0)} µs in a batch`
  return { name: 'reaction to one fact ÷ in a batch', value: ratio, unit: '', atLeast: 2, aim: 4.5, note }
}

async function microsPerFact(bench: JobBench, of: { name: string; fact: string }): Promise<number> {
  const all = Promise.withResolvers<void>()
  let left = factsPerRound
  bench.watch.handled = (_accountId, facts) => {
    left -= facts.length
    if (left === 0) all.resolve()
  }
  const startedAt = performance.now()
  await bench.client.query(insertJobs, [bench.hot, of.name, of.fact, factsPerRound])
  await all.promise
  return ((performance.now() - startedAt) * 1000) / factsPerRound
}

/** Jobs are queued as the relay does it; their own rows are a part of the cost on both sides. */
const insertJobs = `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version,
    payload, cause, depth, is_silent, told_at, order_key, status, run_at, attempts)
  select gen_random_uuid(), $1, 'quick', 'reaction', $2, gen_random_uuid(), $3, 'lamp ' || n, 1, '{"step":1}', 'bench',
    1, false, now(), $2 || gen_random_uuid(), 'queued', now() - interval '1 second', 0
  from generate_series(1, $4::integer) n`

async function measureWait({ app, client, watch, hot, other }: JobBench): Promise<Line[]> {
  const toldAt = new Map<number, number>()
  const waits: number[] = []
  watch.handled = (accountId, facts) => {
    if (accountId !== other) return
    for (const { payload } of facts) waits.push(performance.now() - (toldAt.get(payload.step) ?? 0))
  }
  await client.query(insertOutbox, [hot, single.name, backlog])
  await client.query(insertJobs, [hot, 'bench.eye.see', single.name, backlog])
  const account = await app.kernel.accounts.find(other)
  if (account === undefined) throw new Error('the other account is missing')
  for (let sample = 0; sample < samples; sample++) {
    const subject = { id: `sample ${sample}`, status: '', version: 1 }
    const tell = async (ctx: Ctx) => void ctx.emit(single, { step: sample }, subject)
    toldAt.set(sample, performance.now())
    await app.operatorCtx(account, 'bench').atomic(tell)
    await pause(sampleEveryMs)
  }
  while (waits.length < samples) await pause(sampleEveryMs)
  const { rows } = await client.query<{ jobs: number; facts: number }>(leftOver, [hot])
  const left = `${rows[0]?.jobs} jobs and ${rows[0]?.facts} facts of the backlog are left`
  return [
    { name: "another account's job, longest wait", value: Math.max(...waits), unit: 'ms', atMost: 1_000, note: left },
    { name: "another account's job, median wait", value: middle(waits), unit: 'ms', aim: 250, note: '' },
  ]
}

const insertOutbox = `insert into account_outbox (account_id, id, kind, name, subject, subject_version, payload, cause,
    depth, is_public, is_silent, told_at)
  select $1, ('${uuidv7(Date.now()).slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid, 'fact', $2, 'lamp ' || n, 1,
    '{"step":1}', 'bench', 1, false, false, now() - interval '1 second'
  from generate_series(1, $3::integer) n`

const leftOver = `select
  (select count(*)::integer from ops_job where account_id = $1 and status in ('queued', 'waiting')) as jobs,
  (select count(*)::integer from account_outbox where account_id = $1 and published_at is null) as facts`

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
