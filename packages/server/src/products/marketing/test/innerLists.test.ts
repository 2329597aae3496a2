import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const inline = { subject: 'Hello', format: 'text', body: 'Hi {{ unsubscribeUrl }}' } as const
const delay = [{ nodeId: 'pause', type: 'delay', for: 'P2D' }] as const

/** A list within a record: the input that reads it, without its page, and one that reads another list. */
type InnerList = { operation: string; list: string; input: Json; other: Json }

/** Three contacts in each of the four records with an inner list, and those lists. */
async function innerLists(w: World): Promise<InnerList[]> {
  const contactIds: string[] = []
  for (const email of ['ada@example.com', 'bob@example.com', 'cleo@example.com']) {
    contactIds.push(String((await w.call('marketing.contact.create', { email, tags: ['news'] })).id))
  }
  const segment = await w.call('marketing.segment.create', { name: 'News', kind: 'static', contactIds })
  const other = await w.call('marketing.segment.create', { name: 'Others', kind: 'static', contactIds })
  const draft = { name: 'News', audience: { tags: ['news'] }, status: 'sending', ...inline } as const
  const campaign = await w.call('marketing.campaign.create', draft)
  const flow = { name: 'Flow', trigger: { type: 'manual' }, nodes: delay, status: 'active' } as const
  const automation = await w.call('marketing.automation.create', flow)
  await w.call('marketing.automation.enrol', { automationId: String(automation.id), contactIds })
  const steps = [{ stepId: 'hello', delay: 'P1D', inline }] as const
  const sequence = await w.call('marketing.emailSequence.create', { name: 'First', steps, enrol: { contactIds } })
  const second = await w.call('marketing.emailSequence.create', { name: 'Next', steps, enrol: { contactIds } })
  await w.settle()
  const [campaignId, automationId] = [campaign.id, automation.id]
  return [
    {
      operation: 'marketing.segment.get',
      list: 'members',
      input: { segmentId: segment.id },
      other: { segmentId: other.id },
    },
    {
      operation: 'marketing.campaign.get',
      list: 'recipients',
      input: { campaignId },
      other: { campaignId, recipientStatus: 'sent' },
    },
    {
      operation: 'marketing.automation.get',
      list: 'runs',
      input: { automationId },
      other: { automationId, runStatus: 'active' },
    },
    {
      operation: 'marketing.emailSequence.get',
      list: 'enrolments',
      input: { emailSequenceId: sequence.id },
      other: { emailSequenceId: second.id },
    },
  ]
}

test('lists within records page as other lists do, and refuse the cursor of another list', async () => {
  await using w = await world()
  for (const { operation, list, input, other } of await innerLists(w)) {
    const read = async (pagination?: Json) => {
      const more = pagination === undefined ? {} : { pagination }
      const reply = await w.send(operation, { ...input, include: [list], ...more })
      assert.equal(reply.status, 200, `${operation} ${reply.text}`)
      const data = objectOf(reply.body['data'])
      const contacts = arrayOf(data[list]).map((each) => String(each['contactId']))
      return { contacts, page: objectOf(data['pagination']) }
    }
    const whole = await read()
    assert.equal(whole.contacts.length, 3, operation)
    assert.deepEqual(whole.page, { limit: 25, offset: 0, hasMore: false, nextCursor: null }, operation)
    const [first, second] = [await read({ limit: 2 }), await read({ limit: 3 })]
    const { nextCursor } = first.page
    assert.deepEqual(first.page, { limit: 2, offset: 0, hasMore: true, nextCursor }, operation)
    assert.equal(second.page['hasMore'], false, `${operation}: a full last page has no next one`)
    const last = await read({ limit: 2, cursor: nextCursor })
    assert.deepEqual([...first.contacts, ...last.contacts], whole.contacts, operation)
    assert.deepEqual(last.page, { limit: 2, offset: 0, hasMore: false, nextCursor: null }, operation)
    const refusal = { code: 'invalid_request', mention: '/pagination/cursor' }
    const shown = { include: [list] }
    await w.refused(operation, { ...other, ...shown, pagination: { cursor: nextCursor } }, refusal)
    await w.refused(operation, { ...input, ...shown, pagination: { cursor: `${String(nextCursor)}x` } }, refusal)
    await w.refused(operation, { ...input, ...shown, limit: 2 }, { code: 'invalid_request', mention: '/limit' })
  }
})
