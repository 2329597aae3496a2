import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterText, filtersOf, inputOf, nextSort, sortsOf } from './listInput.ts'

const input = {
  properties: {
    limit: { type: 'integer' },
    cursor: { type: 'string' },
    q: { type: 'string' },
    sort: { type: 'string', pattern: '^-?(createdAt|name|distance)(,-?(createdAt|name|distance)){0,2}$' },
    status: { type: 'string', enum: ['draft', 'active'] },
    near: { type: 'string' },
    openAt: { type: 'string', format: 'date-time' },
  },
}

test('filters leave out paging, words and places on a map', () => {
  assert.deepEqual(
    filtersOf(input).map(({ name, kind }) => [name, kind]),
    [
      ['status', 'choice'],
      ['openAt', 'moment'],
    ],
  )
})

test('inputOf() takes the filters of the operation from the address and nothing else', () => {
  assert.deepEqual(inputOf(input, { status: 'active', q: '', view: 'gallery', strange: '1' }), { status: 'active' })
})

test('a list is sorted by the fields of its pattern; a click turns the order around and then away', () => {
  assert.deepEqual(sortsOf(input), ['createdAt', 'name'])
  assert.equal(nextSort('name', undefined), '-name')
  assert.equal(nextSort('name', '-name'), 'name')
  assert.equal(nextSort('name', 'name'), undefined)
})

test('lists and objects of filters pass the address unchanged', () => {
  const declared = {
    properties: {
      tags: { type: 'array', items: { type: 'string' } },
      filter: { type: 'object' },
      name: { type: 'string' },
    },
  }
  const filter = { field: 'tags', is: 'any', value: ['a, b'] }
  for (const tags of [['festival'], ['beta', 'vip'], ['a, b'], ['[odd'], [' space']]) {
    const search = { tags: filterText(tags) ?? '', filter: filterText(filter) ?? '', name: filterText('a, b') ?? '' }
    assert.deepEqual(inputOf(declared, search), { tags, filter, name: 'a, b' })
  }
  assert.equal(filterText(['beta', 'vip']), 'beta,vip')
  assert.equal(filterText([]), undefined)
  assert.equal(filterText(null), undefined)
  assert.deepEqual(inputOf(declared, { filter: '{' }), { filter: '{' })
})
