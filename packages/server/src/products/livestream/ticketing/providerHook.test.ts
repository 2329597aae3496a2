import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { callHook, eventOf, makeGeneric, ticketsOf, payloadsOf } from '#test/video/ticketing.ts'
import { world, type Json, type OneProcess } from '#test/world/world.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const bob = { email: 'bob@example.com', name: 'Bob' }
const update = 'livestream.ticketingEvent.update'

/** Signed call to the hook of a generic event. */
function signed(event: Json, body: unknown, now: Date) {
  const payload = JSON.stringify(body)
  const headers = { ...signWebhook({ id: 'msg_1', sentAt: now, payload }, [String(event['inboundSecret'])]) }
  return { headers, payload }
}

async function send(w: OneProcess, event: Json, body: unknown): Promise<number> {
  return callHook(w, event['inboundWebhookUrl'], signed(event, body, w.clock.now()))
}

test('a signed call issues and revokes tickets; a replay of an older call issues nothing', async () => {
  await using w = await world()
  const event = await makeGeneric(w)
  await w.settle()
  const codes = ['SEAT-0001', 'SEAT-0002']
  const older = signed(event, { attendees: codes.map((ticketCode) => ({ ticketCode, ...ada })) }, w.clock.now())
  assert.equal(await callHook(w, event.inboundWebhookUrl, older), 200)
  const tickets = await ticketsOf(w, event.id)
  assert.deepEqual(
    tickets.map(({ code }) => code),
    codes,
  )
  w.clock.advance(2_000)
  assert.equal(await send(w, event, { revoked: ['seat 0001', 'nobody@example.com'] }), 200)
  w.clock.advance(2_000)
  assert.equal(await callHook(w, event.inboundWebhookUrl, older), 200)
  const left = await ticketsOf(w, event.id)
  assert.deepEqual(
    left.map(({ code }) => code),
    ['SEAT-0002'],
  )
  assert.equal(await send(w, event, { revoked: [ada.email] }), 200)
  assert.equal((await eventOf(w, event.id)).ticketsSold, 0)
  w.clock.advance(2_000)
  assert.equal(await send(w, event, { attendees: [{ ticketCode: codes[0], ...bob }] }), 200)
  const [again] = await ticketsOf(w, event.id)
  assert.deepEqual([again?.code, again?.email], [codes[0], bob.email])
  const facts = (await payloadsOf(w, 'synced')).map(({ imported, revoked }) => [imported, revoked])
  assert.deepEqual(facts.slice(1), [
    [2, 0],
    [0, 1],
    [0, 1],
    [1, 0],
  ])
})

test('a call without a valid signature, or without attendees, is refused', async () => {
  await using w = await world()
  const event = await makeGeneric(w)
  const url = event.inboundWebhookUrl
  const right = signed(event, { attendees: [ada] }, w.clock.now())
  const late = signed(event, { attendees: [ada] }, new Date(w.clock.now().getTime() - 301_000))
  for (const wrong of [{ ...right, headers: {} }, { ...right, payload: '{"attendees":[]}' }, late]) {
    assert.equal(await callHook(w, url, wrong), 403)
  }
  const many = Array.from({ length: 5_001 }, (_, index) => ({ email: `a${index}@x.y` }))
  for (const body of [{}, [], 'x', { attendees: many }]) assert.equal(await send(w, event, body), 400)
  assert.equal(await send(w, event, { attendees: [{ name: 'Nobody' }, 17, null, { ticketCode: 'ab' }] }), 200)
  assert.equal((await eventOf(w, event.id)).ticketsSold, 0)
  const rotated = await w.call(update, { ticketingEventId: event.id, action: 'rotateInboundSecret' })
  assert.equal(await send(w, event, { attendees: [ada] }), 403, 'the old secret ends at once')
  assert.equal(await send(w, { ...event, inboundSecret: rotated.inboundSecret }, { attendees: [ada] }), 200)
})

test('the hook of a deleted event responds with 404', async () => {
  await using w = await world()
  const event = await makeGeneric(w)
  const call = signed(event, { attendees: [ada] }, w.clock.now())
  await w.call('livestream.ticketingEvent.delete', { ticketingEventId: event.id })
  assert.equal(await callHook(w, event.inboundWebhookUrl, call), 404)
})
