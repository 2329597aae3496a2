import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { behindColon, factTitle, labelOf } from './labels.ts'

test('labelOf() makes words of a name, without the marks of ids and flags', () => {
  const names = [
    'clientReference',
    'channelId',
    'ticketTypeIds',
    'id',
    'isReusable',
    'issuer',
    'coverPhotoUrl',
    'line1',
    'qrUrl',
    'sku',
  ]
  assert.deepEqual(names.map(labelOf), [
    ...['Client reference', 'Channel', 'Ticket type IDs', 'ID', 'Reusable', 'Issuer', 'Cover photo URL', 'Line 1'],
    ...['QR URL', 'SKU'],
  ])
  assert.deepEqual(['sha256', 'goLive', 'places.place'].map(labelOf), ['Sha256', 'Go live', 'Places.place'])
})

test('factTitle() shows the last two words of a name', () => {
  const names = ['livestream.stream.wentLive', 'shop.order.placed', 'signup']
  assert.deepEqual(names.map(factTitle), ['Stream: went live', 'Order: placed', 'Signup'])
})

test('behindColon() writes what happened small, but for a German noun in it', async () => {
  // The console reads the languages of its browser.
  Object.assign(globalThis, { document: { documentElement: {} } })
  assert.equal(behindColon('Went live'), 'went live')
  await loadLanguage('de')
  assert.deepEqual(['Erstellt', 'Betreten', 'Zugang erteilt', 'Fehler'].map(behindColon), [
    ...['erstellt', 'betreten', 'Zugang erteilt', 'Fehler'],
  ])
})

test('labelOf() names steps of an automation and durations in words', async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  await loadLanguage('en')
  await withScreenTexts(async () => undefined)
  assert.deepEqual(['sendSms', 'enrol'].map(labelOf), ['Send SMS', 'Enrol'])
  // Durations are shown as such, and inputs name their unit.
  assert.deepEqual(['durationSeconds', 'dvrWindowSeconds'].map(labelOf), ['Duration', 'Rewind up to'])
})
