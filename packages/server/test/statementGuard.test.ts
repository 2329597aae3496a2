import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Statement, StatementScope } from '#kit/context.ts'
import { knownStatements } from '#kit/statement.ts'
import { mappingOf } from '#platform/db/columns.ts'
import { crossAccount } from '#platform/db/crossAccount.ts'
import { checkStatement, findProblem } from '#platform/db/guard.ts'
import { knownShapes } from '#platform/db/shapes.ts'
import { executor } from '#platform/db/pools.ts'
import { insertStatement, updateStatement, type OutboxRow } from '#platform/db/writeSql.ts'
import { products } from '#products/index.ts'
import { world } from './world.ts'

type Plant = { text: string; scope?: StatementScope; says: RegExp }

const plants: Record<string, Plant> = {
  'a select without the account': {
    text: 'select id from account_key where id = $1',
    says: /does not name account_id/,
  },
  'an update by bare id': { text: 'update account_key set name = $1 where id = $2', says: /does not name account_id/ },
  'a delete by bare id': { text: 'delete from account_key where id = $1', says: /does not name account_id/ },
  'an insert without the column': {
    text: 'insert into account_key (id) values ($1)',
    says: /does not name account_id/,
  },
  'the column only in the select list': {
    text: 'select account_id from account_key where id = $1',
    says: /does not name account_id/,
  },
  'a join by id alone': {
    text: 'select 1 from account_account a join account_key k on k.id = $2 where a.account_id = $1',
    says: /account_key k/,
  },
  'a sub-select without it': {
    text: 'select 1 from account_account where account_id = $1 and name in (select name from account_key)',
    says: /account_key account_key/,
  },
  'a with query without it': {
    text: 'with k as (select id from account_key) select 1 from account_account, k where account_id = $1',
    says: /account_key account_key/,
  },
  'the second table of a list': {
    text: 'select 1 from account_account a, account_key k where a.account_id = $1',
    says: /account_key k/,
  },
  'an alias of another select': {
    text: 'select (select count(*) from account_key t) from account_account t where t.account_id = $1',
    says: /account_key t/,
  },
  'an account that is no parameter': { text: 'select 1 from account_key where account_id = 5', says: /no parameter/ },
  'a table that no one knows': { text: 'select 1 from stray where account_id = $1', says: /stray is missing/ },
  'a directory in a join': {
    text: 'select 1 from account_key k join directory_key d using (account_id) where account_id = $1',
    says: /directory_key, a directory/,
  },
  'an ops statement on a table of accounts': {
    text: 'select 1 from account_key',
    scope: 'ops',
    says: /scope ops touches/,
  },
  'a crossing that is not listed': { text: 'select 1 from account_key', scope: 'offline', says: /not listed/ },
}

const sound = [
  'select 1 from account_key where account_id = $1',
  "select 'from stray' as x, extract(epoch from k.created_at) from account_key as k where k.account_id = any($1)",
  'select 1 from unnest($1::bigint[], $2::uuid[]) as u (account_id, id) join account_key t using (account_id, id)',
  'select 1 from unnest($1::bigint[]) with ordinality as u (account_id, n) join account_key t using (account_id)',
  'select 1 from account_account a where (a.account_id, a.name) = ($1, $2) and a.name is distinct from $3',
  `select 1 from account_account a where a.account_id = $1
     and exists (select 1 from account_key k where k.account_id = a.account_id)`,
  `insert into account_key (id, account_id)
     select $1::uuid, $2::bigint from account_account where account_id = $2 for update`,
  `with m as (delete from account_key k using account_account a
     where k.account_id = $1 and a.account_id = k.account_id returning id) select id from m`,
]

/** Statements register themselves when their file is read: so every file is. */
before(async () => {
  const folder = join(import.meta.dirname, '..', 'src')
  // What runs as a thread of its own has no database.
  const isLeftOut = (path: string) => path.endsWith('.test.ts') || path.endsWith('/thread.ts')
  const files = globSync('{platform,products}/**/*.ts', { cwd: folder }).filter((path) => !isLeftOut(path))
  assert.ok(files.length > 40, `only ${files.length} files seen`)
  for (const path of files) await import(join(folder, path))
})

test('every statement names its account, or is listed with its reason', async () => {
  await using w = await world()
  const key = await w.call('account.key.create', await w.example('account.key.create'))
  await w.call('account.key.get', { keyId: key['id'] })
  await w.call('account.key.all')
  const all = [...knownStatements(), ...knownShapes(), ...writes()]
  const names = new Set(all.map((each) => each.name))
  for (const name of ['account_key.lane', 'account_key.inserto', 'directory_key.find']) assert.ok(names.has(name), name)
  assert.deepEqual(
    all.flatMap((each) => problemOf(each)),
    [],
  )
})

test('every crossing that is listed is still there', () => {
  const scopes = new Map(knownStatements().map((each) => [each.name, each.scope]))
  const gone = Object.entries(crossAccount).filter(
    ([name, scope]) => !name.startsWith('*') && scopes.get(name) !== scope,
  )
  assert.deepEqual(gone, [])
  assert.ok(products.length > 0)
})

for (const [name, { text, scope = 'account', says }] of Object.entries(plants)) {
  test(`planted: ${name}`, () => {
    assert.match(findProblem(unnamed(text, scope)) ?? 'nothing', says)
  })
}

for (const text of sound) {
  test(`passed: ${text.slice(0, 60)}`, () => {
    assert.equal(findProblem(unnamed(text, 'account')), undefined)
  })
}

test('the account itself must be among the values', () => {
  const own = unnamed('select 1 from account_key where id = $1 and account_id = $2', 'account')
  checkStatement(own, ['x', 5])
  assert.throws(() => checkStatement(own, ['x', undefined]), /parameter \$2 is not an account/)
  assert.throws(() => checkStatement(own, [5, 'acc_1']), /parameter \$2 is not an account/)
})

test('the server refuses such statements while it is checking, and SQL that is in no register', async () => {
  await using w = await world()
  const db = executor(w.app.pools.work, true)
  const rows = (text: string, name: string) => db.rows({ name, text, scope: 'account' }, [w.account.account.id])
  await assert.rejects(rows('select 1 from account_key where $1 > 0', ''), /does not name account_id/)
  await assert.rejects(rows('select 1 from account_key where account_id = $1', 'stray'), /not registered/)
  await assert.rejects(rows('delete from account_key where account_id = $1', ''), /not registered/)
  assert.equal((await rows('select 1 from account_key where account_id = $1', '')).length, 1)
  const outcome = w.app.kernel.accounts.find(w.account.account.id)
  assert.equal((await outcome)?.id, w.account.account.id)
})

function unnamed(text: string, scope: StatementScope): Statement {
  return { name: '', text, scope }
}

// cast: only the number of rows matters for the text.
const row = {} as OutboxRow

/** What the store would write with, for every resource: with all lists of its objects, and with none. */
function writes(): Statement[] {
  const resources = products.flatMap((product) => product.resources)
  return resources.map(mappingOf).flatMap((mapping) =>
    [mapping.children, []].flatMap((children) =>
      [0, 1, 2].flatMap((told) => {
        const shape = { mapping, columns: mapping.columns, children, outbox: Array.from({ length: told }, () => row) }
        return [insertStatement(shape), updateStatement(shape)]
      }),
    ),
  )
}

function problemOf(statement: Statement): string[] {
  const problem = findProblem(statement)
  return problem === undefined ? [] : [`${statement.name}: ${problem}`]
}
