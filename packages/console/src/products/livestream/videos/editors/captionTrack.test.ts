import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCaptionFile, freeLabel, movedTrack, positionOf, trackName, trackOfName } from './captionTrack.ts'

const german = { language: 'de', kind: 'captions', label: 'Deutsch' } as const
const english = { language: 'en', kind: 'subtitles', label: 'English' } as const

test('a track keeps its identity when those before it are removed', () => {
  assert.equal(positionOf([german, english], english), 1)
  assert.equal(positionOf([english], english), 0)
  assert.equal(positionOf([german], english), undefined)
  assert.deepEqual(trackOfName(trackName(english)), english)
})

test('a track moves to its former position, or to the end of a shorter list', () => {
  const french = { ...german, language: 'fr', label: 'Français' }
  assert.deepEqual(movedTrack([english, french, german], german, 0), [german, english, french])
  assert.deepEqual(movedTrack([german, english], german, 5), [english, german])
  assert.deepEqual(movedTrack([english], german, 0), [english])
})

test('a second track of a language gets a label of its own', () => {
  assert.equal(freeLabel([german], 'English'), 'English')
  assert.equal(freeLabel([german, { ...german, label: 'Deutsch 2' }], 'Deutsch'), 'Deutsch 3')
})

test('caption files in old encodings are read', () => {
  assert.equal(decodeCaptionFile(new TextEncoder().encode('Grüße')), 'Grüße')
  assert.equal(decodeCaptionFile(Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65)), 'Grüße')
  assert.equal(decodeCaptionFile(Uint8Array.of(0xff, 0xfe, 0x47, 0, 0xfc, 0)), 'Gü')
})
