import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const create = 'marketing.automation.create'
const manual = { type: 'manual' } as const

/** Runs of an automation with their steps as texts. */
async function runsOf(w: World, automationId: unknown) {
  const read = await w.call('marketing.automation.get', { automationId: String(automationId), include: ['runs'] })
  return arrayOf(read.runs).map((run): Json & { path: string[] } => ({
    ...run,
    path: arrayOf(run['history']).map((step) => `${String(step['nodeId'])} ${String(step['outcome'])}`),
  }))
}

async function makeContact(w: World, email: string, more: object = {}) {
  return String((await w.call('marketing.contact.create', { email, ...more })).id)
}

test('a new contact passes the nodes of an active automation, each once, and waits in between', async () => {
  await using w = await world()
  const { id: automationId } = await w.call(create, {
    name: 'Welcome',
    status: 'active',
    trigger: { type: 'contactCreated' },
    nodes: [
      { nodeId: 'tag', type: 'updateContact', addTags: ['welcomed'], next: 'pause' },
      { nodeId: 'pause', type: 'delay', for: 'P2D', next: 'name' },
      { nodeId: 'name', type: 'updateContact', set: { firstName: 'Mira', 'attributes.plan': 'pro' } },
    ],
  })
  const contactId = await makeContact(w, 'mira@example.com')
  await w.settle()
  assert.deepEqual((await w.call('marketing.contact.get', { contactId })).tags, ['welcomed'])
  const [waiting] = await runsOf(w, automationId)
  assert.deepEqual([waiting?.['status'], waiting?.['currentNodeId']], ['active', 'pause'])
  assert.equal(waiting?.['dueAt'], '2026-11-23T09:00:00.000Z')
  w.clock.advance(2 * 86_400_000 - 1)
  await w.settle()
  assert.equal((await runsOf(w, automationId))[0]?.['status'], 'active')
  w.clock.advance(1)
  await w.settle()
  const [run] = await runsOf(w, automationId)
  assert.deepEqual([run?.['status'], run?.path], ['completed', ['tag updated', 'pause waited', 'name updated']])
  const after = await w.call('marketing.contact.get', { contactId })
  assert.deepEqual([after.firstName, objectOf(after.attributes)['plan']], ['Mira', 'pro'])
  const { stats } = await w.call('marketing.automation.get', { automationId: String(automationId) })
  assert.deepEqual(objectOf(stats), {
    entered: 1,
    active: 0,
    completed: 1,
    exited: 0,
    failed: 0,
    goalReached: 0,
    perNode: ['tag', 'pause', 'name'].map((nodeId) => ({ nodeId, in: 1, out: 1, waiting: 0, failed: 0 })),
  })
  assert.equal((await w.emitted('marketing.automationRun.started')).length, 1)
  assert.equal((await w.emitted('marketing.automationRun.completed')).length, 1)
})

test('a graph that cannot be run is refused, and the refusal names its nodes', async () => {
  await using w = await world()
  const refused = async (nodes: object[], mention: string) => {
    const error = await w.refused(create, { name: 'A', trigger: manual, nodes }, { code: 'invalid_request', mention })
    return objectOf(error['details'] ?? {})['nodeIds']
  }
  const exit = { nodeId: 'end', type: 'exit' }
  assert.deepEqual(await refused([{ nodeId: 'a', type: 'goTo', next: 'nowhere' }], 'graph_invalid'), ['a'])
  assert.deepEqual(await refused([exit, { nodeId: 'b', type: 'exit' }], 'node b is not reachable'), ['b'])
  assert.deepEqual(await refused([exit, { nodeId: 'end', type: 'exit' }], 'repeats the node end'), ['end'])
  const loop = (pause: string) => [
    { nodeId: 'a', type: 'delay', for: pause, next: 'b' },
    { nodeId: 'b', type: 'goTo', next: 'a' },
  ]
  assert.deepEqual(await refused(loop('PT59S'), 'without a delay'), ['b'])
  assert.equal((await w.send(create, { name: 'Loops', trigger: manual, nodes: loop('PT1M') })).status, 200)
  await refused([{ nodeId: 'a', type: 'delay' }], '/nodes/0/for')
  await refused([{ nodeId: 'a', type: 'delay', for: 'P2000D' }], '/nodes/0/for')
  await refused([{ nodeId: 'a', type: 'issueCoupon' }], '/nodes/0/couponId')
  const couponId = `cpn_${'0'.repeat(34)}`
  await refused([{ nodeId: 'a', type: 'issueCoupon', couponId }], '/nodes/0/couponId')
  await refused([{ nodeId: 'a', type: 'exit', points: 3 }], '/nodes/0/points')
  await refused([{ nodeId: 'a', type: 'updateContact', set: { email: 'x@example.com' } }], '/nodes/0/set/email')
  await refused([{ nodeId: 'a', type: 'enrol', automationId: `aut_${'0'.repeat(34)}` }], '/nodes/0/automationId')
  const trigger = { type: 'schedule', rrule: 'FREQ=MINUTELY' }
  await w.refused(create, { name: 'A', trigger, nodes: [exit] }, { code: 'invalid_request', mention: '/trigger/rrule' })
  const coupon = { type: 'couponRedeemed', event: 'loyalty.coupon.redeemed' }
  await w.refused(create, { name: 'A', trigger: coupon, nodes: [exit] }, { code: 'invalid_request', mention: 'event' })
})

