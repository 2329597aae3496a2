import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId } from '#kit/values/ids.ts'
import { world, type World } from '#test/world/world.ts'

const create = 'marketing.automation.create'
const hourMs = 3_600_000
const inline = { subject: 'Hello', format: 'text', body: 'Hello' } as const

async function makeContact(w: World, email = 'mira@example.com', more: object = {}) {
  return String((await w.call('marketing.contact.create', { email, ...more })).id)
}

/** Makes an active automation; returns its id. */
async function make(w: World, draft: object): Promise<string> {
  const reply = await w.send(create, { name: 'A', status: 'active', trigger: { type: 'manual' }, ...draft })
  assert.equal(reply.status, 200, reply.text)
  return String(Object(reply.body['data'])['id'])
}

async function enrol(w: World, automationId: string, ...contactIds: string[]): Promise<void> {
  await w.call('marketing.automation.enrol', { automationId, contactIds })
  await w.settle()
}

async function rowsOf(w: World, sql: string) {
  return (await w.app.pools.work.query(sql)).rows
}

/** Automations in which a run waits, each in its own way. */
const waits = {
  delay: { nodes: [{ nodeId: 'a', type: 'delay', for: 'P1D', next: 'mail' }] },
  waitFor: { nodes: [{ nodeId: 'a', type: 'waitFor', event: { name: 'paid' }, timeout: 'P1D', timeoutNext: 'mail' }] },
  quiet: { nodes: [], settings: { quietHours: { from: '08:00', to: '20:00' } } },
  held: { nodes: [{ nodeId: 'a', type: 'delay', for: 'P1D', next: 'mail' }] },
} as const

async function waitingIn(w: World, contactIds: string[]): Promise<string[]> {
  const made: string[] = []
  for (const [kind, draft] of Object.entries(waits)) {
    const nodes = [...draft.nodes, { nodeId: 'mail', type: 'sendEmail', inline }]
    const automationId = await make(w, { ...draft, nodes })
    await enrol(w, automationId, ...contactIds)
    made.push(automationId)
    if (kind === 'held')
      await w.send('marketing.automation.update', { automationId, status: 'paused', inFlight: 'hold' })
  }
  return made
}

test('an erased contact leaves each kind of wait, and gets no message later', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const made = await waitingIn(w, [contactId])
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  await w.settle()
  await w.send('marketing.automation.update', { automationId: made.at(-1), status: 'active' })
  await w.settle()
  w.clock.advance(48 * hourMs)
  await w.settle()
  const ended = await rowsOf(
    w,
    'select status, reason, count(*)::integer as runs from marketing_automation_run group by 1, 2',
  )
  assert.deepEqual(ended, [{ status: 'exited', reason: 'contact_deleted', runs: 4 }])
  assert.deepEqual(await rowsOf(w, 'select 1 from marketing_timer union all select 1 from marketing_message'), [])
})

test('runs of a merged contact go on in each kind of wait, once where both contacts have one', async () => {
  await using w = await world()
  const into = await makeContact(w)
  const from = await makeContact(w, 'other@example.com')
  const made = await waitingIn(w, [from])
  await enrol(w, String(made[0]), into)
  await w.call('marketing.contact.update', { contactId: into, mergeFrom: from })
  await w.settle()
  await w.send('marketing.automation.update', { automationId: made.at(-1), status: 'active' })
  for (let passed = 0; passed < 48; passed += 6) {
    await w.settle()
    w.clock.advance(6 * hourMs)
  }
  await w.settle()
  const ended = await rowsOf(
    w,
    'select status, reason, count(*)::integer as runs from marketing_automation_run group by 1, 2 order by 1, 2',
  )
  assert.deepEqual(ended, [
    { status: 'completed', reason: 'completed', runs: 4 },
    { status: 'exited', reason: 'contact_deleted', runs: 1 },
  ])
  const sent = await rowsOf(w, 'select address, count(*)::integer as mails from marketing_message group by 1')
  assert.deepEqual(sent, [{ address: 'mira@example.com', mails: 4 }])
})

