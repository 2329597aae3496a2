import assert from 'node:assert/strict'
import test from 'node:test'
import {
  agoText,
  bytesText,
  dayText,
  durationText,
  isoDurationText,
  moneyText,
  momentText,
  numberText,
  ownValueText,
  setTimeZone,
} from './formats.ts'
import { loadLanguage, plural } from './texts.ts'

const page = { documentElement: { lang: '' } }
Object.assign(globalThis, { document: page })
const languages = { value: ['en-GB', 'de-DE'], configurable: true }
Object.defineProperty(globalThis.navigator, 'languages', languages)

const moment = '2026-03-04T15:06:07Z'
const nowMs = Date.parse(moment)
/** Spaces of a format, which differ between releases of the locale data, as plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('English shows days, moments, figures and units in one style', async () => {
  await loadLanguage('en-GB')
  setTimeZone('Europe/Berlin')
  assert.equal(momentText(moment), '4 Mar 2026, 16:06')
  assert.equal(dayText('2026-03-04'), '4 Mar 2026')
  assert.equal(numberText(1_234_567.5), '1,234,567.5')
  assert.equal(moneyText(123_456, 'EUR'), '€1,234.56')
  assert.deepEqual([3_400_000, 240, 1].map(bytesText), ['3.4 MB', '240 bytes', '1 byte'])
  assert.equal(durationText(3_723), '1:02:03')
  assert.deepEqual(['PT6H', 'P30D', 'P1DT12H', 'PT1S', 'PT0S'].map(isoDurationText), [
    ...['6 hours', '30 days', '1 day 12 hours', '1 second', '0 seconds'],
  ])
  assert.deepEqual(['P', 'PT', '6 hours', ''].map(isoDurationText), [undefined, undefined, undefined, undefined])
  assert.equal(agoText(nowMs - 120_000, nowMs), '2 minutes ago')
  assert.equal(agoText(nowMs + 86_400_000, nowMs), 'tomorrow')
  assert.equal(page.documentElement.lang, 'en')
})

test('German shows the same values in its own style and words', async () => {
  await loadLanguage('de-DE')
  setTimeZone('Europe/Berlin')
  assert.equal(momentText(moment), '04.03.2026, 16:06')
  assert.equal(dayText('2026-03-04'), '04.03.2026')
  assert.equal(numberText(1_234_567.5), '1.234.567,5')
  assert.equal(plain(moneyText(123_456, 'EUR')), '1.234,56 €')
  assert.equal(plain(bytesText(3_400_000)), '3,4 MB')
  assert.deepEqual(['PT6H', 'P30D'].map(isoDurationText).map(String).map(plain), ['6 Stunden', '30 Tage'])
  assert.equal(agoText(nowMs - 86_400_000, nowMs), 'gestern')
  assert.equal(plural('home.facts.count', 1_200), '1.200 Fakten')
  assert.equal(page.documentElement.lang, 'de')
})

test('a value of an own name shows a moment in words, midnight in UTC as a day, and all else as it is', async () => {
  await loadLanguage('en-GB')
  setTimeZone('America/New_York')
  assert.deepEqual(
    ['1985-12-20T00:00:00.000Z', '2026-03-04T15:06:07Z', '2026-99-99T15:06:07Z', 5, true].map(ownValueText),
    [...['20 Dec 1985', '4 Mar 2026, 10:06', '2026-99-99T15:06:07Z', '5', 'true']],
  )
})
