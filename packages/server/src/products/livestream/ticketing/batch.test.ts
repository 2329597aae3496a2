import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#kit/limits.ts'
import { eventOf, makeGeneric } from '#test/ticketing.ts'
import { objectOf, world } from '#test/world.ts'
import { ownCodeLengthMax } from './code.ts'

const update = 'livestream.ticketingEvent.update'

test('a batch of attendees may have 5 MiB, and no more', async () => {
  await using w = await world()
  const batchOf = (length: number) =>
    Array.from({ length }, (_, index) => ({
      ...{ email: `a${index}@example.com`, name: 'N'.repeat(254), ticketTypeId: 'T'.repeat(128) },
      ticketCode: `CODE-${index}-`.padEnd(ownCodeLengthMax, 'X'),
    }))
  const event = await makeGeneric(w, { sendAccessEmails: false })
  const asked = { ticketingEventId: event['id'] }
  const refusalOf = async (bytes: number) => {
    const { body } = await w.send(update, { ...asked, zz: 'x'.repeat(bytes) })
    return objectOf(body['error'])['reason']
  }
  assert.equal(await refusalOf(limits.batchBodyBytesMax - 200), 'validation_failed')
  assert.equal(await refusalOf(limits.batchBodyBytesMax), 'body_too_large')
  const attendees = batchOf(2_600)
  assert.ok(JSON.stringify(attendees).length > limits.bodyBytesMax)
  await w.call(update, { ...asked, attendees })
  assert.equal((await eventOf(w, event['id']))['ticketsSold'], attendees.length)
})
