import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caughtMails, codeIn, eventOf, makeGeneric, makeVideo, ticketsOf, payloadsOf } from '#test/video/ticketing.ts'
import { objectOf, world, type Json } from '#test/world/world.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const bob = { email: 'bob@example.com', name: 'Bob' }
const update = 'livestream.ticketingEvent.update'

test('an event without a title of its own has the title of what its tickets open', async () => {
  await using w = await world()
  const event = await makeGeneric(w)
  const titleOf = async (ids: string) => (await w.call('account.record.cards', { ids })).items[0]?.title
  assert.equal(await titleOf(event.id), 'Summer Night')
  const staticId = String(event.staticId)
  await w.call('livestream.static.update', { staticId, title: 'Winter Night' })
  assert.equal(await titleOf(event.id), 'Winter Night')
  await w.call('livestream.static.delete', { staticId })
  assert.equal(await titleOf(event.id), 'night')
})

test('codes are stored only hashed and sealed, and are in no fact and no list', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada] })
  const [ticket] = await ticketsOf(w, event.id)
  const code = String(ticket?.code)
  const { rows } = await w.app.pools.work.query('select * from livestream_ticket')
  const bytes = JSON.stringify(rows) + rows.map((row) => Buffer.from(row.sealed_code).toString('latin1')).join()
  assert.ok(!bytes.includes(code) && !bytes.includes(code.replaceAll('-', '')))
  assert.ok(!JSON.stringify(await w.emitted()).includes(code))
  assert.ok(!JSON.stringify(await w.call('livestream.ticket.all')).includes(code))
})

test('a code of the caller’s own is in no row, fact or list, and identifies one ticket in every push', async () => {
  await using w = await world()
  const own = { ticketCode: 'Balcony-0817', ...ada }
  const event = await makeGeneric(w, { attendees: [own] })
  const ticketingEventId = event.id
  const folded = 'BA1C0NY0817'
  const isIn = (text: string) => text.includes(own.ticketCode) || text.includes(folded)
  const { rows } = await w.app.pools.work.query('select * from livestream_ticket')
  assert.ok(!isIn(JSON.stringify(rows)))
  assert.ok(!isIn(JSON.stringify(await w.emitted())))
  assert.ok(!isIn(JSON.stringify(await w.call('livestream.ticket.all'))))
  const again = { ticketingEventId, attendees: [{ ...own, ticketCode: 'balcony 0817' }] } as const
  assert.equal(objectOf((await w.call(update, again)).sync)['imported'], 0)
  const tickets = await ticketsOf(w, ticketingEventId)
  assert.deepEqual(
    tickets.map((each) => each.code),
    [own.ticketCode],
  )
})

test('a video has one event; after its deletion codes are refused and the video is private', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada] })
  const { staticId } = event
  assert.ok(staticId)
  const again = { staticId, provider: 'generic', externalEventId: 'other' } as const
  await w.refused('livestream.ticketingEvent.create', again, { code: 'conflict', mention: 'already_linked' })
  await w.call('livestream.ticketingEvent.delete', { ticketingEventId: event.id })
  assert.equal((await w.call('livestream.static.get', { staticId })).visibility, 'private')
  const [ticket] = (await w.call('livestream.ticket.all')).items
  await w.refused('livestream.ticket.get', { ticketId: ticket?.id }, 'not_found')
  const next = await w.call('livestream.ticketingEvent.create', again)
  await w.call('livestream.static.create', { staticId, visibility: 'public' })
  const how = { ticketingEventId: next.id, visibilityAfter: 'unlisted' } as const
  await w.call('livestream.ticketingEvent.delete', how)
  const { visibility } = await w.call('livestream.static.get', { staticId })
  assert.equal(visibility, 'public', 'a visibility chosen since then stays')
})

