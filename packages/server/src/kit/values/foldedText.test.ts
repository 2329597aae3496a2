import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldName, searchPart, searchText, slugOf } from './foldedText.ts'

test('names are compared without case, accents and repeated spaces', () => {
  assert.equal(foldName('  Café \t  DEL  Mar '), 'cafe del mar')
  assert.equal(foldName('ﬁne'), 'fine')
  assert.equal(foldName('GROẞE STRAßE'), foldName('Grosse Strasse'))
  assert.equal(foldName('ΟΔΟΣ'), foldName('οδοσ'))
  assert.equal(foldName('ſommer'), 'sommer')
  assert.equal(foldName('Ha\u200bll\u00ade \u202e1\ufeff'), 'halle 1')
  assert.equal(foldName(' \u200b\u2060 '), '')
  fc.assert(fc.property(fc.string(), (name) => assert.equal(foldName(foldName(name)), foldName(name))))
})

test('a slug holds letters, digits and single hyphens, and is never empty', () => {
  assert.equal(slugOf('Große Bühne, Süd!', 40, 'place'), 'grosse-buhne-sud')
  assert.equal(slugOf('東京', 40, 'place'), 'place')
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (name, max) => {
      const slug = slugOf(name, max, 'x')
      assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(slug.length <= max)
    }),
  )
})

test('search text leaves out absent values', () => {
  assert.equal(searchText('Ä', null, ['b', 'C'], undefined), 'a b c')
})

test('a search text has pairs of letters where words have no spaces, and each word matches a part of it', () => {
  assert.equal(searchText('東京都 Hall'), '東 東京 京都 都 hall')
  assert.equal(searchText('NHKホール2'), 'nhk ホ ホー ール ル 2')
  assert.deepEqual(['東', '東京', 'nhk東', '東nhk', 'hall'].map(searchPart), [
    ' 東',
    ' 東京 京',
    'nhk 東 東',
    ' 東 nhk',
    'hall',
  ])
  const word = fc.string({ unit: fc.constantFrom('a', '東', '京', 'ー', 'ก', '𠀀', 'ж'), minLength: 1 })
  fc.assert(
    fc.property(word, word, word, (before, middle, after) => {
      const text = foldName(`${before}${middle}${after}`)
      assert.ok(searchText(text).includes(searchPart(foldName(middle))), `${text} has ${middle}`)
    }),
  )
})
