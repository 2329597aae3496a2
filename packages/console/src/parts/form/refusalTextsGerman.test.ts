import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { refusalText } from './refusalTexts.ts'

// The console reads the languages of its browser.
Object.assign(globalThis, { document: { documentElement: {} } })

test('refusals of the server are in German, with German labels', async () => {
  await loadLanguage('de')
  await withScreenTexts(async () => undefined)
  const refusals = [
    'exactly one of templateId, inline is required',
    'is required by the type waitFor',
    'must have at least 3 characters',
    'must be at most 100',
    'must be a mail address such as mira@example.com',
    'must be some other thing',
  ]
  assert.deepEqual(refusals.map(refusalText), [
    'braucht eines davon: Vorlage oder Eigener Text',
    'wird gebraucht',
    'braucht mindestens 3 Zeichen',
    'darf höchstens 100 sein',
    'muss eine E-Mail-Adresse wie mira@example.com sein',
    'must be some other thing',
  ])
})
