import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Noun } from './description.ts'
import { inverseOf } from './undo.ts'

const action = (from: string[], to: string) => ({ from, to, description: '' })
// cast: the inverse follows from the actions alone.
const contact = {
  actions: {
    subscribe: action(['pending', 'unsubscribed'], 'subscribed'),
    unsubscribe: action(['pending', 'subscribed'], 'unsubscribed'),
    archive: action(['pending', 'subscribed', 'unsubscribed'], 'archived'),
    restore: action(['archived'], 'unsubscribed'),
  },
} as unknown as Noun
const panelActions = ['subscribe']

test('an inverse leads all records to the states that they had', () => {
  const inverse = (name: string, ...statuses: string[]) => inverseOf(contact, name, { statuses, panelActions })
  assert.equal(inverse('archive', 'unsubscribed'), 'restore')
  assert.equal(inverse('archive', 'subscribed'), undefined)
  assert.equal(inverse('archive', 'subscribed', 'unsubscribed'), undefined)
  // A record that the action refuses stays as it is.
  assert.equal(inverse('archive', 'unsubscribed', 'archived'), 'restore')
})

test('an action that a panel runs is no inverse', () => {
  const statuses = ['subscribed']
  assert.equal(inverseOf(contact, 'unsubscribe', { statuses, panelActions }), undefined)
  assert.equal(inverseOf(contact, 'unsubscribe', { statuses, panelActions: [] }), 'subscribe')
})