test('an event at the instant of a time-out ends the wait one way, and a goal comes before an exit', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const tagged = { field: 'tags', is: 'any', value: ['paid'] }
  const wait = await make(w, {
    nodes: [
      { nodeId: 'wait', type: 'waitFor', event: { name: 'paid' }, timeout: 'PT1H', next: 'yes', timeoutNext: 'no' },
      { nodeId: 'yes', type: 'addScore', points: 1, reason: 'Paid' },
      { nodeId: 'no', type: 'addScore', points: 100, reason: 'Not paid' },
    ],
  })
  const both = await make(w, {
    nodes: [{ nodeId: 'pause', type: 'delay', for: 'PT1H' }],
    goal: { filter: tagged, within: 'PT1H' },
    exitWhen: tagged,
  })
  for (const id of [wait, both]) await enrol(w, id, contactId)
  w.clock.advance(hourMs)
  await w.call('marketing.event.track', { events: [{ contactId, name: 'paid' }] })
  await w.call('marketing.contact.update', { contactId, addTags: ['paid'] })
  await w.settle()
  const { total } = await w.call('marketing.leadScore.get', { contactId })
  assert.equal(total, 1)
  const ended = await rowsOf(w, 'select status, reason from marketing_automation_run order by reason')
  assert.deepEqual(ended, [
    { status: 'completed', reason: 'completed' },
    { status: 'completed', reason: 'goal_reached' },
  ])
})

test('an occurrence wakes every waiting run of its contacts, however many there are', async () => {
  await using w = await world()
  const contactId = await makeContact(w)
  const filter = { field: 'tags', is: 'any', value: ['paid'] }
  const automationId = await make(w, { nodes: [{ nodeId: 'wait', type: 'waitFor', filter, timeout: 'P9D' }] })
  await enrol(w, automationId, contactId)
  await w.app.pools.work.query(
    `insert into marketing_automation_run (account_id, id, automation_id, version, contact_id, status, node_id,
       iteration, entry_key, slot, started_at, arrived_at, due_at, failures)
     select account_id, gen_random_uuid(), automation_id, version, contact_id, status, node_id, iteration,
       'run' || n, n, started_at, arrived_at, due_at, 0
     from marketing_automation_run, generate_series(1, 5500) as n`,
  )
  await w.call('marketing.contact.update', { contactId, addTags: ['paid'] })
  await w.settle()
  const ended = await rowsOf(w, 'select status, count(*)::integer as runs from marketing_automation_run group by 1')
  assert.deepEqual(ended, [{ status: 'completed', runs: 5501 }])
})

test('timers of one instant fire once each, in any number of batches', async () => {
  await using w = await world()
  const nodes = [
    { nodeId: 'pause', type: 'delay', for: 'PT1H', next: 'score' },
    { nodeId: 'score', type: 'addScore', points: 1, reason: 'Once' },
  ]
  const automationId = await make(w, { nodes })
  await w.app.pools.work.query(
    `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, attributes, tags,
       topics, tracking_disabled, name_key)
     select $1, gen_random_uuid(), 'subscribed', 1, $2, $2, '{}', '{}', '{}', '{}', false, ''
     from generate_series(1, 900)`,
    [w.account.account.id, w.clock.now()],
  )
  const ids = await rowsOf(w, 'select id from marketing_contact')
  await enrol(w, automationId, ...ids.map(({ id }) => encodeId('con', w.account.account.id, id)))
  w.clock.advance(hourMs)
  await w.settle()
  const steps = await rowsOf(
    w,
    `select node_id, count(*)::integer as steps, count(distinct run_id)::integer as runs
     from marketing_automation_step group by 1 order by 1`,
  )
  assert.deepEqual(steps, [
    { node_id: 'pause', steps: 900, runs: 900 },
    { node_id: 'score', steps: 900, runs: 900 },
  ])
  const [points] = await rowsOf(
    w,
    `select sum(points)::integer as points, count(distinct contact_id)::integer as contacts
     from marketing_score_entry`,
  )
  assert.deepEqual(points, { points: 900, contacts: 900 })
})
