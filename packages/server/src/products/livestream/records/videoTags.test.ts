import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTags, tagList } from './videoTags.ts'

test('tags are parted by commas, folded, and not repeated', () => {
  assert.deepEqual(tagList(' Música, LIVE ,live,, jazz  rock '), ['musica', 'live', 'jazz rock'])
  assert.deepEqual(tagList(null), [])
})

test('too many tags and too long ones are refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join(',')
  checkTags(many(20))
  assert.throws(() => checkTags(many(21)), {
    fields: [{ path: '/tags', rule: 'maxItems', message: 'must have at most 20 tags' }],
  })
  checkTags('x'.repeat(40))
  assert.throws(() => checkTags('x'.repeat(41)), /not valid/)
})
