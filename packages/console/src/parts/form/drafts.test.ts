import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsSecret } from './drafts.ts'

test('a field with a secret anywhere in it is kept out of drafts', () => {
  assert.equal(holdsSecret({ password: 'x' }), true)
  assert.equal(holdsSecret({ simulcastTargets: [{ url: 'rtmp://a', streamKey: 'x' }] }), true)
  assert.equal(holdsSecret({ credentials: { apiKey: 'x' } }), true)
  assert.equal(holdsSecret({ name: 'Pier', tags: ['a'], address: { city: 'Hamburg' } }), false)
})
