import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { canonicalFilter, filterBounds, operatorNames, type Filter } from '#kit/filter/filter.ts'
import { filterTextMax } from '#kit/filter/filterReader.ts'
import { filterText, parseFilter } from '#kit/filter/filterText.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { arrayOf, objectOf, world, type Json, type Reply, type World } from '#test/world/world.ts'
import { loadSubjects } from './contactSubject.ts'
import { contactVocabulary as vocabulary } from './contactVocabulary.ts'
import { matchingContacts } from './matchingContacts.ts'

const longest = 'ä'.repeat(filterBounds.textMax)
const texts = [
  ...['', ' ', '"', "'", '\\', '\\"', '\\\\', '%', '_', '%_\\%', '*', '?', '**a', 'a*b?c', '\\*', '$1', '{{x}}'],
  ...['NaN', 'Infinity', '1e400', '-0', '0x1F', 'null', 'true', 'and', 'not ( or', '[0-9]+', '^(a+)+$', '.*', '(?=x)'],
  ...['İ', 'ß', 'ẞ', 'ǅ', 'é', '\u{1f600}', '\u2028', '\t', '\n', longest, `${longest}a`],
  ...['0000-01-01', '1899-12-31', '1900-01-01', '9998-12-31', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z'],
  ...['2016-12-31T23:59:60Z', '2026-02-29', '2024-02-29', '2026-01-01T24:00:00Z', '2026-11-20T10:00:00+99:99'],
  ...['P0D', '-P1D', 'P-1D', 'P99999D', 'P1Y', 'P1.5D', 'PT', 'P1D', 'PT00000001S', 'PT99999999S', 'P3660D', 'P3661D'],
]
const numbers = [0, -0, 1, 1e21, 1e308, 5e-324, -1.7976931348623157e308, 2 ** 53, 0.1 + 0.2]
const single: readonly unknown[] = [...texts, ...numbers, true, false, null, Number.NaN, Infinity, {}, { eq: 1 }]
const lists: readonly unknown[] = [
  [],
  [[]],
  [''],
  [null],
  texts.slice(0, 30),
  numbers,
  [true, 0, '0', 'false'],
  Array.from({ length: filterBounds.listMax }, (_, n) => `"${n}\\`),
  Array.from({ length: filterBounds.listMax + 1 }, () => 'x'),
]
const values: readonly unknown[] = [undefined, ...single, ...lists]
const attributes = ['attributes.a', 'attributes.a.deep', 'attributes.__proto__', 'attributes.constructor.name']
const fields = [...vocabulary.names.filter((name) => vocabulary.find(name) !== undefined), ...attributes]
const isPlain = (value: unknown) => typeof value === 'string' && value !== ''

/** A contact for each value, which holds it in its fields, its attributes and an event. */
async function seed(w: World): Promise<string[]> {
  const now = w.clock.now()
  const held = [...single, ...lists].filter((value) => JSON.stringify(value) !== undefined)
  const ids = held.map((_, index) => uuidv7(now.getTime() - index))
  const rows = held.map((value, index) => {
    const items = [value].flat().filter(isPlain)
    const text = isPlain(value) ? value : null
    const a = index % 2 === 0 ? value : { deep: value }
    return { id: ids[index], text, items, attributes: { a, ['__proto__']: value }, event: { a: value, deep: { a } } }
  })
  await w.app.pools.work.query(
    `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email,
       email_key, first_name, last_name, name_key, country, external_id, attributes, tags, topics, tracking_disabled)
     select $1, (r->>'id')::uuid, 'subscribed', 1, $2, $2, '{}', n || '@example.com', n || '@example.com',
       r->>'text', r->>'text', '', r->>'text', left(r->>'text', 100) || n, r->'attributes',
       array(select jsonb_array_elements_text(r->'items')), array(select jsonb_array_elements_text(r->'items')),
       n % 2 = 0
     from jsonb_array_elements($3::jsonb) with ordinality as e (r, n)`,
    [w.account.account.id, now.toISOString(), JSON.stringify(rows)],
  )
  await w.app.pools.work.query(
    `insert into marketing_event (account_id, contact_id, at, id, name, properties)
     select $1, (r->>'id')::uuid, $2, gen_random_uuid(), 'page.opened', r->'event'
     from jsonb_array_elements($3::jsonb) r`,
    [w.account.account.id, now.toISOString(), JSON.stringify(rows)],
  )
  return ids
}

/** Conditions of one comparison on hostile values, on a field and on a property of an event. */
function conditionsOf(name: string, is: string): unknown[] {
  return values.map((value) => {
    const comparison = value === undefined ? { is } : { is, value }
    return name.startsWith('prop ')
      ? { event: 'page.opened', where: [{ prop: name.slice(5), ...comparison }] }
      : { field: name, ...comparison }
  })
}

test('comparisons with hostile values are refused by path, or mean the same in SQL, memory and text', async () => {
  await using w = await world()
  const ids = await seed(w)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const at = w.clock.now()
  const everything = fields.map((field) => ({ field, is: 'exists' }) as const)
  const mentions = mentionsOf([{ event: 'page.opened' }, ...everything], vocabulary)
  const subjects = await loadSubjects(ctx, ids, mentions)
  let compared = 0
  for (const name of [...fields, 'prop a', 'prop deep.a', 'prop __proto__']) {
    for (const is of operatorNames) {
      const accepted: Filter[] = []
      for (const condition of conditionsOf(name, is)) {
        const problems = checkFilter(condition, vocabulary, '/filter')
        for (const { path } of problems)
          assert.match(path, /^\/filter(\/where\/0)?\/(is|value)$/, JSON.stringify(condition))
        // cast: the check has accepted it.
        if (problems.length === 0) accepted.push(condition as Filter)
      }
      const found = await matchingContacts(ctx, ids, accepted)
      for (const [index, filter] of accepted.entries()) {
        const inMemory = ids.filter((id) => {
          const subject = subjects.get(id)
          return subject !== undefined && matches(filter, subject, { vocabulary, at })
        })
        const text = filterText(filter)
        assert.deepEqual(
          ids.filter((id) => found[index]?.has(id)),
          inMemory,
          text,
        )
        const sent = JSON.parse(JSON.stringify(filter))
        assert.deepEqual(parseFilter(text, vocabulary), canonicalFilter(sent), text)
        compared += 1
      }
    }
  }
  assert.ok(compared > 1_000, `${compared} comparisons`)
})

const id = (prefix: string) => encodeId(prefix, 1, uuidv7(0))
/** A condition of each kind with all of its members. */
const wholes: readonly Filter[] = [
  { field: 'firstName', is: 'in', value: ['Ada', 'Bob'] },
  { field: 'attributes.a', is: 'eq', value: 3 },
  { field: 'createdAt', is: 'withinLast', value: 'P30D' },
  {
    event: 'shop.order.placed',
    where: [{ prop: 'total', is: 'gte', value: 3 }],
    count: { is: 'gte', value: 2 },
    within: 'P1D',
  },
  { event: 'page.opened', between: ['2026-11-20', '2026-11-21T08:00:00Z'] },
  { email: { action: 'opened', campaignId: id('cmp'), templateId: id('tpl') }, count: { is: 'lt', value: 1 } },
  { segment: id('seg') },
  { bucket: { percent: 12.5, salt: 'x' } },
  {
    op: 'or',
    of: [
      { field: 'email', is: 'exists' },
      { op: 'not', of: { field: 'phone', is: 'exists' } },
    ],
  },
]
const junk: readonly unknown[] = [null, [], {}, '', 0, -1, 0.5, 1e9, true, [[]], { op: 'and' }, '__proto__', 'toString']

/** A value with each of its parts replaced by others: by junk, and by itself in a list or an object. */
function* spoiled(value: unknown): Generator<unknown> {
  for (const each of [...junk, [value], [[value]], { value }, Object(value)['length'] === 1 ? value : [value, value]]) {
    yield each
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    for (const each of spoiled(member)) {
      yield Array.isArray(value) ? value.with(Number(name), each) : { ...value, [name]: each }
    }
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  }
  if (!Array.isArray(value)) yield { ...value, more: 1 }
}

test('a filter with a spoiled part is refused by path, or selects and survives its text form', async () => {
  await using w = await world()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  for (const whole of wholes) {
    const accepted: Filter[] = []
    for (const given of spoiled(whole)) {
      const problems = checkFilter(given, vocabulary, '/filter')
      for (const { path } of problems) assert.match(path, /^\/filter(\/|$)/)
      // cast: the check has accepted it.
      if (problems.length === 0) accepted.push(given as Filter)
    }
    for (const filter of accepted) {
      assert.deepEqual(parseFilter(filterText(filter), vocabulary), canonicalFilter(filter), JSON.stringify(filter))
    }
    await matchingContacts(ctx, [uuidv7(0)], accepted)
  }
})

test('a text form cannot smuggle in characters that a filter as JSON cannot have', async () => {
  await using w = await world()
  const count = async (input: Json) => w.send('marketing.contact.count', input)
  for (const escape of ['\\u0000', '\\u0007', '\\u007f', '\\ud800', '\\udc00x', `a${'\\u0301'.repeat(40)}`]) {
    const value = JSON.parse(`"${escape}"`)
    for (const [field, is] of [
      ['attributes.a', 'eq'],
      ['firstName', 'contains'],
      ['tags', 'any'],
    ] as const) {
      const filter = { field, is, value: is === 'any' ? [value] : value }
      const phrase = { eq: '=', contains: 'contains', any: 'any of' }[is]
      const text = `${field} ${phrase} ${is === 'any' ? `("${escape}")` : `"${escape}"`}`
      const replies = [await count({ filter }), await count({ text })]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [400, 400],
        text,
      )
      assert.deepEqual(replies.map(pathsOf), [[is === 'any' ? '/filter/value/0' : '/filter/value'], ['/text']])
    }
  }
  const { id } = await w.call('marketing.contact.create', { email: 'zoe@example.com', firstName: 'Zoe\u0301' })
  const { items } = await w.call('marketing.contact.all', {
    filter: { field: 'firstName', is: 'eq', value: 'Zoe\u0301' },
  })
  assert.deepEqual(
    items.map((each) => each.id),
    [id],
  )
  assert.equal((await w.call('marketing.contact.count', { text: 'firstName = "Zoe\\u0301"' })).count, 1)
})

