import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from '#products/places/place/place.ts'
import { mappingOf } from './columns.ts'
import { insertStatement, updateStatement, type OutboxRow } from './writeSql.ts'

/** The text of a statement without types and column lists, as the head comment of the builder shows it. */
function shortened(text: string): string {
  return text
    .replaceAll(/::\w+/g, '')
    .replaceAll(/(insert into account_\w+) \([^)]*\)/g, '$1 (…)')
    .replaceAll(/(\$\d+)(, \$\d+)+ from made/g, '$1, … from made')
}

test('an update of a column, a child table and one fact is the statement that the builder shows', () => {
  const mapping = mappingOf(place)
  const [name] = mapping.columns
  const hours = mapping.children.filter(({ table }) => table === 'places_regular_hours')
  const fact: OutboxRow = Object.create(null)
  assert.equal(name?.name, 'name')
  const { text } = updateStatement({ mapping, columns: mapping.columns.slice(0, 1), children: hours, outbox: [fact] })
  assert.equal(
    shortened(text),
    'with made as (update places_place set updated_at = $4, status = $5, metadata = $6, deleted_at = $7, name = $8, ' +
      'version = version + 1 where account_id = $1 and id = $2 and version = $3 and deleted_at is null ' +
      'returning account_id, id), ' +
      'opening_hours_regular_in as (insert into places_regular_hours ' +
      '(account_id, place_id, position, day, opens, closes, span) ' +
      'select m.account_id, m.id, p.position, p.day, p.opens, p.closes, p.span ' +
      'from made m, json_to_recordset($9) as p ' +
      '(position integer, day integer, opens text, closes text, span int4range) ' +
      'on conflict (account_id, place_id, position) do update set ' +
      'day = excluded.day, opens = excluded.opens, closes = excluded.closes, span = excluded.span), ' +
      'opening_hours_regular_cut as (delete from places_regular_hours c using made m ' +
      'where c.account_id = m.account_id and c.place_id = m.id and c.position >= json_array_length($9)), ' +
      'audited as (insert into account_audit (…) select m.account_id, $10, … from made m), ' +
      'emitted as (insert into account_outbox (…) select m.account_id, $17, … from made m) ' +
      'select id from made',
  )
})

test('the first step of a create is the one that the builder shows', () => {
  const mapping = mappingOf(place)
  const { text } = insertStatement({ mapping, columns: mapping.columns.slice(0, 1), children: [], outbox: [] })
  const [made] = shortened(text).split(', audited as')
  assert.equal(
    made,
    'with made as (insert into places_place (account_id, id, status, created_at, client_reference, ' +
      'client_reference_hash, metadata, name, updated_at, version) values ($1, $2, $3, $4, $5, $6, $7, $8, $4, 1) ' +
      'on conflict (account_id, client_reference) where client_reference is not null and deleted_at is null ' +
      'do nothing returning account_id, id)',
  )
})