test('a refused move names the states that an automation may move to', async () => {
  await using w = await world()
  const { id } = await w.call(create, { name: 'A', trigger: manual, nodes: [{ nodeId: 'end', type: 'exit' }] })
  const move = { automationId: String(id), status: 'paused' } as const
  const refused = await w.refused('marketing.automation.update', move, 'conflict')
  assert.equal(refused['message'], 'From draft the allowed states are: active, archived.')
  assert.deepEqual(refused['details'], { status: 'draft', allowedActions: [], allowedStates: ['active', 'archived'] })
})

test('a trigger that could never fire is refused: an unknown threshold, a field that is no date', async () => {
  await using w = await world()
  const nodes = [{ nodeId: 'end', type: 'exit' }] as const
  const refused = (trigger: object, mention: string) =>
    w.refused(create, { name: 'A', trigger, nodes }, { code: 'invalid_request', mention })
  await refused({ type: 'scoreCrossed', threshold: 'nope' }, '/trigger/threshold')
  await refused({ type: 'dateAttribute', field: 'firstName' }, '/trigger/field')
  await w.refused(
    create,
    { name: 'A', trigger: manual, nodes: [{ nodeId: 'a', type: 'delay', untilAttribute: { field: 'email' } }] },
    { code: 'invalid_request', mention: '/nodes/0/untilAttribute/field' },
  )
  await w.call(create, { name: 'A', trigger: { type: 'scoreCrossed', threshold: 'hot' }, nodes })
  for (const field of ['createdAt', 'attributes.plan.endsAt']) {
    await w.call(create, { name: 'A', trigger: { type: 'dateAttribute', field }, nodes })
  }
  const thresholds = [{ name: 'nope', min: 10 }]
  await w.call('marketing.leadScore.update', { model: { rules: [], thresholds } })
  await w.call(create, { name: 'A', trigger: { type: 'scoreCrossed', threshold: 'nope' }, nodes })
})

test('re-entry follows its policy: never, after the exit, after a cooldown, and several at once', async () => {
  await using w = await world()
  const contactId = await makeContact(w, 'a@example.com')
  const make = async (entry: object) => {
    const nodes = [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }] as const
    const { body } = await w.send(create, { name: 'A', status: 'active', trigger: manual, entry, nodes })
    return String(objectOf(body['data'])['id'])
  }
  const enter = async (automationId: string) => {
    const { entered } = await w.call('marketing.automation.enrol', { automationId, contactIds: [contactId] })
    await w.settle()
    return entered
  }
  const [once, after, cool, many] = [
    await make({}),
    await make({ reEntry: 'afterExit' }),
    await make({ reEntry: 'afterExit', cooldown: 'P1D' }),
    await make({ reEntry: 'always', maxActiveRunsPerContact: 2 }),
  ]
  for (const id of [once, after, cool]) assert.deepEqual([await enter(id), await enter(id)], [1, 0])
  assert.deepEqual([await enter(many), await enter(many), await enter(many)], [1, 1, 0])
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual([await enter(once), await enter(after), await enter(cool)], [0, 1, 0])
  w.clock.advance(23 * 3_600_000)
  assert.equal(await enter(cool), 1)
})

