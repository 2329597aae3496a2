import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { nextDate } from './dateEntries.ts'

const create = 'marketing.automation.create'
const manual = { type: 'manual' } as const
const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function makeContact(w: World, more: object = {}, email = 'mira@example.com') {
  return String((await w.call('marketing.contact.create', { email, ...more })).id)
}

/** Makes an active automation; returns its id. */
async function make(w: World, draft: object): Promise<string> {
  const reply = await w.send(create, { name: 'A', status: 'active', trigger: manual, ...draft })
  assert.equal(reply.status, 200, reply.text)
  return String(Object(reply.body['data'])['id'])
}

async function enrol(w: World, automationId: string, contactId: string): Promise<void> {
  const { entered } = await w.call('marketing.automation.enrol', { automationId, contactIds: [contactId] })
  assert.equal(entered, 1)
  await w.settle()
}

async function update(w: World, automationId: string, change: object): Promise<void> {
  const reply = await w.send('marketing.automation.update', { automationId, ...change })
  assert.equal(reply.status, 200, reply.text)
  await w.settle()
}

/** State, node, due moment and cause of the end of each run, the newest first. */
async function runsOf(w: World, automationId: string) {
  const { runs } = await w.call('marketing.automation.get', { automationId, include: ['runs'] })
  return arrayOf(runs).map((run) => [run['status'], run['dueAt'], run['reason']])
}

/** Moments at which runs of an automation began, in order. */
async function beginsOf(w: World, automationId: string) {
  const { runs } = await w.call('marketing.automation.get', { automationId, include: ['runs'] })
  return arrayOf(runs)
    .map((run) => String(run['startedAt']).slice(0, 16))
    .toSorted()
}

/** Lets time pass in steps, so that each task finds the clock at its moment. */
async function pass(w: World, ms: number, stepMs = hourMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    w.clock.advance(stepMs)
    await w.settle()
  }
}

test('a held run keeps its moment when an event or a migration wakes it, so that skip does not end it', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const nodes = [{ nodeId: 'pause', type: 'delay', for: 'P3D' }]
  const exitWhen = { field: 'tags', is: 'any', value: ['gone'] }
  const [woken, moved] = [await make(w, { nodes, exitWhen }), await make(w, { nodes })]
  for (const id of [woken, moved]) {
    await enrol(w, id, contactId)
    await update(w, id, { status: 'paused', inFlight: 'hold' })
  }
  await w.call('marketing.contact.update', { contactId, firstName: 'Mira' })
  await update(w, moved, { nodes: [{ ...nodes[0], label: 'Three days' }], migrateRuns: true })
  w.clock.advance(hourMs)
  await w.settle()
  for (const id of [woken, moved]) {
    await update(w, id, { status: 'active', resumePolicy: 'skip' })
    assert.deepEqual(await runsOf(w, id), [['active', '2026-11-24T09:00:00.000Z', null]])
  }
})

test('a held wait for a condition on time ends by skip at its time-out, not at a check before it', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const filter = { field: 'attributes.expires', is: 'withinNext', value: 'P1D' }
  const node = { nodeId: 'wait', type: 'waitFor', filter, timeout: 'P3D' }
  const [early, late] = [await make(w, { nodes: [node] }), await make(w, { nodes: [node] })]
  for (const id of [early, late]) {
    await enrol(w, id, contactId)
    await update(w, id, { status: 'paused', inFlight: 'hold' })
  }
  await pass(w, hourMs)
  await update(w, early, { status: 'active', resumePolicy: 'skip' })
  assert.deepEqual(await runsOf(w, early), [['active', '2026-11-24T09:00:00.000Z', null]])
  await pass(w, 3 * dayMs, dayMs)
  await update(w, late, { status: 'active', resumePolicy: 'skip' })
  assert.deepEqual(await runsOf(w, late), [['exited', null, 'resume_skipped']])
})

test('a schedule begins its runs once after a pause and a resumption', async () => {
  await using w = await world()
  await makeContact(w)
  const trigger = { type: 'schedule', rrule: 'FREQ=DAILY', timezone: 'UTC' }
  const draft = { trigger, entry: { reEntry: 'afterExit' }, nodes: [{ nodeId: 'end', type: 'exit' }] }
  const automationId = await make(w, draft)
  w.clock.advance(hourMs)
  await update(w, automationId, { status: 'paused' })
  w.clock.advance(hourMs)
  await update(w, automationId, { status: 'active' })
  await pass(w, 2 * dayMs)
  assert.deepEqual(await beginsOf(w, automationId), ['2026-11-22T11:00', '2026-11-23T11:00'])
})

