import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#kit/nouns/product.ts'
import { products } from '#products/index.ts'
import { acceptedToday, awaitedOf } from './awaited.ts'
import { awaited } from './awaitedList.ts'

test('the list names everything that products wait for', () => {
  assert.deepEqual(awaitedOf(products), awaited)
})

test('no awaited name exists already', () => {
  assert.deepEqual(acceptedToday(products), [])
})

const plants: Record<string, string> = {
  'livestream.category': 'name',
  'livestream.category.update': 'color',
  'livestream.channel': 'visibility private',
  'livestream.channel.all': 'sort name',
  'livestream.details': 'chapters.title',
  'livestream.static': 'status scheduled',
}

for (const [where, what] of Object.entries(plants)) {
  test(`planted: ${where} waits for ${what}, which exists`, () => {
    const first = products.find((each) => each.name === 'livestream')
    assert.ok(first)
    const planted: Product = { ...first, awaited: { [where]: [what] } }
    assert.deepEqual(acceptedToday([planted]).length > 0, true)
    assert.notDeepEqual(awaitedOf([planted]), awaited)
  })
}
