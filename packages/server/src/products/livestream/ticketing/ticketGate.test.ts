import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { renewViewerSessions } from '#products/livestream/playback/viewerSession.ts'
import { caughtMails, codeIn, contextOf, makeGeneric, makeVideo, ticketsOf } from '#test/video/ticketing.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { makeCode } from './ticketCode.ts'
import { areTicketsValid, openTicket, type GateTarget } from './ticketGate.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }

function targetOf(id: unknown): GateTarget {
  const [kind, prefix] = String(id).startsWith('str_') ? (['stream', 'str'] as const) : (['static', 'sta'] as const)
  return { kind, uuid: parseId(prefix, String(id))?.uuid ?? '' }
}

/** An event with one ticket, and `open`, which opens its video on a device with a typed code. */
async function ticketedVideo(w: World, more: Json = {}) {
  const event = await makeGeneric(w, { attendees: [ada], externalEventUrl: 'https://tickets.example.com/', ...more })
  const [ticket] = await ticketsOf(w, event.id)
  const code = String(ticket?.code)
  const target = targetOf(event.staticId ?? event.streamId)
  const open = (device: string, typed = code) => openTicket(contextOf(w), { target, code: typed, device })
  return { event, ticket, code, target, open }
}

async function opened(opening: ReturnType<typeof openTicket>) {
  const result = await opening
  assert.ok('viewerSessionId' in result, JSON.stringify(result))
  return result
}

test('a mailed code opens the video in any case and with or without hyphens; a wrong code does not', async () => {
  await using w = await world()
  const d = await ticketedVideo(w)
  await w.settle()
  const [mail] = await caughtMails(w)
  assert.ok(mail)
  const code = codeIn(mail)
  const typed = [
    code,
    code.toLowerCase(),
    ` ${code.replaceAll('-', '  ')} `,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]
  const all = await Promise.all(typed.map((each) => opened(d.open('phone', each))))
  assert.equal(new Set(all.map(({ viewerSessionId }) => viewerSessionId)).size, 1, 'one device has one session')
  const nearly = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'))
  const wrong = [nearly, code.slice(0, -1), `${code}0`, '', ' ', '-'.repeat(60), 'x'.repeat(10_000), '\0', makeCode()]
  const refused = { refused: 'unknown_code', ticketUrl: 'https://tickets.example.com/' }
  for (const each of wrong) assert.deepEqual(await d.open('phone', each), refused, each.slice(0, 20))
  const elsewhere = await ticketedVideo(w)
  assert.equal('refused' in (await openTicket(contextOf(w), { target: elsewhere.target, code, device: 'x' })), true)
})

test('guesses of codes are limited by the rate of an address', async () => {
  const perMinute = { name: 'public', perSecond: 1 / 60, burst: 5 }
  await using w = await world({ rates: { public: perMinute } })
  const { event, code } = await ticketedVideo(w)
  const playbackId = String(event.staticId).replace('sta_', 'plb_')
  const trying = (ticket: string) =>
    w.send('livestream.video.access', { playbackId, ticket, viewerId: 'tv' }, { key: null })
  const right = await trying(code)
  assert.equal(right.status, 200, right.text)
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++) statuses.push((await trying(makeCode())).status)
  assert.deepEqual(statuses, [403, 403, 403, 403, 429, 429])
})

