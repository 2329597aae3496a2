import './loadedGrammar.ts'
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Statement, StatementScope } from '#kit/call/context.ts'
import { knownStatements } from '#kit/call/statement.ts'
import { mappingOf } from '#platform/db/columns.ts'
import { crossAccount } from '#platform/db/crossAccount.ts'
import { knownShapes } from '#platform/db/shapes.ts'
import { executor } from '#platform/db/pools.ts'
import { insertStatement, updateStatement, type OutboxRow } from '#platform/db/writeSql.ts'
import { products } from '#products/index.ts'
import { checkStatement, findProblem } from './tenancyGuard.ts'
import { world } from '#test/world/world.ts'

type Plant = { text: string; scope?: StatementScope; says: RegExp }

const open = /leaves account_id of account_key .* open/

const plants: Record<string, Plant> = {
  'a select without the account': {
    text: 'select id from account_key where id = $1',
    says: open,
  },
  'an update by bare id': { text: 'update account_key set name = $1 where id = $2', says: open },
  'a delete by bare id': { text: 'delete from account_key where id = $1', says: open },
  'an insert without the column': {
    text: 'insert into account_key (id) values ($1)',
    says: open,
  },
  'the column only in the select list': {
    text: 'select account_id from account_key where id = $1',
    says: open,
  },
  'a join by id alone': {
    text: 'select 1 from account_account a join account_key k on k.id = $2 where a.account_id = $1',
    says: /account_key k open/,
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
  'an account that is no parameter': { text: 'select 1 from account_key where account_id = 5', says: open },
  'a table that no one knows': {
    text: 'select 1 from stray where account_id = $1',
    says: /stray is declared by no product/,
  },
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

/** Statements that name the account and also reach rows of others. */
const cunning: Record<string, Plant> = {
  'an OR beside it': { text: 'select 1 from account_key where account_id = $1 or id = $2', says: open },
  'a negation of it': { text: 'select 1 from account_key where not account_id = $1', says: open },
  'a column that equals itself': {
    text: 'select 1 from account_key k where k.account_id = k.account_id and k.id = $1',
    says: open,
  },
  'two tables that equal each other only': {
    text: 'select 1 from account_key k join account_account a on a.account_id = k.account_id where k.id = $1',
    says: open,
  },
  'a comment': { text: 'select 1 from account_key where id = $1 -- account_id = $2', says: open },
  'a comment of several lines': {
    text: 'select 1 from account_key where id = $1 /* and account_id = $2 */',
    says: open,
  },
  'a literal': { text: "select 1 from account_key where id = $1 and name <> 'account_id = $2'", says: open },
  'a literal with an escape': {
    text: String.raw`select 1 from account_key where name = E'\\' and hint = ' and account_id = $1'`,
    says: open,
  },
  'a literal between dollars': {
    text: 'select 1 from account_key where name <> $a$ account_id = $1 $a$',
    says: open,
  },
  'a quoted alias': {
    text: 'select 1 from account_key "account_key.account_id = $1" where id = $1',
    says: open,
  },
  'a quoted table': { text: 'select 1 from "account_key" where id = $1', says: open },
  'a table with its schema': { text: 'select 1 from public.account_key where id = $1', says: open },
  'another comparison': { text: 'select 1 from account_key where account_id >= $1', says: open },
  'a comparison that is a value': { text: 'select account_id = $1 from account_key', says: open },
  'a comparison that may be null': {
    text: 'select 1 from account_key where coalesce(account_id = $1, true)',
    says: open,
  },
  'a comparison with another column': {
    text: 'select 1 from account_key where account_id = $1 + version',
    says: open,
  },
  'a list with a constant in it': { text: 'select 1 from account_key where account_id in ($1, 5)', says: open },
  'the left side of a left join': {
    text: 'select 1 from account_key k left join account_account a on k.account_id = $1 and a.account_id = $1',
    says: /account_key k open/,
  },
  'a left join by using': {
    text: `select 1 from account_key k left join account_account a using (account_id)
      left join account_audit b on b.account_id = $1`,
    says: open,
  },
  'a filter of an aggregate': {
    text: 'select count(*) filter (where account_id = $1) from account_key',
    says: open,
  },
  'a condition of a group': {
    text: 'select account_id from account_key group by account_id having account_id = $1',
    says: open,
  },
  'a sub-select in a from list': {
    text: 'select 1 from account_account a, (select id from account_key) k where a.account_id = $1',
    says: open,
  },
  'a sub-select in the select list': {
    text: 'select (select k.name from account_key k where k.id = $2) from account_account a where a.account_id = $1',
    says: /account_key k open/,
  },
  'a sub-select that compares its own column': {
    text: `select 1 from account_account a where a.account_id = $1
      and exists (select 1 from account_key k where account_id = k.account_id)`,
    says: /account_key k open/,
  },
  'a lateral sub-select': {
    text: `select 1 from account_account a, lateral (select 1 from account_key k where k.name = a.name) x
      where a.account_id = $1`,
    says: /account_key k open/,
  },
  'the second arm of a union': {
    text: 'select id from account_key where account_id = $1 union all select id from account_key',
    says: open,
  },
  'a with query that gives another column as account_id': {
    text: `with w as (select twin_id as account_id from account_account where account_id = $1)
      select 1 from w join account_key k using (account_id)`,
    says: /account_key k open/,
  },
  'a recursion that continues with another account': {
    text: `with recursive w (account_id) as (select $1::bigint union all
      select a.twin_id from account_account a join w on a.account_id = w.account_id) select 1 from w`,
    says: /loses the account in the recursion of w/,
  },
  'an insert from rows of others': {
    text: 'insert into account_key (account_id, id) select account_id, id from account_account where id = $1',
    says: /account_account open/,
  },
  'an insert whose columns change places': {
    text: 'insert into account_key (account_id, id) select id, account_id from account_account where account_id = $1',
    says: open,
  },
  'an insert from a star': {
    text: 'insert into account_key (id, account_id) select * from account_account where account_id = $1',
    says: open,
  },
  'an insert of a constant': { text: 'insert into account_key (account_id, id) values (5, $1)', says: open },
  'a second row of an insert': {
    text: 'insert into account_key (account_id, id) values ($1, $2), (5, $3)',
    says: open,
  },
  'an upsert by a key of all accounts': {
    text: `insert into account_key (account_id, id) values ($1, $2)
      on conflict (id) do update set name = 'taken'`,
    says: /conflict in other accounts/,
  },
  'an update from another table': {
    text: 'update account_key k set name = a.name from account_account a where a.account_id = $1 and k.id = $2',
    says: /account_key k open/,
  },
  'an update that moves a row': {
    text: 'update account_key set account_id = $2 where account_id = $1',
    says: /moves rows of account_key/,
  },
  'a delete by another table': {
    text: 'delete from account_key k using account_account a where a.account_id = $1 and k.name = a.name',
    says: /account_key k open/,
  },
  'a change inside a with query': {
    text: 'with d as (delete from account_key where id = $2) select 1 from account_account where account_id = $1',
    says: open,
  },
  'a natural join': {
    text: 'select 1 from account_account a natural join account_key k where a.account_id = $1',
    says: /join that this guard does not know/,
  },
  'a full join': {
    text: 'select 1 from account_account a full join account_key k using (account_id) where a.account_id = $1',
    says: /join that this guard does not know/,
  },
  'a command that is no query': { text: 'truncate account_key', says: /no select, insert, update or delete/ },
  'two statements': {
    text: 'select 1 from account_key where account_id = $1; delete from account_key',
    says: /not one statement/,
  },
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
  'select 1 from account_key k where k.account_id = $1::bigint and (k.id = $2 or k.name = $3)',
  'select 1 from account_account a left join account_key k on k.account_id = a.account_id where a.account_id = $1',
  'select 1 from account_key where account_id in ($1, $2)',
  'select 1 from account_key where (account_id, id) in (select account_id, id from account_mail where account_id = $1)',
  `update account_key k set name = $2 from unnest($1::bigint[], $3::uuid[]) as u (account_id, id)
     where k.account_id = u.account_id`,
  `insert into account_key (account_id, id) values ($1, $2)
     on conflict (account_id, id) do update set name = excluded.name where account_key.version < $3`,
  `with recursive w (account_id, id) as (select account_id, id from account_account where account_id = $1
     union all select k.account_id, k.id from account_key k join w using (account_id)) select id from w`,
]

/** Statements register themselves on import, so every file is imported. */
before(async () => {
  const folder = join(import.meta.dirname, '..', '..', 'src')
  // Worker threads have no database.
  const isLeftOut = (path: string) => path.endsWith('.test.ts') || path.endsWith('/thread.ts')
  const files = globSync('{platform,products}/**/*.ts', { cwd: folder }).filter((path) => !isLeftOut(path))
  assert.ok(files.length > 40, `only ${files.length} files seen`)
  for (const path of files) await import(join(folder, path))
})

test('every statement names its account, or is listed with its reason', async () => {
  await using w = await world()
  const key = await w.call('account.key.create', await w.example('account.key.create'))
  await w.call('account.key.get', { keyId: key.id })
  await w.call('account.key.all')
  const all = [...knownStatements(), ...knownShapes(), ...writes()]
  const names = new Set(all.map((each) => each.name))
  for (const name of ['account_key.lane', 'account_key.inserto', 'directory_key.find']) assert.ok(names.has(name), name)
  assert.deepEqual(
    all.flatMap((each) => problemOf(each)),
    [],
  )
})

test('every listed crossing exists', () => {
  const scopes = new Map(knownStatements().map((each) => [each.name, each.scope]))
  const gone = Object.entries(crossAccount).filter(
    ([name, scope]) => !name.startsWith('*') && scopes.get(name) !== scope,
  )
  assert.deepEqual(gone, [])
  assert.ok(products.length > 0)
})

for (const [name, { text, scope = 'account', says }] of Object.entries({ ...plants, ...cunning })) {
  test(`planted: ${name}`, () => {
    assert.match(findProblem(unnamed(text, scope)) ?? 'nothing', says)
  })
}

for (const text of sound) {
  test(`passed: ${text.slice(0, 60)}`, () => {
    assert.equal(findProblem(unnamed(text, 'account')), undefined)
  })
}

test('the values of a statement must contain the account', () => {
  const own = unnamed('select 1 from account_key where id = $1 and account_id = $2', 'account')
  checkStatement(own, ['x', 5])
  assert.throws(() => checkStatement(own, ['x', undefined]), /parameter \$2 is not an account/)
  assert.throws(() => checkStatement(own, [5, 'acc_1']), /parameter \$2 is not an account/)
})

test('a checking server refuses statements of other accounts, and SQL that is not registered', async () => {
  await using w = await world()
  const db = executor(w.app.pools.work, true)
  const rows = (text: string, name: string) => db.rows({ name, text, scope: 'account' }, [w.account.account.id])
  await assert.rejects(
    rows('select 1 from account_key where $1 > 0', ''),
    /leaves account_id of account_key account_key open/,
  )
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

/** Write statements of the store for every resource: with all child lists, and with none. */
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
