import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { satisfies } from '#platform/http/inputCheck.ts'
import { plain } from '#platform/openapi/json.ts'
import { converted, converterOf, defineFieldType, fieldTypeOf, fieldTypes, sqlTypeOf } from './fieldType.ts'
import './money.ts'
import { moment } from './standardFieldTypes.ts'
import { dateTime, flag, group, line, nullable, real, whole, words } from './fields.ts'
import { Type } from './schema.ts'
import { listInput } from '#kit/nouns/standard.ts'
import { place } from '#products/places/place/place.ts'
// Types that a product defines are registered with it; no product uses money yet.
import '#products/index.ts'

for (const type of fieldTypes()) {
  const { format } = type.schema
  const schema = Type.Unsafe(type.schema)

  test(`${format} accepts its samples, edges and example, and refuses its list of refused values`, () => {
    const samples = Array.from({ length: 100 }, (_, n) => type.sample(n * n * 1_009))
    const valid = [...samples, ...type.edges, ...(type.example === undefined ? [] : [type.example])]
    for (const value of valid) assert.ok(satisfies(schema, value), String(value))
    for (const value of type.refused) assert.ok(!satisfies(schema, value), String(value))
  })

  test(`${format} is documented by keywords that accept its samples and edges`, () => {
    const validate = addFormats.default(new Ajv2020({ strict: true })).compile(plain(schema))
    for (const value of [...type.edges, ...[0, 1, 7, 61].map((n) => type.sample(n))]) {
      assert.ok(validate(value), String(value))
    }
  })

  test(`${format} repeats a conversion without a change`, () => {
    fc.assert(
      fc.property(fc.nat(), (n) => {
        const value = type.sample(n)
        const normalised = converted(schema, 'normalise', value)
        assert.deepEqual(converted(schema, 'normalise', normalised), normalised)
        const wire = converted(schema, 'toWire', normalised)
        assert.deepEqual(converted(schema, 'toWire', wire), wire)
        assert.ok(satisfies(schema, wire))
      }),
    )
  })
}

test('defineFieldType() refuses a format that another type has', () => {
  assert.throws(() => defineFieldType(moment), /two field types have the format date-time/)
})

test('sqlTypeOf() reads the column type off the format, the JSON type and the bounds', () => {
  const schemas = [dateTime(), nullable(dateTime()), line(5), whole(0, 9), whole(0, 2 ** 31), real(0, 1), flag()]
  assert.deepEqual(
    [...schemas, words(3, line(5)), Type.Unsafe({ type: 'object' })].map(sqlTypeOf),
    'timestamptz(3),timestamptz(3),text,integer,bigint,double precision,boolean,text[],jsonb'.split(','),
  )
  assert.equal(fieldTypeOf(line(5)), undefined)
})

test('listInput() refuses a filter and an order that the type of the values does not bear', () => {
  const open = { schema: flag(), column: 'has_hours', test: 'from' } as const
  assert.throws(() => listInput(place, { sorts: [], filters: { open } }), /filter open has no test from/)
  assert.throws(() => listInput(place, { sorts: ['-tags'] }), /places.place: no sort by -tags/)
  assert.ok(listInput(place, { sorts: ['-name'], filters: { since: { ...open, schema: dateTime() } } }))
})

test('converted() reaches members of groups and items of lists, and keeps absence', () => {
  const span = group({ from: dateTime(), note: line(5) })
  const sent = { from: '2026-11-21T10:00:00+01:00', note: 'x' }
  const stored = { from: '2026-11-21T09:00:00.000Z', note: 'x' }
  assert.deepEqual(converted(span, 'normalise', sent), stored)
  assert.deepEqual(converted(Type.Array(span), 'normalise', [sent]), [stored])
  assert.deepEqual(converted(nullable(span), 'normalise', null), null)
  assert.deepEqual(converted(span, 'normalise', { note: 'x' }), { note: 'x' })
  assert.equal(converterOf(span, 'read'), undefined)
  assert.equal(converterOf(group({ note: line(5) }), 'normalise'), undefined)
})
