import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf, escaped, textOf } from './s3Xml.ts'

test('elements are found by their whole name, in order', () => {
  const xml = '<List xmlns="http://x"><Key>a</Key>\n<KeyCount>2</KeyCount><Key>b</Key></List>'
  assert.deepEqual(elementsOf(xml, 'Key'), ['a', 'b'])
  assert.equal(textOf(xml, 'KeyCount'), '2')
  assert.equal(textOf(xml, 'Prefix'), undefined)
  assert.equal(elementsOf(xml, 'List').length, 1)
})

test('entities are decoded once, whatever they contain', () => {
  assert.equal(textOf('<Key>a&amp;lt;&#39;&#x2F;&quot;&nope;&#x110000;</Key>', 'Key'), 'a&lt;\'/"&nope;&#x110000;')
})

test('escaped text reads back unchanged', () => {
  const text = '"<a & b>" \'c\''
  assert.equal(textOf(`<ETag>${escaped(text)}</ETag>`, 'ETag'), text)
})