test('a pause holds, continues or stops running contacts, and a resume runs or skips what was due', async () => {
  await using w = await world()
  const begin = async () => {
    const nodes = [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }] as const
    const made = await w.call(create, { name: 'A', status: 'active', trigger: manual, nodes })
    const contactId = await makeContact(w, `${made.id}@example.com`)
    await w.call('marketing.automation.enrol', { automationId: String(made.id), contactIds: [contactId] })
    await w.settle()
    return String(made.id)
  }
  const status = async (id: string) => {
    const [run] = await runsOf(w, id)
    return [run?.['status'], run?.['reason']]
  }
  const update = async (automationId: string, change: object) =>
    assert.equal((await w.send('marketing.automation.update', { automationId, ...change })).status, 200)
  const [goOn, stop, hold, skip] = [await begin(), await begin(), await begin(), await begin()]
  await update(goOn, { status: 'paused' })
  await update(stop, { status: 'paused', inFlight: 'stop' })
  for (const id of [hold, skip]) await update(id, { status: 'paused', inFlight: 'hold' })
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(await status(goOn), ['completed', 'completed'])
  assert.deepEqual(await status(stop), ['exited', 'automation_paused'])
  assert.deepEqual(
    [await status(hold), await status(skip)],
    [
      ['active', null],
      ['active', null],
    ],
  )
  await update(hold, { status: 'active' })
  await update(skip, { status: 'active', resumePolicy: 'skip' })
  await w.settle()
  assert.deepEqual(await status(hold), ['completed', 'completed'])
  assert.deepEqual(await status(skip), ['exited', 'resume_skipped'])
  await w.refused(
    'marketing.automation.update',
    { automationId: hold, name: 'B', nodes: [{ nodeId: 'x', type: 'exit' }] },
    {
      code: 'conflict',
      mention: 'definition_locked',
    },
  )
})

test('a changed definition is a new version, and running contacts move to it on request', async () => {
  await using w = await world()
  const node = (nodeId: string, hours: number) => ({ nodeId, type: 'delay', for: `PT${hours}H` }) as const
  const begin = async () => {
    const made = await w.call(create, { name: 'A', status: 'active', trigger: manual, nodes: [node('pause', 5)] })
    const automationId = String(made.id)
    const contactId = await makeContact(w, `${made.id}@example.com`)
    await w.call('marketing.automation.enrol', { automationId, contactIds: [contactId] })
    await w.settle()
    await w.call('marketing.automation.update', { automationId, status: 'paused' })
    return automationId
  }
  const [stays, moves] = [await begin(), await begin()]
  for (const [automationId, migrateRuns] of [
    [stays, false],
    [moves, true],
  ] as const) {
    const after = await w.call('marketing.automation.update', { automationId, nodes: [node('pause', 1)], migrateRuns })
    assert.equal(after.definitionVersion, 2)
    await w.call('marketing.automation.update', { automationId, status: 'active' })
  }
  w.clock.advance(3_600_000)
  await w.settle()
  assert.deepEqual(
    (await runsOf(w, stays)).map((run) => [run['status'], run['definitionVersion']]),
    [['active', 1]],
  )
  assert.deepEqual(
    (await runsOf(w, moves)).map((run) => [run['status'], run['definitionVersion']]),
    [['completed', 2]],
  )
  const first = await w.call('marketing.automation.get', { automationId: stays, version: 1 })
  assert.equal(objectOf(arrayOf(first.nodes)[0])['for'], 'PT5H')
})

test('deleted automations and deleted contacts end their runs', async () => {
  await using w = await world()
  const nodes = [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }] as const
  const made = await w.call(create, { name: 'A', status: 'active', trigger: manual, nodes })
  const contactIds = [await makeContact(w, 'a@example.com'), await makeContact(w, 'b@example.com')]
  await w.call('marketing.automation.enrol', { automationId: String(made.id), contactIds })
  await w.settle()
  await w.call('marketing.contact.delete', { contactId: String(contactIds[0]), mode: 'erase' })
  await w.settle()
  const ended = await w.app.pools.work.query(
    `select status, reason, cause from marketing_automation_run order by reason`,
  )
  assert.deepEqual(
    ended.rows.map((row) => [row.status, row.reason]),
    [
      ['exited', 'contact_deleted'],
      ['active', null],
    ],
  )
  await w.call('marketing.automation.delete', { automationId: String(made.id) })
  await w.settle()
  const all = await w.app.pools.work.query(`select status, reason from marketing_automation_run order by reason`)
  assert.deepEqual(
    all.rows.map((row) => row.reason),
    ['automation_deleted', 'contact_deleted'],
  )
  assert.equal((await w.app.pools.work.query('select 1 from marketing_timer')).rowCount, 0)
})

