import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingEntries, type PaletteEntry } from './paletteMatch.ts'

const entry = (title: string, words = ''): PaletteEntry => ({ id: title, group: 'Pages', title, path: '/', words })
const entries = [entry('Static videos', 'Livestream'), entry('Streams', 'Livestream'), entry('Places')]

test('entries match by every typed word, titles that begin with the first one come first', () => {
  const titles = (typed: string) => matchingEntries(entries, typed).map(({ title }) => title)
  assert.deepEqual(titles('st'), ['Static videos', 'Streams'])
  assert.deepEqual(titles('live streams'), ['Streams'])
  assert.deepEqual(titles('pl'), ['Places'])
  assert.deepEqual(titles(''), ['Static videos', 'Streams', 'Places'])
})
