import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '#kit/values/ids.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { goLive } from '#test/video/audience.ts'
import { addMedia } from '#test/video/addedMedia.ts'
import { until } from '#test/world/until.ts'
import { contextOf, makeGeneric, makeVideo, ticketsOf } from '#test/video/ticketing.ts'
import { objectOf, world, type Json, type OneProcess } from '#test/world/world.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { grantOf } from './grants.ts'
import { openViewerSession } from './viewerSession.ts'

/** A signed address of a video: its token, its playback id, and a function that opens it. */
async function invite(w: OneProcess, made: Json, more: Json = {}) {
  const id = String(made['id'])
  const of = id.startsWith('str_') ? { streamId: id } : { staticId: id }
  const input = { ...of, signed: { expiresInSeconds: 3_600, maxSessions: 1, ...more } }
  const { playerUrl, embedUrl } = await w.call('livestream.stream.getEmbedCode', input)
  const [token, embedded] = [playerUrl, embedUrl].map((each) => new URL(String(each)).searchParams.get('token') ?? '')
  assert.equal(embedded, token)
  assert.ok(token)
  const playbackId = playbackIdOf(id)
  /** Opens the video on a device. `other` names another process, token or video. */
  const open = (viewerId: string | undefined, other: { on?: OneProcess } & Json = {}) => {
    const { on = w, ...input } = other
    return on.send('livestream.video.access', { playbackId, token, viewerId, ...input }, { key: null })
  }
  return { playbackId, token, open }
}

type Invitation = Awaited<ReturnType<typeof invite>>

/** The token of an opened device. */
async function tokenOf(opening: ReturnType<Invitation['open']>): Promise<string> {
  const { status, body, text } = await opening
  assert.equal(status, 200, text)
  return String(objectOf(body['data'])['token'])
}

async function reasonOf(opening: ReturnType<Invitation['open']>): Promise<unknown> {
  const { status, body } = await opening
  return `${status} ${objectOf(body['error'])['reason']}`
}

const isGranted = async (w: OneProcess, token: string) => (await grantOf(contextOf(w), token)) !== undefined

test('an address for two devices opens playlists and segments on two devices only', async () => {
  await using w = await world()
  const stream = await w.call('livestream.stream.create', { title: 'Invited', visibility: 'signed' })
  for (const made of [await makeVideo(w, { visibility: 'signed' }), stream]) {
    await addMedia(w.app, made)
    await w.settle()
    const { playbackId, token, open } = await invite(w, made, { maxSessions: 2, viewerId: 'ada' })
    const load = (opened: string, file: string) => w.app.server.inject(`/hls/${playbackId}/t/${opened}/${file}`)
    const [phone, tv] = [await tokenOf(open('phone')), await tokenOf(open('tv'))]
    assert.notEqual(phone, tv)
    assert.equal(await reasonOf(open('laptop')), '403 signature_in_use')
    assert.equal(await tokenOf(open('phone')), phone, 'a device keeps its session')
    assert.equal(objectOf(await contextOf(w).port(viewerTokensPort).verify(tv))['viewerId'], 'ada')
    const playlist = await load(phone, 'video.m3u8')
    const segment = /^([^#].*\.m4s.*)$/m.exec(playlist.body)?.[1]
    const init = /URI="([^"]+)"/.exec(playlist.body)?.[1]
    assert.ok(segment !== undefined && init !== undefined, playlist.body)
    for (const file of ['main.m3u8', 'video.m3u8', init, segment]) {
      for (const opened of [phone, tv])
        assert.equal((await load(opened, file)).statusCode, 200, `${playbackId} ${file}`)
      const refused = await load(token, file)
      assert.equal(refused.statusCode, 403, `${playbackId} ${file}`)
      assert.match(refused.body, /POST \/public\/video\/access/)
    }
    const poster = await w.app.server.inject(`/media/${playbackId}/t/${token}/poster.jpg`)
    assert.equal(poster.statusCode, 403)
  }
})

