import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { foldName, searchText } from '#kit/values/foldedText.ts'
import { testCluster } from '#test/world/cluster.ts'
import { world } from '#test/world/world.ts'
import { inSession } from './connect.ts'
import { findLettersProblem } from './letters.ts'
import { migrationsDir, readMigrations } from './migrations.ts'

const migrationName = '20261123010000_ops_search_text'

const names = [
  'Большой Театр',
  'Кинотеатр «Ёлка»',
  '東京都庁',
  '京東市場',
  'NHKホール 東 京',
  'カフェ12番館',
  'ร้านกาแฟ',
  '서울극장',
  'Μουσείο Ἀκρόπολης',
  'Café C++ & 50%_off',
  'Ab Øst',
  'FM ラジオ',
]

const searches: [q: string, ...found: string[]][] = [
  ['театр', 'Большой Театр', 'Кинотеатр «Ёлка»'],
  ['ТЕАТР большой', 'Большой Театр'],
  ['елка', 'Кинотеатр «Ёлка»'],
  ['бо', 'Большой Театр'],
  ['ой'],
  ['東京', '東京都庁'],
  ['京東', '京東市場'],
  ['京都', '東京都庁'],
  ['東', '東京都庁', '京東市場', 'NHKホール 東 京'],
  ['庁', '東京都庁'],
  ['東都'],
  ['東京都庁', '東京都庁'],
  ['東京都市'],
  ['NHKホール', 'NHKホール 東 京'],
  ['hkホ', 'NHKホール 東 京'],
  ['ﾎｰﾙ', 'NHKホール 東 京'],
  ['12番', 'カフェ12番館'],
  ['番 12', 'カフェ12番館'],
  ['ガフ', 'カフェ12番館'],
  ['กาแฟ', 'ร้านกาแฟ'],
  ['นก', 'ร้านกาแฟ'],
  ['서울', '서울극장'],
  ['극장', '서울극장'],
  ['ακροπολησ', 'Μουσείο Ἀκρόπολης'],
  ['c++', 'Café C++ & 50%_off'],
  ['50%', 'Café C++ & 50%_off'],
  ['5_%'],
  ['%_off', 'Café C++ & 50%_off'],
  ['cafe', 'Café C++ & 50%_off'],
  ['øs', 'Ab Øst'],
  ['fmラ', 'FM ラジオ'],
  ['st'],
]

test('a search finds the words of every script, contiguous, without case and accents, and nothing else', async () => {
  await using w = await world()
  for (const name of names)
    await w.call('places.place.create', { name, type: 'venue', location: { latitude: 1, longitude: 1 } })
  for (const [q, ...expected] of searches) {
    const { items } = await w.call('places.place.all', { q, sort: 'createdAt' })
    // cast: the list returns places, which have a name.
    const found = (items as { name: string }[]).map(({ name }) => name)
    assert.deepEqual(found.toSorted(), expected.toSorted(), q)
  }
  for (const q of ['%', '__', '\\', '---', '\u0301', '😀', ' ', '❶❷❸']) {
    await w.refused('places.place.all', { q }, { code: 'invalid_request', mention: 'must hold a letter or a digit' })
  }
})

function tablesOf(migration: string): (string | undefined)[] {
  return [...migration.matchAll(/^update (\w+)/gm)].map(([, table]) => table)
}

test('the migration writes search texts as searchText does, for every character', async () => {
  const text = await readFile(join(migrationsDir, `${migrationName}.sql`), 'utf8')
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code > 0x20)
  const blocks = Array.from({ length: Math.ceil(characters.length / 256) }, (_, at) =>
    String.fromCodePoint(...characters.slice(at * 256, at * 256 + 256)).toWellFormed(),
  )
  const mixed = fc.string({ unit: fc.constantFrom('a', '1', ' ', '東', '京', 'カ', 'ー', 'ก', '𠀀', 'ж', '.') })
  const samples = [...fc.sample(mixed, 500), ...names, ...blocks].map((each) => foldName(each))
  const { admin } = await testCluster()
  const client = new pg.Client(admin)
  await client.connect()
  try {
    for (const table of tablesOf(text)) await client.query(`create temp table ${table} (at integer, search_text text)`)
    const fill = 'insert into pg_temp.places_place select at, one from unnest($1::text[]) with ordinality u (one, at)'
    await client.query(fill, [samples])
    await client.query(text)
    const { rows } = await client.query<{ search_text: string }>('select search_text from places_place order by at')
    assert.deepEqual(
      rows.map((row) => row.search_text),
      samples.map((sample) => searchText(sample)),
    )
  } finally {
    await client.end()
  }
})

test('the migration rewrites every table that had a search text', async () => {
  const text = await readFile(join(migrationsDir, `${migrationName}.sql`), 'utf8')
  assert.equal(new Set(text.split(/^update \w+ /m).slice(1)).size, 1, 'the same expression everywhere')
  const before = (await readMigrations()).filter(({ name }) => name < migrationName)
  const made = before.flatMap(({ statements }) =>
    statements
      .join('')
      .split(/^create table /m)
      .slice(1),
  )
  const searched = made.filter((table) => /^ {2}search_text /m.test(table)).map((table) => table.split(' ')[0])
  assert.deepEqual(tablesOf(text), searched.toSorted())
})

test('a database is named whose character type knows Latin letters alone', async () => {
  const { admin, createDatabase } = await testCluster()
  await using database = await createDatabase()
  assert.equal(await inSession(database.address, 'test', findLettersProblem), undefined)
  const name = `latin_letters_${process.pid}`
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query(
      `create database ${name} locale_provider builtin builtin_locale 'C.UTF-8' locale 'C' template template0`,
    )
    const inside = new pg.Client({ ...admin, database: name })
    await inside.connect()
    await inside.query('create extension pg_trgm')
    await inside.end()
    const problem = await inSession({ ...admin, database: name }, 'test', findLettersProblem)
    assert.match(problem ?? '', /has the character type C: /)
  } finally {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
})
