import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caughtMails, eventOf, makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { world } from '#test/world/world.ts'

const issue = 'livestream.ticket.issue'
const none = { issued: 0, known: 0, refused: 0, reason: null }
const ada = { email: 'ada@example.com', name: 'Ada' }

test('each row of a list has a result, and a trial has the same without tickets', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { attendees: [ada], ticketTypeIds: [] })
  const attendees = [
    { ...ada, count: 3 },
    { email: 'ben@example.com' },
    { name: 'Nobody' },
    { email: 'no address' },
    { ticketCode: 'BALCONY-12', count: 2 },
    { ticketCode: '------' },
    { ticketCode: 'BALCONY-13' },
    { email: 'BEN@example.com' },
  ]
  const expected = [
    { ...none, issued: 2, known: 1 },
    { ...none, issued: 1 },
    { ...none, refused: 1, reason: 'incomplete' },
    { ...none, refused: 1, reason: 'address' },
    { ...none, refused: 2, reason: 'code' },
    { ...none, refused: 1, reason: 'code' },
    { ...none, issued: 1 },
    { ...none, known: 1 },
  ]
  const trial = await w.call(issue, { ticketingEventId, attendees, isTrial: true })
  assert.deepEqual(trial, { results: expected, ticketsSold: 1 })
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 1)
  const made = await w.call(issue, { ticketingEventId, attendees })
  assert.deepEqual(made, { results: expected, ticketsSold: 5 })
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 5)
  const tickets = await ticketsOf(w, ticketingEventId)
  assert.equal(new Set(tickets.map(({ code }) => code)).size, 5)
  await w.settle()
  const to = (await caughtMails(w)).map((mail) => mail.to)
  assert.deepEqual(to.toSorted(), [...Array<string>(3).fill(ada.email), 'ben@example.com'])
})

test('a list that is sent again issues nothing, and a higher count only the further tickets', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { sendAccessEmails: false })
  const send = (count: number) => w.call(issue, { ticketingEventId, attendees: [{ ...ada, count }] })
  assert.deepEqual((await send(2)).results, [{ ...none, issued: 2 }])
  assert.deepEqual((await send(2)).results, [{ ...none, known: 2 }])
  assert.deepEqual(await send(5), { results: [{ ...none, issued: 3, known: 2 }], ticketsSold: 5 })
  const [first] = await ticketsOf(w, ticketingEventId)
  await w.call('livestream.ticket.revoke', { ticketId: first?.id ?? '' })
  assert.deepEqual((await send(5)).results, [{ issued: 0, known: 4, refused: 1, reason: 'revoked' }])
})

test('a ticket of a type that does not open the event is refused, and a list of too many tickets', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { ticketTypeIds: ['vip'] })
  const attendees = [{ ...ada, ticketTypeId: 'vip' }, { email: 'ben@example.com' }]
  const { results } = await w.call(issue, { ticketingEventId, attendees })
  assert.deepEqual(results, [
    { ...none, issued: 1 },
    { ...none, refused: 1, reason: 'type' },
  ])
  const many = Array.from({ length: 5 }, (_, index) => ({ email: `a${index}@example.com`, count: 50 }))
  await w.refused(issue, { ticketingEventId, attendees: many }, { code: 'invalid_request', mention: '200' })
})