test('events whose properties match begin runs, and an event ends a wait', async () => {
  await using w = await world()
  const { id: automationId } = await w.call(create, {
    name: 'Order',
    status: 'active',
    trigger: { type: 'event', event: 'shop.order.placed', where: [{ prop: 'total', is: 'gte', value: 50 }] },
    entry: { reEntry: 'always', maxActiveRunsPerContact: 3 },
    nodes: [
      {
        nodeId: 'paid',
        type: 'waitFor',
        event: { name: 'shop.order.paid' },
        timeout: 'P1D',
        next: null,
        timeoutNext: 'remind',
      },
      { nodeId: 'remind', type: 'updateContact', addTags: ['unpaid'] },
    ],
  })
  const contactId = await makeContact(w, 'a@example.com')
  const track = async (name: string, total: number) => {
    await w.call('marketing.event.track', { events: [{ contactId, name, properties: { total } }] })
    await w.settle()
  }
  await track('shop.order.placed', 49)
  assert.equal((await runsOf(w, automationId)).length, 0)
  await track('shop.order.placed', 50)
  w.clock.advance(60_000)
  await track('shop.order.paid', 50)
  assert.deepEqual(
    (await runsOf(w, automationId)).map(({ path }) => path),
    [['paid matched']],
  )
  w.clock.advance(60_000)
  await track('shop.order.placed', 80)
  w.clock.advance(86_400_000)
  await w.settle()
  assert.deepEqual((await runsOf(w, automationId))[0]?.path, ['paid timedOut', 'remind updated'])
})

test('a simulation enters contacts as they entered a segment, or says that it assumes entries', async () => {
  await using w = await world()
  const { id: segmentId } = await w.call('marketing.segment.create', {
    name: 'Beta',
    filter: { field: 'tags', is: 'any', value: ['beta'] },
  })
  const nodes = [{ nodeId: 'end', type: 'exit' }] as const
  const { id: automationId } = await w.call(create, {
    name: 'In',
    trigger: { type: 'segmentEntered', segmentId },
    nodes,
  })
  await makeContact(w, 'stranger@example.com')
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'm@example.com', tags: ['beta'] })
  await w.settle()
  const enteredAt = w.clock.now().toISOString()
  w.clock.advance(86_400_000)
  const found = await w.call('marketing.automation.simulate', { automationId })
  assert.deepEqual(
    found.samples.map((each) => [each.contactId, each.enteredAt]),
    [[contactId, enteredAt]],
  )
  assert.deepEqual([found.completed, found.exited, found.isAssumed], [1, 0, false])
  const assumed = await w.call('marketing.automation.simulate', { automationId, trigger: { type: 'manual' } })
  assert.equal(assumed.isAssumed, true)
})

test('a simulation replays real events without effects, and one contact steps on a clock of its own', async () => {
  await using w = await world()
  const { id } = await w.call(create, {
    name: 'Order',
    trigger: { type: 'event', event: 'shop.order.placed' },
    nodes: [
      { nodeId: 'paid', type: 'waitFor', event: { name: 'shop.order.paid' }, timeout: 'P1D', timeoutNext: 'remind' },
      { nodeId: 'remind', type: 'updateContact', addTags: ['unpaid'] },
    ],
  })
  const automationId = String(id)
  const contactIds = [await makeContact(w, 'a@example.com'), await makeContact(w, 'b@example.com')]
  const track = (contactId: string, name: string) => w.call('marketing.event.track', { events: [{ contactId, name }] })
  for (const contactId of contactIds) await track(contactId, 'shop.order.placed')
  w.clock.advance(3_600_000)
  await track(String(contactIds[0]), 'shop.order.paid')
  await w.settle()
  w.clock.advance(2 * 86_400_000)
  const before = await w.app.pools.work.query('select count(*) from account_outbox')
  const found = await w.call('marketing.automation.simulate', { automationId, days: 7 })
  assert.deepEqual([found.entered, found.completed, found.active], [2, 2, 0])
  assert.deepEqual(found.effects, [{ type: 'updateContact', count: 1 }])
  assert.deepEqual(
    arrayOf(found.perNode).map((node) => [node['nodeId'], node['in'], node['out']]),
    [
      ['paid', 2, 2],
      ['remind', 1, 1],
    ],
  )
  const from = w.clock.now().toISOString()
  const contactId = String(contactIds[1])
  const late = await w.call('marketing.automation.step', { automationId, contactId, from })
  assert.deepEqual(
    late.steps.map(({ nodeId, outcome }) => `${nodeId} ${outcome}`),
    ['paid timedOut', 'remind done'],
  )
  const events = [{ name: 'shop.order.paid', at: new Date(Date.parse(from) + 60_000).toISOString() }]
  const paid = await w.call('marketing.automation.step', { automationId, contactId, from, events })
  assert.deepEqual([paid.status, paid.steps.map(({ outcome }) => outcome)], ['completed', ['matched']])
  const after = await w.app.pools.work.query('select count(*) from account_outbox')
  assert.deepEqual(after.rows, before.rows)
})

