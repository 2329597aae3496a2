import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataBlock, html, htmlText } from './html.ts'

test('a template escapes texts and keeps HTML that a template made', () => {
  const inner = html`<b>${'a & b'}</b>`
  const list = ['<x>', 'y"'].map((each) => html`<li title="${each}">${each}</li>`)
  assert.equal(
    htmlText(html`<p>${inner}${list}${null}${undefined}${false}${7}</p>`),
    '<p><b>a &amp; b</b><li title="&lt;x&gt;">&lt;x&gt;</li><li title="y&quot;">y&quot;</li>7</p>',
  )
})

test('a forged object with the shape of HTML is not accepted', () => {
  const forged: unknown = JSON.parse('{"markup":"<script>"}')
  // cast: wrong on purpose, as a careless cast of a request would be.
  const made = () => htmlText(html`${forged as string}`)
  assert.throws(made)
})

test('no value can end a block of data', () => {
  const text = htmlText(dataBlock({ type: 'application/json', id: 'state', value: { a: '</script><script>' } }))
  assert.equal(text, '<script type="application/json" id="state">{"a":"\\u003c/script>\\u003cscript>"}</script>')
  assert.equal(
    htmlText(dataBlock({ type: 'application/ld+json', value: [1] })),
    '<script type="application/ld+json">[1]</script>',
  )
})
