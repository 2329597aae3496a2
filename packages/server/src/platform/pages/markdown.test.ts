import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlText } from '#kit/values/html.ts'
import { markdownHtml, markdownText } from './markdown.ts'

const htmlOf = (text: string) => htmlText(markdownHtml(text))

test('markdownHtml() keeps paragraphs and lines, and links addresses without their scheme', () => {
  assert.equal(
    htmlOf('One *line*\nand "another"\n\nhttps://a.example/x?y=1&z=2, and (http://b.example).'),
    '<p>One <em>line</em><br />and "another"</p>\n' +
      '<p><a href="https://a.example/x?y=1&amp;z=2" rel="nofollow ugc noopener">a.example/x?y=1&amp;z=2</a>, and ' +
      '(<a href="http://b.example" rel="nofollow ugc noopener">b.example</a>).</p>',
  )
  assert.equal(
    htmlOf('- [the shop](https://shop.example)\n- `code`'),
    '<ul>\n<li><a href="https://shop.example" rel="nofollow ugc noopener">the shop</a></li>\n' +
      '<li><code>code</code></li>\n</ul>',
  )
})

test('markdownHtml() writes headings from level 2 on, without a gap', () => {
  assert.equal(htmlOf('### Small\n\n# Large\n\n##### Tiny'), '<h2>Small</h2>\n<h2>Large</h2>\n<h3>Tiny</h3>')
})

test('markdownHtml() shows HTML as text, and drops images and addresses of other schemes', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![tracker](https://evil.example/pixel.gif)',
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](vbscript:x)',
    '<https://ok.example/"onmouseover="alert(1)>',
    '[x](https://ok.example/"onmouseover="alert(1))',
    '<style>*{display:none}</style>\n\n<a href="javascript:alert(1)">x</a>',
    '| a |\n|---|\n| <b>1</b> |',
  ]) {
    const html = htmlOf(text)
    assert.doesNotMatch(html, /<(?!\/?(?:p|a|br)\b)/, html)
    assert.doesNotMatch(html, /<[^>]*(?:javascript|data|vbscript|evil| on\w+=)/i, html)
  }
  assert.equal(htmlOf('1 <b>2</b>'), '<p>1 &lt;b&gt;2&lt;/b&gt;</p>')
})

test('markdownHtml() nests 30 quotes and lists of a line, and shows further marks as text', () => {
  const quotes = htmlOf('>'.repeat(5_000))
  assert.equal(quotes.match(/<blockquote>/g)?.length, 30)
  assert.ok(quotes.includes(`<p>${'&gt;'.repeat(4_970)}</p>`))
  for (const mark of ['* ', '- ', '+ ', '1. ', '> - ', '\t>']) {
    const html = htmlOf(`${mark.repeat(1_000)}a`)
    assert.ok((html.match(/<(?:ul|ol|blockquote)/g)?.length ?? 0) <= 31, mark)
    assert.doesNotMatch(markdownText(`${mark.repeat(30)}a`), /\\/, mark)
  }
  assert.equal(htmlOf('* '.repeat(60)), '<hr />')
})

test('markdownHtml() shows a text of lines that nest deeper and deeper', () => {
  const stairs = Array.from({ length: 95 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
  assert.match(htmlOf(stairs), /^<ul>/)
})

test('markdownText() is one line without marks', () => {
  assert.equal(
    markdownText('# Tonight\n\n*One* two & "three"\n- <b>a</b>\n- [b](https://b.example)'),
    'Tonight One two & "three" <b>a</b> b',
  )
})
