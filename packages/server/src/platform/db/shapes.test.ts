import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from '#products/places/place/place.ts'
import { mappingOf } from './columns.ts'
import { knownShapes, shapeOf } from './shapes.ts'
import { updateStatement } from './writeSql.ts'

test('an update still writes only what changed, after one caller has sent thousands of shapes', () => {
  const mapping = mappingOf(place)
  const columnsOf = (n: number) => mapping.columns.slice(0, 12).filter((_, at) => (n >> at) & 1)
  const update = (n: number) => updateStatement({ mapping, columns: columnsOf(n), children: [], outbox: [] })
  const names = new Set(Array.from({ length: 3_000 }, (_, n) => update(n + 1).name))
  assert.equal(names.size, 3_000)
  assert.ok(knownShapes().length <= 1_000)
  const [column] = columnsOf(1)
  const { text } = update(1)
  assert.match(
    text,
    new RegExp(`deleted_at = \\$7::timestamptz, ${column?.name} = \\$8::\\w+, version = version \\+ 1`),
  )
})

test('shapeOf() makes a shape once while it is in use, and again after it was evicted', () => {
  let made = 0
  const make = (n: number) => () => {
    made += 1
    return { name: `shape${n}`, text: `select ${n}`, scope: 'ops' as const }
  }
  for (let n = 0; n < 2_000; n++) {
    shapeOf('hot', make(-1))
    shapeOf(`cold ${n}`, make(n))
  }
  assert.equal(made, 2_001)
  shapeOf('cold 0', make(0))
  assert.equal(made, 2_002)
})
