import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlText } from '#kit/values/html.ts'
import { proseOf } from './pageProse.ts'

test('proseOf() makes the prose of a text once, and serves other requests between two texts', async () => {
  await proseOf('The packages are loaded')
  const turns: string[] = []
  setImmediate(() => turns.push('other request'))
  const first = await proseOf(' *One* & two ')
  turns.push('prose')
  assert.deepEqual(turns, ['other request', 'prose'])
  assert.ok(first !== undefined)
  assert.deepEqual([htmlText(first.html), first.text], ['<p><em>One</em> &amp; two</p>', 'One & two'])
  assert.equal(await proseOf('*One* & two'), first)
  assert.equal(await proseOf(' '), undefined)
})
