import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { refusalText } from './refusalTexts.ts'

// The console reads the languages of its browser.
Object.assign(globalThis, { document: { documentElement: {} } })

const refusals = [
  'exactly one of templateId, inline is required',
  'one of email, phone is needed',
  'is required by the type waitFor',
  'must have op, field, event, email, segment or bucket',
  'must have at least 3 characters',
  'must be a mail address such as mira@example.com',
  'some other refusal',
]

test('refusals of the server name fields by their labels', async () => {
  await loadLanguage('en')
  await withScreenTexts(async () => undefined)
  assert.deepEqual(refusals.map(refusalText), [
    'needs one of these: Template or Own text',
    'needs one of these: Email or Phone',
    'is needed',
    'is needed',
    ...refusals.slice(4),
  ])
})
