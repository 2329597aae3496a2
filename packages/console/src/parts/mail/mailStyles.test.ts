import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutStyles } from './mailStyles.ts'

test('style elements end where a browser ends them, and comments are dropped', () => {
  for (const [html, rest, sheets] of [
    ['<style>a</style>b', 'b', ['a']],
    ['<style>a</stylex>b</style c>d', 'd', ['a</stylex>b']],
    ['a<style type="text/css">b', 'a', ['b']],
    ['a<!-- b --!>c<!-->d<!-- e -->f', 'acdf', []],
    ['a<!-- <style>b</style>', 'a', []],
    ['<p style="a" title="style = b">c', '<p data-style="a" title="style = b">c', []],
  ] as const) {
    assert.deepEqual(withoutStyles(html), { rest, sheets }, html)
  }
})

test('a mail that opens very many comments, styles or tags is read in its length', { timeout: 10_000 }, () => {
  for (const part of ['<!--', '<!-- -', '<style>', '<style></style', '<a "', "<a '"]) {
    const { rest } = withoutStyles(part.repeat(500_000 / part.length))
    assert.equal(typeof rest, 'string')
  }
})
