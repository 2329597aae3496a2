import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { watches } from '#test/video/audience.ts'
import { world, type World } from '#test/world/world.ts'

const video = { title: 'Mill', videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link' } as const

async function recorded(w: World, isRewardsEnabled: boolean): Promise<string> {
  const { id } = await w.call('livestream.static.create', { ...video, isRewardsEnabled })
  return String(id).replace('sta_', 'plb_')
}

async function points(w: World, contactId: string): Promise<number> {
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return balance?.[0]?.available ?? 0
}

test('watch time of signed-in viewers earns tokens by rule, once for each moment', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:00:00Z' })
  const earned = {
    name: 'Watching',
    on: 'stream.watched',
    per: { duration: 'PT5M' },
    amount: 10,
    status: 'active',
  } as const
  await w.call('loyalty.reward.create', { ...earned, mode: 'rule' })
  const signIn = async (email: string) => {
    const { id: contactId } = await w.call('marketing.contact.create', { email })
    const { token } = await w.call('account.viewer.createToken', { contactId })
    return { contactId, viewerToken: token }
  }
  const [ada, bob, eve] = [
    await signIn('ada@example.com'),
    await signIn('bob@example.com'),
    await signIn('eve@example.com'),
  ]
  const [giving, other] = [await recorded(w, true), await recorded(w, false)]
  const [one, two, elsewhere, stranger] = [giving, giving, other, giving].map((id) => watches(w, id))
  const late = watches(w, giving)
  for (let beat = 0; beat < 66; beat++) {
    await one?.beat({ viewerToken: ada.viewerToken })
    await two?.beat({ viewerToken: ada.viewerToken })
    await elsewhere?.beat({ viewerToken: bob.viewerToken })
    await stranger?.beat({ viewerToken: 'none' })
    if (beat === 30) for (let n = 0; n < 3; n++) await late.beat({ viewerToken: eve.viewerToken, playedMs: 60_000 })
    w.clock.advance(10_000)
  }
  for (let minute = 0; minute < 7; minute++) {
    w.clock.advance(60_000)
    await w.settle()
  }
  const facts = await w.emitted('livestream.stream.watched')
  const ofAda = facts.filter(({ payload }) => payload['contactId'] === ada.contactId)
  assert.equal(ofAda.length, 3)
  const seconds = ofAda.reduce((sum, { payload }) => sum + Number(payload['seconds']), 0)
  assert.ok(seconds >= 600 && seconds <= 660, String(seconds))
  assert.equal(await points(w, ada.contactId), 20)
  assert.equal(await points(w, bob.contactId), 0)
  assert.equal(await points(w, eve.contactId), 0)
  assert.equal(new Set(facts.map(({ payload }) => payload['contactId'])).size, 2)
})

test('forged heartbeats earn no more than the time of their presence', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:00:00Z' })
  const rule = { name: 'Watching', mode: 'rule', on: 'stream.watched', status: 'active' } as const
  await w.call('loyalty.reward.create', { ...rule, per: { duration: 'PT10S' }, amount: 1 })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'eve@example.com' })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const playbackId = await recorded(w, true)
  const devices = [watches(w, playbackId), watches(w, playbackId), watches(w, playbackId)]
  const beat = {
    playbackId,
    viewId: randomUUID(),
    viewerId: randomUUID(),
    number: 1,
    positionSeconds: 1,
    rebufferMs: 0,
  }
  const claim = { viewerToken, playedMs: 60_000 }
  const steps = 20
  for (let step = 0; step < steps; step++) {
    for (const device of devices) for (let times = 0; times < 3; times++) await device.beat(claim)
    await devices[0]?.again(step)
    const input = { ...beat, ...claim, number: step }
    const { status } = await w.call('livestream.video.heartbeat', input, { key: null })
    assert.equal(status, 'ignored', 'a heartbeat without a view token counts')
    w.clock.advance(10_000)
  }
  for (const wrong of [{ playedMs: -1 }, { playedMs: 60_001 }, { playedMs: 1e21 }, { number: -1 }, { number: 1.5 }]) {
    const refusal = { code: 'invalid_request', mention: `/${Object.keys(wrong)[0]}`, key: null }
    await w.refused('livestream.video.heartbeat', { ...beat, ...claim, ...wrong }, refusal)
  }
  for (let minute = 0; minute < 7; minute++) {
    w.clock.advance(60_000)
    await w.settle()
  }
  const facts = await w.emitted('livestream.stream.watched')
  const seconds = facts.reduce((sum, { payload }) => sum + Number(payload['seconds']), 0)
  assert.equal(seconds, 10 * steps)
  assert.equal(await points(w, contactId), steps)
})

/** Seconds that one viewer is credited for heartbeats at these seconds, each of which claims `playedMs`. */
async function credited(w: World, playbackId: string, beats: readonly (readonly [at: number, playedMs: number])[]) {
  const { id: contactId } = await w.call('marketing.contact.create', { email: `${randomUUID()}@example.com` })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const device = watches(w, playbackId)
  const startMs = w.clock.now().getTime()
  for (const [at, playedMs] of beats) {
    w.clock.advance(startMs + at * 1_000 - w.clock.now().getTime())
    await device.beat({ viewerToken, playedMs })
  }
  for (let minute = 0; minute < 10; minute++) {
    w.clock.advance(60_000)
    await w.settle()
  }
  // The next viewer begins with a slice of five minutes.
  const sliceMs = 300_000
  w.clock.advance(sliceMs - (w.clock.now().getTime() % sliceMs))
  const facts = await w.emitted('livestream.stream.watched')
  const own = facts.filter(({ payload }) => payload['contactId'] === contactId)
  return own
    .toSorted((a, b) => String(a.payload['startsAt']).localeCompare(String(b.payload['startsAt'])))
    .map(({ payload }) => payload['seconds'])
}

test('watch time is ten seconds for one heartbeat alone, and the time between those that follow', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:00:00Z' })
  const playbackId = await recorded(w, true)
  const of = (beats: readonly (readonly [number, number])[]) => credited(w, playbackId, beats)
  assert.deepEqual(await of([[3, 60_000]]), [10], 'one heartbeat')
  const rare = [0, 1, 2].map((n) => [3 + n * 300, 60_000] as const)
  assert.deepEqual(await of(rare), [10, 10, 10], 'one in five minutes')
  const pairs = [3, 6, 103, 106].map((at) => [at, 60_000] as const)
  assert.deepEqual(await of(pairs), [26], 'pairs with a pause')
  const steady = Array.from({ length: 60 }, (_, n) => [10 * n, n === 0 ? 0 : 10_000] as const)
  assert.deepEqual(await of(steady), [290, 300], 'one in ten seconds')
  const late = steady.map(([at, played]) => [at % 100 === 0 ? at + 4 : at, played] as const)
  assert.deepEqual(await of(late), [290, 300], 'some are late, also at the start of a slice')
  const slow = Array.from({ length: 16 }, (_, n) => [18 * n, n === 0 ? 0 : 18_000] as const)
  assert.deepEqual(await of(slow), [270], 'one in 18 seconds is no silence')
})
