import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#kit/call/limits.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { eventOf, makeGeneric } from '#test/video/ticketing.ts'
import { objectOf, world } from '#test/world/world.ts'
import { ownCodeLengthMax } from './ticketCode.ts'

const create = 'livestream.ticketingEvent.create'
const update = 'livestream.ticketingEvent.update'

/** Attendees of about 440 bytes each. */
const batchOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    email: `a${index}@example.com`,
    name: 'N'.repeat(254),
    ticketTypeId: 'T'.repeat(128),
    ticketCode: `CODE-${index}-`.padEnd(ownCodeLengthMax, 'X'),
  }))

test('a signed call accepts a body of 5 MiB and refuses one byte more', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { sendAccessEmails: false })
  const { pathname } = new URL(String(event.inboundWebhookUrl))
  const attendees = batchOf(2_600)
  const post = async (bytes: number) => {
    const body = { attendees, padding: '' }
    const payload = JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) })
    assert.equal(Buffer.byteLength(payload), bytes)
    const secret = String(event.inboundSecret)
    const headers = { ...signWebhook({ id: 'msg_1', sentAt: w.clock.now(), payload }, [secret]) }
    return w.app.server.inject({ method: 'POST', url: pathname, headers, payload })
  }
  const refused = await post(limits.batchBodyBytesMax + 1)
  assert.equal(refused.statusCode, 400)
  assert.equal(refused.json().error.reason, 'body_too_large')
  assert.equal((await eventOf(w, event.id)).ticketsSold, 0)
  const taken = await post(limits.batchBodyBytesMax)
  assert.equal(taken.statusCode, 200, taken.payload)
  assert.equal((await eventOf(w, event.id)).ticketsSold, attendees.length)
})

test('an update accepts attendees of 5 MiB and refuses more', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { sendAccessEmails: false })
  const id = { ticketingEventId: event.id }
  const refusalOf = async (operationId: string, bytes: number) => {
    const { body } = await w.send(operationId, { ...id, zz: 'x'.repeat(bytes) })
    return objectOf(body['error'])['reason']
  }
  for (const each of [create, update]) {
    assert.equal(await refusalOf(each, limits.batchBodyBytesMax - 200), 'validation_failed', each)
    assert.equal(await refusalOf(each, limits.batchBodyBytesMax), 'body_too_large', each)
  }
  const attendees = batchOf(2_600)
  assert.ok(JSON.stringify(attendees).length > limits.bodyBytesMax)
  await w.call(update, { ...id, attendees })
  assert.equal((await eventOf(w, event.id)).ticketsSold, attendees.length)
})
