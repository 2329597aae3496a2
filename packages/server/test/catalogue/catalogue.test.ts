import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact } from '#kit/nouns/fact.ts'
import { companion, type Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { livestream } from '#products/livestream/index.ts'
import { products } from '#products/index.ts'
import { Type } from '#kit/values/schema.ts'
import { checkCatalogue, entries, mountedOf } from './catalogue.ts'

/** Number of mounted catalogue operations by product. The numbers only rise. */
const floors: Record<string, number> = { livestream: 37, marketing: 32, places: 5 }

test('the catalogue is complete', () => {
  assert.equal(entries.size, 148)
})

test('every operation equals its entry in the catalogue, or is a companion named like its siblings', () => {
  assert.deepEqual(checkCatalogue(products), [])
})

test('each product keeps its mounted operations of the catalogue', () => {
  const lost = Object.entries(floors).filter(([name, floor]) => {
    const product = products.find((each) => each.name === name)
    return product === undefined || mountedOf(product) < floor
  })
  assert.deepEqual(lost, [])
})

const plants: Record<string, { of: string; change(of: Operation): Operation; says: RegExp }> = {
  'another title': {
    of: 'livestream.category.all',
    change: (of) => ({ ...of, title: 'Get all' }),
    says: /title is Get all/,
  },
  'another path': {
    of: 'livestream.category.all',
    change: (of) => ({ ...of, path: '/api/video/categories/all' }),
    says: /not in the catalogue, and no companion/,
  },
  'another method': {
    of: 'livestream.category.update',
    change: (of) => ({ ...of, method: 'POST' }),
    says: /POST \/api\/video\/category\/update is not in the catalogue/,
  },
  'a stability that is none': {
    of: 'livestream.category.all',
    change: (of) => ({ ...of, stability: 'beta' }),
    says: /stability is beta, not undefined/,
  },
  'a stability that is missing': {
    of: 'livestream.static.update',
    change: (of) => ({ ...of, stability: undefined }),
    says: /stability is undefined, not beta/,
  },
  'a fact where there must be none': {
    of: 'livestream.static.update',
    change: (of) => ({ ...of, emits: [fact('livestream.static.updated', 'It changed.', Type.Object({}))] }),
    says: /must emit nothing/,
  },
  'a companion of another prefix': {
    of: 'livestream.category.all',
    change: (of) => companion({ ...of, path: '/api/places/category/list' }),
    says: /is not \/api\/video\/<noun>\/<verb>/,
  },
  'a companion with another method': {
    of: 'livestream.category.all',
    change: (of) => companion({ ...of, isRead: false, path: '/api/video/category/count' }),
    says: /is not POST/,
  },
  'a catalogue operation that calls itself a companion': {
    of: 'livestream.category.all',
    change: companion,
    says: /mark as companion is true/,
  },
}

for (const [name, { of, change, says }] of Object.entries(plants)) {
  test(`planted: ${name}`, () => {
    const operations = livestream.operations.map((each) => (each.id === of ? change(each) : each))
    const planted: Product = { ...livestream, operations }
    assert.match(checkCatalogue([planted]).join('\n'), says)
  })
}

test('planted: an operation that exists twice', () => {
  const planted: Product = {
    ...livestream,
    operations: [...livestream.operations, ...livestream.operations.slice(0, 1)],
  }
  assert.match(checkCatalogue([planted]).join('\n'), /is there twice/)
})
