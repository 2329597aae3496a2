import { Problem } from '#kit/call/problem.ts'
import { grantTokens } from '#products/loyalty/token/tokenGrant.ts'
import { spendTokens, transferTokens } from '#products/loyalty/token/tokenSpend.ts'
import { randomOf } from '#test/world/random.ts'
import { world } from '#test/world/world.ts'

/** Runs at once, operations of a run, and members. */
const [lanes, runMax, members] = [4, 12, 60]

/** Runs random operations from one number to another, and prints each result. A seed has one course. */
const { database, account, seed, from, until } = JSON.parse(process.argv[2] ?? '')
const w = await world({ database })
const ctx = w.app.operatorCtx(account, 'test.ledger')
const memberOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The operation of a number: a grant, a spend, or a transfer to another member. */
function operationOf(index: number) {
  const random = randomOf(seed + index)
  const [kind, amount] = [random(), BigInt(1 + Math.floor(random() * 20))]
  const first = Math.floor(random() * members)
  const toId = memberOf((first + 1 + Math.floor(random() * (members - 1))) % members)
  return { index, kind, toId, of: { contactId: memberOf(first), token: 'POINTS', amount, reference: `op ${index}` } }
}

type Operation = ReturnType<typeof operationOf>
type Result = { txnId: string; balanceAfter: bigint }

function print(index: number, result: string): void {
  process.stdout.write(`${index} ${result}\n`)
}

/** Runs grants in one statement. */
function grantAll(operations: readonly Operation[]): Promise<readonly Result[]> {
  const more = { kind: 'grant', rewardId: null, reason: null, expiresAt: null } as const
  const grants = operations.map(({ of }) => ({ ...of, ...more }))
  return ctx.atomic((inner) => grantTokens(inner, grants))
}

async function moveOne({ kind, toId, of }: Operation): Promise<readonly Result[]> {
  const moved = (inner: typeof ctx) => (kind < 0.75 ? spendTokens(inner, of) : transferTokens(inner, of, toId))
  return [await ctx.atomic(moved)]
}

/** Runs work until it has a result. The outcome of an unavailable database is unknown: the repeat finds it. */
async function resultsOf(work: () => Promise<readonly Result[]>): Promise<readonly string[]> {
  for (;;) {
    try {
      return (await work()).map(({ txnId, balanceAfter }) => `${txnId} ${balanceAfter}`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'insufficient_balance') return [error.reason]
      if (error.reason !== 'write_contended' && error.reason !== 'unavailable') throw error
    }
  }
}

let next = from
async function lane(): Promise<void> {
  while (next < until) {
    const count = Math.min(runMax, until - next)
    const operations = Array.from({ length: count }, (_, n) => operationOf(next + n))
    next += count
    const grants = operations.filter(({ kind }) => kind < 0.45)
    const given = grants.length === 0 ? [] : await resultsOf(() => grantAll(grants))
    for (const [n, { index }] of grants.entries()) print(index, given[n] ?? '')
    for (const each of operations) {
      if (each.kind >= 0.45) print(each.index, (await resultsOf(() => moveOne(each)))[0] ?? '')
    }
  }
}
await Promise.all(Array.from({ length: lanes }, lane))
await w[Symbol.asyncDispose]()
process.exit(0)