test('a schedule with a number of occurrences ends after them', async () => {
  await using w = await world()
  await makeContact(w)
  const trigger = { type: 'schedule', rrule: 'FREQ=DAILY;BYHOUR=12;BYMINUTE=0;COUNT=2', timezone: 'UTC' }
  const draft = { trigger, entry: { reEntry: 'afterExit' }, nodes: [{ nodeId: 'end', type: 'exit' }] }
  const automationId = await make(w, draft)
  await pass(w, 4 * dayMs)
  assert.deepEqual(await beginsOf(w, automationId), ['2026-11-21T12:00', '2026-11-22T12:00'])
})

test('a schedule comes back to its time of day after the gap of the spring change', async () => {
  await using w = await world({ startsAt: '2027-03-26T01:30:00Z' })
  await makeContact(w)
  const trigger = { type: 'schedule', rrule: 'FREQ=DAILY', timezone: 'Europe/Berlin' }
  const draft = { trigger, entry: { reEntry: 'afterExit' }, nodes: [{ nodeId: 'end', type: 'exit' }] }
  const automationId = await make(w, draft)
  await pass(w, 4 * dayMs, hourMs / 2)
  assert.deepEqual(await beginsOf(w, automationId), [
    '2027-03-27T01:30',
    '2027-03-28T01:30',
    '2027-03-29T00:30',
    '2027-03-30T00:30',
  ])
})

test('a yearly date begins in a year to come, keeps to its day in each zone, and 29 February moves to the 28th', () => {
  const next = (value: string, after: string, timeZone = 'UTC') => {
    const trigger = { type: 'dateAttribute', field: 'attributes.day', isYearly: true } as const
    return nextDate(value, trigger, { after: new Date(after), timeZone })?.at.toISOString()
  }
  assert.equal(next('2096-02-29', '2027-01-01T00:00:00Z'), '2096-02-29T00:00:00.000Z')
  assert.equal(next('1996-02-29', '2027-01-01T00:00:00Z'), '2027-02-28T00:00:00.000Z')
  assert.equal(next('1996-02-29', '2028-01-01T00:00:00Z'), '2028-02-29T00:00:00.000Z')
  // The clock of Cairo skipped the first hour of this day in 2023, and that of Apia all of this one in 2011.
  assert.equal(next('2023-04-28', '2027-01-01T00:00:00Z', 'Africa/Cairo'), '2027-04-27T22:00:00.000Z')
  assert.equal(next('2011-12-30', '2027-01-01T00:00:00Z', 'Pacific/Apia'), '2027-12-29T11:00:00.000Z')
})

test('a contact that changes its time zone enters by its date once', async () => {
  await using w = await world({ startsAt: '2027-03-14T09:00:00Z' })
  const contactId = await makeContact(w, { timezone: 'Pacific/Kiritimati', attributes: { birthday: '1990-03-15' } })
  const trigger = { type: 'dateAttribute', field: 'attributes.birthday', isYearly: true }
  const draft = { trigger, entry: { reEntry: 'afterExit' }, nodes: [{ nodeId: 'end', type: 'exit' }] }
  const automationId = await make(w, draft)
  await w.settle()
  await pass(w, 2 * hourMs)
  assert.deepEqual(await beginsOf(w, automationId), ['2027-03-14T10:00'])
  await w.call('marketing.contact.update', { contactId, timezone: 'Pacific/Pago_Pago' })
  await w.settle()
  await pass(w, 2 * dayMs)
  assert.deepEqual(await beginsOf(w, automationId), ['2027-03-14T10:00'])
  w.clock.set('2028-03-15T11:00:00Z')
  await w.settle()
  assert.deepEqual(await beginsOf(w, automationId), ['2027-03-14T10:00', '2028-03-15T11:00'])
})

test('a contact enters at once by a date that has begun in its new time zone', async () => {
  await using w = await world({ startsAt: '2027-03-15T01:00:00Z' })
  const contactId = await makeContact(w, { timezone: 'America/New_York', attributes: { birthday: '1990-03-15' } })
  const trigger = { type: 'dateAttribute', field: 'attributes.birthday', isYearly: true }
  const automationId = await make(w, { trigger, nodes: [{ nodeId: 'end', type: 'exit' }] })
  await w.settle()
  await w.call('marketing.contact.update', { contactId, timezone: 'Europe/Berlin' })
  await w.settle()
  assert.deepEqual(await beginsOf(w, automationId), ['2027-03-15T01:00'])
})

