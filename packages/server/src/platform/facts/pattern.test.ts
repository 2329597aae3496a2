import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factPattern, fitsPattern } from './pattern.ts'

test('a pattern fits part by part, and a last star all that follows', () => {
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

test('texts that are no pattern are refused', () => {
  const form = new RegExp(factPattern)
  for (const wrong of ['', '.', 'a..b', 'a.*b', '**', 'a.b.c.d', 'A.b', 'a b', `${'a'.repeat(41)}.b`])
    assert.equal(form.test(wrong), false, wrong)
  for (const right of ['*', 'a.*', 'a.b', 'a.*.c', '*.*.deleted']) assert.equal(form.test(right), true, right)
})