test('makeCode() returns distinct codes that use the whole alphabet', () => {
  const made = Array.from({ length: 10_000 }, makeCode)
  assert.equal(new Set(made).size, made.length)
  const used = new Set(made.join('').replaceAll('-', ''))
  assert.equal(used.size, 32)
  for (const code of made) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

test('a ticket opens the video an hour before the event, and closes at the chosen time after it', async () => {
  await using w = await world()
  const times = { startsAt: '2026-11-21T20:00:00.000Z', endsAt: '2026-11-21T22:00:00.000Z' }
  const { open } = await ticketedVideo(w, { ...times, accessClosesMinutesAfter: 10 })
  const ticketUrl = 'https://tickets.example.com/'
  assert.deepEqual(await open('tv'), { refused: 'not_open_yet', opensAt: '2026-11-21T19:00:00.000Z', ticketUrl })
  assert.deepEqual(
    await open('tv', makeCode()),
    { refused: 'unknown_code', ticketUrl },
    'a wrong code does not learn the opening time',
  )
  w.clock.set('2026-11-21T19:00:00.000Z')
  const { ticketId } = await opened(open('tv'))
  w.clock.set('2026-11-21T22:10:00.000Z')
  assert.deepEqual(await open('tv'), { refused: 'closed', ticketUrl })
  await w.settle()
  assert.deepEqual(await areTicketsValid(contextOf(w), [ticketId]), new Set())
})

test('a ticket for one device refuses a second one until the session of the first expires', async () => {
  await using w = await world()
  const { open } = await ticketedVideo(w)
  const ctx = contextOf(w)
  const tv = await opened(open('tv'))
  const inUse = { refused: 'in_use', ticketUrl: 'https://tickets.example.com/' }
  assert.deepEqual(await open('phone'), inUse)
  w.clock.advance(29_999)
  assert.deepEqual(await renewViewerSessions(ctx, [tv.viewerSessionId]), new Set([tv.viewerSessionId]))
  w.clock.advance(29_999)
  assert.deepEqual(await open('phone'), inUse, 'the session is still alive')
  w.clock.advance(1)
  const phone = await opened(open('phone'))
  assert.deepEqual(
    await renewViewerSessions(ctx, [tv.viewerSessionId, phone.viewerSessionId]),
    new Set([phone.viewerSessionId]),
  )
  assert.deepEqual(await open('tv'), inUse)
  w.clock.advance(30_000)
  assert.notEqual((await opened(open('tv'))).viewerSessionId, tv.viewerSessionId, 'an expired session is replaced')
})

test('concurrent devices open at most as many sessions as the event allows', async () => {
  await using w = await world()
  const { open, ticket } = await ticketedVideo(w, { maxSessionsPerTicket: 2 })
  const results = await Promise.all(Array.from({ length: 8 }, (_, number) => open(`device ${number}`)))
  assert.equal(results.filter((each) => 'viewerSessionId' in each).length, 2)
  w.clock.advance(30_000)
  await opened(open('another'))
  const { rows } = await w.app.pools.work.query('select count(*)::int as n from livestream_viewer_session')
  assert.equal(rows[0].n, 1, 'expired sessions are deleted')
  assert.equal(ticket?.status, 'active')
})

test('a revoked ticket opens nothing, and its running sessions end', async () => {
  await using w = await world()
  const { open, ticket } = await ticketedVideo(w)
  assert.ok(ticket)
  const { ticketId, viewerSessionId } = await opened(open('tv'))
  const ctx = contextOf(w)
  assert.deepEqual(await areTicketsValid(ctx, [ticketId, viewerSessionId]), new Set([ticketId]))
  await w.call('livestream.ticket.revoke', { ticketId: ticket.id })
  assert.deepEqual(await areTicketsValid(ctx, [ticketId]), new Set())
  assert.deepEqual(await renewViewerSessions(ctx, [viewerSessionId]), new Set())
  assert.deepEqual(await open('tv'), { refused: 'revoked', ticketUrl: 'https://tickets.example.com/' })
  const other = await ticketedVideo(w)
  const theirs = await opened(other.open('tv'))
  await w.call('livestream.ticketingEvent.delete', { ticketingEventId: other.event.id })
  assert.deepEqual(await areTicketsValid(ctx, [theirs.ticketId]), new Set())
  assert.deepEqual(await other.open('tv'), { refused: 'unknown_code' })
  const stranger = { ...ctx, account: { ...ctx.account, id: ctx.account.id + 1 } }
  assert.deepEqual(await areTicketsValid(stranger, [ticketId]), new Set())
})

test('a ticket for a channel opens all of its videos; a ticket for a video opens only that one', async () => {
  await using w = await world()
  const { id: channelId } = await w.call('livestream.channel.create', { name: 'Season' })
  const season = await makeGeneric(w, { channelId, attendees: [ada] })
  const [pass] = await ticketsOf(w, season.id)
  const [first, second] = [await makeVideo(w, { channelId }), await makeVideo(w, { channelId })]
  const code = String(pass?.code)
  const device = 'tv'
  const ctx = contextOf(w)
  for (const video of [first, second]) await opened(openTicket(ctx, { target: targetOf(video.id), code, device }))
  const single = await makeGeneric(w, {
    staticId: first.id,
    attendees: [ada],
    externalEventUrl: 'https://one.example/',
  })
  const [ticket] = await ticketsOf(w, single.id)
  const own = String(ticket?.code)
  await opened(openTicket(ctx, { target: targetOf(first.id), code: own, device }))
  await opened(openTicket(ctx, { target: targetOf(first.id), code, device }))
  const elsewhere = await openTicket(ctx, { target: targetOf(second.id), code: own, device })
  assert.deepEqual(elsewhere, { refused: 'unknown_code' })
  const unknown = await openTicket(ctx, { target: targetOf(first.id), code: 'nothing', device })
  assert.deepEqual(unknown, { refused: 'unknown_code', ticketUrl: 'https://one.example/' })
})
