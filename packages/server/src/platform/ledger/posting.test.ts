import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { knownStatements } from '#kit/call/statement.ts'
import { rowsRead } from '#test/database/plans.ts'
import { randomOf } from '#test/world/random.ts'
import { world, type World } from '#test/world/world.ts'
import { balanceKey, balancesOf, post, type LedgerEntry, type Posted, type Posting } from './posting.ts'

let w: World
let ctx: Ctx

before(async () => {
  w = await world()
  ctx = w.app.operatorCtx(w.account.account, 'test.ledger')
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

let count = 0
/** A ledger that no other test of this file writes. */
function fresh(name: string): string {
  return `${name}:${++count}`
}

const member = (ledger: string, amount: number): LedgerEntry => ({
  ledger,
  unit: 'POINTS',
  amount: BigInt(amount),
  isGuarded: true,
})
const issuer = (amount: number): LedgerEntry => ({
  ledger: 'issuer',
  unit: 'POINTS',
  amount: BigInt(amount),
  isShared: true,
})
const grant = (ledger: string, amount: number, reference = fresh('grant')): Posting => ({
  book: 'tokens',
  kind: 'grant',
  reference,
  entries: [issuer(-amount), member(ledger, amount)],
})
const transfer = (from: string, to: string, amount: number): Posting => ({
  book: 'tokens',
  kind: 'transfer',
  reference: fresh('transfer'),
  entries: [member(from, -amount), member(to, amount)],
})

async function posted(...postings: Posting[]): Promise<Posted[]> {
  return atomicAgain(ctx, (inner) => post(inner, postings))
}

async function balance(ledger: string): Promise<bigint> {
  return (await balancesOf(ctx, 'tokens', [ledger])).get(balanceKey(ledger, 'POINTS')) ?? 0n
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => {
      assert.ok(error instanceof Problem, String(error))
      return error.reason
    },
  )
}

async function number(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await w.app.pools.work.query<{ n: number }>(sql, [ctx.account.id, ...values])
  return rows[0]?.n ?? -1
}

test('post() moves balances of all its ledgers and returns those after each posting', async () => {
  const [ada, bob] = [fresh('member'), fresh('member')]
  const [first, second] = await posted(grant(ada, 50), transfer(ada, bob, 20))
  assert.deepEqual([...(first?.balances ?? [])], [[`${ada} POINTS`, 50n]])
  assert.deepEqual(Object.fromEntries(second?.balances ?? []), { [`${ada} POINTS`]: 30n, [`${bob} POINTS`]: 20n })
  assert.deepEqual([await balance(ada), await balance(bob)], [30n, 20n])
})

test('entries that do not sum to zero by unit are refused before anything is written', async () => {
  const ada = fresh('member')
  const mixed = [member(ada, 5), { ...issuer(-5), unit: 'MILES' }]
  await assert.rejects(posted({ ...grant(ada, 5), entries: mixed }), /do not sum to zero/)
  await assert.rejects(posted({ ...grant(ada, 5), entries: [member(ada, 5)] }), /do not sum to zero/)
  assert.equal(await balance(ada), 0n)
})

test('a known reference returns the first result, and refuses other entries', async () => {
  const ada = fresh('member')
  const asked = grant(ada, 7)
  const [first] = await posted(asked)
  await posted(grant(ada, 1))
  const [again] = await posted(asked)
  assert.deepEqual(again, { ...first, isRepeat: true })
  const other = { ...asked, entries: [issuer(-8), member(ada, 8)] }
  assert.equal(await reasonOf(posted(other)), 'client_reference_exists')
  assert.equal(await balance(ada), 8n)
})

test('parallel posts of one reference move the amount once', async () => {
  const ada = fresh('member')
  const asked = grant(ada, 3)
  const all = await Promise.all(Array.from({ length: 20 }, () => posted(asked)))
  assert.equal(all.flat().filter(({ isRepeat }) => !isRepeat).length, 1)
  assert.equal(new Set(all.flat().map(({ txnId }) => txnId)).size, 1)
  assert.equal(await balance(ada), 3n)
})

test('parallel debits of a guarded ledger never take it below zero', async () => {
  const [ada, bob] = [fresh('member'), fresh('member')]
  await posted(grant(ada, 10))
  const reasons = await Promise.all(Array.from({ length: 25 }, () => reasonOf(posted(transfer(ada, bob, 1)))))
  assert.equal(reasons.filter((each) => each === 'none').length, 10)
  assert.equal(reasons.filter((each) => each === 'insufficient_balance').length, 15)
  assert.deepEqual([await balance(ada), await balance(bob)], [0n, 10n])
})

test('the first debit of a ledger without a balance is refused, and its transaction cannot commit', async () => {
  const [ada, bob] = [fresh('member'), fresh('member')]
  assert.equal(await reasonOf(posted(transfer(ada, bob, 1))), 'insufficient_balance')
  const swallowed = ctx.atomic(async (inner) => {
    await post(inner, [transfer(ada, bob, 1)]).catch(() => undefined)
    await inner.audit({ action: 'test.ledger.swallowed', target: '' })
  })
  await assert.rejects(swallowed)
  assert.equal(
    await number('select count(*)::int as n from ledger_balance where account_id = $1 and ledger = $2', [ada]),
    0,
  )
})

test('a debit that a later credit of the same call would cover is refused', async () => {
  const [ada, bob] = [fresh('member'), fresh('member')]
  assert.equal(await reasonOf(posted(transfer(ada, bob, 4), grant(ada, 4))), 'insufficient_balance')
  await posted(grant(ada, 4), transfer(ada, bob, 4))
  assert.equal(await balance(bob), 4n)
})

test('a balance beyond the exact numbers of JSON is refused', async () => {
  const ada = fresh('member')
  await posted(grant(ada, Number.MAX_SAFE_INTEGER))
  assert.equal(await reasonOf(posted(grant(ada, 1))), 'limit_reached')
})

test('random parallel postings keep every sum, every balance and every chain of balances', async () => {
  const random = randomOf(20261226)
  const ledgers = Array.from({ length: 6 }, () => fresh('member'))
  const pick = () => ledgers[Math.floor(random() * ledgers.length)] ?? ''
  const postings = Array.from({ length: 150 }, () => {
    const amount = 1 + Math.floor(random() * 9)
    const [from, to] = [pick(), pick()]
    return random() < 0.4 || from === to ? grant(to, amount) : transfer(from, to, amount)
  })
  const calls = Array.from({ length: 75 }, (_, index) => postings.slice(index * 2, index * 2 + 2))
  const reasons = await Promise.all(calls.map((each) => reasonOf(ctx.atomic((inner) => post(inner, each)))))
  assert.deepEqual(
    reasons.filter((each) => each !== 'none' && each !== 'insufficient_balance'),
    [],
  )
  const unbalanced = `select count(*)::int as n from (
    select from ledger_entry where account_id = $1 group by txn_id, unit having sum(amount) <> 0) t`
  assert.equal(await number(unbalanced), 0)
  const different = `select count(*)::int as n from ledger_balance b left join (
    select book, ledger, unit, slot, sum(amount)::bigint as sum, count(*) as count from ledger_entry
    where account_id = $1 group by book, ledger, unit, slot) e using (book, ledger, unit, slot)
    where b.account_id = $1 and (b.balance is distinct from e.sum or b.entry_count is distinct from e.count)`
  assert.equal(await number(different), 0)
  const broken = `select count(*)::int as n from (
    select balance_after - amount as before, lag(balance_after, 1, 0::bigint) over own as last, ordinal,
      row_number() over own as expected
    from ledger_entry where account_id = $1 window own as (partition by book, ledger, unit, slot order by ordinal)) t
    where before <> last or ordinal <> expected`
  assert.equal(await number(broken), 0)
})

test('a posting and a balance read few rows of a large ledger', async () => {
  const { work } = w.app.pools
  await work.query(
    `insert into ledger_balance (account_id, book, ledger, unit, slot, balance, entry_count, is_guarded)
     select $1, 'tokens', 'bulk:' || n, 'POINTS', 0, 1, 0, false from generate_series(1, 20000) n`,
    [ctx.account.id],
  )
  await work.query('analyze ledger_balance, ledger_txn, ledger_entry')
  const textOf = (name: string) => knownStatements().find((each) => each.name === name)?.text ?? ''
  const { id } = ctx.account
  const balances = await rowsRead(work, textOf('ledger_balance.ofLedgers'), [id, 'tokens', ['bulk:7', 'bulk:8']])
  const known = await rowsRead(work, textOf('ledger_txn.byReference'), [id, ['tokens'], ['transfer:4']])
  assert.ok(balances >= 2 && balances <= 4, `${balances} rows of balances`)
  assert.ok(known >= 3 && known <= 10, `${known} rows of a transaction`)
})

test('no statement changes or deletes entries, and one statement alone marks transactions as sealed', () => {
  const writes = /\b(update|delete from|truncate)\s+(ledger_entry|ledger_txn|ledger_seal)\b/
  const found = knownStatements().filter(({ text }) => writes.test(text))
  assert.deepEqual(
    found.map(({ name }) => name),
    ['ledger_txn.seal'],
  )
})