test('each signed address and each ticket counts its own devices', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [{ email: 'ada@example.com' }] })
  const made = { id: event.staticId }
  const [ours, theirs] = [await invite(w, made), await invite(w, made)]
  await tokenOf(ours.open('phone'))
  const [ticket] = await ticketsOf(w, event.id)
  await tokenOf(theirs.open('tv', { token: undefined, ticket: ticket?.code }))
  await tokenOf(theirs.open('phone'))
  assert.equal(await reasonOf(ours.open('tv')), '403 signature_in_use')
  assert.equal(await reasonOf(theirs.open('tv')), '403 signature_in_use')
})

test('a device that is silent for 30 seconds loses its session on every node, and another may take it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using w = await world()
  const other = await w.beside()
  const { open } = await invite(w, await makeVideo(w, { visibility: 'signed' }))
  const phone = await tokenOf(open('phone'))
  const renewedNow = 'select 1 from livestream_viewer_session where renewed_at = $1'
  const isRenewed = async () => {
    // A tick is skipped while the previous renewal runs.
    t.mock.timers.tick(4_000)
    return (await w.app.pools.work.query(renewedNow, [w.clock.now()])).rows.length === 1
  }
  for (let watched = 0; watched < 4; watched++) {
    w.clock.advance(10_000)
    assert.ok(await isGranted(w, phone))
    await until(isRenewed)
  }
  w.clock.advance(10_000)
  assert.equal(await reasonOf(open('tv', { on: other })), '403 signature_in_use', 'it is still watched')
  w.clock.advance(30_000)
  const tv = await tokenOf(open('tv', { on: other }))
  assert.ok(!(await isGranted(other, phone)))
  await until(
    () => {
      t.mock.timers.tick(4_000)
      return isGranted(w, phone)
    },
    (granted) => !granted,
  )
  assert.equal(await reasonOf(open('phone')), '403 signature_in_use')
  w.clock.advance(30_000)
  const again = await tokenOf(open('phone'))
  assert.ok(await isGranted(w, again))
  assert.deepEqual([await isGranted(w, phone), await isGranted(await w.beside(), tv)], [false, false])
})

test('concurrent devices on several nodes get as many sessions as the address allows', async () => {
  await using w = await world()
  const nodes = [w, await w.beside(), await w.beside()]
  const made = await makeVideo(w, { visibility: 'signed' })
  for (const maxSessions of [1, 3, 10]) {
    const { open } = await invite(w, made, { maxSessions })
    // Each device sends two requests to different nodes, and counts once.
    const openings = Array.from({ length: 24 }, (_, at) => open(`device ${at % 12}`, { on: nodes[at % 3] ?? w }))
    const tokens = (await Promise.all(openings)).map(({ body }) => Object(body['data']).token)
    assert.equal(new Set(tokens.filter((each) => typeof each === 'string')).size, maxSessions)
  }
})

test('a wrong, foreign or expired token opens no video; one without maxSessions is returned', async () => {
  await using w = await world()
  const made = await makeVideo(w, { visibility: 'signed' })
  const { open, playbackId, token } = await invite(w, made)
  const elsewhere = playbackIdOf(String((await makeVideo(w, { visibility: 'signed' })).id))
  assert.equal(await reasonOf(open('phone', { token: `${token}x` })), '403 access_denied')
  assert.equal(await reasonOf(open('phone', { playbackId: elsewhere })), '403 access_denied')
  assert.equal(await reasonOf(open(undefined)), '400 validation_failed')
  const phone = await tokenOf(open('phone'))
  assert.equal(await tokenOf(open('tv', { token: phone })), phone, 'what was opened is not opened again')
  assert.equal((await w.app.server.inject(`/hls/${elsewhere}/t/${phone}/main.m3u8`)).statusCode, 403)
  const unlimited = await invite(w, made, { maxSessions: undefined })
  assert.equal(await tokenOf(unlimited.open(undefined)), unlimited.token)
  w.clock.advance(3_600_000)
  assert.equal(await reasonOf(open('phone')), '403 access_denied')
  assert.equal((await w.app.server.inject(`/hls/${playbackId}/t/${phone}/main.m3u8`)).statusCode, 403)
})

