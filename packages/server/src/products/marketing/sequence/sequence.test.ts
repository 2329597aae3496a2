import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import { applyOutcome } from '#products/marketing/bounce/messageOutcome.ts'
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
  await refused({ topic: 'nothing' }, '"path":"/topic"')
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
  const refused = await w.refused('marketing.segment.delete', used, { code: 'conflict', mention: 'in_use' })
  assert.deepEqual(refused['details'], { users: [{ kind: 'emailSequence', id: made.id, name: 'VIPs' }] })
  await w.call('marketing.segment.delete', { ...used, force: true })
  await w.refused('marketing.segment.delete', used, 'not_found')
})

test('a template that a sequence and an automation send names both, and is gone after a forced deletion', async () => {
  await using w = await world()
  const mail = { name: 'Tips', format: 'markdown', subject: 'Tips', body: 'Begin with one.' } as const
  const used = { templateId: String((await w.call('marketing.template.create', mail)).id) }
  const step = { stepId: 'tips', delay: 'PT0S', ...used }
  const made = await w.call(create, { name: 'A series', steps: [step], status: 'draft' })
  const trigger = { type: 'manual' } as const
  const nodes = [{ nodeId: 'tips', type: 'sendEmail', ...used } as const]
  const other = await w.call('marketing.automation.create', { name: 'By hand', trigger, nodes })
  const refused = await w.refused('marketing.template.delete', used, { code: 'conflict', mention: 'in_use' })
  assert.deepEqual(refused['details'], {
    users: [
      { kind: 'emailSequence', id: made.id, name: 'A series' },
      { kind: 'automation', id: other.id, name: 'By hand' },
    ],
  })
  await w.call('marketing.template.delete', { ...used, force: true })
  await w.refused('marketing.template.delete', used, 'not_found')
})

/** Applies an answer or a report to the last mail of the account. */
async function apply(w: World, kind: 'reply' | 'complaint') {
  const { rows } = await w.app.pools.work.query('select id from marketing_message order by created_at desc, id limit 1')
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const outcome = { messageId: String(rows[0].id), kind, at: w.clock.now() }
  await ctx.atomic((inner) => applyOutcome(inner, outcome))
  await w.settle()
}

/** Follows the first link or loads the image of the last mail, as a person does a minute later. */
async function touch(w: World, pattern: RegExp) {
  w.clock.advance(60_000)
  const [newest] = (await w.call('account.mail.all', { limit: 1 })).items
  const { html } = await w.call('account.mail.get', { mailId: String(newest?.id) })
  const url = pattern.exec(String(html))?.[1] ?? ''
  assert.notEqual(url, '')
  const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15' }
  await w.app.server.inject({ method: 'GET', url: url.replaceAll('&amp;', '&'), headers })
  await w.settle()
}

const clicked = /href="http:\/\/fairground\.test(\/t\/c\/[^"]+)"/
const opened = /src="http:\/\/fairground\.test(\/t\/o\/[^"]+)"/

