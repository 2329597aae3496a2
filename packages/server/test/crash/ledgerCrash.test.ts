import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { randomOf } from '#test/world/random.ts'
import { world, type World } from '#test/world/world.ts'

/** Operations and crashes; the proof of a release takes `LEDGER_CRASH_OPERATIONS=1000000 LEDGER_CRASH_KILLS=50`. */
const operations = Number(process.env['LEDGER_CRASH_OPERATIONS'] ?? 900)
const kills = Number(process.env['LEDGER_CRASH_KILLS'] ?? 3)
const seed = Number(process.env['LEDGER_CRASH_SEED'] ?? 20_261_228)
/** Bound for a course that hangs: a slow machine makes ten operations a second. */
const timeout = 300_000 + operations * 100
/** Operations before a crash that are repeated after it. */
const repeated = 100
const script = new URL('./ledgerProcess.ts', import.meta.url).pathname

test(
  'random movements of tokens keep every sum over kill -9, and repeats get the first result',
  { timeout },
  async (t) => {
    await using w = await world()
    const results = new Map<number, string>()
    const random = randomOf(seed)
    let repeats = 0
    const note = (index: number, result: string) => {
      const before = results.get(index)
      results.set(index, result)
      // A refused operation left nothing: tokens that came since may allow it.
      if (before === undefined || before === 'insufficient_balance') return
      repeats += 1
      assert.equal(result, before, `operation ${index} has another result`)
    }
    for (let from = 0, kill = 1; kill <= kills + 1; kill++) {
      const killAfter = kill > kills ? Infinity : (operations / (kills + 1)) * (0.5 + random())
      await run(w, { from, killAfter, note })
      from = Math.max(0, gapOf(results) - repeated)
    }
    assert.equal(gapOf(results), operations)
    const posted = [...results.values()].filter((result) => result !== 'insufficient_balance')
    assert.equal(new Set(posted.map((result) => result.split(' ')[0])).size, posted.length, 'two have one transaction')
    const { rows } = await w.app.pools.work.query<{ txns: number; least: string; sum: string }>(summary)
    assert.deepEqual(rows[0], { txns: posted.length, least: rows[0]?.least, sum: '0' })
    assert.ok(Number(rows[0]?.least) >= 0)
    const { ok, defects, txns } = await w.call('loyalty.reward.audit')
    assert.deepEqual([ok, defects, txns], [true, [], posted.length])
    t.diagnostic(`${operations} operations, ${posted.length} posted, ${kills} crashes, ${repeats} repeats`)
  },
)

type Course = { from: number; killAfter: number; note(index: number, result: string): void }

/** Runs operations in a process of its own, which SIGKILL ends after some of them. */
async function run(w: World, { from, killAfter, note }: Course): Promise<void> {
  const { host, port, user, database } = w.app.pools.work.options
  const { account } = w.account
  const order = { database: { host, port, user, database }, account, seed, from, until: operations }
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [, index, result] = /^(\d+) (\S+ \d+|insufficient_balance)$/.exec(line) ?? []
    // The last line of a killed process may be cut.
    if (index === undefined || result === undefined) continue
    note(Number(index), result)
    seen += 1
    if (seen > killAfter) child.kill('SIGKILL')
  }
  const [code, signal] = await ended
  assert.ok(signal === 'SIGKILL' || code === 0, `ended with ${code}`)
}

/** The first operation without a result. */
function gapOf(results: ReadonlyMap<number, string>): number {
  let gap = 0
  while (results.has(gap)) gap += 1
  return gap
}

const summary = `select (select count(*)::integer from ledger_txn where book = 'tokens') as txns,
  (select min(balance)::text from ledger_balance where ledger like 'member:%') as least,
  (select sum(amount)::text from ledger_entry) as sum`
