import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOriginAllowed, originOf, originPattern } from './origins.ts'

test('an origin is allowed exactly, or by one wildcard label', () => {
  const allowed = ['https://shop.example', 'https://*.example.com', 'http://localhost:3000']
  for (const origin of allowed) assert.match(origin, new RegExp(originPattern))
  for (const origin of [
    'https://shop.example',
    'https://SHOP.example',
    'https://a.example.com',
    'http://localhost:3000',
  ]) {
    assert.ok(isOriginAllowed(allowed, origin), origin)
  }
  const refused = [
    'http://shop.example',
    'https://example.com',
    'https://a.b.example.com',
    'https://evilexample.com',
    'null',
    'https://shop.example.evil',
    'http://localhost:3001',
  ]
  for (const origin of refused) assert.ok(!isOriginAllowed(allowed, origin), origin)
})

test('the origin of an address', () => {
  assert.equal(originOf('https://a.example/path?x=1'), 'https://a.example')
  assert.equal(originOf('nonsense'), undefined)
  assert.equal(originOf(undefined), undefined)
})
