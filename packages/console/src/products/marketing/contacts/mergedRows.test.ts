import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergedRows } from './mergedRows.ts'

test('a merge fills empty fields, joins tags and keeps own attributes', () => {
  const into = {
    id: 'con_1',
    email: 'ada@example.com',
    phone: null,
    tags: ['vip'],
    topics: [],
    attributes: { plan: 'pro' },
  }
  const from = {
    id: 'con_2',
    email: 'ada@work.example',
    phone: '+49301',
    tags: ['vip', 'beta'],
    attributes: { plan: 'free', seats: 5 },
  }
  assert.deepEqual(mergedRows(into, from), [
    { name: 'email', into: 'ada@example.com', from: 'ada@work.example', after: 'ada@example.com' },
    { name: 'phone', into: '–', from: '+49301', after: '+49301' },
    { name: 'tags', into: 'vip', from: 'vip, beta', after: 'vip, beta' },
    { name: 'plan', into: 'pro', from: 'free', after: 'pro' },
    { name: 'seats', into: '–', from: '5', after: '5' },
  ])
})
