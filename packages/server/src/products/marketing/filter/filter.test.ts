import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkFilter } from '#kit/filter/checkFilter.ts'
import { compileFilter } from '#kit/filter/compileFilter.ts'
import {
  canonicalFilter,
  countOperators,
  couponActions,
  filterBounds,
  mailActions,
  operatorNames,
  type Filter,
} from '#kit/filter/filter.ts'
import { filterText, parseFilter } from '#kit/filter/filterText.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { hasForm, operators, type ValueForm } from '#kit/filter/operators.ts'
import type { FieldType } from '#kit/filter/vocabulary.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { isThorough } from '#test/world/thorough.ts'
import { world, type World } from '#test/world/world.ts'
import { loadSubjects } from './contactSubject.ts'
import { contactVocabulary } from './contactVocabulary.ts'
import { matchingContacts } from './matchingContacts.ts'

const texts = ['', 'a', 'A', 'Ada', 'ada%', 'Löwe', 'l_we', '東京', 'x\\y', 'de', 'DE', '2026-11-20', 'a*b?']
const days = ['2026-11-20', '2026-11-20T10:00:00Z', '2026-11-21T09:00:00.000Z', '2026-13-99', '2025-01-01']
const numbers = [0, 1, -1, 3, 2.5, 1e21, 0.1]
const events = ['shop.order.placed', 'livestream.stream.watched', 'page.opened']
const spans = ['P1D', 'P30D', 'PT2H', 'P1W', 'P1DT2H', 'PT90S']

const scalar = fc.constantFrom<string | number | boolean>(...texts, ...days, ...numbers, true, false)
const attribute = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(fc.constantFrom(...texts, 'vip'), { maxLength: 3 }),
  fc.record({ deep: scalar }),
)
const tags = fc.uniqueArray(fc.constantFrom('vip', 'beta', 'a', 'Löwe'), { maxLength: 3 })
const textOrNull = fc.constantFrom<string | null>(null, ...texts.filter((text) => text !== ''))

const valueOf: Record<ValueForm, fc.Arbitrary<unknown>> = {
  scalar,
  number: fc.constantFrom(...numbers),
  text: fc.constantFrom(...texts.filter((text) => text !== ''), '*a*', 'a?b', '?'),
  scalars: fc.array(scalar, { minLength: 1, maxLength: 3 }),
  texts: fc.array(fc.constantFrom('vip', 'beta', 'a', 'Löwe'), { minLength: 1, maxLength: 3 }),
  moment: fc.constantFrom('2026-11-20', '2026-11-21T08:00:00Z', '2026-11-20T10:00:00+02:00'),
  span: fc.constantFrom(...spans),
  none: fc.constant(undefined),
}

/** A comparison that fits a type; undefined values are left out, as in JSON. */
function comparison(type: FieldType): fc.Arbitrary<{ is: (typeof operatorNames)[number]; value?: never }> {
  const fitting = operatorNames.filter((name) => operators[name].on.includes(type))
  const wanted: Partial<Record<FieldType, string>> = { text: 'string', number: 'number', flag: 'boolean' }
  const isFitting = (value: unknown) => [value].flat().every((each) => typeof each === (wanted[type] ?? typeof each))
  return fc.constantFrom(...fitting).chain((is) =>
    valueOf[operators[is].value]
      .filter((value) => !operators[is].value.startsWith('scalar') || isFitting(value))
      // cast: the value is left out where there is none.
      .map((value) => (value === undefined ? { is } : { is, value }) as never),
  )
}

const named = (fields: readonly string[], type: FieldType) =>
  fc.tuple(fc.constantFrom(...fields), comparison(type)).map(([field, test]) => ({ field, ...test }))

