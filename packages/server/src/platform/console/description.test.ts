import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { describeProducts, describeSchemas } from './description.ts'

test('describeProducts() lists every product, noun and operation once', () => {
  const { nouns, operations, products: described } = describeProducts(products)
  const ids = products.flatMap((product) => product.operations.map(({ id }) => id))
  assert.deepEqual(
    operations.map(({ id }) => id),
    ids,
  )
  assert.equal(new Set(nouns.map(({ id }) => id)).size, nouns.length)
  assert.deepEqual(
    described.map(({ name }) => name),
    products.map(({ name }) => name),
  )
  for (const id of ids)
    assert.ok(
      nouns.some((noun) => id.startsWith(`${noun.id}.`)),
      id,
    )
})

test('a resource keeps its states and actions, and records of operations alone have the prefix of their id', () => {
  const { nouns } = describeProducts(products)
  const place = nouns.find(({ id }) => id === 'places.place')
  assert.equal(place?.initial, 'draft')
  assert.ok(place.actions['archive'] !== undefined)
  const fact = nouns.find(({ id }) => id === 'account.fact')
  assert.deepEqual([fact?.prefix, fact?.idKey, fact?.initial], ['fct', 'factId', null])
})

test('describeSchemas() has an input for every operation and no hidden field', () => {
  for (const each of products) {
    const { operations, nouns } = describeSchemas(each)
    assert.deepEqual(
      Object.keys(operations),
      each.operations.map(({ id }) => id),
    )
    for (const { id, fields } of each.resources) {
      const hidden = Object.keys(fields).filter((name) => fields[name]?.access.isHidden === true)
      const described = Object.keys(nouns[id]?.fields ?? {})
      assert.deepEqual(
        hidden.filter((name) => described.includes(name)),
        [],
      )
    }
  }
})
