import assert from 'node:assert/strict'
import { test } from 'node:test'
import makeQrCode from 'qrcode-generator'
import { htmlText } from '#kit/values/html.ts'
import { qrSvg } from './qrSvg.ts'

/** Dark modules of a drawn code, as `x y`, without the quiet zone. */
function drawn(svg: string): Set<string> {
  const [, dark = ''] = /fill="#000" d="([^"]+)"/.exec(svg) ?? []
  const runs = [...dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  return new Set(
    runs.flatMap(([, x, y, length, back]) => {
      assert.equal(length, back)
      return Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at - 4} ${Number(y) - 4}`)
    }),
  )
}

test('a code is drawn module by module, with its quiet zone', () => {
  const text = 'https://fairground.test/pay/abcdefgh123456789012'
  const svg = htmlText(qrSvg(text, 'Payment'))
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const side = code.getModuleCount()
  assert.match(svg, new RegExp(`viewBox="0 0 ${side + 8} ${side + 8}"`))
  const modules = drawn(svg)
  const all = Array.from({ length: side * side }, (_, at) => ({ x: at % side, y: Math.floor(at / side) }))
  assert.deepEqual(
    all.filter(({ x, y }) => modules.has(`${x} ${y}`) !== code.isDark(y, x)),
    [],
  )
  assert.equal(modules.size, all.filter(({ x, y }) => code.isDark(y, x)).length)
})

test('a code holds UTF-8, its label is escaped, and a text that no phone reads is refused', () => {
  const svg = htmlText(qrSvg('Straße 🎡', '"><script>'))
  assert.ok(drawn(svg).size > 100)
  assert.doesNotMatch(svg, /<script/)
  assert.throws(() => qrSvg('x'.repeat(301), 'Long'), RangeError)
})