const occurrences = fc
  .record(
    {
      count: fc.record({ is: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'), value: fc.integer({ min: 0, max: 3 }) }),
      within: fc.constantFrom(...spans),
    },
    { requiredKeys: [] },
  )
  .chain((found) =>
    'within' in found
      ? fc.constant(found)
      : fc.constantFrom(found, { ...found, between: ['2026-11-19', '2026-11-21T08:00:00Z'] as const }),
  )

const where = fc.array(
  fc
    .tuple(fc.constantFrom('minutes', 'channel', 'deep.deep'), comparison('json'))
    .map(([prop, test]) => ({ prop, ...test })),
  { minLength: 1, maxLength: 2 },
)

const coupons = ['cpn_5f2k8q0d01kagz7m2ep0060pw5894ck0fh', 'cpn_5f2k8q0d01kagz7m2ep0060pw5894ck0fj']
const amount = fc.record({ is: fc.constantFrom(...countOperators), value: fc.constantFrom(0, 1, 2, 100, 2_500) })

const condition: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...couponActions), fc.option(fc.constantFrom(...coupons), { nil: undefined }), occurrences)
    .map(([action, couponId, more]) => ({ coupon: { action, ...(couponId && { couponId }) }, ...more })),
  fc
    .tuple(fc.constantFrom('POINTS', 'STARS'), amount)
    .map(([token, test]) => ({ loyalty: { balance: { token, ...test } } })),
  fc.tuple(fc.constantFrom('EUR', 'JPY'), amount).map(([currency, test]) => ({ payment: { total: test, currency } })),
  amount.map((test) => ({ payment: { count: test } })),
  named(['email', 'firstName', 'lastName', 'country', 'status'], 'text'),
  named(['tags', 'topics'], 'list'),
  named(['trackingDisabled'], 'flag'),
  named(['createdAt'], 'moment'),
  { weight: 4, arbitrary: named(['attributes.a', 'attributes.b', 'attributes.b.deep', 'attributes.c'], 'json') },
  fc.tuple(fc.constantFrom(...events), occurrences).map(([event, more]) => ({ event, ...more })),
  fc
    .tuple(fc.constantFrom(...events), where, occurrences)
    .map(([event, tests, more]) => ({ event, where: tests, ...more })),
  fc.tuple(fc.constantFrom(...mailActions), occurrences).map(([action, more]) => ({ email: { action }, ...more })),
  fc
    .record({ percent: fc.constantFrom(0, 10, 33.3, 100), salt: fc.constantFrom('x', 'y"') })
    .map((bucket) => ({ bucket })),
)

const filter = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    condition,
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([op, of]) => ({ op, of })),
    tie('node').map((of) => ({ op: 'not', of })),
  ),
  // cast: the arbitraries above make filters of the accepted shape; checkFilter is asserted on each.
})).node as fc.Arbitrary<Filter>

test('random filters select the same contacts in SQL and in memory, and survive their text form', async () => {
  await using w = await world()
  await seed(w, 150)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const at = w.clock.now()
  const [ids, select] = [await contactIds(w), selector(w, at)]
  await fc.assert(
    fc.asyncProperty(filter.map(asSent), async (given) => {
      assert.deepEqual(checkFilter(given, contactVocabulary), [])
      assert.deepEqual(parseFilter(filterText(given), contactVocabulary), canonicalFilter(given), filterText(given))
      const subjects = await loadSubjects(ctx, ids, mentionsOf([given], contactVocabulary))
      const inMemory = ids.filter((id) => {
        const subject = subjects.get(id)
        return subject !== undefined && matches(given, subject, { vocabulary: contactVocabulary, at })
      })
      assert.deepEqual(await select(given), inMemory, filterText(given))
      const [matching] = await matchingContacts(ctx, ids, [given])
      assert.deepEqual(
        ids.filter((id) => matching?.has(id)),
        inMemory,
        filterText(given),
      )
    }),
    { numRuns: isThorough ? 2_000 : 120, seed: 20261121 },
  )
})

