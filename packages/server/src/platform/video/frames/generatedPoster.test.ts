import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generatePoster } from './generatedPoster.ts'

/** Text lines of an SVG, with XML entities decoded. */
function linesOf(svg: string): string[] {
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  return Array.from(svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g), ([, text = '']) => plain(text))
}

test('a poster shows title and channel, in colours that depend only on its seed', () => {
  const order = { title: 'Sunrise over the harbour', channel: 'Harbour & Sons', seed: 'ast_1' }
  const svg = generatePoster(order)
  assert.deepEqual(linesOf(svg), ['Sunrise over', 'the harbour', 'Harbour & Sons'])
  assert.equal(generatePoster(order), svg)
  assert.notEqual(generatePoster({ ...order, seed: 'ast_2' }), svg)
})

test('a long title gets smaller letters, and an ellipsis after the fourth line', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
  const lines = linesOf(generatePoster({ title: words, seed: 'a' }))
  assert.equal(lines.length, 4)
  assert.match(lines[3] ?? '', /\u2026$/)
  assert.equal(linesOf(generatePoster({ title: '\u82b1'.repeat(40), seed: 'a' })).join(''), '\u82b1'.repeat(40))
})

test('a title of any characters changes nothing but up to four lines of text', () => {
  const before = generatePoster({ title: 'x', seed: 'a' }).replace(/<text [\s\S]*<\/text>/, '')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (title) => {
      const svg = generatePoster({ title, seed: 'a' })
      assert.ok(linesOf(svg).length <= 4)
      assert.equal(svg.replace(/<text [\s\S]*<\/text>/, ''), before)
      assert.doesNotMatch(svg, /[\p{Cs}\ufffe\uffff]|[^\P{Cc}\n]/u)
    }),
  )
})