test('a reply, a click, an unsubscription and the goal end an enrolment, each with its fact', async () => {
  await using w = await world()
  const linked = { ...inline, body: '[Read](https://fair.example/read)' }
  const mails = [{ ...steps[0], inline: linked }, steps[1]]
  const goal = { field: 'tags', is: 'any', value: ['bought'] } as const
  const stopOn = { reply: true, click: true, unsubscribe: true, goal }
  const enrolOne = async (email: string) => {
    const contactId = await makeContact(w, email)
    const made = await w.call(create, { name: email, steps: mails, stopOn, enrol: { contactIds: [contactId] } })
    await w.settle()
    const read = async () => {
      const include = ['enrolments', 'stats'] as const
      const found = await w.call('marketing.emailSequence.get', { emailSequenceId: String(made.id), include })
      const [enrolment] = arrayOf(found.enrolments)
      return { enrolment: [enrolment?.['status'], enrolment?.['reason']], step: arrayOf(found.stats?.steps)[0] }
    }
    return { contactId, read }
  }
  const replies = await enrolOne('a@example.com')
  await apply(w, 'reply')
  const replied = await replies.read()
  assert.deepEqual(replied.enrolment, ['stopped', 'replied'])
  assert.deepEqual([replied.step?.['sent'], replied.step?.['replied']], [1, 1])
  const clicks = await enrolOne('b@example.com')
  await touch(w, opened)
  await touch(w, clicked)
  const after = await clicks.read()
  assert.deepEqual(after.enrolment, ['stopped', 'clicked'])
  assert.deepEqual([after.step?.['opened'], after.step?.['clicked']], [1, 1])
  const leaves = await enrolOne('c@example.com')
  await w.call('marketing.contact.update', { contactId: leaves.contactId, action: 'unsubscribe' })
  await w.settle()
  assert.deepEqual((await leaves.read()).enrolment, ['stopped', 'exit_condition'])
  const buys = await enrolOne('d@example.com')
  await w.call('marketing.contact.update', { contactId: buys.contactId, addTags: ['bought'] })
  await w.settle()
  assert.deepEqual((await buys.read()).enrolment, ['completed', 'goal_reached'])
  const emitted = async (name: string) => (await w.emitted(`marketing.enrolment.${name}`)).length
  assert.deepEqual([await emitted('started'), await emitted('stopped'), await emitted('completed')], [4, 3, 1])
  assert.deepEqual(await w.emitted('marketing.automationRun.started'), [])
})

test('a step sends within its window on the clock that the sequence names, to contacts of its condition', async () => {
  await using w = await world()
  const condition = { field: 'country', is: 'eq', value: 'DE' } as const
  const sendWindow = { from: '09:00', to: '17:00' }
  const begin = async (timezoneMode: 'contact' | 'account', email: string) => {
    const contactId = await makeContact(w, email)
    await w.call('marketing.contact.update', { contactId, timezone: 'America/New_York', country: 'DE' })
    const first = { stepId: 'first', delay: 'PT0S', inline, sendWindow, condition, variables: { code: 'A' } }
    const never = { ...first, stepId: 'never', condition: { ...condition, value: 'AT' } }
    const enrol = { contactIds: [contactId] }
    await w.call(create, { name: email, steps: [first, never], timezoneMode, enrol, replyTo: 'help@fair.example' })
    await w.settle()
  }
  await begin('account', 'a@example.com')
  await begin('contact', 'b@example.com')
  w.clock.advance(12 * 3_600_000)
  await w.settle()
  const { rows } = await w.app.pools.work.query(
    `select c.email, m.node_id, m.created_at, m.reply_to, m.data #>> '{variables,code}' as code
     from marketing_message m join marketing_contact c on c.id = m.contact_id order by m.created_at`,
  )
  const sent = rows.map((row) => [row.email, row.node_id, row.reply_to, row.code])
  assert.deepEqual(sent, [
    ['a@example.com', 'send_first', 'help@fair.example', 'A'],
    ['b@example.com', 'send_first', 'help@fair.example', 'A'],
  ])
  // Saturday 09:00 in UTC is within the window of the account; New York opens at 14:00.
  assert.ok(new Date(rows[1].created_at).getUTCHours() >= 14)
})

test('a sequence whose template is gone takes a new name and ends, and does not begin', async () => {
  await using w = await world()
  const mail = { name: 'Hello', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const templateId = String((await w.call('marketing.template.create', mail)).id)
  const steps = [{ stepId: 'first', delay: 'P1D', templateId }]
  const make = async (name: string, status: 'draft' | 'active') =>
    String((await w.call(create, { name, steps, status })).id)
  const [draft, running] = [await make('Draft', 'draft'), await make('Running', 'active')]
  await w.call('marketing.template.delete', { templateId, force: true })
  const update = 'marketing.emailSequence.update'
  await w.call(update, { emailSequenceId: running, name: 'Renamed' })
  assert.equal((await w.call(update, { emailSequenceId: running, status: 'archived' })).status, 'archived')
  const refusal = { code: 'invalid_request', mention: '/steps/0/templateId' }
  await w.refused(update, { emailSequenceId: draft, status: 'active' }, refusal)
})