test('a wrong filter is refused with a pointer to each mistake', () => {
  const pathsOf = (given: unknown) => checkFilter(given, contactVocabulary, '/filter').map(({ path }) => path)
  assert.deepEqual(pathsOf({ field: 'nothing', is: 'eq', value: 1 }), ['/filter/field'])
  assert.deepEqual(pathsOf({ field: 'email', is: 'gt', value: 1 }), ['/filter/is'])
  assert.deepEqual(pathsOf({ field: 'email', is: 'eq', value: 1 }), ['/filter/value'])
  assert.deepEqual(pathsOf({ field: 'email', is: 'eq', value: 'a', more: 1 }), ['/filter/more'])
  assert.deepEqual(pathsOf({ op: 'and', of: [{ field: 'tags', is: 'any', value: 'vip' }, 3] }), [
    '/filter/of/0/value',
    '/filter/of/1',
  ])
  assert.deepEqual(pathsOf({ op: 'xor', of: [] }), ['/filter/op', '/filter/of'])
  assert.deepEqual(pathsOf({}), ['/filter'])
  assert.deepEqual(pathsOf(null), ['/filter'])
  assert.deepEqual(pathsOf({ event: 'a b' }), ['/filter/event'])
  assert.deepEqual(pathsOf({ event: 'a', within: 'P1M', count: { is: 'ne', value: -1 } }), [
    '/filter/count/is',
    '/filter/count/value',
    '/filter/within',
  ])
  assert.deepEqual(pathsOf({ event: 'a', where: [{ prop: 'x', is: 'eq' }] }), ['/filter/where/0/value'])
  assert.deepEqual(pathsOf({ email: { action: 'ate', campaignId: 'cmp_1' } }), [
    '/filter/email/action',
    '/filter/email/campaignId',
  ])
  assert.deepEqual(pathsOf({ coupon: { action: 'ate', couponId: 'x' } }), [
    '/filter/coupon/action',
    '/filter/coupon/couponId',
  ])
  assert.deepEqual(pathsOf({ loyalty: { balance: { token: 'points', is: 'ne', value: 1.5 } } }), [
    '/filter/loyalty/balance/token',
    '/filter/loyalty/balance/is',
    '/filter/loyalty/balance/value',
  ])
  assert.deepEqual(pathsOf({ payment: { total: { is: 'gt', value: 1 } } }), ['/filter/payment/currency'])
  assert.deepEqual(pathsOf({ payment: {} }), ['/filter/payment/total'])
  assert.deepEqual(pathsOf({ payment: { count: { is: 'gt', value: -1 }, currency: 'EUR' } }), [
    '/filter/payment/count/value',
    '/filter/payment/currency',
  ])
  assert.deepEqual(pathsOf({ segment: 'seg_1' }), ['/filter/segment'])
  assert.deepEqual(pathsOf({ bucket: { percent: 101 } }), ['/filter/bucket/percent', '/filter/bucket/salt'])
  assert.deepEqual(pathsOf({ bucket: { percent: 0.001, salt: 'a', more: 1 } }), [
    '/filter/bucket/percent',
    '/filter/bucket/more',
  ])
  assert.deepEqual(pathsOf({ event: 'a', count: null }), ['/filter/count/is', '/filter/count/value'])
  assert.deepEqual(pathsOf({ event: 'a', count: { is: 'eq', value: 1, per: 'P1D' } }), ['/filter/count/per'])
  assert.deepEqual(pathsOf({ event: 'a', where: [] }), ['/filter/where'])
  assert.deepEqual(pathsOf({ event: 'a', within: ['P1D'] }), ['/filter/within'])
  assert.deepEqual(pathsOf({ event: 'a', within: 'P01D' }), ['/filter/within'])
  assert.deepEqual(pathsOf({ event: 'a', between: ['2026-11-21', '2026-11-20'] }), ['/filter/between/1'])
})

