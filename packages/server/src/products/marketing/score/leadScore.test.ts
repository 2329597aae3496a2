import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { compileFilter } from '#kit/filter/compileFilter.ts'
import { matches } from '#kit/filter/matches.ts'
import { mentionsOf } from '#kit/filter/mentions.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { loadSubjects } from '#products/marketing/filter/contactSubject.ts'
import { contactVocabulary as vocabulary } from '#products/marketing/filter/contactVocabulary.ts'
import { schedules } from './scoreClock.ts'

const get = 'marketing.leadScore.get'
const update = 'marketing.leadScore.update'
const track = 'marketing.event.track'
const dayMs = 86_400_000

async function makeContact(w: World, email = 'mira@example.com'): Promise<string> {
  return (await w.call('marketing.contact.create', { email, attributes: { plan: 'free' } })).id
}

async function tick(w: World): Promise<void> {
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
}

const opened = {
  ruleId: 'opened',
  name: 'Opened the app',
  score: 'engagement',
  when: { event: 'app.opened' },
  points: 10,
} as const
const decay = { halfLife: 'P10D' } as const

test('the answer to new points counts them', async () => {
  await using w = await world({ isIngesting: true })
  const contactId = await makeContact(w)
  for (const wanted of [5, 10, 15]) {
    const answer = await w.call(update, { contactId, delta: 5, reason: 'Booked a demo' })
    assert.equal(answer.engagement, wanted)
  }
})

test('points are added once by clientReference, decay by half-life, and expire', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { model: { rules: [], decay } })
  const start = w.clock.now()
  const expiresAt = new Date(start.getTime() + 5 * dayMs).toISOString()
  const delta = { contactId, delta: 40, reason: 'Booked a demo', clientReference: 'demo-1' }
  const first = await w.call(update, delta)
  assert.deepEqual([first.status, first.fit, first.engagement, first.total], ['warm', 0, 40, 40])
  assert.equal((await w.call(update, delta)).engagement, 40)
  await w.refused(update, { ...delta, delta: 41 }, { code: 'conflict', mention: 'client_reference_exists' })
  await w.call(update, { contactId, delta: 100, reason: 'Webinar', expiresAt })
  await w.call(update, { contactId, set: { fit: 30 }, reason: 'Large company' })
  const at = (days: number) => new Date(start.getTime() + days * dayMs).toISOString()
  const scoreAt = async (days: number) => {
    const { fit, engagement, total, status } = await w.call(get, { contactId, at: at(days) })
    return [fit, engagement, total, status]
  }
  assert.deepEqual(await scoreAt(0), [30, 140, 170, 'mql'])
  assert.deepEqual(await scoreAt(10), [30, 20, 50, 'hot'])
  assert.deepEqual(await scoreAt(20), [30, 10, 40, 'warm'])
  assert.deepEqual(await scoreAt(-1), [0, 0, 0, 'cold'])
  w.clock.advance(10 * dayMs)
  await tick(w)
  assert.deepEqual(await scoreAt(10), [30, 20, 50, 'hot'])
  assert.deepEqual(await scoreAt(0), [30, 140, 170, 'mql'])
  const explained = await w.call(get, { email: 'mira@example.com', include: ['breakdown', 'history'] })
  assert.deepEqual(
    explained.breakdown?.map(({ score, points, decayed, reason }) => [score, points, decayed, reason]),
    [
      ['fit', 30, 30, 'Large company'],
      ['engagement', 40, 20, 'Booked a demo'],
    ],
  )
  assert.equal(explained.history?.length, 3)
  assert.equal(explained.grade, 'C')
})

