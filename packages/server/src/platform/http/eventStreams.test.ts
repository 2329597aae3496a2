import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { latestEvents, type LatestEvents } from '#kit/call/latestEvents.ts'
import { idOf, oneOf } from '#kit/values/fields.ts'
import { eventStream } from '#kit/nouns/operation.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { product } from '#kit/nouns/product.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { world, type World } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'
import { openEventStreams, sendEvents } from './eventStreams.ts'

type Lit = { event: 'lit'; data: { count: number } }

/** A lamp with a stream of events. `watching`: the open streams. */
function lamp() {
  const watching = new Set<LatestEvents<Lit>>()
  const operation = eventStream('plant.lamp.watch', {
    route: 'GET /public/plant/{acc}',
    title: 'Lamp - Watch',
    scope: '',
    credential: 'none',
    input: closed({ acc: idOf('acc'), mode: Type.Optional(oneOf(['shut', 'odd'])) }),
    events: { lit: closed({ count: Type.Integer() }) },
    example: { acc: 'x' },
    async handle(_ctx, { mode }) {
      if (mode === 'shut') throw problem(reasons.notFound)
      const events = latestEvents<Lit>(() => watching.delete(events))
      watching.add(events)
      // cast: wrong on purpose; the check must refuse it.
      events.push({ event: 'lit', data: mode === 'odd' ? ({ count: 'many' } as never) : { count: 1 } })
      return events
    },
  })
  const plant = product({ name: 'plant', title: 'Plant', description: 'Streams of events.', operations: [operation] })
  return { watching, product: plant }
}

async function listening(w: World): Promise<string> {
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server on a port has an address with one.
  const { port } = w.app.server.server.address() as AddressInfo
  return `http://127.0.0.1:${port}/public/plant/acc_${w.account.account.publicId.slice(4)}${'0'.repeat(26)}`
}

async function openAt(url: string): Promise<IncomingMessage & { text: string }> {
  const request = get(url)
  // cast: the event has the response as its one argument.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const kept = Object.assign(response, { text: '' })
  response.on('data', (chunk: Buffer) => (kept.text += chunk.toString()))
  response.on('error', () => undefined)
  return kept
}

test('HEAD responds with the headers of the stream, and leaves no stream open', async () => {
  const { watching, product } = lamp()
  await using w = await world({ products: [...tenantProducts, product] })
  const url = await listening(w)
  const response = await fetch(url, { method: 'HEAD' })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('content-length'), null)
  assert.equal(watching.size, 0)
  const shut = await fetch(`${url}?mode=shut`, { method: 'HEAD' })
  assert.equal(shut.status, 404)
})

test('events are sent as they come, and a reader that disconnects is dropped at once', async () => {
  const { watching, product } = lamp()
  await using w = await world({ products: [...tenantProducts, product] })
  const url = await listening(w)
  const stream = await openAt(url)
  assert.equal(stream.statusCode, 200)
  assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(stream.headers['cache-control'], 'no-store, no-transform')
  await until(() => stream.text.includes('"count":1}\n\n'))
  assert.match(stream.text, /^retry: \d{4}\n\nevent: lit\ndata: \{"count":1\}\n\n$/)
  for (const each of watching) each.push({ event: 'lit', data: { count: 2 } })
  await until(() => stream.text.endsWith('event: lit\ndata: {"count":2}\n\n'))
  stream.destroy()
  await until(() => watching.size === 0)
})

test('a refusal is an ordinary response, and an event outside the document ends the stream', async () => {
  const { watching, product } = lamp()
  await using w = await world({ products: [...tenantProducts, product] })
  const url = await listening(w)
  const shut = await fetch(`${url}?mode=shut`)
  assert.equal(shut.status, 404)
  assert.equal(Object(await shut.json()).error.reason, 'not_found')
  const odd = await openAt(`${url}?mode=odd`)
  await once(odd, 'end')
  assert.doesNotMatch(odd.text, /many/)
  await until(() => watching.size === 0)
})

test('the server ends its streams when it closes, and does not wait for readers', { timeout: 30_000 }, async () => {
  const { watching, product } = lamp()
  const w = await world({ products: [...tenantProducts, product] })
  const stream = await openAt(await listening(w))
  await Promise.all([once(stream, 'end'), w[Symbol.asyncDispose]()])
  assert.equal(watching.size, 0)
})

test('enter() refuses streams beyond the limits of process and network prefix, until one leaves', () => {
  const streams = openEventStreams({ countMax: 3, prefixMax: 2 })
  const [one] = [streams.enter('2001:db8::1'), streams.enter('2001:db8::2')]
  assert.throws(() => streams.enter('2001:db8::3'), { reason: 'rate_limited' })
  streams.enter('203.0.113.1')
  assert.throws(() => streams.enter('203.0.113.2'), { reason: 'unavailable' })
  one.leave()
  one.leave()
  assert.equal(streams.count(), 2)
  streams.enter('2001:db8::1')
  streams.close()
  one.leave()
  assert.throws(() => streams.enter('203.0.113.4'), { reason: 'unavailable' })
})

test('a stream without events sends comment lines', async (t) => {
  const slot = openEventStreams().enter('a')
  const events = latestEvents<Lit>(() => undefined)
  const server = fastify()
  server.get('/', (_request, reply) => sendEvents({ events, slot, keepAliveMs: 5, onFailure: assert.fail }, reply))
  t.after(() => server.close())
  const stream = await openAt(await server.listen())
  await until(() => stream.text.endsWith(':\n\n:\n\n:\n\n'))
  slot.leave()
  await once(stream, 'end')
  assert.match(stream.text, /^retry: \d+\n\n(:\n\n){3,}$/)
})

test('a recheck ends a stream that is no longer admitted, without an event or a keep-alive', async (t) => {
  const streams = openEventStreams()
  const events = latestEvents<Lit>(() => undefined)
  let isValid = true
  const server = fastify()
  server.get('/', (request, reply) => {
    const slot = streams.enter(request.ip)
    return sendEvents(
      { events, slot, keepAliveMs: 2 ** 30, isAdmitted: async () => isValid, onFailure: assert.fail },
      reply,
    )
  })
  t.after(() => server.close())
  const stream = await openAt(await server.listen())
  await until(() => stream.text.startsWith('retry:'))
  streams.recheck()
  await until(() => stream.text.endsWith('\n\n:\n\n'))
  isValid = false
  streams.recheck()
  await once(stream, 'end')
  assert.equal(streams.count(), 0)
})

test('the OpenAPI document names the events of a stream', () => {
  const { product } = lamp()
  const text = JSON.stringify(buildOpenApi({ products: [product], version: '1' }))
  assert.match(text, /"text\/event-stream":/)
  assert.match(text, /event: lit\\ndata: \{\\"count\\":1\}/)
})