test('a moment has an offset and a day that exists, within years that the database holds', () => {
  const isMoment = (value: string) => checkFilter({ field: 'createdAt', is: 'before', value }, contactVocabulary)
  const good = ['2026-11-20', '2024-02-29', '2026-11-20T10:00Z', '2026-11-20T10:00:00.123456+05:30']
  for (const value of good) assert.deepEqual(isMoment(value), [], value)
  const wrong = ['2026-02-30', '2026-11-20T10:00', '0000-01-01', '9999-12-31T23:59:59-12:00', '2026-11-20T10:00 GMT']
  for (const value of wrong) assert.equal(isMoment(value)[0]?.path, '/value', value)
})

test('the result of a filter between two moments changes by events alone', () => {
  const isTimeRelative = (given: Filter) => mentionsOf([given], contactVocabulary).isTimeRelative
  assert.equal(isTimeRelative({ event: 'a', between: ['2026-11-20', '2099-01-01'] }), false)
  assert.equal(isTimeRelative({ event: 'a', within: 'P1D' }), true)
})

test('the events of one contact do not push those of another one out of an evaluation', async () => {
  await using w = await world()
  const [busy, quiet] = [await contact(w, 'busy'), await contact(w, 'quiet')]
  const insert = `insert into marketing_event (account_id, contact_id, at, id, name, properties)
    select $1, $2, $3::timestamptz - n * interval '1 second', gen_random_uuid(), 'page.opened', '{}'
    from generate_series($4::integer, $5::integer) n`
  const [accountId, now] = [w.account.account.id, w.clock.now().toISOString()]
  await w.app.pools.work.query(insert, [accountId, busy, now, 1, 10_500])
  await w.app.pools.work.query(insert, [accountId, quiet, now, 20_000, 20_001])
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const given: Filter = { event: 'page.opened', count: { is: 'gte', value: 2 } }
  const subjects = await loadSubjects(ctx, [busy, quiet, quiet], mentionsOf([given], contactVocabulary))
  assert.equal(subjects.get(quiet)?.events.length, 2)
  const often: Filter = { event: 'page.opened', count: { is: 'eq', value: 10_500 } }
  const found = await matchingContacts(ctx, [busy, quiet], [given, often])
  assert.deepEqual(found, [new Set([busy, quiet]), new Set([busy])])
})

test('a filter of absurd depth or size is refused', () => {
  let deep: unknown = { field: 'email', is: 'exists' }
  for (let level = 0; level < 500; level++) deep = { op: 'not', of: deep }
  assert.deepEqual(
    checkFilter(deep, contactVocabulary).map(({ rule }) => rule),
    ['maxDepth'],
  )
  const wide = { op: 'and', of: Array.from({ length: 5_000 }, () => ({ field: 'email', is: 'exists' })) }
  assert.deepEqual(
    checkFilter(wide, contactVocabulary).map(({ rule }) => rule),
    ['maxNodes'],
  )
  assert.throws(() => parseFilter('not '.repeat(5_000), contactVocabulary), /nests too deep|too long/)
  assert.throws(() => parseFilter(`${'('.repeat(4_000)}email exists`, contactVocabulary), /nests too deep/)
  assert.equal(filterBounds.depthMax, 8)
})

test('a wrong text is refused with the position of the mistake', () => {
  const at = (text: string) => {
    try {
      parseFilter(text, contactVocabulary)
    } catch (error) {
      return [Object(error).at, Object(error).message]
    }
    return undefined
  }
  assert.deepEqual(at('country = '), [
    10,
    'a value is missing: a text in quotes, a number, true or false: the text ends',
  ])
  assert.equal(at('country = "DE" country')?.[0], 15)
  assert.equal(at('nothing = 3')?.[0], 0)
  assert.equal(at('country = "DE" and ;')?.[0], 19)
  assert.equal(at('did stream.watched at least 3 within 30 days')?.[0], 30)
})