test('automations that undo the changes of each other end after some runs, and the contact stays usable', async () => {
  await using w = await world()
  const entry = { reEntry: 'always' } as const
  const onTags = { type: 'contactUpdated', field: 'tags' } as const
  const swap = async (from: string, to: string) => {
    const node = { nodeId: 'swap', type: 'updateContact', addTags: [to], removeTags: [from] } as const
    const trigger = { ...onTags }
    return (await w.call(create, { name: `To ${to}`, status: 'active', trigger, entry, nodes: [node] })).id
  }
  const ids = [await swap('a', 'b'), await swap('b', 'a')]
  const contactId = await makeContact(w, 'mira@example.com', { tags: ['a'] })
  await w.settle()
  await w.call('marketing.contact.update', { contactId, addTags: ['go'] })
  await w.settle()
  const failed = await w.app.pools.work.query("select name from ops_job where attempts > 0 and status <> 'done'")
  assert.deepEqual(failed.rows, [])
  for (const id of ids) {
    const { stats } = await w.call('marketing.automation.get', { automationId: String(id) })
    assert.ok(stats !== undefined && stats.completed > 0 && stats.completed <= 8, JSON.stringify(stats))
  }
  const segment = await w.call('marketing.segment.create', {
    name: 'Usable',
    filter: { field: 'firstName', is: 'eq', value: 'Mira' },
  })
  await w.call('marketing.contact.update', { contactId, firstName: 'Mira' })
  await w.settle()
  assert.equal((await w.call('marketing.segment.get', { segmentId: String(segment.id) })).count, 1)
})

test('a date follows the last change of automations that undo the changes of each other', async () => {
  await using w = await world()
  const [first, second] = ['2026-12-01T10:00:00.000Z', '2026-12-11T10:00:00.000Z']
  const onDay = { type: 'contactUpdated', field: 'attributes.day' } as const
  const swap = async (from: string, to: string) => {
    const filter = { field: 'attributes.day', is: 'eq', value: from }
    const entry = { reEntry: 'always', filter } as const
    const node = { nodeId: 'swap', type: 'updateContact', set: { 'attributes.day': to } } as const
    await w.call(create, { name: `To ${to}`, status: 'active', trigger: onDay, entry, nodes: [node] })
  }
  await swap(first, second)
  await swap(second, first)
  const trigger = { type: 'dateAttribute', field: 'attributes.day' } as const
  const nodes = [{ nodeId: 'tag', type: 'updateContact', addTags: ['greeted'] }] as const
  const { id } = await w.call(create, { name: 'The day', status: 'active', trigger, nodes })
  const contactId = await makeContact(w, 'mira@example.com')
  await w.settle()
  await w.call('marketing.contact.update', { contactId, attributes: { day: first } })
  await w.settle()
  w.clock.advance(30 * 86_400_000)
  await w.settle()
  const runs = await runsOf(w, id)
  assert.deepEqual(
    runs.map(({ status }) => status),
    ['completed'],
  )
})

test('points of a score are no change of the contact that begins a run', async () => {
  await using w = await world()
  const node = { nodeId: 'points', type: 'addScore', points: 1, reason: 'Changed' } as const
  const automation = { name: 'Points', status: 'active', trigger: { type: 'contactUpdated' }, nodes: [node] } as const
  const { id } = await w.call(create, { ...automation, entry: { reEntry: 'always' } })
  const contactId = await makeContact(w, 'mira@example.com')
  await w.settle()
  await w.call('marketing.contact.update', { contactId, firstName: 'Mira' })
  await w.settle()
  const { stats } = await w.call('marketing.automation.get', { automationId: String(id) })
  assert.equal(stats?.entered, 1)
})

test('a topic that does not exist is refused in a node', async () => {
  await using w = await world()
  const inline = { subject: 'Hello', format: 'text', body: 'Hello' } as const
  const nodes = [{ nodeId: 'mail', type: 'sendEmail', inline, topic: 'nothing' }] as const
  const expected = { code: 'invalid_request', mention: '/nodes/0/topic' }
  await w.refused(create, { name: 'A', trigger: manual, nodes }, expected)
})
