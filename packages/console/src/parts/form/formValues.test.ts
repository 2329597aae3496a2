import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, conflictsOf, errorsBelow, orderedFields, remainingErrors, sentValues } from './formValues.ts'

test('an edit sends only what changed; a cleared field becomes null', () => {
  const initial = { name: 'Pier', tags: ['a'], capacity: 10, description: null }
  assert.deepEqual(changedFields(initial, { ...initial, tags: ['a', 'b'], capacity: undefined }), {
    tags: ['a', 'b'],
    capacity: null,
  })
  assert.deepEqual(changedFields(initial, { ...initial, description: undefined }), {})
})

test('fields that one side changed merge, those that both changed are conflicts', () => {
  const base = { name: 'Pier', capacity: 10, tags: ['a'] }
  const theirs = { name: 'Pier 1', capacity: 20, tags: ['a'] }
  assert.deepEqual(conflictsOf(base, { name: 'Pier 2', tags: ['b'] }, theirs), [
    { name: 'name', base: 'Pier', mine: 'Pier 2', theirs: 'Pier 1' },
  ])
})

test('messages are found below the path of a list item, and the order of fields follows the schema', () => {
  const errors = { '/spaces/1/name': 'is needed', '/name': 'is long' }
  assert.deepEqual(errorsBelow(errors, '/spaces'), { '/1/name': 'is needed' })
  assert.deepEqual(errorsBelow(errors, '/name'), { '': 'is long' })
  const schema = { required: ['name'], properties: { tags: {}, name: {} } }
  assert.deepEqual(orderedFields(schema), ['name', 'tags'])
})

test('remainingErrors() drops the message of a value that changed, and keeps those beside it', () => {
  const errors = { '/links/0/url': 'is odd', '/links/1/url': 'is odd', '/links': 'has too many', '/name': 'is long' }
  const links = [{ url: 'a' }, { url: 'b' }]
  const after = { name: 'n', links: [{ url: 'a' }, { url: 'c' }] }
  assert.deepEqual(remainingErrors(errors, { name: 'n', links }, after), {
    '/links/0/url': 'is odd',
    '/name': 'is long',
  })
})

test('sentValues() sends null for a field that began with a value and was cleared', () => {
  const limit = { anyOf: [{ type: 'integer' }, { type: 'null' }] }
  const schema = { properties: { limit, other: limit, name: { type: 'string' } } }
  const values = { limit: null, other: null, name: null }
  assert.deepEqual(sentValues(values, schema, { limit: 1, name: 'First' }), { limit: null })
})

test('sentValues() leaves out absent values and emptied lists, but for a list that is required', () => {
  const values = { name: 'Pier', tags: [], facts: [], note: null, capacity: undefined, isOpen: false, count: 0 }
  assert.deepEqual(sentValues(values, { required: ['name', 'facts'] }), {
    name: 'Pier',
    facts: [],
    isOpen: false,
    count: 0,
  })
})