test('a stream and its replay, and a channel with its new videos, become ticketed', async () => {
  await using w = await world()
  const stream = await w.call('livestream.stream.create', { title: 'Live from the mill', visibility: 'public' })
  const streamId = stream.id
  const event = await makeGeneric(w, { streamId })
  const ticketed = await w.call('livestream.stream.get', { streamId })
  assert.deepEqual([ticketed.visibility, ticketed.replayVisibility], ['ticketed', 'ticketed'])
  await w.call('livestream.ticketingEvent.delete', { ticketingEventId: event.id, visibilityAfter: 'public' })
  const open = await w.call('livestream.stream.get', { streamId })
  assert.deepEqual([open.visibility, open.replayVisibility], ['public', 'public'])
  const { channelId } = stream
  const season = await makeGeneric(w, { channelId })
  assert.equal((await w.call('livestream.channel.get', { channelId })).visibility, 'ticketed')
  assert.match(String(season.accessUrl), /\/c\/test_fair$/)
  const next = await w.call('livestream.stream.create', { title: 'Next', channelId })
  assert.equal(next.visibility, 'ticketed')
})

test('an event is deleted with its video, stream or channel', async () => {
  await using w = await world()
  const video = await makeGeneric(w)
  const stream = await w.call('livestream.stream.create', { title: 'Live' })
  await makeGeneric(w, { streamId: stream.id })
  const home = await w.call('livestream.channel.create', { name: 'Season' })
  await makeGeneric(w, { channelId: home.id })
  await w.call('livestream.static.delete', { staticId: String(video.staticId) })
  await w.call('livestream.stream.delete', { streamId: stream.id })
  await w.call('livestream.channel.delete', { channelId: home.id })
  await w.settle()
  assert.deepEqual((await w.call('livestream.ticketingEvent.all')).items, [])
  assert.equal((await w.emitted('livestream.ticketingEvent.deleted')).length, 3)
})

test('events of several deleted videos are deleted in one batch', async () => {
  await using w = await world()
  const made = [await makeGeneric(w), await makeGeneric(w)]
  const plain = await w.call('livestream.static.create', await w.example('livestream.static.create'))
  for (const { staticId } of [...made, plain]) await w.call('livestream.static.delete', { staticId: String(staticId) })
  await w.settle()
  assert.equal((await w.emitted('livestream.ticketingEvent.deleted')).length, 2)
  const { rows } = await w.app.pools.work.query(
    "select cause from account_outbox where name = 'livestream.ticketingEvent.deleted'",
  )
  const batch = { cause: 'livestream.ticketingEvent.goWithStatic' }
  assert.deepEqual(rows, [batch, batch])
})

test('tickets are revoked singly, by type or all at once, and a later push does not restore them', async () => {
  await using w = await world()
  const attendees = [
    { ...ada, ticketTypeId: 'floor' },
    { ...bob, ticketTypeId: 'balcony' },
    { email: 'eve@example.com', ticketTypeId: 'floor' },
  ]
  const event = await makeGeneric(w, { attendees })
  const ticketingEventId = event.id
  const [first] = await ticketsOf(w, ticketingEventId)
  assert.ok(first)
  await w.call('livestream.ticket.revoke', { ticketId: first.id })
  await w.call(update, { ticketingEventId, attendees: [ada] })
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 2, 'a ticket that the owner revoked stays revoked')
  const floor = await w.call(update, { ticketingEventId, ticketTypeIds: ['floor'] })
  assert.deepEqual([floor.ticketsSold, floor.sync], [1, { imported: 0, revoked: 1, failed: 0 }])
  await w.call(update, { ticketingEventId, attendees: [{ email: 'f@example.com', ticketTypeId: 'balcony' }] })
  const none = await w.call(update, { ticketingEventId, action: 'revokeAll' })
  assert.equal(none.ticketsSold, 0)
  const reasons = (await payloadsOf(w, 'accessRevoked')).map(({ reason }) => reason)
  assert.deepEqual(reasons, ['owner', 'provider', 'owner'])
})

