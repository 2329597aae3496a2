import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { schedules } from './scoreClock.ts'

const get = 'marketing.leadScore.get'
const update = 'marketing.leadScore.update'
const vip = {
  ruleId: 'vip',
  name: 'Very important',
  score: 'fit',
  when: { field: 'tags', is: 'any', value: ['vip'] },
  points: 10,
} as const
const opened = { ruleId: 'opened', name: 'Opened', score: 'fit', when: { event: 'app.opened' }, points: 10 } as const

async function makeContact(w: World, name: string): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['vip'] })).id
}

async function tick(w: World): Promise<void> {
  await w.settle()
  w.clock.advance(1_000)
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  await w.settle()
}

test('a rule of a filter gives its points once to two merged contacts, and takes all of them back', async () => {
  await using w = await world()
  await w.call(update, { model: { rules: [vip] } })
  const [contactId, mergeFrom] = [await makeContact(w, 'mira'), await makeContact(w, 'jon')]
  await tick(w)
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  await tick(w)
  const merged = await w.call(get, { contactId })
  await w.call('marketing.contact.update', { contactId, removeTags: ['vip'] })
  await tick(w)
  const after = await w.call(get, { contactId })
  assert.deepEqual([merged.fit, after.fit], [10, 0])
})

test('a merge into a contact without a score passes no threshold before its sums are added up, nor after', async () => {
  await using w = await world()
  const [contactId, mergeFrom] = [await makeContact(w, 'mira'), await makeContact(w, 'jon')]
  await w.call(update, { contactId: mergeFrom, delta: 90, reason: 'Demo' })
  await tick(w)
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  w.clock.advance(1_000)
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  await w.call(update, { contactId, delta: 1, reason: 'Call' })
  await tick(w)
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  assert.deepEqual(
    crossed.map(({ payload }) => [payload['threshold'], payload['direction']]),
    [
      ['warm', 'up'],
      ['hot', 'up'],
      ['mql', 'up'],
    ],
  )
  const merged = await w.call(get, { contactId })
  assert.deepEqual([merged.status, merged.total], ['mql', 91])
})

test('a score is set to its value at once after a merge', async () => {
  await using w = await world()
  const [contactId, mergeFrom] = [await makeContact(w, 'mira'), await makeContact(w, 'jon')]
  await w.call(update, { contactId, set: { fit: 20 }, reason: 'Size' })
  await w.call(update, { contactId: mergeFrom, set: { fit: 30, engagement: 5 }, reason: 'Size' })
  await tick(w)
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  const set = await w.call(update, { contactId, set: { fit: 50, engagement: 7 }, reason: 'Corrected' })
  await tick(w)
  const after = await w.call(get, { contactId })
  assert.deepEqual([set.fit, set.engagement, after.fit, after.engagement], [50, 7, 50, 7])
})

test('points for events of a contact that is merged first count for the contact that stays', async () => {
  await using w = await world()
  await w.call(update, { model: { rules: [opened] } })
  const [contactId, mergeFrom] = [await makeContact(w, 'mira'), await makeContact(w, 'jon')]
  await w.call(update, { contactId, set: { fit: 1 }, reason: 'Size' })
  await tick(w)
  await w.call('marketing.event.track', { events: [{ name: 'app.opened', contactId: mergeFrom }] })
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  await tick(w)
  const kept = await w.call(get, { contactId, include: ['breakdown'] })
  assert.deepEqual([kept.fit, kept.breakdown?.length], [11, 2])
})

test('a rule that looked at events before gives the points of its filter', async () => {
  await using w = await world()
  await w.call(update, { model: { rules: [{ ...opened, ruleId: 'vip' }] } })
  const contactId = await makeContact(w, 'mira')
  await w.call('marketing.event.track', { events: [{ name: 'app.opened', contactId }] })
  await tick(w)
  await w.call(update, { model: { rules: [vip] } })
  await w.call('marketing.contact.update', { contactId, removeTags: ['vip'] })
  await w.call('marketing.contact.update', { contactId, addTags: ['vip'] })
  await tick(w)
  assert.equal((await w.call(get, { contactId })).fit, 20)
  await w.call('marketing.contact.update', { contactId, removeTags: ['vip'] })
  await tick(w)
  assert.equal((await w.call(get, { contactId })).fit, 10)
})

test('a merge during a full recompute leaves each score with the points of all events and filters', async () => {
  await using w = await world()
  const rules = [vip, { ...opened, points: 20 }]
  await w.call(update, { model: { rules } })
  const [contactId, mergeFrom] = [await makeContact(w, 'mira'), await makeContact(w, 'jon')]
  for (const id of [contactId, mergeFrom]) {
    await w.call('marketing.event.track', { events: [{ name: 'app.opened', contactId: id }] })
  }
  await tick(w)
  await w.call(update, { model: { rules }, recompute: 'full' })
  await w.call('marketing.contact.update', { contactId, mergeFrom })
  await tick(w)
  assert.equal((await w.call(get, { contactId })).fit, 50)
  const crossed = await w.emitted('marketing.leadScore.thresholdCrossed')
  const ofKept = crossed.filter(({ payload }) => payload['contactId'] === contactId)
  assert.deepEqual(
    ofKept.map(({ payload }) => [payload['threshold'], payload['direction']]),
    [
      ['warm', 'up'],
      ['hot', 'up'],
    ],
  )
})
