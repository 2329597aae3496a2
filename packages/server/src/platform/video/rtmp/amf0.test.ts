import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AmfValue, readAmf, readLeadingString, writeAmf } from './amf0.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const plain = (values: AmfValue[]): unknown => JSON.parse(JSON.stringify(values))

test('values are written in the form of the specification', () => {
  assert.deepEqual(writeAmf([1]), hex('00 3ff0000000000000'))
  assert.deepEqual(writeAmf([true, null, undefined]), hex('01 01 05 06'))
  assert.deepEqual(writeAmf(['live']), hex('02 0004 6c697665'))
  assert.deepEqual(writeAmf([{ a: 'b' }]), hex('03 0001 61 02 0001 62 0000 09'))
  assert.deepEqual(writeAmf([[1, false]]), hex('0a 00000002 00 3ff0000000000000 01 00'))
})

test('readAmf() reads the values that writeAmf() wrote', () => {
  const values = [
    'connect',
    1,
    { app: 'live', deep: { list: [1, 'two', null, true] }, nothing: undefined },
    'é'.repeat(9),
  ]
  assert.deepEqual(plain(readAmf(writeAmf(values))), plain(values))
  const long = 'x'.repeat(70_000)
  assert.deepEqual(readAmf(writeAmf([long, 'y'])), [long, 'y'])
})

test('types that only peers write are read', () => {
  assert.deepEqual(plain(readAmf(hex('08 00000063 0001 61 00 4000000000000000 000009'))), [{ a: 2 }])
  assert.deepEqual(readAmf(hex('0b 4271000000000000 0000')), [0x110_0000_0000])
  assert.deepEqual(plain(readAmf(hex('10 0003 466f6f 0001 61 01 01 000009'))), [{ a: true }])
  assert.deepEqual(readAmf(hex('0f 00000003 3c612f 0d')), ['<a/', undefined])
})

test('names such as __proto__ are plain members of an object', () => {
  const [object] = readAmf(writeAmf([JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}')]))
  assert.ok(typeof object === 'object' && object !== null && !Array.isArray(object))
  assert.deepEqual(Object.keys(object), ['__proto__', 'constructor'])
  assert.equal(object['isAdmin'], undefined)
})

const nested = (depth: number): AmfValue => (depth === 0 ? 1 : { a: nested(depth - 1) })

for (const [name, bytes] of [
  ['a number that ends early', hex('00 3ff0')],
  ['a string that is shorter than it says', hex('02 0005 6c69')],
  ['a long string that is shorter than it says', hex('0c ffffffff 6c69')],
  ['an object without its end', hex('03 0001 61 05')],
  ['an array that is shorter than it says', hex('0a ffffffff 05 05')],
  ['a reference', hex('07 0000')],
  ['AMF3', hex('11 01')],
  ['an unknown type', hex('7f')],
  ['objects deeper than 8', writeAmf([nested(8)])],
  ['arrays deeper than 8', hex('0a 00000001'.repeat(50))],
  ['more than 1,024 values', writeAmf(Array.from({ length: 1_025 }, () => null))],
  ['more than 1,024 members', writeAmf([Object.fromEntries(Array.from({ length: 1_025 }, (_, at) => [`m${at}`, 1]))])],
] as const) {
  test(`refused: ${name}`, () => {
    assert.throws(() => readAmf(bytes), { name: 'RtmpDamage' })
  })
}

test('values at the bounds are allowed', () => {
  assert.equal(readAmf(writeAmf([nested(7)])).length, 1)
  assert.equal(readAmf(writeAmf(Array.from({ length: 1_024 }, () => null))).length, 1_024)
})

test('a leading string is found without reading the rest', () => {
  assert.deepEqual(readLeadingString(Buffer.concat([writeAmf(['@setDataFrame']), hex('ff ff')])), {
    text: '@setDataFrame',
    end: 16,
  })
  assert.equal(readLeadingString(hex('00 3ff0000000000000')), undefined)
  assert.equal(readLeadingString(Buffer.alloc(0)), undefined)
  assert.throws(() => readLeadingString(hex('02 00')), { name: 'RtmpDamage' })
})
