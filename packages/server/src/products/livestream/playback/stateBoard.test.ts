import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { contextOf, makeVideo } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { lookNow, watch, type PlaybackEvent } from './stateBoard.ts'

type Asked = { playbackId: string; token?: string }

/** A reader of what is told of a video; the database can be taken away from it, or answer when `answered` has. */
async function reader(w: World, asked: Asked, answered: () => Promise<void> | undefined = () => undefined) {
  let isAway = false
  const ctx = contextOf(w)
  const store = new Proxy(ctx.store, {
    get(all, name) {
      if (isAway) throw problem(reasons.unavailable)
      const member: unknown = Reflect.get(all, name, all)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        const answer: unknown = await Reflect.apply(member, all, args)
        await answered()
        return answer
      }
    },
  })
  // A spread copies no accessor and no method of the class.
  const given: Ctx = { ...ctx, port: (of) => ctx.port(of), memory: (key, make) => ctx.memory(key, make), store }
  const events = await watch(given, asked)
  const told: PlaybackEvent[] = []
  let title: string | null = null
  const ended = (async () => {
    for await (const event of events) {
      told.push(event)
      if (event.event === 'state') ({ title } = event.data)
    }
  })()
  return {
    /** What was told since it was asked last. */
    async told(): Promise<PlaybackEvent['event'][]> {
      await lookNow(given, asked.playbackId)
      await new Promise((resolve) => setImmediate(resolve))
      return told.splice(0).map(({ event }) => event)
    },
    title: () => title,
    setAway: (away: boolean) => (isAway = away),
    async [Symbol.asyncDispose]() {
      events.end()
      await ended
    },
  }
}

/** So that no other look is on its way while a test asks for one. */
function lookOnlyWhenAsked(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setInterval'] })
}

test('a database that is away for a moment closes no video, and what is closed is told', async (t) => {
  lookOnlyWhenAsked(t)
  await using w = await world()
  const staticId = (await makeVideo(w)).id
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)) })
  assert.deepEqual(await viewer.told(), ['state', 'viewers'])
  viewer.setAway(true)
  assert.deepEqual(await viewer.told(), [])
  viewer.setAway(false)
  assert.deepEqual(await viewer.told(), [])
  await w.call('livestream.static.create', { staticId, visibility: 'private' })
  assert.deepEqual(await viewer.told(), ['revoked'])
})

test('whoever watches a private video by a signed address is told of what changes', async (t) => {
  lookOnlyWhenAsked(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'private' })).id
  const signed = { staticId, signed: { expiresInSeconds: 600 } }
  const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
  const token = new URL(String(playerUrl)).searchParams.get('token') ?? ''
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)), token })
  assert.deepEqual(await viewer.told(), ['state', 'viewers'])
  await w.call('livestream.static.create', { staticId, title: 'Another night' })
  assert.deepEqual(await viewer.told(), ['state'])
})

test('whoever opened a video by its password is told when that changes', async (t) => {
  lookOnlyWhenAsked(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'password', password: 'open sesame' })).id
  const playbackId = playbackIdOf(String(staticId))
  const { token } = await w.call('livestream.video.access', { playbackId, password: 'open sesame' }, { key: null })
  await using viewer = await reader(w, { playbackId, token: String(token) })
  assert.deepEqual(await viewer.told(), ['state', 'viewers'])
  await w.call('livestream.static.create', { staticId, password: 'another word' })
  assert.deepEqual(await viewer.told(), ['state'])
})

test('whoever watches by a signed address is told when its time is over, once', async (t) => {
  lookOnlyWhenAsked(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'signed' })).id
  const signed = { staticId, signed: { expiresInSeconds: 60 } }
  const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
  const token = new URL(String(playerUrl)).searchParams.get('token') ?? ''
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)), token })
  assert.deepEqual(await viewer.told(), ['state', 'viewers'])
  w.clock.advance(59_000)
  assert.deepEqual(await viewer.told(), [])
  w.clock.advance(1_000)
  assert.deepEqual(await viewer.told(), ['state'])
  assert.deepEqual(await viewer.told(), [])
})

test('whoever opens a video at the moment at which it changes is told of the change', async (t) => {
  lookOnlyWhenAsked(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { title: 'First night' })).id
  const playbackId = playbackIdOf(String(staticId))
  await using viewer = await reader(w, { playbackId })
  assert.deepEqual(await viewer.told(), ['state', 'viewers'])
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opening = reader(w, { playbackId }, () => {
    isRead.resolve()
    return goOn.promise
  })
  await isRead.promise
  await w.call('livestream.static.create', { staticId, title: 'Another night' })
  assert.deepEqual(await viewer.told(), ['state'])
  goOn.resolve()
  await using late = await opening
  await late.told()
  assert.equal(late.title(), 'Another night')
})
