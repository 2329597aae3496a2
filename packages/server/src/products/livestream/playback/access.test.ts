import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGeneric, makeVideo, ticketsOf } from '#test/video/ticketing.ts'
import { objectOf, world, type World } from '#test/world/world.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'

const fewGuesses = { failedAuthentication: { name: 'failed-authentication', perSecond: 0.001, burst: 3 } }

/** Sends a guess from a host address. */
async function guess(w: World, payload: object, remoteAddress = '203.0.113.7') {
  const request = { method: 'POST', url: '/public/video/access', payload, remoteAddress } as const
  const { statusCode, headers, body } = await w.app.server.inject(request)
  const { error, data } = objectOf(JSON.parse(body))
  return { status: statusCode, retryAfter: headers['retry-after'], reason: Object(error).reason, data: Object(data) }
}

test('a network that guessed a password too often is refused even with the right one; others are not', async () => {
  await using w = await world({ rates: fewGuesses })
  const made = await makeVideo(w, { visibility: 'password', password: 'open sesame' })
  const playbackId = playbackIdOf(String(made.id))
  const right = { playbackId, password: 'open sesame' }
  for (let time = 0; time < 5; time++) assert.equal((await guess(w, right)).status, 200)
  // Concurrent guesses cannot share the last token of the rate.
  const wrong = Array.from({ length: 6 }, (_, at) => guess(w, { playbackId, password: `sesame ${at}` }))
  const refusals = (await Promise.all(wrong)).map(({ reason }) => reason)
  assert.equal(refusals.filter((reason) => reason === 'access_denied').length, 3)
  assert.equal(refusals.filter((reason) => reason === 'rate_limited').length, 3)
  const late = await guess(w, right)
  assert.equal(late.status, 429)
  assert.ok(Number(late.retryAfter) > 0)
  assert.equal((await guess(w, right, '203.0.113.8')).status, 200)
})

test('all addresses of an IPv6 /64 share their guesses at a ticket', async () => {
  await using w = await world({ rates: fewGuesses })
  const event = await makeGeneric(w, { attendees: [{ email: 'ada@example.com' }] })
  const [ticket] = await ticketsOf(w, event.id)
  const playbackId = playbackIdOf(String(event.staticId))
  const withCode = (code: unknown, at: number) =>
    guess(w, { playbackId, ticket: code, viewerId: 'phone' }, `2001:db8:1:2::${at}`)
  assert.equal((await withCode(ticket?.code, 1)).status, 200)
  for (let at = 2; at < 5; at++) assert.equal((await withCode(`AAAA-AAAA-AAA${at}`, at)).reason, 'ticket_unknown')
  assert.equal((await withCode(ticket?.code, 5)).status, 429)
})
