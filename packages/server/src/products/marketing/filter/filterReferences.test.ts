import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeId, parseAccountId, uuidv7 } from '#kit/values/ids.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const mail = { name: 'Mail', format: 'text', subject: 'Hello', body: 'Hello' } as const
const postponed = { name: 'Wait', trigger: { type: 'manual' }, nodes: [{ nodeId: 'wait', type: 'delay', for: 'P1D' }] }
const isKnown = { field: 'email', is: 'exists' } as const

/** Calls that carry a filter, with the path of the filter. */
const carriers: readonly (readonly [operationId: string, path: string, inputOf: (filter: Json) => Json])[] = [
  ['marketing.contact.count', '/filter', (filter) => ({ filter })],
  ['marketing.contact.all', '/filter', (filter) => ({ filter })],
  ['marketing.segment.create', '/filter', (filter) => ({ name: 'Some', filter })],
  ['marketing.segment.create', '/filter', (filter) => ({ name: 'Some', filter, dryRun: true })],
  ['marketing.campaign.create', '/filter', (filter) => ({ ...mail, filter })],
  ['marketing.automation.create', '/entry/filter', (filter) => ({ ...postponed, entry: { filter } })],
  ['marketing.automation.create', '/exitWhen', (filter) => ({ ...postponed, exitWhen: filter })],
  ['marketing.automation.create', '/goal/filter', (filter) => ({ ...postponed, goal: { filter } })],
  [
    'marketing.automation.create',
    '/nodes/0/cases/0/when',
    (when) => ({
      ...postponed,
      nodes: [{ nodeId: 'ways', type: 'branch', cases: [{ when, next: null }], else: null }],
    }),
  ],
  [
    'marketing.automation.create',
    '/nodes/0/filter',
    (filter) => ({ ...postponed, nodes: [{ nodeId: 'until', type: 'waitFor', filter, timeout: 'P1D' }] }),
  ],
  ['marketing.emailSequence.create', '/steps/0/condition', (condition) => sequence({ condition })],
  ['marketing.emailSequence.create', '/stopOn/goal', (goal) => ({ ...sequence({}), stopOn: { goal } })],
  ['marketing.leadScore.update', '/model/rules/0/when', (when) => ({ model: { rules: [rule(when)] } })],
  ['marketing.leadScore.update', '/model/rules/0/when', (when) => ({ model: { rules: [rule(when)] }, dryRun: true })],
]

function sequence(step: Json): Json {
  const inline = { format: 'text', subject: 'Hello', body: 'Hello' }
  return { name: 'Course', steps: [{ stepId: 'one', inline, delay: 'P1D', ...step }], status: 'draft' }
}

function rule(when: Json): Json {
  return { ruleId: 'r', name: 'R', score: 'fit', when, points: 1 }
}

/** Conditions that name something, with the path of the name, by ids of its account. */
function conditionsOf(idOf: (prefix: string) => string): readonly (readonly [condition: Json, path: string])[] {
  return [
    [{ segment: idOf('seg') }, '/segment'],
    [{ email: { action: 'sent', campaignId: idOf('cmp') } }, '/email/campaignId'],
    [{ email: { action: 'opened', templateId: idOf('tpl') }, within: 'P1D' }, '/email/templateId'],
    [{ field: 'topics', is: 'any', value: ['news', 'unknown'] }, '/value/1'],
  ]
}

async function refusedPaths(w: World, operationId: string, input: Json): Promise<unknown[]> {
  const { fields } = await w.refused(operationId, input, 'invalid_request')
  return arrayOf(fields).map(({ path }) => path)
}

test('a filter that names something missing or foreign is refused with the path of the name', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const other = parseAccountId((await w.another()).account.publicId) ?? 0
  const foreign = (prefix: string) => encodeId(prefix, other, uuidv7(0))
  const missing = (prefix: string) => encodeId(prefix, w.account.account.id, uuidv7(0))
  for (const idOf of [missing, foreign]) {
    for (const [condition, at] of conditionsOf(idOf)) {
      for (const [operationId, path, inputOf] of carriers) {
        const deep = { op: 'and', of: [isKnown, { op: 'not', of: condition }] }
        assert.deepEqual(await refusedPaths(w, operationId, inputOf(condition)), [`${path}${at}`], operationId)
        assert.deepEqual(await refusedPaths(w, operationId, inputOf(deep)), [`${path}/of/1/of${at}`], operationId)
      }
    }
  }
  assert.deepEqual(await refusedPaths(w, 'marketing.contact.count', { text: 'topics any of ("unknown")' }), ['/text'])
})