test('hasForm() refuses values that JSON cannot hold', () => {
  assert.equal(hasForm(Number.NaN, 'number'), false)
  assert.equal(hasForm(Number.POSITIVE_INFINITY, 'scalar'), false)
})

async function contact(w: World, name: string): Promise<string> {
  const { id } = await w.call('marketing.contact.create', { email: `${name}@example.com` })
  return parseId('con', String(id))?.uuid ?? ''
}

test('a compiled filter leaves comparisons to the indexes, and events to joins', async () => {
  await using w = await world()
  const accountId = w.account.account.id
  const client = await w.app.pools.work.connect()
  try {
    await client.query('set enable_seqscan = off')
    await client.query(
      `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email_key,
         name_key, attributes, tags, topics, tracking_disabled)
       select $1, gen_random_uuid(), 'subscribed', 1, now(), now(), '{}', n || '@example.com', '', '{}',
         case when n = 1 then array['vip'] else '{}' end, '{}', false from generate_series(1, 3000) n`,
      [accountId],
    )
    await client.query('analyze marketing_contact')
    const planOf = async (given: Filter) => {
      const { sql, values } = compileFilter(given, { accountId, vocabulary: contactVocabulary, at: w.clock.now() })
      const from = `select t.id from marketing_contact t where t.account_id = $${values.length + 1}`
      const text = `explain ${from} and t.deleted_at is null and ${sql}`
      const { rows } = await client.query(text, [...values, accountId])
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    }
    const byEmail = await planOf({ field: 'email', is: 'in', value: ['a@example.com', 'b@example.com'] })
    assert.match(byEmail, /Index Cond: .*email_key = ANY/)
    assert.match(await planOf({ field: 'tags', is: 'any', value: ['vip'] }), /Index Cond: .*tags &&/)
    const byPlan: Filter = { field: 'attributes.company.plan', is: 'eq', value: 'pro' }
    assert.match(await planOf(byPlan), /Index Cond: .*attributes @>/)
    assert.match(await planOf({ event: 'page.opened', within: 'P1D' }), /(Semi Join|HashAggregate|Unique)/)
    assert.match(await planOf({ op: 'not', of: { event: 'page.opened' } }), /Anti Join/)
    assert.match(await planOf({ event: 'page.opened', count: { is: 'lt', value: 3 } }), /Anti Join/)
    const often: Filter = { event: 'page.opened', count: { is: 'eq', value: 3 } }
    assert.doesNotMatch(await planOf({ op: 'and', of: [often, { email: { action: 'opened' } }] }), /SubPlan/)
  } finally {
    client.release(true)
  }
})

/** A filter as JSON carries it. */
function asSent(given: Filter): Filter {
  return JSON.parse(JSON.stringify(given))
}

async function contactIds(w: World): Promise<string[]> {
  const { rows } = await w.app.pools.work.query('select id from marketing_contact order by id')
  return rows.map(({ id }) => id)
}

function selector(w: World, at: Date) {
  const accountId = w.account.account.id
  return async (given: Filter): Promise<string[]> => {
    const { sql, values } = compileFilter(given, { accountId, vocabulary: contactVocabulary, at })
    const where = `${sql} and t.account_id = $${values.length + 1}`
    const text = `select t.id from marketing_contact t where ${where} order by t.id`
    const { rows } = await w.app.pools.work.query(text, [...values, accountId])
    return rows.map(({ id }) => id)
  }
}

