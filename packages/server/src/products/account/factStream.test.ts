import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import type { App } from '#app/app.ts'
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

test('a stream ends when its key is revoked, before the next fact', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  const key = await w.call('account.key.create', { name: 'Wall', kind: 'restricted', scopes: ['account.fact:read'] })
  const reader = await reading(url, { 'x-service-api-key': key.secret })
  await w.call('account.key.revoke', { keyId: key.id })
  await until(async () => (await w.send('account.fact.all', {}, { key: String(key.secret) })).status === 401)
  await light(w, [1])
  await w.settle()
  await reader.ended
  assert.deepEqual(reader.facts(), [])
})

test('a stream of a person ends when they are removed from the account, before the next fact', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  await w.signIn('owner')
  const person = await w.signIn('operator')
  const { account } = w.account
  const { person: row, personId } = person
  const joining = { personUuid: row.id, personId, name: row.name, email: row.email, role: 'operator' } as const
  const ctx = w.app.operatorCtx(account, 'test')
  await ctx.atomic((inner) => join(inner, { ...joining, keepsRole: true }, false))
  const { cookie, origin } = person.headers
  const reader = await reading(`${url}&account=${account.publicId}`, { cookie, origin })
  const { items } = await w.call('account.member.all')
  await w.call('account.member.delete', { memberId: String(arrayOf(items)[0]?.['id']) })
  await until(async () => (await person.send('account.fact.all')).status === 403)
  await light(w, [1])
  await w.settle()
  await reader.ended
  assert.deepEqual(reader.facts(), [])
})

test('a stream of a person ends when they sign out, before the next fact', async () => {
  await using w = await world({ products: factory().products })
  const url = await listening(w.app)
  const person = await w.signIn()
  const { cookie, origin } = person.headers
  const reader = await reading(`${url}&account=${w.account.account.publicId}`, { cookie, origin })
  await person.call('account.session.end')
  await until(async () => (await person.send('account.session.get')).status === 401)
  await light(w, [1])
  await w.settle()
  await reader.ended
  assert.deepEqual(reader.facts(), [])
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
