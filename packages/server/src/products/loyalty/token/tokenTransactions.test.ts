import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { encodeId } from '#kit/values/ids.ts'
import { world, type Input, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world({ startsAt: '2026-11-21T09:00:00Z' })
})
after(async () => {
  await w[Symbol.asyncDispose]()
})

let count = 0
async function contact(): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `person${++count}@example.com` })).id
}

async function kinds(input: Input<'loyalty.transaction.all'>) {
  const { items } = await w.call('loyalty.transaction.all', { sort: 'createdAt', ...input })
  return items.map(({ kind }) => kind)
}

test('transactions are listed by contact, token, reward, kind and time, and their entries sum to zero', async () => {
  const [ada, bob] = [await contact(), await contact()]
  const grant = (contactId: string, amount: number, token = 'POINTS') =>
    w.call('loyalty.reward.create', { name: 'Points', contactId, amount, token })
  const first = await grant(ada, 50)
  w.clock.advance(60_000)
  const from = w.clock.now().toISOString()
  await grant(bob, 5, 'MILES')
  await w.call('loyalty.reward.transfer', { contactId: ada, toContactId: bob, amount: 20, clientReference: 'gift' })
  w.clock.advance(60_000)
  const to = w.clock.now().toISOString()
  await w.call('loyalty.reward.spend', { contactId: ada, amount: 10, clientReference: 'order' })
  assert.deepEqual(await kinds({}), ['grant', 'grant', 'transfer', 'spend'])
  assert.deepEqual(await kinds({ contactId: ada }), ['grant', 'transfer', 'spend'])
  assert.deepEqual(await kinds({ contactId: bob }), ['grant', 'transfer'])
  assert.deepEqual(await kinds({ token: 'MILES' }), ['grant'])
  assert.deepEqual(await kinds({ kind: 'transfer' }), ['transfer'])
  assert.deepEqual(await kinds({ rewardId: first.id }), ['grant'])
  assert.deepEqual(await kinds({ from, to }), ['grant', 'transfer'])
  const { items } = await w.call('loyalty.transaction.all', { limit: 3 })
  for (const { entries } of items)
    assert.equal(
      entries.reduce((sum, { amount }) => sum + amount, 0),
      0,
    )
  const [spend, transfer] = items
  assert.deepEqual(
    spend?.entries.find(({ ledger }) => ledger === 'member'),
    {
      ...{ ledger: 'member', contactId: ada, token: 'POINTS', amount: -10, balanceAfter: 20 },
    },
  )
  assert.equal(spend?.entries.find(({ ledger }) => ledger === 'redeemed')?.balanceAfter, null)
  assert.deepEqual(
    new Set(transfer?.entries.map(({ contactId, amount }) => `${contactId} ${amount}`)),
    new Set([`${ada} -20`, `${bob} 20`]),
  )
  const got = await w.call('loyalty.transaction.get', { transactionId: String(first.transactionId) })
  assert.deepEqual([got.rewardId, got.kind, got.isSealed], [first.id, 'grant', false])
})

test('pages follow each other by cursor, and a transaction of money or of another account is unknown', async () => {
  const contactId = await contact()
  for (let amount = 1; amount <= 5; amount++) await w.call('loyalty.reward.create', { name: 'P', contactId, amount })
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await w.call('loyalty.transaction.all', { contactId, limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ entries }) => Math.max(...entries.map(({ amount }) => amount))))
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  assert.deepEqual(seen, [5, 4, 3, 2, 1])
  const [money] = (
    await w.app.pools.work.query<{ id: string }>(
      `insert into ledger_txn (account_id, id, book, kind, reference, reference_hash, at)
       values ($1, gen_random_uuid(), 'money', 'payment', 'one', '', now()) returning id`,
      [w.account.account.id],
    )
  ).rows
  const known = (await w.call('loyalty.transaction.all', { contactId, limit: 1 })).items[0]?.id ?? ''
  const ofMoney = encodeId('txn', w.account.account.id, money?.id ?? '')
  await w.refused('loyalty.transaction.get', { transactionId: ofMoney }, 'not_found')
  await using other = await world()
  await other.refused('loyalty.transaction.get', { transactionId: known }, 'not_found')
})