function pathsOf({ body }: Reply): unknown[] {
  return arrayOf(objectOf(body['error'])['fields']).map(({ path }) => path)
}

test('the greatest filters survive their text form, and greater ones are refused', async () => {
  await using w = await world()
  const items = Array.from({ length: filterBounds.listMax }, (_, n) => `${n}"`.padEnd(30, 'x'))
  const many = { field: 'externalId', is: 'in', value: items } as const
  const few = { ...many, value: items.slice(0, 60) }
  for (const members of [[many, many, many, many], Array.from({ length: 99 }, () => few)]) {
    const filter: Filter = { op: 'or', of: members }
    const text = filterText(filter)
    assert.ok(text.length > 50_000)
    assert.deepEqual(parseFilter(text, vocabulary), filter)
    const sent = await w.call('marketing.contact.count', { filter })
    assert.deepEqual(await w.call('marketing.contact.count', { text: sent.text ?? '' }), sent)
  }
  const most = (length: number): Filter => {
    const wide = Array.from({ length: Math.floor(length / 1_100) }, () => 'x'.repeat(1_000))
    const [one, other] = [wide.slice(0, 100), wide.slice(100)]
    const given: Filter = { op: 'or', of: [one, other].map((value) => ({ ...many, value })) }
    while (filterText(given).length < length - 1_004) other.push('x'.repeat(500))
    other.push('x'.repeat(length - filterText(given).length - 4))
    return given
  }
  assert.equal(filterText(most(filterTextMax)).length, filterTextMax)
  assert.deepEqual(checkFilter(most(filterTextMax), vocabulary), [])
  assert.deepEqual(parseFilter(filterText(most(filterTextMax)), vocabulary), most(filterTextMax))
  const refused = await w.refused('marketing.contact.count', { filter: most(filterTextMax + 1) }, 'invalid_request')
  assert.deepEqual(
    arrayOf(refused['fields']).map(({ path, rule }) => [path, rule]),
    [['/filter', 'maxLength']],
  )
  await w.refused('marketing.contact.count', { text: `${filterText(most(filterTextMax))} ` }, 'invalid_request')
})

test('a text that is no filter is refused at its first mistake, however long it is', () => {
  const positionOf = (text: string) => {
    try {
      parseFilter(text, vocabulary)
    } catch (error) {
      return Object(error).at
    }
    return undefined
  }
  assert.equal(positionOf(`email exists ; ${'email exists and '.repeat(10_000)}`), 13)
  assert.equal(positionOf(`email in (${'1,'.repeat(100_000)}1)`), 10 + 2 * filterBounds.listMax)
  assert.equal(positionOf('email exists and '.repeat(10_000)), 17 * filterBounds.nodesMax)
})
