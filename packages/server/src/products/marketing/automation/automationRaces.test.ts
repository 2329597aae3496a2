import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlap, within } from '#test/world/overlap.ts'
import { world, type World } from '#test/world/world.ts'
import { lockForLink } from '#platform/db/rowLocks.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { makeMessages } from '#products/marketing/campaign/campaignMessages.ts'
import { startCampaign } from '#products/marketing/campaign/campaignStart.ts'
import { automation } from './automation.ts'
import { fireBatch } from './timerBatch.ts'

const wait = { nodeId: 'wait', type: 'delay', for: 'P1D' } as const
const update = 'marketing.automation.update'

async function draftOf(w: World): Promise<string> {
  const trigger = { type: 'event', event: 'order.placed' } as const
  return String((await w.call('marketing.automation.create', { name: 'Orders', trigger, nodes: [wait] })).id)
}

/** Id of an active automation in which a contact waits. */
async function withWaiting(w: World): Promise<string> {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const automationId = await draftOf(w)
  await w.call(update, { automationId, status: 'active' })
  await w.call('marketing.automation.enrol', { automationId, contactIds: [String(contactId)] })
  await w.settle()
  return automationId
}

/** Names of the events by which contacts enter. */
async function entriesOf(w: World): Promise<unknown[]> {
  return (await w.app.pools.work.query('select key from marketing_automation_entry')).rows.map(({ key }) => key)
}

test('an activation beside a change of the trigger listens for the trigger that stays', async () => {
  await using w = await world()
  const automationId = await draftOf(w)
  const trigger = { type: 'event', event: 'order.paid' } as const
  await overlap(w, within(w, update, { automationId, trigger }), () => {
    return w.call(update, { automationId, status: 'active' })
  })
  assert.deepEqual((await w.call('marketing.automation.get', { automationId })).trigger, trigger)
  assert.deepEqual(await entriesOf(w), ['order.paid'])
})

test('a change of the definition beside an activation is refused, also with nodes that send', async () => {
  await using w = await world()
  const automationId = await draftOf(w)
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.automation:write'] })
  const mail = { nodeId: 'mail', type: 'sendEmail', inline: { subject: 'Hello', format: 'text', body: 'Hello' } }
  const input = { automationId, nodes: [mail] }
  await overlap(w, within(w, update, { automationId, status: 'active' }), async () => {
    await w.refused(update, input, { key, code: 'conflict', mention: 'definition_locked' })
  })
  assert.deepEqual(await entriesOf(w), ['order.placed'])
})

test('a resumption beside a pause that holds contacts lets them go on', async () => {
  await using w = await world()
  const automationId = await withWaiting(w)
  await overlap(w, within(w, update, { automationId, status: 'paused', inFlight: 'hold' }), () => {
    return w.call(update, { automationId, status: 'active' })
  })
  await w.settle()
  w.clock.advance(86_400_000)
  await w.settle()
  const { stats } = await w.call('marketing.automation.get', { automationId, include: ['stats'] })
  assert.equal(stats?.completed, 1)
})

