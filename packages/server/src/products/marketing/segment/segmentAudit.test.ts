import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world, type World } from '#test/world/world.ts'

const day = 24 * 3_600_000
const pro = { field: 'attributes.plan', is: 'eq', value: 'pro' } as const

/** Lets the audit of the next day run, and the second comparison that follows a difference. */
async function audit(w: World): Promise<void> {
  w.clock.advance(day + 60_000)
  await w.settle()
  w.clock.advance(11 * 60_000)
  await w.settle()
}

async function person(w: World, name: string, more: object = {}): Promise<string> {
  return String((await w.call('marketing.contact.create', { email: `${name}@example.com`, ...more })).id)
}

test('an audit finds no difference after changes, and says so on the segment', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  const segmentId = String(id)
  assert.equal((await w.call('marketing.segment.get', { segmentId })).audit, null)
  for (const name of ['ada', 'bob']) await person(w, name, { attributes: { plan: 'pro' } })
  await w.settle()
  await audit(w)
  const { audit: found } = await w.call('marketing.segment.get', { segmentId })
  assert.deepEqual([found?.members, found?.difference, found?.repaired], [2, 0, 0])
})

test('an audit repairs members and sizes that lost a change, with facts, counts and segments that follow', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  const segmentId = String(id)
  const outer = await w.call('marketing.segment.create', { name: 'Outer', filter: { segment: segmentId } })
  await person(w, 'ada', { attributes: { plan: 'pro' } })
  await person(w, 'bob', { attributes: { plan: 'free' } })
  await w.settle()
  // Members of all segments are swapped behind the back of the product, and the sizes are wrong as well.
  for (const sql of [
    'delete from marketing_segment_member',
    `insert into marketing_segment_member (account_id, segment_id, contact_id, entered_at)
     select s.account_id, s.id, c.id, now() from marketing_segment s, marketing_contact c
     where s.name = 'Pro' and c.email = 'bob@example.com'`,
    'update marketing_segment_count set members = members + 5',
  ]) {
    await w.app.pools.work.query(sql)
  }
  const before = (await w.emitted('marketing.segment.contactEntered')).length
  await audit(w)
  const read = await w.call('marketing.segment.get', { segmentId, include: ['members'] })
  assert.deepEqual(
    read.members?.map(({ email }) => email),
    ['ada@example.com'],
  )
  assert.deepEqual([read.count, read.audit?.difference, read.audit?.repaired], [1, 2, 2])
  assert.ok((await w.emitted('marketing.segment.contactEntered')).length > before)
  const followed = await w.call('marketing.segment.get', { segmentId: String(outer.id), include: ['members'] })
  assert.deepEqual([followed.members?.length, followed.count], [1, 1])
  const { payload } = await w.app.server.inject({ method: 'GET', url: '/metrics' })
  assert.match(payload, /^fairground_segment_repaired_contacts [23]$/m)
})

test('segments are listed by the record that uses them', async () => {
  await using w = await world()
  const make = async (name: string, filter: object) => {
    const { body } = await w.send('marketing.segment.create', { name, filter })
    return String(objectOf(body['data'])['id'])
  }
  const [inner, other] = [await make('Inner', pro), await make('Other', { field: 'tags', is: 'any', value: ['x'] })]
  const outer = await make('Outer', { segment: inner })
  const { id: automationId } = await w.call('marketing.automation.create', {
    name: 'A',
    trigger: { type: 'segmentEntered', segmentId: other },
    nodes: [{ nodeId: 'end', type: 'exit' }],
  })
  const { id: campaignId } = await w.call('marketing.campaign.create', {
    name: 'News',
    subject: 'News',
    format: 'text',
    body: 'News',
    audience: { segmentIds: [inner], excludeSegmentIds: [other] },
  })
  const listed = async (usedBy: string) =>
    (await w.call('marketing.segment.all', { usedBy })).items.map(({ name }) => String(name)).toSorted()
  assert.deepEqual(await listed(outer), ['Inner'])
  assert.deepEqual(await listed(String(automationId)), ['Other'])
  assert.deepEqual(await listed(String(campaignId)), ['Inner', 'Other'])
  await w.refused('marketing.segment.all', { usedBy: `aut_${'0'.repeat(34)}` }, 'invalid_request')
})
