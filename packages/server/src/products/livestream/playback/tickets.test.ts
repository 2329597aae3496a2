import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { liveWorld, noEncoder, type LiveWorld } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'
import { contextOf, makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'
import { grantOf } from './grants.ts'

const access = (w: World, input: Record<string, unknown>) => w.send('livestream.video.access', input, { key: null })
const statusOf = async (w: LiveWorld, path: string) => (await fetch(`${w.url}${path}`)).status

/** A ticketed stream with one ticket. */
async function ticketed(w: World) {
  const made = await w.call('livestream.stream.create', { title: 'A try' })
  const event = await makeGeneric(w, {
    streamId: made.id,
    staticId: undefined,
    attendees: [{ email: 'ada@example.com', name: 'Ada' }],
  })
  const [ticket] = await ticketsOf(w, event.id)
  return { made, event, code: String(ticket?.code), playbackId: Object(made.playback).playbackId }
}

test('a ticket opens its video for one device at a time, and a refusal names the reason', async () => {
  await using w = await world()
  const { code, playbackId } = await ticketed(w)
  const reasonOf = async (input: Record<string, unknown>) =>
    Object((await access(w, { playbackId, ...input })).body['error']).reason
  assert.equal(await reasonOf({}), 'access_denied')
  assert.equal(await reasonOf({ ticket: code }), 'validation_failed')
  assert.equal(await reasonOf({ ticket: 'AAAA-AAAA-AAAA', viewerId: 'phone' }), 'ticket_unknown')
  const opened = await access(w, { playbackId, ticket: code, viewerId: 'phone' })
  assert.equal(opened.status, 200, opened.text)
  assert.equal(await reasonOf({ ticket: code, viewerId: 'laptop' }), 'ticket_in_use')
  assert.equal((await access(w, { playbackId, ticket: code, viewerId: 'phone' })).status, 200)
  w.clock.advance(31_000)
  assert.equal((await access(w, { playbackId, ticket: code, viewerId: 'laptop' })).status, 200)
})

describe('a revoked ticket', { skip: noEncoder }, () => {
  test('stops playback within ten seconds', async () => {
    await using w = await liveWorld()
    const { made, event, code, playbackId } = await ticketed(w)
    w.publish(String(Object(made.ingest).streamKey))
    const opened = await access(w, { playbackId, ticket: code, viewerId: 'phone' })
    const { hlsUrl } = Object(opened.body['data'])
    const open = `/hls/${playbackId}/`
    await until(
      () => access(w, { playbackId, ticket: code, viewerId: 'phone' }),
      ({ body }) => Object(body['data']).hlsUrl !== null,
    )
    const path = hlsUrl ?? `${open}t/${Object(opened.body['data']).token}/main.m3u8`
    await until(
      () => statusOf(w, path),
      (status) => status === 200,
    )
    assert.equal(await statusOf(w, `${open}main.m3u8`), 401)
    const beganMs = Date.now()
    await w.call('livestream.ticketingEvent.update', { ticketingEventId: event.id, action: 'revokeAll' })
    await until(
      () => statusOf(w, path),
      (status) => status === 403,
    )
    assert.ok(Date.now() - beganMs < 10_000)
  })
})

test('a ticket is read again when its holder returns after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using w = await world()
  const { event, code, playbackId } = await ticketed(w)
  const { token } = Object((await access(w, { playbackId, ticket: code, viewerId: 'phone' })).body['data'])
  const ctx = contextOf(w)
  const isOpen = async () => (await grantOf(ctx, token)) !== undefined
  assert.equal(await isOpen(), true)
  w.clock.advance(20_000)
  // The token was not used for a while: the timer stops.
  t.mock.timers.tick(4_000)
  assert.equal(await isOpen(), true)
  await w.call('livestream.ticketingEvent.update', { ticketingEventId: event.id, action: 'revokeAll' })
  t.mock.timers.tick(4_000)
  // The running renewal revokes the token when the database responds.
  await until(isOpen, (open) => !open)
})

test('a revoked ticket opens no video on another node, and a ticket none of another account', async () => {
  await using w = await world()
  const { event, code, playbackId } = await ticketed(w)
  const { token } = Object((await access(w, { playbackId, ticket: code, viewerId: 'phone' })).body['data'])
  const before = contextOf(await w.beside())
  assert.equal((await grantOf(before, token))?.playbackId, playbackId)
  const { account } = await w.another()
  assert.equal(await grantOf(w.app.operatorCtx(account, 'test'), token), undefined)
  assert.equal((await grantOf(contextOf(w), token))?.playbackId, playbackId)
  await w.call('livestream.ticketingEvent.update', { ticketingEventId: event.id, action: 'revokeAll' })
  assert.equal(await grantOf(contextOf(await w.beside()), token), undefined)
})
