import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sentMessage } from '#test/mail/sentMessage.ts'
import { isWaiting, overlap, within } from '#test/world/overlap.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { lockForLink, lockForUpdate } from '#platform/db/rowLocks.ts'
import { messageUrl } from '#products/marketing/message/messageLinks.ts'
import { contact } from './contact.ts'

const create = 'marketing.contact.create'

test('a create finds the contact that a concurrent one makes, and treats it as onConflict says', async () => {
  await using w = await world()
  let number = 0
  for (const isKeyed of [false, true]) {
    for (const onConflict of ['merge', 'ignore', 'error'] as const) {
      const email = `mira${number++}@example.com`
      const headers: Record<string, string> = isKeyed ? { 'idempotency-key': email } : {}
      const reply = await overlap(w, within(w, create, { email }), () => {
        return w.send(create, { email, firstName: 'Mira', onConflict }, { key: w.account.secretKey, headers })
      })
      const { created, firstName } = Object(reply.body['data'])
      if (onConflict === 'error') assert.match(reply.text, /"contact_exists".*"existingId"/)
      else assert.deepEqual([created, firstName], [false, onConflict === 'merge' ? 'Mira' : null], reply.text)
    }
  }
})

test('the form of an account accepts an address whose contact is made by a concurrent call', async () => {
  await using w = await world()
  const email = 'mira@example.com'
  const accountId = w.account.account.publicId
  const reply = await overlap(w, within(w, create, { email }), () => {
    return w.send('marketing.contact.subscribe', { accountId, email }, { key: null })
  })
  assert.equal(reply.status, 200, reply.text)
})

test('a create that merges makes a new contact where a concurrent call erases the known one', async () => {
  await using w = await world()
  const email = 'mira@example.com'
  const { id: contactId } = await w.call(create, { email, firstName: 'Mira' })
  const made = await overlap(w, within(w, 'marketing.contact.delete', { contactId, mode: 'erase' }), () => {
    return w.call(create, { email, lastName: 'Sander', onConflict: 'merge' })
  })
  assert.notEqual(made.id, contactId)
  assert.deepEqual([made.created, made.firstName, made.status], [true, null, 'suppressed'])
})

async function twoContacts(w: World): Promise<[string, string]> {
  const idOf = async () => String((await w.call(create, { externalId: randomUUID() })).id)
  return [await idOf(), await idOf()]
}

test('an erasure before the reactions to a batch of events leaves the other contacts their segments', async () => {
  await using w = await world()
  const [erased, other] = await twoContacts(w)
  const filter = { event: 'order.placed', count: { is: 'gte', value: 1 } } as const
  const { id: segmentId } = await w.call('marketing.segment.create', { name: 'Buyers', filter })
  await w.settle()
  const events = [erased, other].map((contactId) => ({ contactId, name: 'order.placed' }))
  await w.call('marketing.event.track', { events })
  await w.call('marketing.contact.delete', { contactId: erased, mode: 'erase' })
  await w.settle()
  const { membership } = await w.call('marketing.segment.get', { segmentId: String(segmentId), contactId: other })
  assert.equal(membership?.in, true)
  const { rows } = await w.app.pools.work.query("select name from ops_job where status <> 'done' and last_error <> ''")
  assert.deepEqual(rows, [])
})

test('events that are sent beside the erasure of their contact are not kept', async () => {
  await using w = await world()
  const [contactId] = await twoContacts(w)
  const events = [{ contactId, name: 'order.placed' }]
  await overlap(w, within(w, 'marketing.contact.delete', { contactId, mode: 'erase' }), () => {
    return w.send('marketing.event.track', { events })
  })
  const { rows } = await w.app.pools.work.query('select name from marketing_event')
  assert.deepEqual(rows, [])
})

test('points beside an erasure and a merge wait for it, and neither is cancelled by the database', async () => {
  await using w = await world()
  for (const isErased of [true, false]) {
    const [contactId, into] = await twoContacts(w)
    const points = { contactId, delta: 5, reason: 'Booked a demo' }
    const score = 'marketing.leadScore.update'
    await w.call(score, points)
    const given = await w.app.operatorCtx(w.account.account, 'test').atomic(async (ctx) => {
      await lockForUpdate(ctx, contact, contactId)
      const running = w.send(score, points)
      await until(() => isWaiting(w.app))
      if (isErased) await within(w, 'marketing.contact.delete', { contactId, mode: 'erase' })(ctx)
      else await within(w, 'marketing.contact.update', { contactId: into, mergeFrom: contactId })(ctx)
      return [running] as const
    })
    const reply = await given[0]
    assert.deepEqual([reply.status, reply.text.includes('/contactId')], [400, true], reply.text)
    await w.call('marketing.contact.delete', { contactId: into, mode: 'erase' })
  }
})

test('a change of an address and a create that merges do not wait for a segment that the contact enters', async () => {
  await using w = await world()
  const email = 'mira@example.com'
  const contactId = String((await w.call(create, { email })).id)
  const changes = [
    ['marketing.contact.update', { contactId, phone: '+491701234567' }],
    [create, { email, firstName: 'Mira', onConflict: 'merge' }],
  ] as const
  await w.app.operatorCtx(w.account.account, 'test').atomic(async (ctx) => {
    await lockForLink(ctx, contact, contactId)
    for (const [operationId, input] of changes) await w.call(operationId, input)
  })
})

test('a click and a departure by a mail wait for an erasure of their contact, and not it for them', async () => {
  await using w = await world()
  for (const use of ['click', 'unsubscribe'] as const) {
    const { messageId: uuid, contactId } = await sentMessage(w, `${use}@example.com`)
    w.clock.advance(60_000)
    const ctx = w.app.operatorCtx(w.account.account, 'test')
    const target = 'https://example.com/'
    const url = messageUrl(ctx, use, use === 'click' ? { uuid, target } : { uuid }).replace(/^https?:..[^/]+/, '')
    const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' }
    const [running] = await ctx.atomic(async (inner) => {
      await lockForUpdate(inner, contact, contactId)
      const visit = w.app.server.inject({ method: use === 'click' ? 'GET' : 'POST', url, headers })
      const isVisiting = visit.then(() => {})
      await until(() => isWaiting(w.app))
      await within(w, 'marketing.contact.delete', { contactId, mode: 'erase' })(inner)
      return [isVisiting.then(() => visit)] as const
    })
    const { statusCode, body } = await running
    assert.equal(statusCode, use === 'click' ? 302 : 200, `${use}: ${body}`)
  }
})
