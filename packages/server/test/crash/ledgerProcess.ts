import { Problem } from '#kit/call/problem.ts'
import { grantTokens } from '#products/loyalty/token/tokenGrant.ts'
import { spendTokens, transferTokens } from '#products/loyalty/token/tokenSpend.ts'
import { randomOf } from '#test/world/random.ts'
import { world } from '#test/world/world.ts'

/** Operations at once, and members. */
const [lanes, members] = [4, 60]

/** Runs random operations from one number to another, and prints each result. A seed has one course. */
const { database, account, seed, from, until } = JSON.parse(process.argv[2] ?? '')
const w = await world({ database })
const ctx = w.app.operatorCtx(account, 'test.ledger')
const memberOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

async function operate(index: number): Promise<string> {
  const random = randomOf(seed + index)
  const [kind, amount] = [random(), BigInt(1 + Math.floor(random() * 20))]
  const first = Math.floor(random() * members)
  const contactId = memberOf(first)
  const of = { contactId, token: 'POINTS', amount, reference: `op ${index}` }
  if (kind < 0.45) {
    const grant = { ...of, kind: 'grant' as const, rewardId: null, reason: null, expiresAt: null }
    const [granted] = await ctx.atomic((inner) => grantTokens(inner, [grant]))
    return `${granted?.txnId} ${granted?.balanceAfter}`
  }
  const toId = memberOf((first + 1 + Math.floor(random() * (members - 1))) % members)
  const { txnId, balanceAfter } =
    kind < 0.75
      ? await ctx.atomic((inner) => spendTokens(inner, of))
      : await ctx.atomic((inner) => transferTokens(inner, of, toId))
  return `${txnId} ${balanceAfter}`
}

async function resultOf(index: number): Promise<string> {
  for (;;) {
    try {
      return await operate(index)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'insufficient_balance') return error.reason
      if (error.reason !== 'write_contended') throw error
    }
  }
}

let next = from
async function lane(): Promise<void> {
  while (next < until) {
    const index = next++
    process.stdout.write(`${index} ${await resultOf(index)}\n`)
  }
}
await Promise.all(Array.from({ length: lanes }, lane))
await w[Symbol.asyncDispose]()
process.exit(0)
