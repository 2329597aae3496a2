import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTags, tagList } from './videoTags.ts'

test('tagList() splits at commas, folds case and accents, and drops repeats', () => {
  assert.deepEqual(tagList(' Música, LIVE ,live,, jazz  rock '), ['musica', 'live', 'jazz rock'])
  assert.deepEqual(tagList(null), [])
})

test('checkTags() refuses more than 20 tags and tags over 40 characters', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join(',')
  checkTags(many(20))
  assert.throws(() => checkTags(many(21)), {
    fields: [{ path: '/tags', rule: 'maxItems', message: 'must have at most 20 tags' }],
  })
  checkTags('x'.repeat(40))
  assert.throws(() => checkTags('x'.repeat(41)), /not valid/)
})