test('a contact crosses a threshold within two seconds of the predicted moment, once', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { model: { rules: [], decay } })
  await w.settle()
  const { nextCrossing } = await w.call(update, { contactId, delta: 60, reason: 'Demo' })
  assert.equal(nextCrossing?.threshold, 'hot')
  const predictedMs = Date.parse(nextCrossing?.at ?? '')
  const exactMs = w.clock.now().getTime() + Math.log2(60 / 50) * 10 * dayMs
  assert.ok(Math.abs(predictedMs - exactMs) <= 1.001)
  const crossed = async () => {
    await tick(w)
    return (await w.emitted('marketing.leadScore.thresholdCrossed')).map(({ payload }) => [
      payload['threshold'],
      payload['direction'],
      payload['at'],
    ])
  }
  assert.deepEqual(
    (await crossed()).map(([name, way]) => [name, way]),
    [
      ['warm', 'up'],
      ['hot', 'up'],
    ],
  )
  w.clock.set(new Date(predictedMs - 1).toISOString())
  assert.equal((await crossed()).length, 2)
  w.clock.set(new Date(predictedMs).toISOString())
  assert.deepEqual((await crossed()).at(-1), ['hot', 'down', nextCrossing?.at])
  assert.equal((await crossed()).length, 3)
  w.clock.advance(400 * dayMs)
  const [, , , last] = await crossed()
  const warmMs = Date.parse(String(last?.[2]))
  assert.equal(last?.[0], 'warm')
  assert.ok(Math.abs(warmMs - (exactMs + Math.log2(50 / 25) * 10 * dayMs)) <= 2)
  const changes = await w.emitted('marketing.leadScore.changed')
  assert.deepEqual(
    changes.map(({ payload }) => payload['status']),
    ['hot', 'warm', 'cold'],
  )
})

test('rules give points for events, within a cap, and for as long as a filter matches', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const rules = [
    { ...opened, cap: { max: 25, per: 'P1D' } },
    {
      ruleId: 'order',
      name: 'Large order',
      score: 'engagement' as const,
      when: { event: 'shop.order.placed', where: [{ prop: 'total', is: 'gte' as const, value: 5_000 }] },
      points: 7,
    },
    {
      ruleId: 'pro',
      name: 'Pays',
      score: 'fit' as const,
      when: { field: 'attributes.plan', is: 'eq' as const, value: 'pro' },
      points: 40,
    },
  ]
  await w.call(update, { model: { rules } })
  await w.settle()
  const event = { name: 'app.opened', contactId }
  const orders = [4_999, 5_000].map((total) => ({ name: 'shop.order.placed', contactId, properties: { total } }))
  await w.call(track, { events: [event, event, event, event, ...orders] })
  await w.settle()
  const scores = async () => {
    const { fit, engagement, grade } = await w.call(get, { contactId })
    return [fit, engagement, grade]
  }
  assert.deepEqual(await scores(), [0, 32, 'D'])
  w.clock.advance(dayMs)
  await w.call(track, { events: [event] })
  await w.call('marketing.contact.update', { contactId, attributes: { plan: 'pro' } })
  await w.settle()
  assert.deepEqual(await scores(), [40, 42, 'A'])
  await w.call('marketing.contact.update', { contactId, attributes: { plan: 'free' } })
  await w.settle()
  assert.deepEqual(await scores(), [0, 42, 'D'])
  await w.call('marketing.contact.update', { contactId, attributes: { plan: 'pro' } })
  await w.settle()
  assert.deepEqual(await scores(), [40, 42, 'A'])
})

test('a new model counts from now on, or past events again; a preview changes nothing', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const others = await Promise.all([...'abc'].map((name) => makeContact(w, `${name}@example.com`)))
  await w.call(track, {
    events: [contactId, contactId, others[0] ?? ''].map((id) => ({ name: 'app.opened', contactId: id })),
  })
  await w.call(update, { contactId, delta: 5, reason: 'By hand' })
  await w.settle()
  const forward = await w.call(update, { model: { rules: [opened] } })
  assert.deepEqual([forward.status, forward.model?.version], ['applying', 1])
  await w.settle()
  assert.equal((await w.call(get, { contactId })).engagement, 5)
  const rules = [{ ...opened, points: 30 }]
  const seen = await w.call(update, { model: { rules }, recompute: 'full', dryRun: true })
  assert.deepEqual(seen.preview, {
    contacts: 4,
    isSample: false,
    before: { cold: 4, warm: 0, hot: 0, mql: 0 },
    after: { cold: 2, warm: 1, hot: 1, mql: 0 },
  })
  assert.equal((await w.call(get, {})).model?.version, 1)
  await w.call(update, { model: { rules }, recompute: 'full' })
  await w.settle()
  const model = await w.call(get, {})
  assert.deepEqual([model.status, model.progress?.done, model.model?.version], ['ready', 4, 2])
  const score = await w.call(get, { contactId })
  assert.deepEqual([score.engagement, score.status], [65, 'hot'])
  assert.deepEqual(model.model?.rules, rules)
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  assert.deepEqual(
    crossed.map(({ payload }) => payload['threshold']),
    ['warm', 'hot', 'warm'],
  )
})