test('revokeAll of 1,200 tickets takes several transactions', async () => {
  await using w = await world()
  const attendees = Array.from({ length: 1_200 }, (_, index) => ({ email: `a${index}@example.com` }))
  const event = await makeGeneric(w, { attendees, sendAccessEmails: false })
  const emptied = await w.call(update, { ticketingEventId: event.id, action: 'revokeAll' })
  assert.equal(emptied.ticketsSold, 700)
  await w.settle()
  assert.equal((await eventOf(w, event.id)).ticketsSold, 0)
})

test('the actions resendEmails and resync are refused until their interval has passed', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada] })
  const ticketingEventId = event.id
  await w.settle()
  for (const [action, seconds] of [
    ['resendEmails', 600],
    ['resync', 60],
  ] as const) {
    await w.call(update, { ticketingEventId, action })
    const error = await w.refused(update, { ticketingEventId, action }, 'rate_limited')
    assert.equal(error['reason'], 'rate_limited')
    w.clock.advance(seconds * 1000)
    await w.call(update, { ticketingEventId, action })
  }
  await w.settle()
  const mails = await caughtMails(w)
  assert.equal(mails.length, 2, 'the second resend replaced the pending first one')
  assert.equal(new Set(mails.map(codeIn)).size, 1)
})

test('an event closes at its end, and reopens when the end moves', async () => {
  await using w = await world()
  const times = { startsAt: '2026-11-21T20:00:00+01:00', endsAt: '2026-11-21T22:00:00+01:00' }
  const event = await makeGeneric(w, { ...times, accessClosesMinutesAfter: 60, attendees: [ada] })
  assert.deepEqual(
    [event.accessOpensAt, event.accessClosesAt],
    ['2026-11-21T18:00:00.000Z', '2026-11-21T22:00:00.000Z'],
  )
  await w.settle()
  assert.match(String((await caughtMails(w))[0]?.text), /The doors open on Saturday, 21 November 2026 at 18:00 \(UTC\)/)
  const ticketingEventId = event.id
  w.clock.set('2026-11-21T22:00:00.000Z')
  await w.settle()
  assert.equal((await eventOf(w, ticketingEventId)).status, 'closed')
  const moved = await w.call(update, { ticketingEventId, accessClosesMinutesAfter: 120 })
  assert.equal(moved.status, 'active')
  w.clock.set('2026-11-21T23:00:00.000Z')
  await w.settle()
  assert.equal((await eventOf(w, ticketingEventId)).status, 'closed')
  const past = await w.call(update, { ticketingEventId, startsAt: null, endsAt: null })
  assert.deepEqual([past.status, past.accessClosesAt], ['active', null])
})

test('a create with an invalid field is refused with its name', async () => {
  await using w = await world()
  const staticId = (await makeVideo(w)).id
  const sent = { staticId, provider: 'generic', externalEventId: 'night' } as const
  const credentials = { apiKey: 'key' }
  const wrong: [Json, string][] = [
    [{ staticId: undefined }, '/streamId'],
    [{ channelId: 'chn_00000000000000000000000000000000000' }, '/channelId'],
    [{ credentials }, '/credentials'],
    [{ provider: 'luma' }, '/credentials'],
    [{ provider: 'pretix', credentials }, '/credentials/organizer'],
    [{ provider: 'hiEvents', credentials }, '/credentials/baseUrl'],
    [{ provider: 'luma', credentials: { apiKey: 'a b' } }, '/credentials/apiKey'],
    [{ provider: 'pretix', credentials: { ...credentials, organizer: 'o', webhookSecret: 's' } }, '/webhookSecret'],
    [{ provider: 'luma', credentials, attendees: [ada] }, '/attendees'],
    [{ provider: 'luma', credentials, startsAt: '2026-12-01T00:00:00Z' }, '/startsAt'],
    [{ endsAt: '2026-12-01T00:00:00Z' }, '/startsAt'],
    [{ startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }, '/endsAt'],
    [{ attendees: [ada, { name: 'Nobody' }] }, '/attendees/1'],
    [{ attendees: [{ ticketCode: '- - - - -' }] }, '/attendees/0'],
  ]
  for (const [more, mention] of wrong) {
    await w.refused('livestream.ticketingEvent.create', { ...sent, ...more }, { code: 'invalid_request', mention })
  }
  const { visibility } = await w.call('livestream.static.get', { staticId })
  assert.equal(visibility, 'public')
  const first = await w.call('livestream.ticketingEvent.create', { ...sent, clientReference: 'mine', attendees: [ada] })
  const again = await w.call('livestream.ticketingEvent.create', { ...sent, clientReference: 'mine', attendees: [bob] })
  assert.deepEqual([again.created, again.id, again.importedCount], [false, first.id, 0])
  assert.equal(again.inboundSecret, null)
})

