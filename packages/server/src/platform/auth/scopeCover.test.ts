import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows, scopePattern } from './scopeCover.ts'

test('a scope covers itself, and a wildcard one part', () => {
  const rows: [string, string, boolean][] = [
    ['ads.placement:read', 'ads.placement:read', true],
    ['ads.placement:read', 'ads.placement:write', false],
    ['ads.*:read', 'ads.placement:read', true],
    ['ads.*:read', 'ads.placement:write', false],
    ['ads.placement:*', 'ads.placement:vote', true],
    ['*.*:read', 'places.place:read', true],
    ['*', 'anything.at:all', true],
    ['ad.*:read', 'ads.placement:read', false],
    ['ads.place:read', 'ads.placement:read', false],
  ]
  for (const [granted, requested, expected] of rows)
    assert.equal(allows([granted], requested), expected, `${granted} ${requested}`)
  assert.equal(allows([], 'ads.placement:read'), false)
  for (const [granted] of rows) assert.match(granted, new RegExp(scopePattern))
})
