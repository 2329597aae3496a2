import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { labelWithin } from './labels.ts'

test('labelWithin() prefers the word of a name within its field', async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  await loadLanguage('de')
  await withScreenTexts(async () => undefined)
  const labels = ['percentOf', 'status'].map((field) => labelWithin(field, 'running'))
  assert.deepEqual([...labels, labelWithin('perContact', 'per')], ['Zwischensumme', 'Läuft', 'Zeitraum'])
})
