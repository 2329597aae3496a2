import '#test/database/loadedGrammar.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { parseSql } from '#test/database/sqlSyntax.ts'
import { testCluster } from '#test/world/cluster.ts'
import { queryColumns } from './queryColumns.ts'
import type { TableColumns } from './queryScope.ts'

const tables: TableColumns = new Map([
  [
    'book',
    [
      { name: 'id', isNullable: false },
      { name: 'title', isNullable: true },
      { name: 'state', isNullable: false, values: ['lent', 'kept'] },
    ],
  ],
  [
    'loan',
    [
      { name: 'id', isNullable: false },
      { name: 'book_id', isNullable: false },
      { name: 'reader', isNullable: true },
    ],
  ],
])

const schema = `
  create table book (id integer not null, title text, state text not null check (state in ('lent', 'kept')));
  create table loan (id integer not null, book_id integer not null, reader text);
  insert into book values (1, 'One', 'lent'), (2, null, 'kept'), (3, 'Three', 'lent');
  insert into loan values (1, 1, 'Ada'), (2, 1, null), (3, 9, null)`

/** Columns of each query that can be null. */
const cases: [sql: string, nullable: string[]][] = [
  ['select * from book', ['title']],
  ['select b.*, l.id as loan from book b join loan l on l.book_id = b.id', ['title']],
  ['select b.id, l.id as loan from book b left join loan l on l.book_id = b.id', ['loan']],
  ['select b.id, l.id as loan from book b right join loan l on l.book_id = b.id', ['id']],
  ['select c.id, b.id as book from loan c left join (book b join loan l on b.id = l.book_id) on l.id = c.id', ['book']],
  [
    'select (select (select count(*) from loan) from book where id = 9) as one, sum(id) over () as sum from book',
    ['one', 'sum'],
  ],
  ['select b.id, l.id as loan from book b full join loan l on l.book_id = b.id', ['id', 'loan']],
  ['select b.id, l.id as loan from book b left join loan l on l.book_id = b.id where l.id > 0', []],
  ['select title from book where title is not null', []],
  ["select title from book where title = 'One' or state = 'kept'", ['title']],
  ['select l.reader, b.title from loan l join book b on b.title = l.reader', []],
  ['select count(*) as count, max(id) as newest, sum(id) as sum from book', ['newest', 'sum']],
  ['select state, max(id) as newest, max(title) as last from book group by state', ['last']],
  ['select state, max(id) filter (where id > 9) as newest from book group by state', ['newest']],
  ["select coalesce(title, '') as title, nullif(state, 'lent') as state from book", ['state']],
  ["select case when id = 1 then 'a' else 'b' end as kind, case when id = 1 then 'a' end as part from book", ['part']],
  ['select exists (select from loan) as any, array(select id from loan) as ids from book', []],
  ['select (select count(*) from loan) as loans, (select id from loan where id = 9) as one from book', ['one']],
  ["select id::text as text, title || '!' as loud, id + 1 as next, not (id = 1) as other from book", ['loud']],
  ['with l as (select book_id, max(reader) as reader from loan group by book_id) select * from l', ['reader']],
  ["select id, title from book union all select id, 'x' from loan union all select null, 'y'", ['id', 'title']],
  ['with recursive n as (select 1 as a union all select nullif(a + 1, 4) from n where a < 4) select * from n', ['a']],
  ["select u.id, u.at from unnest(array['a', null]) with ordinality as u (id, at)", ['id']],
  ['select s.most from book b left join lateral (select 1 as most where b.id = 1) s on true', ['most']],
  ['select row_number() over (order by id) as at, lag(id) over (order by id) as before from book', ['before']],
  ["update book set title = 'New' where id = 2 returning id, title", []],
  ['update book set title = null where title is not null returning title', ['title']],
  ["insert into book values (4, null, 'kept') returning *", ['title']],
  [
    'delete from book b using loan l where l.book_id = b.id and l.reader is not null returning l.reader, b.title',
    ['title'],
  ],
  [
    'with g as (delete from loan returning id, reader) select g.*, b.id as book from g left join book b using (id)',
    ['reader', 'book'],
  ],
  ['select now() as now, $1::text as sent, current_date as day', ['sent']],
]

test('queryColumns() infers nullable columns, and PostgreSQL returns null in no other one', async () => {
  await using database = await (await testCluster()).createEmptyDatabase()
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(schema)
  for (const [sql, nullable] of cases) {
    const [tree] = parseSql(sql)
    assert.ok(tree !== undefined)
    await client.query('begin')
    const { fields, rows } = await client.query<Record<string, unknown>>(sql, sql.includes('$1') ? [null] : [])
    await client.query('rollback')
    const columns = queryColumns(tree, tables)
    assert.deepEqual(
      fields.map(({ name }, at) => (columns[at]?.isNullable === true ? name : '')).filter(Boolean),
      nullable,
      sql,
    )
    const nulls = fields.filter(({ name }) => rows.some((row) => row[name] === null))
    assert.deepEqual(
      nulls.filter(({ name }) => !nullable.includes(name)),
      [],
      sql,
    )
  }
  await client.end()
})

test('queryColumns() keeps texts of check constraints and literals through unions and queries of a with clause', () => {
  const valuesOf = (sql: string) =>
    parseSql(sql).flatMap((tree) => queryColumns(tree, tables).map(({ values }) => values))
  assert.deepEqual(valuesOf('with b as (select state from book) select b.state from b'), [['lent', 'kept']])
  assert.deepEqual(valuesOf("select 'book' as kind from book union all select 'loan' from loan"), [['book', 'loan']])
  assert.deepEqual(valuesOf("select case when id = 1 then 'old' else state end from book"), [['old', 'lent', 'kept']])
  assert.deepEqual(valuesOf("select state || '', lower(state), state::text from book"), [
    undefined,
    undefined,
    undefined,
  ])
})