test('tickets of another account are not found', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [ada] })
  const [ticket] = await ticketsOf(w, event.id)
  const key = (await w.another()).secretKey
  const ticketId = ticket?.id
  for (const operation of ['livestream.ticket.get', 'livestream.ticket.revoke']) {
    await w.refused(operation, { ticketId }, { code: 'not_found', key })
  }
  for (const query of [{}, { ticketingEventId: event.id }, { email: ada.email }]) {
    assert.deepEqual((await w.call('livestream.ticket.all', query, { key })).items, [])
  }
  const theirs = { staticId: event.staticId, provider: 'generic', externalEventId: 'x' }
  await w.refused('livestream.ticketingEvent.create', theirs, { code: 'invalid_request', mention: '/staticId', key })
  assert.equal((await ticketsOf(w, event.id)).length, 1)
})

test('viewers see where tickets are sold and their price; only the owner sees the state of the event', async () => {
  await using w = await world()
  const stream = await w.call('livestream.stream.create', { title: 'Live', visibility: 'public' })
  const { id: streamId, channelId } = stream
  const ticketUrl = 'https://tickets.example.com/night'
  const ticketPrice = { amount: 1250, currency: 'EUR' }
  const event = await makeGeneric(w, { streamId, externalEventUrl: ticketUrl, price: ticketPrice, attendees: [ada] })
  await w.settle()
  const standing = {
    ticketingEventId: event.id,
    provider: 'generic',
    status: 'active',
    ticketsSold: 1,
    accessOpensAt: null,
    lastSyncAt: '2026-11-21T09:00:00.000Z',
    lastError: null,
    ticketUrl,
    ticketPrice,
  }
  assert.deepEqual((await w.call('livestream.stream.get', { streamId })).ticketing, standing)
  assert.deepEqual((await w.call('livestream.channel.get', { channelId })).ticketingEvents, [standing])
  const key = (await w.another()).secretKey
  const access = { required: 'ticket', ticketUrl, ticketPrice }
  const seen = await w.call('livestream.stream.get', { streamId }, { key })
  assert.deepEqual([objectOf(seen)['access'], seen.ticketing, seen.playback], [access, undefined, null])
  assert.equal((await w.call('livestream.channel.get', { channelId }, { key })).ticketingEvents, undefined)
  const page = (await w.app.server.inject(`/watch/${streamId.replace('str_', 'plb_')}`)).body
  assert.match(page, /<a href="https:\/\/tickets\.example\.com\/night" rel="noopener">Get a ticket for €12\.50<\/a>/)
  assert.match(page, /"offers":\{"@type":"Offer","price":"12\.50","priceCurrency":"EUR"/)
  const season = await makeGeneric(w, { channelId, externalEventUrl: 'https://tickets.example.com/season' })
  const video = await makeVideo(w, { channelId, visibility: 'ticketed' })
  const seenVideo = await w.call('livestream.static.get', { staticId: video.id }, { key })
  assert.deepEqual(objectOf(seenVideo)['access'], {
    required: 'ticket',
    ticketUrl: season.externalEventUrl,
    ticketPrice: null,
  })
  assert.equal(seenVideo.ticketing, undefined)
  const owned = await w.call('livestream.static.get', { staticId: video.id })
  assert.equal(objectOf(owned.ticketing)['ticketingEventId'], season.id)
})
