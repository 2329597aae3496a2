import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSameVariants } from './sameVariants.ts'

const values = { subject: 'Plain news', body: 'Hello', variants: [] }
const [a, b] = ['A', 'B'].map((name) => ({ name, weight: 1 }))

test('variants that leave out all of their texts, or repeat those of the campaign, are the same mail', () => {
  assert.equal(hasSameVariants({ ...values, variants: [a, b] }), true)
  assert.equal(hasSameVariants({ ...values, variants: [a, { ...b, subject: 'Plain news' }] }), true)
})

test('variants with a subject, a text or a template of their own differ', () => {
  assert.equal(hasSameVariants({ ...values, variants: [a, { ...b, subject: 'Bold news' }] }), false)
  assert.equal(hasSameVariants({ ...values, variants: [a, { ...b, templateId: 'tpl_1' }] }), false)
  assert.equal(hasSameVariants(values), false)
})
