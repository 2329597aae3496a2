import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId, parseLooseId } from '#kit/values/ids.ts'
import { executor } from '#platform/db/pools.ts'
import { openRequestLog } from '#platform/observe/requestEntries.ts'
import { findRequest, pruneRequests } from './requestLog.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'

const list = async (w: World, input: Record<string, unknown> = {}, key?: string) => {
  await w.app.observation.requestLog.flush()
  return w.call('account.request.all', input, key === undefined ? {} : { key })
}

/** Milliseconds within an id. They may be ahead of the clock: other worlds of this process have clocks of their own. */
const momentOf = (id: string) => Number.parseInt((parseLooseId('req', id) ?? '').replace('-', '').slice(0, 12), 16)

test('a request is found by its id, with its outcome and without secrets of its query', async () => {
  await using w = await world()
  const sentAt = Date.now()
  const refused = await w.send('account.key.create', { name: '' })
  const answeredAt = Date.now()
  const id = String(refused.body['requestId'])
  const [found, ...others] = arrayOf((await list(w, { requestId: id })).items)
  assert.deepEqual(others, [])
  const { at, durationMs, keyId, actor, ...rest } = objectOf(found)
  assert.deepEqual(rest, {
    id,
    requestId: id,
    status: 'refused',
    httpStatus: 400,
    reason: 'validation_failed',
    operation: 'account.key.create',
    method: 'POST',
    path: '/api/account/key/create',
    network: '127.0.0.0/24',
    userAgent: 'lightMyRequest',
  })
  assert.match(String(keyId), /^key_/)
  assert.equal(actor, keyId)
  const arrivedAt = Date.parse(String(at))
  // The time is computed back from the end of the request by another clock, which may run a little faster.
  assert.ok(arrivedAt > sentAt - 1_000 && arrivedAt < answeredAt + 1_000, `${at} is not when it was sent`)
  assert.ok(Number(durationMs) > 0)

  assert.deepEqual(await w.call('account.request.get', { requestId: id }), found)
  const other = await w.another()
  await w.refused('account.request.get', { requestId: id }, { code: 'not_found', key: other.secretKey })

  const exposed = await w.app.server.inject({
    method: 'GET',
    url: `/api/account/general/get?key=${w.account.secretKey}`,
  })
  await w.app.observation.requestLog.flush()
  const kept = await findRequest(executor(w.app.pools.work, true), exposed.json().requestId)
  assert.equal(kept?.path, '/api/account/general/get')
  assert.equal(kept?.reason, 'secret_key_exposed')
})

test('a request from before the column actor keeps its key', async () => {
  await using w = await world()
  const requestId = String((await w.send('account.key.get', { keyId: 'key_0' })).body['requestId'])
  const [found] = arrayOf((await list(w, { requestId })).items)
  const { keyId } = objectOf(found)
  const { uuid } = parseId('key', String(keyId)) ?? {}
  const old = 'update ops_request_log set actor = null, key_id = $2 where id = $1'
  await w.app.pools.work.query(old, [parseLooseId('req', requestId), uuid])
  assert.deepEqual(await w.call('account.request.get', { requestId }), found)
})

test('requests are listed newest first, narrowed, paged to the end, and never those of another account', async () => {
  await using w = await world()
  for (let i = 0; i < 5; i += 1) await w.call('account.account.get')
  const { secretKey } = w.account
  const wrong = `${secretKey.slice(0, -1)}${secretKey.endsWith('x') ? 'y' : 'x'}`
  await w.send('account.account.get', {}, { key: wrong })
  for (let i = 0; i < 3; i += 1) await w.send('account.key.get', { keyId: 'key_0' })
  const other = await w.another()
  assert.deepEqual(arrayOf((await list(w, {}, other.secretKey)).items), [])

  const gets = await list(w, { operation: 'account.account.get', withTotal: 'true' })
  assert.equal(gets.items.length, 5)
  assert.equal(objectOf(gets.pagination)['total'], 5)
  assert.equal(arrayOf((await list(w, { status: 'refused' })).items).length, 3)
  assert.equal(arrayOf((await list(w, { to: '2020-01-01T00:00:00Z' })).items).length, 0)

  for (const sort of ['-at', 'at']) {
    const [newest] = arrayOf((await list(w, { limit: 1 })).items)
    const to = new Date(momentOf(String(newest?.['id'])) + 1).toISOString()
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(w, { limit: 3, sort, to, ...(cursor === '' ? {} : { cursor }) })
      seen.push(...page.items.map((item) => String(item.id)))
      const next = objectOf(page.pagination)['nextCursor']
      cursor = typeof next === 'string' ? next : null
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(seen.length >= 11)
    assert.deepEqual(seen, sort === 'at' ? seen.toSorted() : seen.toSorted().toReversed())
  }
})

test('the request log keeps half of its rate for other accounts and sheds refusals last', async () => {
  await using w = await world()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const beganAt = performance.now()
  const requestLog = openRequestLog({ pools: w.app.pools, log, perSecondMax: 5 })
  const wanted = (isRefused: boolean, share: string) =>
    Array.from({ length: 100 }, () => requestLog.wants(isRefused, share)).filter(Boolean).length
  const flood = wanted(true, 'one account')
  const successes = wanted(false, 'another account')
  const refusals = wanted(true, 'another account')
  // Twenty at first, half of them for one account and the other half for refusals, and the rate since then.
  const given = Math.ceil((5 * (performance.now() - beganAt)) / 1000)
  assert.ok(flood >= 10 && flood <= 10 + given, `${flood}`)
  assert.ok(successes >= 1 && successes <= 1 + given, `${successes}`)
  assert.ok(successes + refusals >= 10 && flood + successes + refusals <= 20 + given, `${refusals}`)
  assert.equal(requestLog.counts().shed, 300 - flood - successes - refusals)
  await requestLog.stop()
})

test('a request refused at the gate is in the request log of its key', async () => {
  await using w = await world()
  const reader = await w.call('account.key.create', {
    name: 'reader',
    kind: 'restricted',
    scopes: ['places.place:read'],
  })
  const refused = await w.send('account.account.get', {}, { key: String(reader.secret) })
  assert.equal(refused.body['reason'] ?? objectOf(refused.body['error'])['reason'], 'scope_missing')
  const [found] = arrayOf((await list(w, { requestId: refused.body['requestId'] })).items)
  assert.equal(objectOf(found)['reason'], 'scope_missing')
  assert.equal(objectOf(found)['keyId'], reader.id)
})

test('pruning removes old requests, and the oldest beyond the bound', async () => {
  await using w = await world()
  const ids: string[] = []
  for (let i = 0; i < 6; i += 1) ids.push(String((await w.send('account.account.get')).body['requestId']))
  await w.app.observation.requestLog.flush()
  const db = executor(w.app.pools.work, true)
  const newestMs = momentOf(ids[5] ?? '')
  await pruneRequests(db, { before: new Date(newestMs - 60_000), rowsMax: 3 })
  const left = await Promise.all(ids.map((id) => findRequest(db, id)))
  assert.deepEqual(
    left.map((each) => each !== undefined),
    [false, false, true, true, true, true],
  )
  await pruneRequests(db, { before: new Date(newestMs + 60_000), rowsMax: 1000 })
  assert.equal(await findRequest(db, ids[5] ?? ''), undefined)
  assert.equal(parseLooseId('req', 'req_x'), undefined)
})
