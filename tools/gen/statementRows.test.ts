import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testCluster } from '#test/world/cluster.ts'
import { rowTypesText } from './statementRows.ts'

test('rowTypesText() types columns by the schema, and names a statement that it cannot type', async () => {
  await using database = await (await testCluster()).createEmptyDatabase()
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(`
    create table book (id uuid not null, state text not null check (state in ('lent', 'kept')), pages integer,
      size numeric, tags text[] not null, cover bytea, about jsonb not null, lent_at timestamptz, shelf point)`)
  const typed = (name: string, text: string) => rowTypesText(client, [{ name, text }])
  const text = await rowTypesText(client, [
    { name: 'book.all', text: 'select id, state, pages, size, tags, cover, about, lent_at from book where pages > $1' },
    { name: 'book.count', text: 'select 1, count(*) from book' },
    { name: 'book.drop', text: 'delete from book where id = $1' },
  ])
  assert.equal(text.slice(text.indexOf('export')), expected)
  await assert.rejects(typed('book.wrong', 'select author from book'), /book\.wrong: column "author" does not exist/)
  await assert.rejects(typed('book.shelf', 'select shelf from book'), /book\.shelf: the type 600 of shelf/)
  assert.match(await typed('book.ids', 'select id from book'), /id: string\n/)
  await client.end()
})

const expected = `export type StatementRows = {
  'book.all': {
    id: string
    state: 'lent' | 'kept'
    pages: number
    size: number | null
    tags: string[]
    cover: Buffer | null
    about: unknown
    lent_at: string | null
  }
  'book.count': {
    '?column?': number
    count: number
  }
}
`
