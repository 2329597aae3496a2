import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { linkOf } from '#test/payments/checkouts.ts'
import { scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
let slug: string | null
before(async () => {
  w = await world()
  const discount = { type: 'percent', percentOff: 20 } as const
  await w.call('loyalty.coupon.create', { name: 'Sale', code: 'SALE20', discount })
  slug = (await linkOf(w, { allowCoupons: true })).slug
})
after(() => w[Symbol.asyncDispose]())

const guesses = 40

test('unknown codes of one network are bounded at the public quote and on the pay page', async () => {
  const browser = scriptlessBrowser(w)
  assert.equal((await browser.open(`/pay/${slug}?code=sale20`)).statusCode, 200)
  const opened = await Promise.all(
    Array.from({ length: guesses }, (_, n) => browser.open(`/pay/${slug}?code=PAGE${n}`)),
  )
  const refused = opened.filter(({ statusCode }) => statusCode === 429)
  assert.ok(refused.length > 0)
  assert.ok(opened.every(({ statusCode }) => statusCode === 200 || statusCode === 429))
  const quotes = await Promise.all(
    Array.from({ length: guesses }, (_, n) =>
      w.send('payments.checkout.quote', { slug, codes: [n % 2 === 0 ? `QUOTE${n}` : 'SALE20'] }, { key: null }),
    ),
  )
  assert.ok(quotes.some(({ status }) => status === 429))
})
