import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caughtMails, codeIn, makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { world } from '#test/world/world.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const resend = 'livestream.ticket.resend'
const check = 'livestream.ticket.check'

test('the code of one ticket is mailed again, once a minute at most', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada, { ticketCode: 'PAPER-1' }] })
  await w.settle()
  const [ticket, paper] = await ticketsOf(w, event.id)
  assert.ok(ticket !== undefined && paper !== undefined)
  await w.refused(resend, { ticketId: ticket.id }, { code: 'rate_limited', mention: 'once a minute' })
  w.clock.advance(60_000)
  assert.equal((await w.call(resend, { ticketId: ticket.id })).mailStatus, 'pending')
  await w.settle()
  const mails = await caughtMails(w)
  assert.deepEqual(
    mails.map((mail) => [mail.to, codeIn(mail)]),
    [ada, ada].map(({ email }) => [email, ticket.code]),
  )
  assert.equal((await w.call(resend, { ticketId: paper.id })).mailStatus, 'none')
  await w.call('livestream.ticket.revoke', { ticketId: ticket.id })
  await w.refused(resend, { ticketId: ticket.id }, { code: 'conflict', mention: 'revoked' })
})

test('a code is checked as its holder types it: it opens, opens later, is closed, or is revoked', async () => {
  await using w = await world()
  const startsAt = new Date(w.clock.now().getTime() + 3 * 3_600_000).toISOString()
  const event = await makeGeneric(w, { attendees: [{ ticketCode: 'BALCONY-12', ...ada }], startsAt })
  const ticketingEventId = event.id
  const standing = async () => (await w.call(check, { ticketingEventId, code: 'balcony 12' })).status
  assert.equal(await standing(), 'notOpenYet')
  w.clock.advance(3 * 3_600_000)
  assert.equal(await standing(), 'opens')
  w.clock.advance(2 * 86_400_000)
  assert.equal(await standing(), 'closed')
  const { id } = await w.call(check, { ticketingEventId, code: 'BALCONY-12' })
  await w.call('livestream.ticket.revoke', { ticketId: id })
  assert.equal(await standing(), 'revoked')
  await w.refused(check, { ticketingEventId, code: 'BALCONY-13' }, { code: 'not_found' })
})
