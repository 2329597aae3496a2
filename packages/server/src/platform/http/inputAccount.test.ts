import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hook } from '#kit/nouns/hook.ts'
import { operation } from '#kit/nouns/operation.ts'
import { page, type PageForm } from '#kit/nouns/page.ts'
import { product, type Product } from '#kit/nouns/product.ts'
import { closed } from '#kit/nouns/standard.ts'
import { upload } from '#kit/nouns/upload.ts'
import { line } from '#kit/values/fields.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { world } from '#test/world/world.ts'
import { checkKeyless } from './inputAccount.ts'

const description = 'Planted by a test.'
const input = closed({ name: line(40) })
const submits = operation('plant.lamp.light', {
  route: 'POST /public/plant/light',
  title: 'Lamp - Light',
  scope: '',
  credential: 'none',
  input,
  output: closed({}),
  example: {},
  handle: async () => ({}),
})
const form: PageForm = { submits, fields: ['name'], inputOf: () => ({}), pathAfter: () => '/' }

const planted: Record<string, Partial<Product>> = {
  operation: { operations: [submits] },
  form: {
    pages: [page('plant.lamp', { route: 'GET /lamp', title: 'Lamp', description, input, form, handle: refuse })],
  },
  hook: {
    hooks: [hook('plant.lamp.light', { route: 'POST /hooks/lamp', description, input, emits: [], handle: refuse })],
  },
  upload: { uploads: [upload('plant.lamp.light', { route: 'PUT /uploads/lamp', description, input, take: refuse })] },
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('runs in no test'))
}

for (const [kind, lists] of Object.entries(planted)) {
  test(`a keyless ${kind} whose input has no id is refused by its name`, () => {
    const plant = product({ name: 'plant', title: 'Plant', description, ...lists })
    assert.throws(() => checkKeyless(plant), /^Error: plant\.lamp\.light needs no key/)
  })
}

test('a server with a keyless operation whose input has no id does not start', async () => {
  const plant = product({ name: 'plant', title: 'Plant', description, operations: [submits] })
  await assert.rejects(world({ products: [...tenantProducts, plant] }), /^Error: plant\.lamp\.light needs no key/)
})
