import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import type { App } from '#app/app.ts'
import { latestEvents } from '#kit/call/latestEvents.ts'
import { idOf } from '#kit/values/fields.ts'
import { eventStream } from '#kit/nouns/operation.ts'
import { product } from '#kit/nouns/product.ts'
import { closed } from '#kit/nouns/standard.ts'
import { factory, light } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { join } from './people/member.ts'

type Received = { id: string; step: unknown }
type Reader = { text(): string; facts(): Received[]; ended: Promise<unknown>; leave(): void }

async function listening({ server }: App): Promise<string> {
  return `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/account/fact/stream?name=factory.lamp.lit`
}

async function reading(url: string, headers: OutgoingHttpHeaders): Promise<Reader> {
  const request = get(url, { headers })
  // cast: the event has the response as its one argument.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  response.on('error', () => undefined)
  const ended = new Promise((resolve) => response.on('close', resolve))
  const facts = () =>
    [...text.matchAll(/^id: (\S+)\nevent: fact\ndata: (.*)$/gm)].map(([, id = '', data = '']) => ({
      id,
      step: Object(JSON.parse(data)).payload.step,
    }))
  await until(() => text.includes('event: start\n'))
  return { text: () => text, facts, ended, leave: () => request.destroy() }
}

const steps = (reader: Reader) => reader.facts().map(({ step }) => step)
const byKey = (w: World) => ({ 'x-service-api-key': w.account.secretKey })

test('a stream sends facts as they are published, resumes behind the last id, and has none of others', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  await light(w, [1])
  await w.settle()
  const reader = await reading(url, byKey(w))
  const other = await w.another()
  await light(w, [2, 3])
  await light(w, [7], { account: other.account })
  await light(w, [8], { isSilent: true })
  await w.settle()
  await until(() => reader.facts().length === 2)
  assert.deepEqual(steps(reader), [2, 3])
  const [first] = reader.facts()
  assert.match(reader.text(), /^id: fct_\w+\nevent: start\ndata: {"after":"fct_\w+"}$/m)
  reader.leave()
  await light(w, [4])
  await w.settle()
  const resumed = await reading(url, { ...byKey(w), 'last-event-id': first?.id })
  await until(() => resumed.facts().length === 2)
  assert.deepEqual(steps(resumed), [3, 4])
  resumed.leave()
  const unknown = await fetch(url, { headers: { ...byKey(w), 'last-event-id': 'fct_x' } })
  assert.equal(unknown.status, 400)
})

test('a stream sends more facts than one statement reads, in order', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  const [firstId] = await light(w, [0])
  const all = Array.from({ length: 110 }, (_, index) => index + 1)
  await light(w, all)
  await w.settle()
  const reader = await reading(`${url}&lastEventId=${firstId}`, byKey(w))
  await until(() => reader.facts().length === 110)
  assert.deepEqual(steps(reader), all)
  reader.leave()
})

test('a fact that another process commits reaches the stream of a signed-in person', async () => {
  await using w = await world({ products: factory().products, isWorking: true })
  const url = await listening(w.app)
  const { app } = await w.beside()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const person = await w.signIn('operator')
  const { cookie, origin, 'x-account': account } = person.headers
  const reader = await reading(`${url}&account=${account}`, { cookie, origin })
  await light({ ...w, app }, [5])
  await until(() => reader.facts().length === 1)
  assert.deepEqual(steps(reader), [5])
  reader.leave()
})

/** A stream that anyone may read and that says nothing: its first comment is its keep-alive. */
const silence = product({
  name: 'silence',
  title: 'Silence',
  description: 'For tests.',
  operations: [
    eventStream('silence.hall.hear', {
      route: 'GET /public/silence/{acc}',
      title: 'Hall - Hear',
      scope: '',
      credential: 'none',
      input: closed({ acc: idOf('acc') }),
      events: { start: closed({}) },
      example: { acc: 'x' },
      handle: async () => {
        const events = latestEvents<{ event: 'start'; data: object }>(() => undefined)
        events.push({ event: 'start', data: {} })
        return events
      },
    }),
  ],
})

/** Fails unless the revocation ends the stream before one that was open earlier has had its first keep-alive. */
async function endsAtOnce(w: World, { account, ...headers }: Headers, revoke: () => Promise<unknown>) {
  const url = await listening(w.app)
  const path = `/public/silence/acc_${w.account.account.publicId.slice(4)}${'0'.repeat(26)}`
  const silent = await reading(new URL(path, url).href, {})
  const reader = await reading(`${url}&account=${account}`, headers)
  await revoke()
  await reader.ended
  assert.doesNotMatch(silent.text(), /^:/m)
  await light(w, [1])
  assert.deepEqual(reader.facts(), [])
  silent.leave()
}
type Headers = { account: string; [name: string]: string }
const products = () => [...factory().products, silence]

test('a stream ends at once when its key is revoked', async () => {
  await using w = await world({ products: products() })
  const key = await w.call('account.key.create', { name: 'Wall', kind: 'restricted', scopes: ['account.fact:read'] })
  const headers = { account: w.account.account.publicId, 'x-service-api-key': String(key.secret) }
  await endsAtOnce(w, headers, () => w.call('account.key.revoke', { keyId: key.id }))
})

test('a stream of a person ends at once when they are removed from the account', async () => {
  await using w = await world({ products: products() })
  await w.signIn('owner')
  const person = await w.signIn('operator')
  const { account } = w.account
  const { person: row, personId } = person
  const joining = { personUuid: row.id, personId, name: row.name, email: row.email, role: 'operator' } as const
  const ctx = w.app.operatorCtx(account, 'test')
  await ctx.atomic((inner) => join(inner, { ...joining, keepsRole: true }, false))
  const { cookie, origin } = person.headers
  const { items } = await w.call('account.member.all')
  const memberId = String(arrayOf(items)[0]?.['id'])
  await endsAtOnce(w, { account: account.publicId, cookie, origin }, () =>
    w.call('account.member.delete', { memberId }),
  )
})

test('a stream of a person ends at once when they sign out', async () => {
  await using w = await world({ products: products() })
  const person = await w.signIn()
  const { cookie, origin } = person.headers
  const headers = { account: w.account.account.publicId, cookie, origin }
  await endsAtOnce(w, headers, () => person.call('account.session.end'))
})

test('an account has 50 streams at once', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  const readers = await Promise.all(Array.from({ length: 50 }, () => reading(url, byKey(w))))
  const refused = await fetch(url, { headers: byKey(w) })
  assert.equal(refused.status, 503)
  for (const reader of readers) reader.leave()
  await until(async () => {
    const { status, body } = await fetch(url, { headers: byKey(w) })
    await body?.cancel()
    return status === 200
  })
})