test('an update takes a filter with names that exist, and no others', async () => {
  await using w = await world()
  const { segment, campaign, automation, emailSequence } = await records(w, isKnown)
  for (const [condition, at] of conditionsOf((prefix) => encodeId(prefix, w.account.account.id, uuidv7(0)))) {
    if (at === '/value/1') continue
    const refused = async (operationId: string, input: Json) => refusedPaths(w, operationId, input)
    const filter = condition
    assert.deepEqual(await refused('marketing.segment.update', { segmentId: segment, filter }), [`/filter${at}`])
    assert.deepEqual(await refused('marketing.campaign.update', { campaignId: campaign, filter }), [`/filter${at}`])
    const entry = { filter }
    const inAutomation = { automationId: automation, entry }
    assert.deepEqual(await refused('marketing.automation.update', inAutomation), [`/entry/filter${at}`])
    assert.deepEqual(await refused('marketing.automation.simulate', inAutomation), [`/entry/filter${at}`])
    const stopOn = { goal: filter }
    const inSequence = { emailSequenceId: emailSequence, stopOn }
    assert.deepEqual(await refused('marketing.emailSequence.update', inSequence), [`/stopOn/goal${at}`])
  }
})

test('a stored filter goes on with names of deleted records, and may be changed beside them', async () => {
  await using w = await world()
  const contact = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const { id: topicId } = await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const { id: templateId } = await w.call('marketing.template.create', mail)
  const { id: campaignId } = await w.call('marketing.campaign.create', { ...mail, filter: isKnown })
  const named = [
    { op: 'not', of: { email: { action: 'sent', campaignId } } },
    { op: 'not', of: { email: { action: 'sent', templateId } } },
    { op: 'not', of: { field: 'topics', is: 'any', value: ['news'] } },
  ]
  const filter = { op: 'and', of: named }
  const { segment, campaign, automation, emailSequence } = await records(w, filter)
  await w.send('marketing.leadScore.update', { model: { rules: [rule(filter)] } }).then(isDone)
  await w.call('marketing.campaign.delete', { campaignId })
  await w.call('marketing.template.delete', { templateId })
  await w.call('marketing.topic.delete', { topicId })

  const segmentId = segment
  const { membership } = await w.call('marketing.segment.get', { segmentId, contactId: contact.id })
  assert.equal(objectOf(membership)['in'], true)
  const wider = { op: 'or', of: [isKnown, ...named] }
  for (const changed of [{ name: 'Renamed' }, { filter: wider }]) {
    await w.send('marketing.segment.update', { segmentId, ...changed }).then(isDone)
    await w.send('marketing.campaign.update', { campaignId: campaign, ...changed }).then(isDone)
  }
  const [automationId, emailSequenceId] = [automation, emailSequence]
  await w.send('marketing.automation.update', { automationId, entry: { filter: wider } }).then(isDone)
  await w.send('marketing.automation.update', { automationId, status: 'active' }).then(isDone)
  await w.send('marketing.emailSequence.update', { emailSequenceId, stopOn: { goal: wider } }).then(isDone)
  await w.send('marketing.emailSequence.update', { emailSequenceId, name: 'Renamed' }).then(isDone)
  await w.send('marketing.leadScore.update', { model: { rules: [rule(wider)] } }).then(isDone)
})

function isDone({ status, text }: { status: number; text: string }): void {
  assert.equal(status, 200, text)
}

/** A record of each noun that keeps a filter. */
async function records(w: World, filter: Json) {
  const make = async (noun: string, input: Json) => String((await w.call(`marketing.${noun}.create`, input)).id)
  return {
    segment: await make('segment', { name: 'Some', filter }),
    campaign: await make('campaign', { ...mail, filter }),
    automation: await make('automation', { ...postponed, entry: { filter } }),
    emailSequence: await make('emailSequence', { ...sequence({}), stopOn: { goal: filter } }),
  }
}