test('a delay follows a changed date, and a changed time zone, of its contact', async () => {
  await using w = await world()
  const contactId = await makeContact(w, { timezone: 'America/New_York', attributes: { trip: '2026-12-24' } })
  const date = await make(w, {
    nodes: [{ nodeId: 'pause', type: 'delay', untilAttribute: { field: 'attributes.trip', offset: '-P1D' } }],
  })
  const clock = await make(w, { nodes: [{ nodeId: 'pause', type: 'delay', untilLocalTime: { hour: 18 } }] })
  for (const id of [date, clock]) await enrol(w, id, contactId)
  assert.deepEqual(await runsOf(w, date), [['active', '2026-12-23T05:00:00.000Z', null]])
  assert.deepEqual(await runsOf(w, clock), [['active', '2026-11-21T23:00:00.000Z', null]])
  await w.call('marketing.contact.update', { contactId, attributes: { trip: '2026-12-01' } })
  await w.settle()
  assert.deepEqual(await runsOf(w, date), [['active', '2026-11-30T05:00:00.000Z', null]])
  await w.call('marketing.contact.update', { contactId, timezone: 'Europe/Berlin' })
  await w.settle()
  assert.deepEqual(await runsOf(w, date), [['active', '2026-11-29T23:00:00.000Z', null]])
  assert.deepEqual(await runsOf(w, clock), [['active', '2026-11-21T17:00:00.000Z', null]])
})

test('a wait at the entry counts an event since the one that began the run, which it does not count', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const trigger = { type: 'event', event: 'shop.order.placed' }
  const wait = (name: string) => [{ nodeId: 'wait', type: 'waitFor', event: { name }, timeout: 'P1D' }]
  const paid = await make(w, { trigger, nodes: wait('shop.order.paid') })
  const again = await make(w, { trigger, nodes: wait('shop.order.placed') })
  const events = [
    { contactId, name: 'shop.order.placed', at: '2026-11-21T08:59:58.000Z' },
    { contactId, name: 'shop.order.paid', at: '2026-11-21T08:59:59.000Z' },
  ]
  await w.call('marketing.event.track', { events })
  await w.settle()
  assert.deepEqual(await runsOf(w, paid), [['completed', null, 'completed']])
  assert.deepEqual(await runsOf(w, again), [['active', '2026-11-22T09:00:00.000Z', null]])
  const path = await w.app.pools.work.query('select outcome from marketing_automation_step')
  assert.deepEqual(path.rows, [{ outcome: 'matched' }])
})

test('entries of a contact at one instant begin as many runs as the policy admits', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const nodes = [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }]
  const once = await make(w, { nodes })
  const many = await make(w, { nodes, entry: { reEntry: 'always', maxActiveRunsPerContact: 10 } })
  for (const [automationId, entries, runs] of [
    [once, 50, 1],
    [many, 10, 10],
  ] as const) {
    const calls = Array.from({ length: entries }, () =>
      w.call('marketing.automation.enrol', { automationId, contactIds: [contactId] }),
    )
    const entered = (await Promise.all(calls)).reduce((sum, each) => sum + each.entered, 0)
    assert.deepEqual([entered, (await runsOf(w, automationId)).length], [runs, runs])
  }
})

test('timers fire on time after a clock that was a day ahead is set right', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const automationId = await make(w, { nodes: [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }] })
  w.clock.advance(dayMs)
  await w.settle()
  w.clock.advance(-dayMs)
  await enrol(w, automationId, contactId)
  w.clock.advance(hourMs)
  await w.settle()
  assert.deepEqual(await runsOf(w, automationId), [['completed', null, 'completed']])
})

test('hours that are no hours, and hours that never open, are refused by their field', async () => {
  await using w = await world()
  const inline = { subject: 'Hello', format: 'text', body: 'Hello' }
  const refused = (sendWindow: object | undefined, quietHours: object | undefined, mention: string) => {
    const nodes = [{ nodeId: 'mail', type: 'sendEmail', inline, sendWindow }]
    const draft = { name: 'A', trigger: manual, nodes, settings: { quietHours } }
    return w.refused(create, JSON.parse(JSON.stringify(draft)), { code: 'invalid_request', mention })
  }
  await refused({ from: '09:00', to: '09:00', days: ['mo'] }, undefined, '/nodes/0/sendWindow/to')
  await refused(undefined, { from: '22:00', to: '22:00' }, '/settings/quietHours/to')
  await refused({ from: '23:00', to: '23:30' }, { from: '22:00', to: '08:00' }, '/nodes/0/sendWindow')
  const settings = { frequencyCap: { max: 1, per: 'P0D' } }
  const nodes = [{ nodeId: 'end', type: 'exit' }]
  const cap = { code: 'invalid_request', mention: '/settings/frequencyCap/per' }
  await w.refused(create, { name: 'A', trigger: manual, nodes, settings }, cap)
  const step = { stepId: 'a', delay: 'PT0S', inline, sendWindow: { from: '09:00', to: '09:00' } }
  const sequence = { name: 'S', steps: [step] }
  const refusal = { code: 'invalid_request', mention: '/steps/0/sendWindow/to' }
  await w.refused('marketing.emailSequence.create', sequence, refusal)
})

test('a merge of contacts begins no run of an automation for new contacts', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const mergeFrom = await makeContact(w, {}, 'other@example.com')
  await w.settle()
  const trigger = { type: 'contactCreated' }
  const automationId = await make(w, { trigger, nodes: [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }] })
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  await w.settle()
  assert.deepEqual(await runsOf(w, automationId), [])
})
