import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factPattern, fitsPattern } from './pattern.ts'

test('a pattern matches part by part, and a star at its end matches all remaining parts', () => {
  const fits = (pattern: string) => fitsPattern('places.place.created', pattern)
  for (const pattern of [
    '*',
    '*.*',
    '*.*.*',
    'places.*',
    'places.place.*',
    'places.place.created',
    '*.*.created',
    '*.place.*',
  ]) {
    assert.equal(fits(pattern), true, pattern)
  }
  for (const pattern of [
    'places',
    'places.place',
    'ads.*',
    '*.created',
    'places.*.deleted',
    'places.place.created.*',
  ]) {
    assert.equal(fits(pattern), false, pattern)
  }
  assert.equal(fitsPattern('payment.succeeded', '*.*.*'), false)
})

test('malformed patterns are refused', () => {
  const form = new RegExp(factPattern)
  for (const wrong of ['', '.', 'a..b', 'a.*b', '**', 'a.b.c.d', 'A.b', 'a b', `${'a'.repeat(41)}.b`])
    assert.equal(form.test(wrong), false, wrong)
  for (const right of ['*', 'a.*', 'a.b', 'a.*.c', '*.*.deleted']) assert.equal(form.test(right), true, right)
})
