import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlText } from '#kit/values/html.ts'
import { clockText, excerpt, isoDuration, proseHtml } from './pageWords.ts'

test('proseHtml() keeps paragraphs and lines, links addresses and escapes all else', () => {
  const text =
    'One <b>line</b>\nand "another"\n\nhttps://a.example/x?y=1&z=2, and (http://b.example).\njavascript:alert(1)'
  assert.equal(
    htmlText(proseHtml(text)),
    '<p>One &lt;b&gt;line&lt;/b&gt;<br>and &quot;another&quot;</p>' +
      '<p><a href="https://a.example/x?y=1&amp;z=2" rel="nofollow ugc noopener">a.example/x?y=1&amp;z=2</a>, and ' +
      '(<a href="http://b.example" rel="nofollow ugc noopener">b.example</a>).<br>javascript:alert(1)</p>',
  )
})

test('excerpt() ends at a word', () => {
  assert.equal(excerpt('One two\n three', 40), 'One two three')
  assert.equal(excerpt('One two three four', 12), 'One two…')
  assert.equal(excerpt('x'.repeat(50), 10), `${'x'.repeat(9)}…`)
})

test('isoDuration() and clockText() write lengths in seconds', () => {
  assert.deepEqual([0, 61.4, 3_723].map(isoDuration), ['PT0S', 'PT1M1S', 'PT1H2M3S'])
  assert.deepEqual([0, 61.9, 3_723].map(clockText), ['0:00', '1:01', '1:02:03'])
})