test('kept sums equal the closed formula over the entries, after models, expiries and a merge', async () => {
  await using w = await world()
  const [contactId, otherId] = [await makeContact(w), await makeContact(w, 'b@example.com')]
  const halfLives = ['P3D', 'P20D', null, 'PT12H']
  for (const [index, halfLife] of halfLives.entries()) {
    await w.call(update, { model: { rules: [opened], decay: { halfLife } } })
    for (const id of [contactId, otherId]) {
      const expiresAt = new Date(w.clock.now().getTime() + (index + 1) * dayMs).toISOString()
      await w.call(update, { contactId: id, delta: 90 + index / 7, reason: 'By hand', expiresAt })
      await w.call(update, { contactId: id, delta: 11.3, reason: 'By hand' })
      const at = new Date(w.clock.now().getTime() - dayMs / 3).toISOString()
      await w.call(track, { events: [{ name: 'app.opened', contactId: id, at }] })
    }
    await w.settle()
    w.clock.advance(0.7 * dayMs)
    await tick(w)
  }
  const compare = async () => {
    const kept = await w.call(get, { contactId })
    await w.app.pools.work.query('update marketing_score set version = -1')
    const summed = await w.call(get, { contactId })
    assert.ok(Math.abs((kept.engagement ?? 0) - (summed.engagement ?? 1)) < 1e-9)
    assert.ok((kept.engagement ?? 0) > 5)
  }
  await compare()
  await w.call('marketing.contact.update', { contactId, mergeFrom: otherId })
  await tick(w)
  await compare()
})

test('the first model decays points and events of the time before it', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { contactId, delta: 40, reason: 'Demo' })
  w.clock.advance(10 * dayMs)
  await w.call(update, { model: { rules: [opened], decay } })
  await w.settle()
  assert.equal((await w.call(get, { contactId })).engagement, 20)
  const at = new Date(w.clock.now().getTime() - 10 * dayMs).toISOString()
  await w.call(track, { events: [{ name: 'app.opened', contactId, at }] })
  await w.settle()
  assert.equal((await w.call(get, { contactId })).engagement, 25)
})

test('a model with mistakes names each of them', async () => {
  await using w = await world()
  const rules = [
    { ...opened, cap: { max: 5, per: 'P9999D' } },
    { ...opened, when: { event: 'marketing.leadScore.thresholdCrossed' } },
    { ...opened, ruleId: 'three', when: { field: 'nothing', is: 'eq', value: 1 } },
  ]
  const thresholds = [
    { name: 'hot', min: 5 },
    { name: 'hot', min: 5 },
  ]
  const error = await w.refused(
    update,
    { model: { rules, thresholds, decay: { halfLife: 'PT1S' } } },
    'invalid_request',
  )
  const paths = Object.values(Object(error['fields'])).map((each) => String(Object(each)['path']))
  assert.deepEqual(paths.toSorted(), [
    '/model/decay/halfLife',
    '/model/rules/0/cap/per',
    '/model/rules/1/ruleId',
    '/model/rules/1/when',
    '/model/rules/2/when/field',
    '/model/thresholds/1/min',
    '/model/thresholds/1/name',
  ])
  await w.refused(update, { model: { rules: [] }, delta: 1 }, { code: 'invalid_request', mention: '/delta' })
  await w.refused(update, {}, { code: 'invalid_request', mention: '/contactId' })
})

