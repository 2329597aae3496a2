import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { scopesOf } from './catalogue.ts'

test('every scope of an operation has a title, and every declared scope is required by an operation', () => {
  for (const product of products) {
    const found = scopesOf(product)
    assert.deepEqual(
      found.filter(({ name, title }) => name === title),
      [],
      product.name,
    )
    const names = new Set(found.map(({ name }) => name))
    assert.deepEqual(
      Object.keys(product.scopes).filter((name) => !names.has(name)),
      [],
      product.name,
    )
    assert.ok(found.length > 0)
  }
})
