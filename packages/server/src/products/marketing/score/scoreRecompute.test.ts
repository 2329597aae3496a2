import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { schedules } from './scoreClock.ts'

const get = 'marketing.leadScore.get'
const update = 'marketing.leadScore.update'
const track = 'marketing.event.track'
const hourMs = 3_600_000

const opened = {
  ruleId: 'opened',
  name: 'Opened the app',
  score: 'engagement',
  when: { event: 'app.opened' },
  points: 10,
} as const
const capped = { ...opened, cap: { max: 25, per: 'P1D' } } as const

async function makeContact(w: World, name = 'mira'): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `${name}@example.com` })).id
}

/** Writes events of a contact without facts, one a second. */
async function plantEvents(w: World, contactId: string, { count, firstAt }: { count: number; firstAt: number }) {
  await w.app.pools.work.query(
    `insert into marketing_event (account_id, contact_id, at, id, name, properties)
     select $1, $2, $3::timestamptz + n * interval '1 second', gen_random_uuid(), 'app.opened', '{}'
     from generate_series(1, $4::integer) n`,
    [w.account.account.id, rowId('con', contactId), new Date(firstAt).toISOString(), count],
  )
}

async function fitOf(w: World, contactId: string) {
  return (await w.call(get, { contactId })).fit
}

async function engagementOf(w: World, contactId: string) {
  return (await w.call(get, { contactId })).engagement
}

test('a full recompute scores every event of a busy contact and those of its neighbours', async () => {
  await using w = await world()
  const [busy, calm, none] = [await makeContact(w), await makeContact(w, 'calm'), await makeContact(w, 'none')]
  const start = w.clock.now().getTime()
  await plantEvents(w, calm, { count: 3, firstAt: start - 200 * 24 * hourMs })
  await plantEvents(w, busy, { count: 6_100, firstAt: start - 100 * 24 * hourMs })
  await w.settle()
  const rules = [
    { ...opened, points: 1 },
    { ...capped, ruleId: 'capped', points: 1 },
  ]
  const model = { rules, bounds: { max: 1_000_000 } }
  await w.call(update, { model, recompute: 'full' })
  await w.settle()
  assert.deepEqual(
    [await engagementOf(w, busy), await engagementOf(w, calm), await engagementOf(w, none)],
    [6_125, 6, 0],
  )
  const { status, progress } = await w.call(get, {})
  assert.deepEqual([status, progress?.done, progress?.total], ['ready', 3, 3])
})

test('a full recompute whose transactions fail goes on where it was', async () => {
  await using w = await world()
  const ids = [await makeContact(w, 'a'), await makeContact(w, 'b')]
  const firstAt = w.clock.now().getTime() - 100 * 24 * hourMs
  for (const contactId of ids) await plantEvents(w, contactId, { count: 3_000, firstAt })
  await w.settle()
  const sql = [
    'create sequence planted_commit',
    `create function planted_failure() returns trigger language plpgsql as $$
     begin if nextval('planted_commit') in (1, 3, 6) then raise exception 'planted'; end if; return null; end $$`,
    `create constraint trigger planted after update on marketing_score deferrable initially deferred
     for each row execute function planted_failure()`,
  ]
  for (const each of sql) await w.app.pools.work.query(each)
  const rules = [
    { ...opened, points: 0.1 },
    { ...capped, ruleId: 'capped' },
  ]
  await w.call(update, { model: { rules }, recompute: 'full' })
  let tries = 0
  while ((await w.call(get, {})).status !== 'ready') {
    assert.ok((tries += 1) < 50)
    await w.settle()
    w.clock.advance(hourMs)
  }
  for (const contactId of ids) assert.equal(((await engagementOf(w, contactId)) ?? 0).toFixed(9), '325.000000000')
  const { rows } = await w.app.pools.work.query('select last_value::integer as count from planted_commit')
  assert.ok(rows[0].count > 4, 'commits have failed')
  assert.equal((await w.call(get, {})).progress?.done, 2)
})

test('points within a cap are the same whatever the order in which events arrive', async () => {
  await using w = await world()
  const hours = [1, 5, 9, 20, 30, 40, 52]
  const orders = [hours, hours.toReversed(), [20, 1, 52, 9, 30, 5, 40]]
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => makeContact(w, name)))
  await w.call(update, {
    model: { rules: [{ ...capped, expiresAfter: 'P2D' }], decay: { halfLife: 'P3D' } },
    recompute: 'full',
  })
  const start = w.clock.now().getTime()
  w.clock.advance(60 * hourMs)
  for (const [index, contactId] of ids.entries()) {
    for (const hour of orders[index] ?? []) {
      const at = new Date(start + hour * hourMs).toISOString()
      await w.call(track, { events: [{ name: 'app.opened', contactId, at }] })
      await w.settle()
    }
  }
  const seen = await Promise.all(ids.map((contactId) => engagementOf(w, contactId)))
  const past = async () => {
    const at = new Date(start + 25 * hourMs).toISOString()
    return Promise.all(ids.map(async (contactId) => (await w.call(get, { contactId, at })).engagement))
  }
  const before = await past()
  const { model } = await w.call(get, {})
  assert.ok(model)
  const { version: _, ...same } = model
  await w.call(update, { model: same, recompute: 'full' })
  await w.settle()
  const again = await Promise.all(ids.map((contactId) => engagementOf(w, contactId)))
  for (const each of [...seen, ...again]) assert.ok(Math.abs((each ?? 0) - (seen[0] ?? 1)) < 1e-9, `${seen} ${again}`)
  const after = await past()
  for (const each of [...before, ...after])
    assert.ok(Math.abs((each ?? 0) - (before[0] ?? 1)) < 1e-9, `${before} ${after}`)
})

