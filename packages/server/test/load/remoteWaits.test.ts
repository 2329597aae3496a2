import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { openStage } from '#test/conformance/stage.ts'
import { captionServer } from '#test/video/captionServer.ts'
import { makeVideo } from '#test/video/ticketing.ts'
import { until } from '#test/world/until.ts'
import { underPrefix, world, type World } from '#test/world/world.ts'

const writes = products.flatMap((product) => product.operations).filter((of) => !of.isRead)

/** A look-up of other hosts that never ends, and the looked-up names. */
function hangingHosts() {
  const lookedUp: string[] = []
  const outboundResolve = (hostname: string) => {
    lookedUp.push(hostname)
    return new Promise<never>(() => {})
  }
  return { lookedUp, outboundResolve }
}

test('no write calls a remote server before its response', async () => {
  const lookedUp: string[] = []
  const outboundResolve = (hostname: string) => {
    lookedUp.push(hostname)
    return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  }
  await using stage = await openStage({ outboundResolve })
  const shared = await stage.scene()
  for (const of of writes) {
    // An operation of people changes its person, and the examples of others build on that person.
    const scene = of.isOfPlatform ? await stage.scene() : shared
    const input = await scene.example(of)
    const lookedUpByTasks = lookedUp.length
    await scene.send(of, input)
    assert.deepEqual(lookedUp.slice(lookedUpByTasks), [], `${of.id} asks a remote server`)
  }
})

/** Writes with addresses of remote servers, each twice: the second changes the result of the first. */
const remoteWrites: Record<string, (w: World, how: (verb: string) => Record<string, string>) => Promise<unknown>> = {
  async captions(w, how) {
    const caption = { language: 'en', label: 'English', kind: 'captions', url: 'https://slow.example/en.vtt' } as const
    const sheet = { targetType: 'static', targetId: (await makeVideo(w)).id, captions: [caption] } as const
    const { id } = await w.call('livestream.details.create', sheet, { headers: how('create') })
    const changed = { detailsId: id, captions: [{ ...caption, url: 'https://slow.example/other.vtt' }] } as const
    return w.call('livestream.details.update', changed, { headers: how('update') })
  },
  async 'ticket provider'(w, how) {
    const credentials = { apiKey: 'teamtoken', organizer: 'fair', baseUrl: 'https://slow.example' }
    const sent = {
      provider: 'pretix',
      externalEventId: 'night',
      credentials,
      staticId: (await makeVideo(w)).id,
    } as const
    const { id } = await w.call('livestream.ticketingEvent.create', sent, { headers: how('create') })
    const changed = { ticketingEventId: id, credentials: { ...credentials, apiKey: 'another' } } as const
    return w.call('livestream.ticketingEvent.update', changed, { headers: how('update') })
  },
  async 'copied video'(w, how) {
    const sent = { title: 'Far', videoUrl: 'https://slow.example/a.mp4', importMode: 'copy' } as const
    return w.call('livestream.static.create', sent, { headers: how('create') })
  },
}

for (const [name, write] of Object.entries(remoteWrites)) {
  test(`a write of a ${name} responds without its server, with and without an Idempotency-Key`, async () => {
    const { lookedUp, outboundResolve } = hangingHosts()
    await using w = await world({ outboundResolve })
    await write(w, () => ({}))
    await write(w, (verb) => ({ 'idempotency-key': verb }))
    assert.deepEqual(lookedUp, [])
  })
}

test('eight keyed writes of captions on a silent host delay no other account, page or readiness', async () => {
  await using w = await world({ isWorking: true })
  await using files = await captionServer({ '/en.vtt': new Promise(() => {}) })
  await w.app.server.listen({ host: '127.0.0.1', port: 0 })
  const caption = { language: 'en', label: 'English', kind: 'captions', url: files.url('/en.vtt') } as const
  const videos = await Promise.all(Array.from({ length: 8 }, () => makeVideo(w)))
  const writes = videos.map(({ id }, at) => {
    const sheet = { targetType: 'static', targetId: id, captions: [caption] } as const
    return w.call('livestream.details.create', sheet, { headers: { 'idempotency-key': `sheet-${at}` } })
  })
  const pending = { ...caption, status: 'pending', error: null, vttUrl: null }
  for (const { captions } of await Promise.all(writes)) assert.deepEqual(captions, [pending])
  await until(() => files.requestCount() > 0)
  const other = { key: (await w.another()).secretKey }
  await w.call('livestream.channel.create', { name: 'Beside' }, other)
  await w.call('livestream.static.all', {}, other)
  for (const url of [`/watch/${underPrefix(String(videos[0]?.id), 'plb')}`, '/health/ready']) {
    assert.equal((await w.app.server.inject({ url })).statusCode, 200, url)
  }
})
