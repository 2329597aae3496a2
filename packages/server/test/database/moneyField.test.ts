import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { fact, resourceFact } from '#kit/nouns/fact.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { product } from '#kit/nouns/product.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { resource } from '#kit/nouns/resource.ts'
import { closed, create, get, list, update } from '#kit/nouns/standard.ts'
import { builtStatement } from '#kit/call/statement.ts'
import { childRows, idOf, line, optional, required } from '#kit/values/fields.ts'
import { addMoney, amountMax, money, moneyFilters, type Money } from '#kit/values/money.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { world, type Json, type World } from '#test/world/world.ts'

// Money end to end on the real database, by a test noun: as a field, within rows of a child table, as input and output
// of an operation, in a fact and its reaction, summed, filtered and sorted.

const stallSql = `
  create table market_stall (
    account_id bigint not null, id uuid not null, status text not null, version integer not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, deleted_at timestamptz(3),
    client_reference text, client_reference_hash bytea, metadata jsonb not null, filled_lists text[] not null,
    rent_amount bigint not null, rent_currency text not null, debt_amount bigint, debt_currency text,
    constraint market_stall_pk primary key (account_id, id),
    constraint market_stall_rent_check check (rent_currency ~ '^[A-Z]{3}$' and abs(rent_amount) < 1000000000000000)
  );
  create unique index market_stall_reference_key on market_stall (account_id, client_reference)
    where client_reference is not null and deleted_at is null;
  create index market_stall_rent_ix on market_stall (account_id, rent_currency, rent_amount, id)
    where deleted_at is null;
  create table market_stall_ware (
    account_id bigint not null, stall_id uuid not null, position integer not null,
    name text not null, price_amount bigint, price_currency text,
    constraint market_stall_ware_pk primary key (account_id, stall_id, position)
  )`

const facts = {
  created: resourceFact('market.stall.created', 'market.stall', 'A stall was made.'),
  updated: resourceFact('market.stall.updated', 'market.stall', 'A stall was changed.'),
  deleted: resourceFact('market.stall.deleted', 'market.stall', 'A stall was deleted.'),
  charged: fact('market.stall.charged', 'A stall was charged.', closed({ stallId: idOf('stl'), fee: money() })),
}

const stall = resource({
  id: 'market.stall',
  title: 'Stall',
  description: 'Stalls',
  table: 'market_stall',
  idKey: 'stallId',
  prefix: 'stl',
  states: { active: [] },
  initial: 'active',
  countMax: 10_000,
  fields: {
    rent: required(money({ description: 'Rent of a day.' })),
    debt: optional(money({ minimum: -amountMax, description: 'Open fees.' })),
    wares: childRows('market_stall_ware', { name: line(20), price: money() }, { itemsMax: 5 }),
  },
  facts,
})

/** Charges a fee; the fact's reaction adds it to the debt. The response has the sum of all rents in the currency. */
const charge = operation('market.stall.charge', {
  route: 'POST /api/market/stall/charge',
  title: 'Charge',
  scope: 'market.stall:write',
  input: closed({ stallId: idOf('stl'), fee: money() }),
  output: closed({ fee: money(), rents: money() }),
  emits: [facts.charged],
  example: {},
  async handle(ctx, { stallId, fee }) {
    const record = await ctx.store.get(stall, stallId)
    await ctx.atomic(async (inner) => void inner.emit(facts.charged, { stallId, fee }, record))
    const [row] = await ctx.db.rows(rentsStatement, [ctx.account.id, fee.currency])
    return { fee, rents: { amount: BigInt(row?.sum ?? 0), currency: fee.currency } }
  },
})

const rentsStatement = builtStatement<{ sum: string }>(
  'market_stall.rents',
  'account',
  `select coalesce(sum(rent_amount), 0)::text as sum from market_stall
   where account_id = $1 and rent_currency = $2 and deleted_at is null`,
)

const addToDebt = reaction('market.stall.addToDebt', facts.charged, async (ctx, { payload: { stallId, fee } }) => {
  const { debt } = await ctx.store.get(stall, stallId)
  await ctx.store.update(stall, stallId, { patch: { debt: debt === null ? fee : addMoney(debt, fee) } })
})

const market = product({
  name: 'market',
  title: 'Market',
  description: 'Stalls of a market.',
  resources: [stall],
  operations: [
    list(stall, 'GET /api/market/stall/all', 'All', {
      sorts: ['rentAmount', '-rentAmount'],
      filters: moneyFilters('rent'),
    }),
    create(stall, 'POST /api/market/stall/create', 'Create', { example: {} }),
    get(stall, 'GET /api/market/stall/get', 'Get', { example: {} }),
    update(stall, 'PUT /api/market/stall/update', 'Update', { example: {} }),
    charge,
  ].map(companion),
  facts: Object.values(facts),
  reactions: [addToDebt],
})

let w: World

before(async () => {
  w = await world({ products: [...tenantProducts, market] })
  await w.app.pools.work.query(stallSql)
})

after(() => w[Symbol.asyncDispose]())

