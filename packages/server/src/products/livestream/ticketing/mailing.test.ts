import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailServer } from '#test/world/mailServer.ts'
import { caughtMails, codeIn, eventOf, makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { objectOf, world } from '#test/world/world.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const bob = { email: 'bob@example.com', name: 'Bob' }

test('attendees of a generic event get tickets at once, and a mail with a link that holds the code', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada, bob, { ...ada, name: 'Ada again' }] })
  assert.deepEqual([event.status, event.importedCount, event.ticketsSold], ['pending', 2, 2])
  assert.match(String(event.inboundSecret), /^whsec_/)
  const { staticId } = event
  assert.ok(staticId)
  assert.equal((await w.call('livestream.static.get', { staticId })).visibility, 'ticketed')
  await w.settle()
  const now = await eventOf(w, event.id)
  assert.deepEqual([now.status, now.hasCredentials, now.lastError], ['active', false, null])
  assert.ok(!('inboundSecret' in now), 'the secret is in the response of the create only')
  const tickets = await ticketsOf(w, event.id)
  for (const ticket of tickets) {
    assert.match(String(ticket.code), /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.equal(ticket.accessUrl, `${String(event.accessUrl)}?ticket=${String(ticket.code)}`)
    assert.equal(ticket.mailStatus, 'sent')
  }
  const mails = await caughtMails(w)
  const byMail = new Map(mails.map((mail) => [mail.to, mail]))
  assert.equal(mails.length, 2)
  for (const { email, code } of tickets)
    assert.equal(codeIn(byMail.get(String(email)) ?? assert.fail(String(email))), code)
  const mail = objectOf(byMail.get(bob.email))
  assert.equal(mail['subject'], 'Your access to Summer Night')
  assert.match(String(mail['text']), /^Hello Bob,\n[^]*It works on one device at a time\.[^]*Test fair\n$/)
  assert.match(String(mail['html']), /<a href="http:\/\/fairground\.test\/watch\/plb_\w+\?ticket=/)
})

test('a mail fails for good at status 550, and is retried after a delay at status 450', async () => {
  await using server = await mailServer()
  const from = { name: 'Fair', address: 'fair@example.com' }
  await using w = await world({ smtp: { url: `smtp://127.0.0.1:${server.port}`, from } })
  server.refuse.set('gone@example.com', '550 No such user')
  server.refuse.set(bob.email, '450 Later')
  const attendees = [{ email: 'gone@example.com' }, ada, bob, { email: 'no address' }, { ticketCode: 'PAPER-1' }]
  const event = await makeGeneric(w, { attendees })
  await w.settle()
  const statuses = async () => (await ticketsOf(w, event.id)).map(({ mailStatus }) => mailStatus)
  assert.deepEqual(await statuses(), ['failed', 'sent', 'pending', 'failed', 'none'])
  server.refuse.delete(bob.email)
  await w.settle()
  assert.equal(server.taken.length, 1, 'a retry waits for its delay')
  w.clock.advance(30_000)
  await w.settle()
  assert.deepEqual(await statuses(), ['failed', 'sent', 'sent', 'failed', 'none'])
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [[ada.email], [bob.email]],
  )
  const [gone] = await ticketsOf(w, event.id)
  assert.match(String(gone?.mailError), /No such user/)
})
