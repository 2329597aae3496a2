import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { contextOf, makeVideo } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { readNow, watch, type PlaybackEvent } from './stateBoard.ts'

type Request = { playbackId: string; token?: string }

/** A reader of a video's events. `setAway` makes its database fail; `afterRead` delays the result of each read. */
async function reader(w: World, request: Request, afterRead: () => Promise<void> | undefined = () => undefined) {
  let isAway = false
  const ctx = contextOf(w)
  const store = new Proxy(ctx.store, {
    get(all, name) {
      if (isAway) throw problem(reasons.unavailable)
      const member: unknown = Reflect.get(all, name, all)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(member, all, args)
        await afterRead()
        return result
      }
    },
  })
  // A spread copies no accessor and no method of the class.
  const given: Ctx = { ...ctx, port: (of) => ctx.port(of), memory: (key, make) => ctx.memory(key, make), store }
  const events = await watch(given, request)
  const received: PlaybackEvent[] = []
  let title: string | null = null
  const ended = (async () => {
    for await (const event of events) {
      received.push(event)
      if (event.event === 'state') ({ title } = event.data)
    }
  })()
  return {
    /** Reads the video now. Returns the events since the last call. */
    async events(): Promise<PlaybackEvent['event'][]> {
      await readNow(given, request.playbackId)
      await new Promise((resolve) => setImmediate(resolve))
      return received.splice(0).map(({ event }) => event)
    },
    title: () => title,
    setAway: (away: boolean) => (isAway = away),
    async [Symbol.asyncDispose]() {
      events.end()
      await ended
    },
  }
}

/** Stops the timer of the board, so that only `readNow` reads. */
function stopTimer(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setInterval'] })
}

test('a failing database closes no video, and a closed video sends `revoked`', async (t) => {
  stopTimer(t)
  await using w = await world()
  const staticId = (await makeVideo(w)).id
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)) })
  assert.deepEqual(await viewer.events(), ['state', 'viewers'])
  viewer.setAway(true)
  assert.deepEqual(await viewer.events(), [])
  viewer.setAway(false)
  assert.deepEqual(await viewer.events(), [])
  await w.call('livestream.static.create', { staticId, visibility: 'private' })
  assert.deepEqual(await viewer.events(), ['revoked'])
})

test('a viewer of a private video by a signed address gets its changes', async (t) => {
  stopTimer(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'private' })).id
  const signed = { staticId, signed: { expiresInSeconds: 600 } }
  const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
  const token = new URL(String(playerUrl)).searchParams.get('token') ?? ''
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)), token })
  assert.deepEqual(await viewer.events(), ['state', 'viewers'])
  await w.call('livestream.static.create', { staticId, title: 'Another night' })
  assert.deepEqual(await viewer.events(), ['state'])
})

test('a viewer by password gets the closed state when the password changes', async (t) => {
  stopTimer(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'password', password: 'open sesame' })).id
  const playbackId = playbackIdOf(String(staticId))
  const { token } = await w.call('livestream.video.access', { playbackId, password: 'open sesame' }, { key: null })
  await using viewer = await reader(w, { playbackId, token: String(token) })
  assert.deepEqual(await viewer.events(), ['state', 'viewers'])
  await w.call('livestream.static.create', { staticId, password: 'another word' })
  assert.deepEqual(await viewer.events(), ['state'])
})

test('a viewer by a signed address gets the closed state once when the address expires', async (t) => {
  stopTimer(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { visibility: 'signed' })).id
  const signed = { staticId, signed: { expiresInSeconds: 60 } }
  const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
  const token = new URL(String(playerUrl)).searchParams.get('token') ?? ''
  await using viewer = await reader(w, { playbackId: playbackIdOf(String(staticId)), token })
  assert.deepEqual(await viewer.events(), ['state', 'viewers'])
  w.clock.advance(59_000)
  assert.deepEqual(await viewer.events(), [])
  w.clock.advance(1_000)
  assert.deepEqual(await viewer.events(), ['state'])
  assert.deepEqual(await viewer.events(), [])
})

test('a viewer who opens a video while it changes gets the change', async (t) => {
  stopTimer(t)
  await using w = await world()
  const staticId = (await makeVideo(w, { title: 'First night' })).id
  const playbackId = playbackIdOf(String(staticId))
  await using viewer = await reader(w, { playbackId })
  assert.deepEqual(await viewer.events(), ['state', 'viewers'])
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opening = reader(w, { playbackId }, () => {
    isRead.resolve()
    return goOn.promise
  })
  await isRead.promise
  await w.call('livestream.static.create', { staticId, title: 'Another night' })
  assert.deepEqual(await viewer.events(), ['state'])
  goOn.resolve()
  await using late = await opening
  await late.events()
  assert.equal(late.title(), 'Another night')
})