test('filters read scores of their own moment, in SQL and in memory alike', async () => {
  await using w = await world()
  const ids = await Promise.all([...'abcd'].map((name) => makeContact(w, `${name}@example.com`)))
  await w.call(update, { model: { rules: [], decay: { halfLife: 'P1D', floor: 3 }, bounds: { max: 90 } } })
  for (const [index, contactId] of ids.slice(1).entries()) {
    await w.call(update, { contactId, delta: 40 * (index + 1), reason: 'Demo' })
    await w.call(update, { contactId, set: { fit: 20 * index }, reason: 'Size' })
  }
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  for (const days of [0, 0.6, 2, 9, 2_000]) {
    const at = new Date(w.clock.now().getTime() + days * dayMs)
    const shown = await Promise.all(ids.map((contactId) => w.call(get, { contactId, at: at.toISOString() })))
    for (const field of ['score.fit', 'score.engagement', 'score.total']) {
      for (const value of [0, 3, 20, 30.5, 60, 89, 90]) {
        const given = { field, is: 'gte' as const, value }
        const { sql, values } = compileFilter(given, { accountId: w.account.account.id, vocabulary, at })
        const text = `select t.id from marketing_contact t where ${sql} order by t.id`
        const { rows } = await w.app.pools.work.query(text, values)
        const subjects = await loadSubjects(
          ctx,
          ids.map((id) => rowId('con', id)),
          mentionsOf([given], vocabulary),
        )
        const held = [...subjects.values()].filter((each) => matches(given, each, { vocabulary, at }))
        const inMemory = held.map(({ id }) => id).toSorted()
        assert.deepEqual(
          rows.map(({ id }) => id),
          inMemory,
          `${field} ${value} after ${days} days`,
        )
        const name = field === 'score.fit' ? 'fit' : field === 'score.total' ? 'total' : 'engagement'
        assert.equal(shown.filter((each) => (each[name] ?? 0) >= value).length, inMemory.length)
      }
    }
  }
})

test('a rule over the last days takes its points back when the days are over', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const when = { event: 'app.opened', within: 'P7D' }
  await w.call(update, { model: { rules: [{ ruleId: 'week', name: 'Active', score: 'fit', when, points: 20 }] } })
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  await w.settle()
  const fits: (number | undefined)[] = []
  for (let day = 0; day < 9; day += 1) {
    await tick(w)
    fits.push((await w.call(get, { contactId })).fit)
    w.clock.advance(dayMs + 1)
  }
  assert.deepEqual(fits, [20, 20, 20, 20, 20, 20, 20, 0, 0])
})

test('a rule over a segment gives points to its members alone', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const filter = { field: 'attributes.plan', is: 'eq' as const, value: 'pro' }
  const { id: segment } = await w.call('marketing.segment.create', { name: 'Pro', filter })
  const rule = { ruleId: 'pro', name: 'In Pro', score: 'fit' as const, when: { segment }, points: 30 }
  await w.call(update, { model: { rules: [rule] } })
  await w.settle()
  const fitWith = async (plan: string) => {
    await w.call('marketing.contact.update', { contactId, attributes: { plan } })
    await w.settle()
    return (await w.call(get, { contactId })).fit
  }
  assert.deepEqual([await fitWith('pro'), await fitWith('free'), await fitWith('pro')], [30, 0, 30])
  const { segments } = await w.call('marketing.contact.get', { contactId, include: ['segments'] })
  assert.deepEqual(
    segments?.map(({ segmentId, name }) => [segmentId, name]),
    [[segment, 'Pro']],
  )
  const { items } = await w.call('marketing.contact.timeline', { contactId, kinds: ['segment'] })
  assert.deepEqual(
    items.map(({ name, subject }) => [name, subject]),
    [['entered', 'Pro']],
  )
})

test('a contact is read with its score, messages and time line', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { contactId, delta: 30, reason: 'Demo' })
  const include = ['timeline', 'messages', 'score'] as const
  const found = await w.call('marketing.contact.get', { contactId, include })
  assert.deepEqual([found.score?.total, found.score?.status], [30, 'warm'])
  assert.equal(
    found.timeline?.some(({ kind, data }) => kind === 'score' && data['points'] === 30),
    true,
  )
  assert.deepEqual(found.messages, [])
  assert.equal((await w.call('marketing.contact.get', { contactId })).timeline, undefined)
})