const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('an amount is unchanged through two columns, a child table, an update and a fact', async () => {
  const amounts = fc.oneof(
    fc.integer({ min: 0, max: amountMax }),
    fc.constantFrom(0, 1, 2 ** 53 % amountMax, amountMax),
  )
  const property = fc.asyncProperty(amounts, amounts, fc.constantFrom('EUR', 'JPY', 'KWD'), async (a, b, currency) => {
    const rent = { amount: a, currency }
    const wares = [{ name: 'Tea', price: { amount: b, currency } }]
    const made = await w.call('market.stall.create', { rent, wares, debt: { amount: -b, currency: 'EUR' } })
    assert.deepEqual(made['rent'], rent)
    const read = await w.call('market.stall.get', { stallId: made['id'] })
    assert.deepEqual(
      [read['rent'], read['wares'], read['debt']],
      [rent, wares, { amount: b === 0 ? 0 : -b, currency: 'EUR' }],
    )
    const changed = await w.call('market.stall.update', {
      stallId: made['id'],
      rent: { amount: b, currency },
      debt: null,
    })
    assert.deepEqual([changed['rent'], changed['debt']], [{ amount: b, currency }, null])
  })
  await fc.assert(property, { numRuns: 25 })
})

test('code holds amounts as bigint, and PostgreSQL as bigint and text', async () => {
  const { id } = await w.call('market.stall.create', { rent: eur(amountMax) })
  const types = await w.app.pools.work.query(
    `select pg_typeof(rent_amount)::text as amount, pg_typeof(rent_currency)::text as currency
     from market_stall where rent_amount = ${amountMax} limit 1`,
  )
  assert.deepEqual(types.rows, [{ amount: 'bigint', currency: 'text' }])
  assert.ok(String(id).startsWith('stl_'))
})

test('a number with more than 15 digits, a fraction and an unknown currency are refused by name', async () => {
  const cases: [rent: Json, path: string, rule: string][] = [
    [eur(amountMax + 1), '/rent/amount', 'maximum'],
    [eur(2 ** 53 + 2), '/rent/amount', 'maximum'],
    [eur(-1), '/rent/amount', 'minimum'],
    [eur(19.99), '/rent/amount', 'type'],
    [{ amount: '1999', currency: 'EUR' }, '/rent/amount', 'type'],
    [{ amount: 1999, currency: 'DEM' }, '/rent/currency', 'format'],
    [{ amount: 1999 }, '/rent/currency', 'required'],
  ]
  for (const [rent, path, rule] of cases) {
    const error = await w.refused('market.stall.create', { rent }, 'invalid_request')
    assert.ok(JSON.stringify(error['fields']).includes(`"path":"${path}","rule":"${rule}"`), JSON.stringify(error))
  }
})

test('a repeated create with the same money returns the first record, and with other money is refused', async () => {
  const clientReference = 'stall 7'
  const first = await w.call('market.stall.create', { rent: eur(700), clientReference })
  const again = await w.call('market.stall.create', { rent: { currency: 'EUR', amount: 700 }, clientReference })
  assert.deepEqual([again['id'], again['created']], [first['id'], false])
  await w.refused('market.stall.create', { rent: eur(701), clientReference }, 'conflict')
})

test('a list filters amounts in one currency and sorts them as numbers', async () => {
  for (const amount of [9, 100, 20, 3_000_000_000]) {
    await w.call('market.stall.create', { rent: { amount, currency: 'CHF' } })
  }
  await w.call('market.stall.create', { rent: { amount: 50, currency: 'SEK' } })
  const amountsOf = async (input: Json) => {
    const { items } = await w.call('market.stall.all', { rentCurrency: 'CHF', ...input })
    return Array.isArray(items) ? items.map(({ rent }) => rent.amount) : []
  }
  assert.deepEqual(await amountsOf({}), [9, 20, 100, 3_000_000_000])
  assert.deepEqual(await amountsOf({ rentFrom: 20, rentTo: 100, sort: '-rentAmount' }), [100, 20])
  const page = await w.call('market.stall.all', { rentCurrency: 'CHF', limit: 2 })
  const { nextCursor } = Object(page['pagination'])
  assert.deepEqual(await amountsOf({ limit: 2, cursor: nextCursor }), [100, 3_000_000_000])
  await w.refused('market.stall.all', { rentFrom: 20 }, { code: 'invalid_request', mention: 'needs rentCurrency' })
})

test('an operation takes and returns money, its fact carries it, and the reaction adds it as bigint', async () => {
  const sums: Money = { amount: 2n * BigInt(amountMax), currency: 'NZD' }
  const { id } = await w.call('market.stall.create', { rent: { amount: amountMax - 5, currency: 'NZD' } })
  const fee = { amount: 5, currency: 'NZD' }
  const headers = { 'idempotency-key': 'charge' }
  const output = await w.call('market.stall.charge', { stallId: id, fee }, { headers })
  assert.deepEqual(output, { fee, rents: { amount: amountMax - 5, currency: 'NZD' } })
  assert.deepEqual(await w.call('market.stall.charge', { stallId: id, fee }, { headers }), output)
  await w.settle()
  const [charged] = await w.emitted('market.stall.charged')
  assert.deepEqual(charged?.payload, { stallId: id, fee })
  assert.deepEqual((await w.call('market.stall.get', { stallId: id }))['debt'], fee)
  // A total beyond 15 digits is an error, and no rounded number.
  await w.call('market.stall.create', { rent: { amount: amountMax, currency: 'NZD' } })
  const reply = await w.send('market.stall.charge', { stallId: id, fee })
  assert.equal(reply.status, 500, `${reply.text} is not ${sums.amount}`)
})

test('the audit log keeps money before and after a change', async () => {
  const { id } = await w.call('market.stall.create', { rent: eur(100) })
  await w.call('market.stall.update', { stallId: id, rent: eur(250) })
  await w.call('market.stall.update', { stallId: id, rent: eur(250) })
  const { rows } = await w.app.pools.work.query('select changes from account_audit where target = $1 order by id', [id])
  assert.deepEqual(
    rows.map(({ changes }) => JSON.parse(changes)),
    [{ rent: eur(100), wares: [] }, { rent: [eur(100), eur(250)] }],
  )
})