/** Contacts with random fields, events and mails. */
async function seed(w: World, count: number): Promise<void> {
  const accountId = w.account.account.id
  const start = w.clock.now().getTime()
  const draw = <T>(arbitrary: fc.Arbitrary<T>, size: number) => fc.sample(arbitrary, { numRuns: size, seed: 7 })
  const people = draw(
    fc.record({
      first: textOrNull,
      last: textOrNull,
      country: fc.constantFrom(null, 'DE', 'AT', 'de'),
      status: fc.constantFrom('subscribed', 'unsubscribed'),
      attributes: fc.dictionary(fc.constantFrom('a', 'b', 'c'), attribute),
      tags,
      topics: tags,
      isUntracked: fc.boolean(),
      ageMs: fc.constantFrom(0, 1_000, 86_400_000, 3 * 86_400_000, 40 * 86_400_000),
      events: fc.array(
        fc.record({
          name: fc.constantFrom(...events, ...couponActions.map((action) => `loyalty.coupon.${action}`)),
          ageMs: fc.constantFrom(0, 60_000, 86_400_000, 86_400_001, 10 * 86_400_000),
          properties: fc.oneof(
            fc.dictionary(fc.constantFrom('minutes', 'channel', 'deep'), attribute),
            fc.record({ couponId: fc.constantFrom(...coupons) }),
          ),
        }),
        { maxLength: 5 },
      ),
      balances: fc.dictionary(fc.constantFrom('POINTS', 'STARS'), fc.constantFrom(0, 1, 100, 2_500)),
      purchases: fc.dictionary(
        fc.constantFrom('EUR', 'JPY'),
        fc.record({ count: fc.constantFrom(1, 2), paid: fc.constantFrom(100, 2_600), back: fc.constantFrom(0, 100) }),
      ),
      mails: fc.array(fc.record({ opened: fc.boolean(), ageMs: fc.constantFrom(0, 90_000, 86_400_000) }), {
        maxLength: 3,
      }),
    }),
    count,
  )
  for (const [index, each] of people.entries()) {
    const id = uuidv7(start - each.ageMs)
    const madeAt = new Date(start - each.ageMs).toISOString()
    await w.app.pools.work.query(
      `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email,
         email_key, first_name, last_name, name_key, country, attributes, tags, topics, tracking_disabled)
       values ($1, $2, $3, 1, $4, $4, '{}', $5, $6, $7, $8, '', $9, $10, $11, $12, $13)`,
      [
        accountId,
        id,
        each.status,
        madeAt,
        `A${index}@example.com`,
        `a${index}@example.com`,
        each.first,
        each.last,
        each.country,
        JSON.stringify(each.attributes),
        each.tags,
        each.topics,
        each.isUntracked,
      ],
    )
    for (const { name, ageMs, properties } of each.events) {
      await w.app.pools.work.query(
        `insert into marketing_event (account_id, contact_id, at, id, name, properties)
         values ($1, $2, $3, $4, $5, $6)`,
        [accountId, id, new Date(start - ageMs).toISOString(), uuidv7(start), name, JSON.stringify(properties)],
      )
    }
    for (const [token, balance] of Object.entries(each.balances)) {
      await w.app.pools.work.query(
        `insert into ledger_balance (account_id, book, ledger, unit, slot, balance, entry_count, is_guarded)
         values ($1, 'tokens', $2, $3, 0, $4, 1, true)`,
        [accountId, `member:${id}`, token, balance],
      )
    }
    for (const [currency, { count: times, paid, back }] of Object.entries(each.purchases)) {
      await w.app.pools.work.query('insert into marketing_purchase values ($1, $2, $3, $4, $5, $6)', [
        ...[accountId, id, currency],
        ...[times, paid, back],
      ])
    }
    for (const [number, { opened, ageMs }] of each.mails.entries()) {
      const sentAt = new Date(start - ageMs).toISOString()
      await w.app.pools.work.query(
        `insert into marketing_message (account_id, id, contact_id, channel, key, state, attempts, due_at, created_at,
           sent_at, opened_at) values ($1, $2, $3, 'email', $4, 'sent', 1, $5, $5, $5, $6)`,
        [accountId, uuidv7(start), id, `${id}:${number}`, sentAt, opened ? sentAt : null],
      )
    }
  }
  assert.match(encodeId('con', accountId, uuidv7(start)), /^con_/)
}
