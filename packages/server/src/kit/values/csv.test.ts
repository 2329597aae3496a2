import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from './schema.ts'
import { csvColumns, csvHeader, csvLine } from './csv.ts'

const schema = Type.Object({
  id: Type.String(),
  address: Type.Object({ city: Type.String(), line1: Type.String() }),
  tags: Type.Array(Type.String()),
  metadata: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
})
const columns = csvColumns(schema)
const line = (id: unknown) => csvLine(columns, { id }).slice(0, -',,,,\r\n'.length)

test('csvHeader() has a column for each member of an object, and one for a list or a free object', () => {
  assert.equal(csvHeader(columns), 'id,address.city,address.line1,tags,metadata\r\n')
})

test('csvLine() leaves null and missing values empty, and writes lists and free objects as JSON', () => {
  const row = { id: 'a', address: { city: 'Köln', line1: '' }, tags: ['x', 'y'], metadata: { a: '1' } }
  assert.equal(csvLine(columns, row), 'a,Köln,"","[""x"",""y""]","{""a"":""1""}"\r\n')
  assert.equal(csvLine(columns, { id: null, address: null, tags: [] }), ',,,[],\r\n')
})

test('csvLine() quotes commas, quotes and line breaks', () => {
  assert.deepEqual(['a,b', 'say "so"', 'a\r\nb', 'a\nb', ' a '].map(line), [
    '"a,b"',
    '"say ""so"""',
    '"a\r\nb"',
    '"a\nb"',
    ' a ',
  ])
})

test('csvLine() keeps a spreadsheet from running a text as a formula, and leaves numbers as they are', () => {
  const texts = ['=1+1', '+49', '-a', '@cmd', '\tx', '\rx', '＝1', '-12.50', '12', 'a=1']
  assert.deepEqual(texts.map(line), ["'=1+1", "'+49", "'-a", "'@cmd", "'\tx", '"\'\rx"', "'＝1", '-12.50', '12', 'a=1'])
  assert.deepEqual([-1.5, true].map(line), ['-1.5', 'true'])
})

test('csvLine() leaves members empty that an object has from its prototype', () => {
  const names = ['constructor', 'toString', '__proto__']
  const members = names.map((name) => ({ name, path: ['metadata', name] }))
  assert.equal(csvLine(members, { metadata: {} }), ',,\r\n')
})
