import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { executor } from '#platform/db/pools.ts'
import type { FoundedAccount } from '#app/founding.ts'
import { world, type World } from '#test/world/world.ts'
import { post, type Posting } from './posting.ts'
import { verifyLedger, type LedgerVerdict } from './verifyLedger.ts'

let w: World

before(async () => {
  w = await world()
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

/** A new account with five transactions, of which the last is not sealed. */
async function ledger(): Promise<{ ctx: Ctx; ids: string[]; of: FoundedAccount }> {
  const of = await w.another()
  const ctx = w.app.operatorCtx(of.account, 'test.ledger')
  const ids: string[] = []
  const add = async (posting: Posting) => {
    const [posted] = await ctx.atomic((inner) => post(inner, [posting]))
    ids.push(posted?.txnId ?? '')
  }
  for (const n of [1, 2, 3, 4]) await add(postingOf(n))
  w.clock.advance(60_000)
  await w.settle()
  await add(postingOf(5))
  return { ctx, ids, of }
}

function postingOf(n: number): Posting {
  const issuer = { ledger: 'issuer', unit: 'POINTS', amount: BigInt(-n), isShared: true }
  const member = { ledger: 'member:ada', unit: 'POINTS', amount: BigInt(n), isGuarded: true }
  return { book: 'tokens', kind: 'grant', reference: `grant ${n}`, entries: [issuer, member] }
}

function verify({ account }: Ctx): Promise<LedgerVerdict> {
  return verifyLedger(executor(w.app.pools.work, true), account.id, (_book, name) => name.startsWith('member:'))
}

test('a ledger is sealed by the schedule and verified from end to end', async () => {
  const { ctx } = await ledger()
  const { ok, txns, entries, sealed, unsealed, head, defects } = await verify(ctx)
  assert.deepEqual(
    { ok, txns, entries, sealed, unsealed, defects },
    {
      ok: true,
      txns: 5,
      entries: 10,
      sealed: 4,
      unsealed: 1,
      defects: [],
    },
  )
  assert.equal(head?.sequence, 1)
})

const ofAda = "account_id = $1 and ledger = 'member:ada' and $2::uuid is not null"

const harms: [name: string, sql: string, says: RegExp][] = [
  [
    'a changed amount',
    'update ledger_entry set amount = 7 where account_id = $1 and txn_id = $2 and position = 2',
    /sum/,
  ],
  [
    'a changed moment',
    "update ledger_txn set at = '2020-01-01' where account_id = $1 and id = $2",
    /not what was sealed/,
  ],
  [
    'a changed reference',
    "update ledger_txn set reference = 'x' where account_id = $1 and id = $2",
    /not what was sealed/,
  ],
  ['a removed transaction', 'delete from ledger_txn where account_id = $1 and id = $2', /follows|not what was sealed/],
  ['a removed entry', 'delete from ledger_entry where account_id = $1 and txn_id = $2 and position = 1', /zero/],
  ['a changed balance', `update ledger_balance set balance = balance + 1 where ${ofAda}`, /entries sum to 15/],
  ['a balance without a guard', `update ledger_balance set is_guarded = false where ${ofAda}`, /not guarded/],
  ['a removed seal', 'delete from ledger_seal where account_id = $1 and $2::uuid is not null', /belongs to no seal/],
]

for (const [name, sql, says] of harms) {
  test(`verification finds ${name}`, async () => {
    const { ctx, ids } = await ledger()
    await w.app.pools.work.query(sql, [ctx.account.id, ids[1]])
    const { ok, defects } = await verify(ctx)
    assert.equal(ok, false)
    assert.ok(
      defects.some(({ problem }) => says.test(problem)),
      JSON.stringify(defects),
    )
  })
}
