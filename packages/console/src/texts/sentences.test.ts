import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { toldSentence } from './sentences.ts'
import { sentencesGerman } from './sentencesGerman.ts'
import { loadLanguage } from './texts.ts'

const server = join(import.meta.dirname, '../../../server/src')
const marketing = ['automation/automationView.ts', 'contact/contact.ts', 'contact/contactFields.ts']
const imports = ['Cells', 'Columns', 'Row', 'Run', 'Text'].map((name) => `contactImport/import${name}.ts`)
const sources = [
  ...['account/accountAttention.ts', 'account/serverChecks.ts', 'livestream/stream/streamAttention.ts'].map(
    (path) => `products/${path}`,
  ),
  ...[...marketing, ...imports].map((path) => `products/marketing/${path}`),
  'products/loyalty/reward/reward.ts',
  'kit/values/standardFieldTypes.ts',
  ...['ingestIssues.ts', 'streamRefusals.ts'].map((path) => `platform/video/packager/${path}`),
]
  .map((path) => readFileSync(join(server, path), 'utf8'))
  // Long sentences are joined from lines.
  .map((source) => source.replaceAll(/['`] \+\n\s+['`]/g, ''))
// The console reads the languages of its browser.
Object.assign(globalThis, { document: { documentElement: {} } })
Object.defineProperty(globalThis.navigator, 'languages', { value: ['de-DE'] })

test('every translated sentence is one that the server says', () => {
  const unknown = Object.keys(sentencesGerman).filter(
    (sentence) => !sources.some((source) => sentence.split('{}').every((part) => source.includes(part))),
  )
  assert.deepEqual(unknown, [])
})

test('German translates sentences of the server with their values, and marks others as English', async () => {
  await loadLanguage('de')
  assert.deepEqual(toldSentence('https://hooks.example/a gets no facts.'), {
    text: 'https://hooks.example/a bekommt keine Fakten.',
    lang: undefined,
  })
  assert.equal(
    toldSentence('Shop did not respond to its last 12 batches of deliveries.').text,
    'Shop hat auf die letzten 12 Stapel von Zustellungen nicht geantwortet.',
  )
  assert.equal(toldSentence('Poor signal: Main stage').text, 'Schlechtes Signal: Main stage')
  assert.equal(toldSentence('has 3 cells and not 11').text, 'hat 3 Zellen statt 11')
  assert.equal(
    toldSentence('Frames arrive 2.4 % slower than they are shown.').text,
    'Bilder kommen 2.4 % langsamer an, als sie gezeigt werden.',
  )
  assert.equal(toldSentence('Dead jobs').text, 'Gescheiterte Aufträge')
  assert.deepEqual(toldSentence('Something new.'), { text: 'Something new.', lang: 'en' })
})
