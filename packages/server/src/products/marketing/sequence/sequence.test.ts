import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import { compileSequence } from './sequenceCompile.ts'

const create = 'marketing.emailSequence.create'
const inline = { subject: 'Hello', format: 'markdown', body: 'Good to have you.' } as const
const steps = [
  { stepId: 'hello', delay: 'PT0S', inline },
  { stepId: 'tips', delay: 'P3D', inline },
] as const

async function makeContact(w: World, email: string) {
  return String((await w.call('marketing.contact.create', { email })).id)
}

/** Nodes and times of the messages that the runs of the account have queued. */
async function messagesOf(w: World) {
  const { rows } = await w.app.pools.work.query(
    'select node_id, created_at from marketing_message order by created_at, id',
  )
  return rows.map((row) => [row.node_id, new Date(row.created_at).toISOString()])
}

test('a sequence compiles into delays, conditions and mails in a row', () => {
  const condition = { field: 'tags', is: 'any', value: ['vip'] } as const
  const { nodes, exitWhen, stopOn } = compileSequence({
    steps: [steps[0], { ...steps[1], condition }],
    stopOn: { reply: true },
  })
  assert.deepEqual(
    nodes.map(({ nodeId, type, next, else: otherwise }) => [nodeId, type, next ?? otherwise ?? null]),
    [
      ['send_hello', 'sendEmail', 'wait_tips'],
      ['wait_tips', 'delay', 'if_tips'],
      ['if_tips', 'branch', null],
      ['send_tips', 'sendEmail', null],
    ],
  )
  assert.ok(exitWhen)
  assert.deepEqual(stopOn, ['replied'])
})

test('enrolled contacts get each mail of a sequence once, after its delay', async () => {
  await using w = await world()
  const contactId = await makeContact(w, 'a@example.com')
  const made = await w.call(create, { name: 'First steps', steps, enrol: { contactIds: [contactId] } })
  assert.deepEqual([made.status, made.created], ['active', true])
  await w.settle()
  w.clock.advance(3 * 86_400_000)
  await w.settle()
  assert.deepEqual(await messagesOf(w), [
    ['send_hello', '2026-11-21T09:00:00.000Z'],
    ['send_tips', '2026-11-24T09:00:00.000Z'],
  ])
  const include = ['stats', 'enrolments'] as const
  const read = await w.call('marketing.emailSequence.get', { emailSequenceId: String(made.id), include })
  const stats = objectOf(read.stats)
  assert.deepEqual([read.enrolled, stats['completed'], stats['stopped']], [1, 1, 0])
  assert.deepEqual(
    arrayOf(read.enrolments).map(({ status }) => status),
    ['completed'],
  )
  await w.refused('marketing.automation.get', { automationId: `aut_${String(made.id).slice(4)}` }, 'not_found')
})

test('wrong steps are refused under their own names', async () => {
  await using w = await world()
  const refused = (input: object, mention: string) =>
    w.refused(create, { name: 'A', steps, ...input }, { code: 'invalid_request', mention })
  await refused({ steps: [steps[0], { ...steps[1], stepId: 'hello' }] }, '/steps/1/stepId')
  await refused({ steps: [{ stepId: 'a', delay: 'PT0S' }] }, '/steps/0/templateId')
  await refused({ steps: [{ ...steps[0], inline: { format: 'text', body: 'x' } }] }, '/steps/0/inline/subject')
  await refused({ enrol: { trigger: { type: 'event' } } }, '/enrol/trigger/event')
  await refused({ enrol: { contactIds: [`con_${'0'.repeat(34)}`] } }, '/enrol/contactIds/0')
  await refused(
    { steps: [{ ...steps[0], templateId: `tpl_${'0'.repeat(34)}`, inline: undefined }] },
    '/steps/0/templateId',
  )
})

test('a deleted sequence stops its enrolments, or lets them finish', async () => {
  await using w = await world()
  const begin = async (email: string) => {
    const enrol = { contactIds: [await makeContact(w, email)] }
    return String((await w.call(create, { name: email, steps, enrol })).id)
  }
  const [stops, finishes] = [await begin('a@example.com'), await begin('b@example.com')]
  await w.settle()
  await w.call('marketing.emailSequence.delete', { emailSequenceId: stops })
  await w.call('marketing.emailSequence.delete', { emailSequenceId: finishes, inFlight: 'finish' })
  await w.settle()
  w.clock.advance(3 * 86_400_000)
  await w.settle()
  const nodes = (await messagesOf(w)).map(([nodeId]) => nodeId)
  assert.deepEqual(nodes, ['send_hello', 'send_hello', 'send_tips'])
})

test('a sequence enrols the members of a segment, and those to come', async () => {
  await using w = await world()
  const vip = async (email: string) => {
    await w.call('marketing.contact.create', { email, tags: ['vip'] })
    await w.settle()
  }
  await vip('a@example.com')
  const filter = { field: 'tags', is: 'any', value: ['vip'] } as const
  const segment = await w.call('marketing.segment.create', { name: 'VIPs', kind: 'dynamic', filter })
  await w.settle()
  const made = await w.call(create, { name: 'VIPs', steps, enrol: { segmentId: String(segment.id) } })
  await w.settle()
  await vip('b@example.com')
  const read = await w.call('marketing.emailSequence.get', { emailSequenceId: String(made.id) })
  assert.equal(read.enrolled, 2)
  const used = { segmentId: String(segment.id) }
  await w.refused('marketing.segment.delete', used, { code: 'conflict', mention: 'in_use' })
})
