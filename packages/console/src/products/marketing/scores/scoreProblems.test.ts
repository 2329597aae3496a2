import assert from 'node:assert/strict'
import test from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { newRule, type ModelDraft } from './scoreDraft.ts'
import { problemTexts } from './scoreProblems.ts'

const draft: ModelDraft = {
  rules: [
    { ...newRule(), name: 'Watched' },
    { ...newRule(), name: '', kind: 'filter' },
  ],
  halfLife: 'P30D',
  floor: 0,
  thresholds: [{ key: 1, name: 'warm', min: 25 }],
  max: 1_000,
  min: 0,
}
const paths = [
  '/model/rules/0/points',
  '/model/rules/0/when/event',
  '/model/rules/0/cap/per',
  '/model/rules/1/name',
  '/model/rules/1/when/of/1/of/0/value',
  '/model/thresholds/0/min',
  '/model/decay/halfLife',
  '/model/decay/floor',
  '/model/bounds/max',
]
// The console reads the languages of its browser.
Object.assign(globalThis, { document: { documentElement: {} } })

test('a problem of a score model names its place in the words of the form, without a path', async () => {
  await loadLanguage('en')
  await withScreenTexts(async () => undefined)
  const texts = problemTexts(
    paths.map((path) => ({ path, message: 'must be better' })),
    draft,
  )
  assert.deepEqual(texts, [
    'Rule 1 “Watched”, Points: must be better',
    'Rule 1 “Watched”, Event: must be better',
    'Rule 1 “Watched”, per period: must be better',
    'Rule 2, Name: must be better',
    'Rule 2, Filter, condition 2.1: must be better',
    'Band 1 “warm”, From: must be better',
    'Half-life: must be better',
    'Floor of decay: must be better',
    'Greatest score: must be better',
  ])
})

test('a problem of a score model is named once for each field, and a pattern in words', () => {
  const texts = problemTexts(
    [
      { path: '/model/rules/1/name', message: 'must not be empty' },
      { path: '/model/rules/1/name', message: 'must have a character that can be seen' },
      { path: '/model/thresholds/0/name', message: 'must match ^[A-Za-z][A-Za-z0-9_-]{0,39}$' },
    ],
    draft,
  )
  assert.deepEqual(texts, [
    'Rule 2, Name: must not be empty',
    'Band 1 “warm”, Name: has letters, digits, - and _, and begins with a letter',
  ])
})