test('a second model before the first one is applied scores no past events', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  await w.settle()
  await w.call(update, { model: { rules: [opened] } })
  await w.call(update, { model: { rules: [opened] } })
  await w.settle()
  assert.equal(await engagementOf(w, contactId), 0)
})

test('a cap holds for two merged contacts as for one', async () => {
  await using w = await world()
  await w.call(update, { model: { rules: [capped] } })
  const [contactId, mergeFrom] = [await makeContact(w), await makeContact(w, 'jon')]
  const event = { name: 'app.opened' }
  for (const id of [contactId, mergeFrom]) {
    await w.call(track, {
      events: [
        { ...event, contactId: id },
        { ...event, contactId: id },
      ],
    })
  }
  await w.settle()
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  await w.settle()
  assert.equal(await engagementOf(w, contactId), 25)
})

test('points for a contact that a full recompute has not reached bring no dip of its score', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { model: { rules: [{ ...opened, points: 60 }] }, recompute: 'full' })
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  await w.settle()
  await w.call(update, { model: { rules: [{ ...opened, points: 61 }] }, recompute: 'full' })
  await w.call('marketing.contact.update', { contactId, firstName: 'Mira' })
  await w.call(update, { contactId, delta: 1, reason: 'Demo' })
  assert.equal(await engagementOf(w, contactId), 61)
  await w.settle()
  assert.equal(await engagementOf(w, contactId), 62)
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  assert.deepEqual(
    crossed.map(({ payload }) => [payload['threshold'], payload['direction']]),
    [
      ['warm', 'up'],
      ['hot', 'up'],
    ],
  )
})

test('a model whose floor or bounds move a total emits the thresholds that it passes, once', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { model: { rules: [], decay: { halfLife: 'PT1H', floor: 60 } } })
  await w.call(update, { contactId, delta: 90, reason: 'Demo' })
  w.clock.advance(100 * hourMs)
  for (const floor of [60, 30, 30]) {
    await w.call(update, { model: { rules: [], decay: { halfLife: 'PT1H', floor } } })
    await w.settle()
  }
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  assert.deepEqual(
    crossed.map(({ payload }) => [payload['threshold'], payload['direction']]),
    [
      ['warm', 'up'],
      ['hot', 'up'],
      ['mql', 'up'],
      ['mql', 'down'],
      ['hot', 'down'],
    ],
  )
})

test('an engagement is set to a value above and below the floor of decay', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(update, { model: { rules: [], decay: { halfLife: 'PT1H', floor: 60 } } })
  await w.call(update, { contactId, delta: 90, reason: 'Demo' })
  w.clock.advance(100 * hourMs)
  for (const engagement of [70, 61, 60, 20, 0, 80]) {
    const set = await w.call(update, { contactId, set: { engagement }, reason: 'Corrected' })
    assert.ok(Math.abs((set.engagement ?? NaN) - engagement) < 1e-9, `${set.engagement} is not ${engagement}`)
  }
})

test('a rule that is evaluated again during a full recompute changes no former sums', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const when = { event: 'app.opened', within: 'P90D' } as const
  const recent = { ...opened, ruleId: 'recent', score: 'fit', points: 20, when } as const
  await w.call(update, { model: { rules: [recent] } })
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  await w.settle()
  w.clock.advance(25 * hourMs)
  await w.call(update, { model: { rules: [{ ...recent, points: 21 }] }, recompute: 'full' })
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  const before = await fitOf(w, contactId)
  await w.settle()
  assert.deepEqual([before, await fitOf(w, contactId)], [20, 21])
  assert.deepEqual(await w.emitted('marketing.leadScore.thresholdCrossed'), [])
})

test('points of any page of a full recompute are changes for segments and automations', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await plantEvents(w, contactId, { count: 2_001, firstAt: w.clock.now().getTime() - 100 * 24 * hourMs })
  await w.settle()
  await w.call(update, { model: { rules: [{ ...opened, cap: { max: 10, per: 'P30D' } }] }, recompute: 'full' })
  await w.settle()
  assert.equal(await engagementOf(w, contactId), 10)
  const changed = await w.emitted('marketing.contact.changed')
  const scored = changed.filter(({ payload }) => JSON.stringify(payload['fields']).includes('"score.engagement"'))
  assert.deepEqual(
    scored.map(({ payload }) => payload['contactIds']),
    [[contactId]],
  )
})

test('a full recompute whose job is dead goes on after its cause has gone', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  await w.settle()
  const planted = 'alter table marketing_score add constraint planted check (engagement = 0) not valid'
  await w.app.pools.work.query(planted)
  await w.call(update, { model: { rules: [opened] }, recompute: 'full' })
  let tries = 0
  for (let dead = 0; dead === 0;) {
    assert.ok((tries += 1) < 200)
    await w.settle()
    w.clock.advance(hourMs)
    const { rows } = await w.app.pools.work.query(
      `select count(*)::integer as count from ops_job where name = 'marketing.leadScore.apply' and status = 'dead'`,
    )
    dead = rows[0].count
  }
  assert.equal((await w.call(get, {})).status, 'applying')
  await w.app.pools.work.query('alter table marketing_score drop constraint planted')
  await w.settle()
  w.clock.advance(hourMs)
  await w.settle()
  assert.deepEqual([(await w.call(get, {})).status, await engagementOf(w, contactId)], ['ready', 10])
})