test('a new name of a sequence beside new steps keeps the steps', async () => {
  await using w = await world()
  const mail = { name: 'Hello', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const { id: templateId } = await w.call('marketing.template.create', mail)
  const steps = ['hello', 'tips'].map((stepId) => ({ stepId, delay: 'P1D', templateId: String(templateId) }))
  const draft = { name: 'First', steps: steps.slice(0, 1), status: 'draft' } as const
  const emailSequenceId = String((await w.call('marketing.emailSequence.create', draft)).id)
  const change = 'marketing.emailSequence.update'
  await overlap(w, within(w, change, { emailSequenceId, steps }), () => {
    return w.call(change, { emailSequenceId, name: 'First steps' })
  })
  const read = await w.call('marketing.emailSequence.get', { emailSequenceId })
  assert.deepEqual([read.name, read.steps.length], ['First steps', 2])
})

test('a change of an automation waits neither for counts of its runs nor for automations that name it', async () => {
  await using w = await world()
  const automationId = await draftOf(w)
  await w.app.operatorCtx(w.account.account, 'test').atomic(async (ctx) => {
    await lockForLink(ctx, automation, automationId)
    await w.call(update, { automationId, status: 'active' })
  })
  assert.deepEqual(await entriesOf(w), ['order.placed'])
})

test('a version that was rolled back is not read again under the number of the next one', async () => {
  await using w = await world()
  const mail = { name: 'Hello', format: 'text', subject: 'Hello', body: 'Hello' } as const
  const templateId = String((await w.call('marketing.template.create', mail)).id)
  const contactId = String((await w.call('marketing.contact.create', { email: 'mira@example.com' })).id)
  const [hello, lost, tips] = ['hello', 'lost', 'tips'].map((stepId) => ({ stepId, delay: 'P1D', templateId }))
  assert.ok(hello && lost && tips)
  const emailSequenceId = String((await w.call('marketing.emailSequence.create', { name: 'First', steps: [hello] })).id)
  const change = 'marketing.emailSequence.update'
  const rolledBack = w.app.operatorCtx(w.account.account, 'test').atomic(async (ctx) => {
    await within(w, change, { emailSequenceId, steps: [lost], enrol: { contactIds: [contactId] } })(ctx)
    throw new Error('rolled back')
  })
  await assert.rejects(rolledBack, /rolled back/)
  await w.call(change, { emailSequenceId, steps: [hello, tips] })
  const { steps } = await w.call('marketing.emailSequence.get', { emailSequenceId })
  assert.deepEqual(
    steps.map(({ stepId }) => stepId),
    ['hello', 'tips'],
  )
})

const capped = { settings: { frequencyCap: { max: 1, per: 'P1D' } } } as const
const mail = { nodeId: 'mail', type: 'sendEmail', inline: { subject: 'Hello', format: 'text', body: 'Hello' } } as const

/** An automation under a cap of one message a day that a contact has entered, and whose step is due. */
async function enrolled(w: World, name: string, contactId: string): Promise<void> {
  const draft = { name, trigger: { type: 'manual' }, nodes: [mail], status: 'active', ...capped } as const
  const { id } = await w.call('marketing.automation.create', draft)
  await w.call('marketing.automation.enrol', { automationId: String(id), contactIds: [contactId] })
}

async function statesOf(w: World): Promise<unknown[]> {
  const { rows } = await w.app.pools.work.query('select state from marketing_message order by state')
  return rows.map(({ state }) => state)
}

test('two automations whose steps are due at once send one message under a cap of one', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  for (const name of ['One', 'Other']) await enrolled(w, name, String(id))
  await fireBatch(w.app.operatorCtx(w.account.account, 'test'))
  assert.deepEqual(await statesOf(w), ['queued'])
})

test('a campaign beside a step of an automation leaves out a contact that has its messages of the day', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: 'mira@example.com', tags: ['news'] })
  await enrolled(w, 'One', String(id))
  const news = { name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'text', body: 'Hello' } as const
  const draft = { ...news, frequencyCap: { max: 1, per: 'P1D' } } as const
  const made = await w.call('marketing.campaign.create', draft)
  const other = await w.beside()
  const ctx = other.app.operatorCtx(w.account.account, 'campaign')
  const started = await ctx.atomic(async (inner) => {
    const record = await startCampaign(inner, await inner.store.get(campaign, String(made.id)))
    await freezeStep(inner, record)
    return record
  })
  await overlap(w, fireBatch, () => ctx.atomic((inner) => makeMessages(inner, started)))
  assert.deepEqual(await statesOf(w), ['queued', 'skipped'])
})

test('a step that a concurrent call came between does not count as failed, and its timer stays due', async () => {
  await using w = await world()
  await withWaiting(w)
  w.clock.advance(86_400_000)
  const { work } = w.app.pools
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  await work.query(`create function contend() returns trigger language plpgsql as $$
    begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`)
  await work.query(`create trigger contend before update on marketing_automation_run
    for each row execute function contend()`)
  assert.equal(await fireBatch(ctx), 1)
  await work.query('drop function contend cascade')
  const { rows } = await work.query('select status, failures from marketing_automation_run')
  assert.deepEqual(rows, [{ status: 'active', failures: 0 }])
  assert.equal(await fireBatch(ctx), 1)
  const ended = await work.query('select status, failures from marketing_automation_run')
  assert.deepEqual(ended.rows, [{ status: 'completed', failures: 0 }])
})