test('a private video has a page for invited viewers, opens for their device, and is 404 for others', async () => {
  await using w = await world()
  const made = await makeVideo(w, { visibility: 'private', title: 'For Ada alone' })
  const { open, playbackId, token } = await invite(w, made)
  const page = (opened: string) => w.app.server.inject(`/watch/${playbackId}?token=${opened}`)
  const closed = await page(token)
  assert.equal(closed.statusCode, 200, closed.body)
  assert.match(closed.body, /For Ada alone/)
  assert.match(closed.body, /"required":"session"/)
  assert.doesNotMatch(closed.body, /media\.example/)
  assert.equal((await w.app.server.inject(`/public/video/${playbackId}/poster.svg?token=${token}`)).statusCode, 200)
  assert.match((await page(await tokenOf(open('phone')))).body, /media\.example/)
  assert.equal((await page(`${token}x`)).statusCode, 404)
  assert.equal(await reasonOf(open('phone', { token: `${token}x` })), '404 not_found')
})

test('a preview is for its owner alone: a viewer with an address for devices waits', async () => {
  await using w = await world()
  const live = await goLive(w, { visibility: 'signed', autoStart: false })
  const made = { id: live.streamId }
  const input = { streamId: live.streamId, signed: { expiresInSeconds: 60, maxSessions: 1, opensPreview: true } }
  await w.refused('livestream.stream.getEmbedCode', input, { code: 'invalid_request', mention: 'signed.maxSessions' })
  const { open, playbackId } = await invite(w, made)
  const phone = await tokenOf(open('phone'))
  assert.equal(await tokenOf(open(undefined, { token: phone })), phone)
  const seen = await w.app.server.inject(`/watch/${playbackId}?token=${phone}`)
  assert.match(seen.body, /"status":"waiting".*"access":null/)
  assert.equal((await w.app.server.inject(`/hls/${playbackId}/t/${phone}/main.m3u8`)).statusCode, 403)
})

test('maxSessions of a signed address is 1 to 10', async () => {
  await using w = await world()
  const { id: staticId } = await makeVideo(w, { visibility: 'signed' })
  for (const maxSessions of [0, 11, 1.5, '1']) {
    const input = { staticId, signed: { expiresInSeconds: 60, maxSessions } }
    await w.refused('livestream.stream.getEmbedCode', input, { code: 'invalid_request', mention: 'maxSessions' })
  }
})

test('session rows of an address are bounded by its devices, and pruned a day later', async () => {
  await using w = await world()
  const count = async () =>
    Number((await w.app.pools.work.query('select count(*) as n from livestream_viewer_session')).rows[0].n)
  const ctx = contextOf(w)
  const come = (grantId: string, device: string) =>
    ctx.atomic((inner) => openViewerSession(inner, { grantId, device, sessionsMax: 3 }))
  const grantId = uuidv7(w.clock.now().getTime())
  for (let at = 0; at < 40; at++) {
    await come(grantId, `device ${at}`)
    w.clock.advance(12_000)
  }
  assert.ok((await count()) <= 3)
  await come(uuidv7(w.clock.now().getTime()), 'phone')
  w.clock.advance(86_400_000 - 60_000)
  await w.settle()
  assert.ok((await count()) > 1)
  w.clock.advance(3_660_000)
  await w.settle()
  assert.equal(await count(), 0)
})

test('the token of a ticket opens no video without the session of a device', async () => {
  await using w = await world()
  const { playbackId } = await invite(w, await makeVideo(w, { visibility: 'ticketed' }))
  const nowMs = w.clock.now().getTime()
  const grant = { playbackId, by: 'ticket' as const, ticketId: uuidv7(nowMs), expiresAt: nowMs / 1000 + 60 }
  assert.equal(await isGranted(w, await contextOf(w).port(viewerTokensPort).sign(grant)), false)
})
