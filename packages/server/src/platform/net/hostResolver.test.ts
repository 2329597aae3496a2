import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nameServer, type NameRecord } from '#test/world/nameServer.ts'
import { receiver } from '#test/world/receiver.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { openPost } from '#platform/webhooks/post.ts'
import { newWebhookSecret } from '#platform/webhooks/sign.ts'
import { openGuard } from './guard.ts'
import { openHostResolver } from './hostResolver.ts'

const four = { address: '192.0.2.7', family: 4 }
const six = { address: '2001:db8::7', family: 6 }
const sixInGroups = '2001:db8:0:0:0:0:0:7'

test('a name resolves to its IPv4 and IPv6 addresses, which are cached for their TTL', async () => {
  await using server = await nameServer()
  const names = openHostResolver({ servers: [server.at] })
  server.answer = (name, type) => {
    const ttl = name.startsWith('brief') ? 0 : 60
    return [{ address: type === 'A' ? four.address : sixInGroups, ttl }]
  }
  for (const share of ['1', '1', '2']) {
    assert.deepEqual(await names.resolve('one.example', share), [four, six])
  }
  assert.deepEqual(server.questions.toSorted(), ['A one.example', 'AAAA one.example'])
  await names.resolve('brief.example', '1')
  await names.resolve('brief.example', '1')
  assert.equal(server.questions.filter((each) => each === 'A brief.example').length, 2)
})

test('one address family suffices, and a server that never responds for the other causes no failure', async () => {
  await using server = await nameServer()
  const names = openHostResolver({ servers: [server.at] })
  server.answer = (name, type) => {
    if (type === 'A') return name.startsWith('six') ? [] : [four]
    return name.startsWith('six') ? [{ address: sixInGroups }] : new Promise(() => undefined)
  }
  assert.deepEqual(await names.resolve('six.example', '1'), [six])
  assert.deepEqual(await names.resolve('four.example', '1'), [four])
})

test('a name without an address and a silent name server have different failures', async () => {
  await using server = await nameServer()
  const names = openHostResolver({ servers: [server.at], timeoutMs: 200 })
  await assert.rejects(names.resolve('none.example', '1'), { code: 'ENOTFOUND' })
  await assert.rejects(names.resolve('none.example', '2'), { code: 'ENOTFOUND' })
  assert.equal(server.questions.length, 2, 'the failure is cached')
  server.answer = () => new Promise(() => undefined)
  await assert.rejects(names.resolve('silent.example', '1'), { code: 'ETIMEDOUT' })
})

test('localhost and the names of the hosts file need no name server', async () => {
  await using server = await nameServer()
  const folder = await mkdtemp(join(tmpdir(), 'fairground-hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '# local\n192.0.2.7 Box box.example # ours\n2001:db8::7 box\nnothing here\n')
  const names = openHostResolver({ servers: [server.at], hostsFile })
  assert.deepEqual(await names.resolve('box', '1'), [four, six])
  assert.deepEqual(names.local('BOX.example.'), [four])
  assert.deepEqual(
    (await names.resolve('api.localhost', '1')).map((each) => each.address),
    ['127.0.0.1', '::1'],
  )
  assert.equal(names.local('here'), undefined)
  assert.deepEqual(server.questions, [])
  await rm(folder, { recursive: true })
})

test('silent names of one account delay neither look-ups nor deliveries of another account', async () => {
  await using server = await nameServer()
  await using at = await receiver()
  const pending = Promise.withResolvers<NameRecord[]>()
  server.answer = (name, type) => {
    if (name.startsWith('silent')) return pending.promise
    return type === 'A' ? [{ address: '127.0.0.1' }] : []
  }
  const lookupsMax = 8
  const names = openHostResolver({ servers: [server.at], lookupsMax, timeoutMs: 20_000 })
  const guard = openGuard({ allowPrivate: true, resolve: names.resolve })
  const post = openPost(guard)
  const target = (host: string) => ({ url: at.url.replace('127.0.0.1', host), secrets: [newWebhookSecret()] })
  const message = { id: 'fct_1', body: '{}' }
  const silent = Array.from({ length: 48 }, (_, index) => post(1, target(`silent${index}.example`), message))
  await until(() => server.questions.length >= lookupsMax)
  assert.equal((await post(2, target('two.example'), message)).status, 204)
  const questions = new Set(server.questions.map((each) => each.split(' ')[1]))
  assert.equal(questions.size, lookupsMax / 2 + 1, 'an account has half of the look-ups')
  pending.resolve([])
  const errors = new Set((await Promise.all(silent)).map(({ error }) => error))
  assert.deepEqual([...errors], ['the address has no address'])
  await guard.close()
})

test('look-ups of an account and its test account share one bound', async () => {
  await using server = await nameServer()
  const pending = Promise.withResolvers<NameRecord[]>()
  server.answer = (name) => (name.startsWith('silent') ? pending.promise : [])
  const partyOf = async (share: string) => ({ path: share === 'tests' ? ['live', 'tests'] : [share] })
  const names = openHostResolver({ servers: [server.at], lookupsMax: 8, timeoutMs: 20_000, partyOf })
  const silent = Array.from({ length: 24 }, (_, index) =>
    names.resolve(`silent${index}.example`, index % 2 === 0 ? 'tests' : 'live').catch(String),
  )
  await assert.rejects(names.resolve('other.example', 'other'), { code: 'ENOTFOUND' })
  const questions = new Set(server.questions.map((each) => each.split(' ')[1]))
  assert.ok(questions.size <= 5, `${questions.size} names queried: half of the look-ups and one of another account`)
  pending.resolve([])
  await Promise.all(silent)
})

test('a server resolves the names of webhook endpoints without a thread of the pool', async () => {
  await using at = await receiver()
  await using w = await world({ outboundResolve: 'own' })
  let threads = 0
  const watch = createHook({ init: (_id, type) => void (type === 'GETADDRINFOREQWRAP' && (threads += 1)) }).enable()
  const url = at.url.replace('127.0.0.1', 'receiver.localhost')
  const { id } = await w.call('account.webhookEndpoint.create', { url, facts: ['places.*'] })
  await w.call('account.webhookEndpoint.test', { webhookEndpointId: id })
  await w.settle()
  watch.disable()
  assert.equal(threads, 0)
  assert.equal(at.received.length, 1)
})

test('an address is checked on every connection, also one from the cache', async () => {
  await using server = await nameServer()
  await using at = await receiver()
  server.answer = (_name, type) => (type === 'A' ? [{ address: '127.0.0.1' }] : [])
  const names = openHostResolver({ servers: [server.at] })
  const guard = openGuard({ resolve: names.resolve })
  const target = { url: at.url.replace('127.0.0.1', 'inner.example'), secrets: [newWebhookSecret()] }
  for (let attempt = 0; attempt < 2; attempt++) {
    const { error } = await openPost(guard)(1, target, { id: 'fct_1', body: '{}' })
    assert.equal(error, 'the address leads to an address that is not public')
  }
  assert.equal(at.received.length, 0)
  await guard.close()
})
