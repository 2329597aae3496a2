import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dropDraft, holdsSecret, keepDraft, readDraft } from './drafts.ts'

beforeEach(() => sessionStorage.clear())

test('a field with a secret anywhere in it is kept out of drafts', () => {
  assert.equal(holdsSecret({ password: 'x' }), true)
  assert.equal(holdsSecret({ simulcastTargets: [{ url: 'rtmp://a', streamKey: 'x' }] }), true)
  assert.equal(holdsSecret({ credentials: { apiKey: 'x' } }), true)
  assert.equal(holdsSecret({ name: 'Pier', tags: ['a'], address: { city: 'Hamburg' } }), false)
})

test('a draft holds the changed fields with their values before and the version of the record', () => {
  const initial = { name: 'Pier', capacity: 5, tags: ['a'] }
  keepDraft('a.b', { initial, values: { ...initial, name: 'Pier 2', capacity: undefined, password: 'x' }, version: 3 })
  const { values, base, version } = readDraft('a.b') ?? {}
  assert.deepEqual(values, { name: 'Pier 2', capacity: null })
  assert.deepEqual(base, { name: 'Pier', capacity: 5 })
  assert.equal(version, 3)
  keepDraft('a.b', { initial, values: initial, version: 3 })
  assert.equal(readDraft('a.b'), undefined)
})

test('drafts are bounded: the oldest goes for the twenty-first, and one of another form is unreadable', () => {
  sessionStorage.setItem('other', 'stays')
  for (let n = 0; n < 25; n++) keepDraft(`form.${n}`, { initial: {}, values: { name: `draft ${n}` } })
  const keys = Object.keys(sessionStorage).filter((each) => each !== 'other')
  assert.equal(keys.length, 20)
  assert.equal(readDraft('form.24')?.values['name'], 'draft 24')
  sessionStorage.setItem('fairground.draft.form.24', '{"name":"of an older console"}')
  assert.equal(readDraft('form.24'), undefined)
  dropDraft('form.23')
  assert.equal(readDraft('form.23'), undefined)
  assert.equal(sessionStorage.getItem('other'), 'stays')
})
