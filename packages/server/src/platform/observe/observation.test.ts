import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { reasons } from '#kit/call/problem.ts'
import { openPools } from '#platform/db/pools.ts'
import { databaseProblem } from '#platform/db/problems.ts'
import { writesCheck } from './databaseHealth.ts'
import { openHealth } from './health.ts'
import { openLog } from './log.ts'
import { testCluster } from '#test/world/cluster.ts'
import { until } from '#test/world/until.ts'
import { objectOf, world } from '#test/world/world.ts'

const silent = openLog({ level: 'error', format: 'json', write: () => undefined })

test('metrics count requests by operation, show the backlog, and are refused to other machines', async () => {
  await using w = await world()
  await w.call('account.account.get')
  await w.send('account.account.get', {}, { key: null })
  await w.app.server.inject({ method: 'GET', url: '/nowhere' })
  const { statusCode, payload, headers } = await w.app.server.inject({ method: 'GET', url: '/metrics' })
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
  for (const line of [
    'fairground_http_requests_total{operation="account.account.get",status="2xx"} 1',
    'fairground_http_requests_total{operation="account.account.get",status="4xx"} 1',
    'fairground_http_requests_total{operation="other",status="4xx"} 1',
    'fairground_http_request_duration_seconds_count{operation="account.account.get"} 2',
    'fairground_http_in_flight 1',
    'fairground_http_aborted_total 0',
    'fairground_pool_waiting{pool="work"} 0',
    'fairground_jobs{status="dead"} 0',
    'fairground_request_log_shed_total 0',
    'fairground_read_lane_batches_total 0',
    'fairground_write_lane_waiting{tally="places.place.viewed"} 0',
    'fairground_jobs_ended_total{status="dead"} 0',
    'fairground_relay_active 0',
    'fairground_live_sessions 0',
    'fairground_live_media_bytes 0',
  ]) {
    assert.ok(payload.includes(`${line}\n`), `${line} is missing in\n${payload.slice(0, 9000)}`)
  }
  assert.match(payload, /^fairground_outbox_waiting \d+$/m)
  assert.match(payload, /^process_resident_memory_bytes \d+$/m)

  const proxied = await w.app.server.inject({
    method: 'GET',
    url: '/metrics',
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })
  assert.equal(proxied.statusCode, 403)
  const far = await w.app.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
  assert.equal(objectOf(far.json().error)['reason'], 'metrics_token')
})

test('scrapes at once share the samples of the event loop: those that have none report none', async () => {
  await using w = await world()
  const scrapes = Array.from({ length: 4 }, () => w.app.server.inject({ method: 'GET', url: '/metrics' }))
  const text = (await Promise.all(scrapes)).map(({ payload }) => payload).join('')
  const lags = [...text.matchAll(/^nodejs_eventloop_lag_\w+ (.*)$/gm)].map(([, lag]) => Number(lag))
  assert.ok(lags.length > 0)
  const wrong = lags.filter((lag) => !(lag < 60))
  assert.deepEqual(wrong, [])
})

test('metrics are refused to a page of another origin, under any name of this machine', async () => {
  await using w = await world()
  const read = (headers: Record<string, string>) => w.app.server.inject({ method: 'GET', url: '/metrics', headers })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'rebound.evil.example:8080' },
  ]
  for (const headers of foreign) {
    const { statusCode, headers: answered } = await read(headers)
    assert.equal(statusCode, 403, JSON.stringify(headers))
    assert.equal(answered['access-control-allow-origin'], undefined)
  }
  const own: Record<string, string>[] = [
    { 'sec-fetch-site': 'none' },
    { host: '127.0.0.1:8080' },
    { host: '[::1]:8080' },
  ]
  for (const headers of own) assert.equal((await read(headers)).statusCode, 200, JSON.stringify(headers))
  const preflight = await w.app.server.inject({ method: 'OPTIONS', url: '/metrics', headers: foreign[0] })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
})

test('the token of a video appears in no log, and its requests are counted', async () => {
  await using w = await world()
  await w.app.server.inject({ method: 'GET', url: '/hls/plb_0/t/a-token-of-a-viewer/video.m3u8?_HLS_msn=1' })
  await w.app.server.inject({ method: 'GET', url: '/media/plb_0/t/a-token-of-a-viewer/poster.jpg' })
  await w.app.server.inject({ method: 'GET', url: '/nowhere' })
  await w.app.observation.requestLog.flush()
  const pool = w.app.pools.work
  const { rows } = await pool.query<{ path: string }>('select path from ops_request_log')
  assert.ok(rows.some(({ path }) => path === '/nowhere'))
  assert.ok(!rows.some(({ path }) => path.includes('a-token')))
  const { payload } = await w.app.server.inject({ method: 'GET', url: '/metrics' })
  assert.match(payload, /^fairground_http_requests_total\{operation="media",status="4xx"\} 2$/m)
})

test('metrics with a token need it from every address, this machine included', async () => {
  await using w = await world()
  w.app.observation.metricsToken = 'scrape-0123456789abcdef'
  const read = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    w.app.server.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
  const refused = await read({})
  assert.equal(refused.statusCode, 403)
  assert.equal(objectOf(refused.json().error)['docs'], '/docs/errors#metrics_token')
  assert.equal((await read({ authorization: 'Bearer scrape-0123456789abcdeg' })).statusCode, 403)
  const right = { authorization: 'Bearer scrape-0123456789abcdef', 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await read(right)).statusCode, 200)
  assert.equal((await read(right, '203.0.113.9')).statusCode, 200)
})

test('readiness reports a missing migration, a missing relay and the stop; liveness stays', async () => {
  await using w = await world()
  const newest = 'delete from ops_migration where name = (select max(name) from ops_migration)'
  await w.app.pools.work.query(newest)
  const late = "now() - interval '1 minute'"
  await w.app.pools.work.query(`insert into ops_lease values ('relay', 'gone', 1, ${late}, ${late})`)
  const ready = async () => {
    const { statusCode, payload } = await w.app.server.inject({ method: 'GET', url: '/health/ready' })
    return [statusCode, JSON.parse(payload)]
  }
  const reasons = ['migrations: 1 are missing', 'relay: no process holds the lease']
  assert.deepEqual(await ready(), [503, { status: 'unready', reasons }])
  w.app.observation.health.startStopping()
  assert.deepEqual(await ready(), [503, { status: 'unready', reasons: ['shutting down'] }])
  const live = await w.app.server.inject({ method: 'GET', url: '/health/live' })
  assert.equal(live.statusCode, 200)
})

test('a database that responds but refuses writes is not ready', async () => {
  const { createDatabase, admin } = await testCluster()
  await using database = await createDatabase()
  const { address } = database
  const check = async (setting: string) => {
    const client = new pg.Client({ ...admin, database: address.database })
    await client.connect()
    await client.query(`alter database ${address.database} ${setting}`).finally(() => client.end())
    const pools = openPools({ address, sizeMax: 1, isPreparing: true, log: silent })
    return writesCheck(pools)().finally(() => pools.close())
  }
  assert.equal(await check('reset all'), undefined)
  const unavailable = { reason: 'unavailable', message: reasons.unavailable.message }
  await assert.rejects(check('set temp_file_limit = 100'), unavailable, 'no room for a file')
  assert.equal(await check('reset all'), undefined)
  await assert.rejects(check('set default_transaction_read_only = on'), unavailable, 'read-only')
})

test('a full disk is unavailable to callers and disk_full in the log', () => {
  const full = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' })
  const told = databaseProblem(full)
  assert.equal(told.message, reasons.unavailable.message)
  assert.equal(told.cause, full)
})

test('checks run at most once a second', async () => {
  const clock = { ms: 5_000 }
  let asked = 0
  const health = openHealth({ count: async () => `${(asked += 1)}` }, silent, () => clock.ms)
  const shown = async () => (await health.readiness()).reasons
  assert.deepEqual([await shown(), await shown()], [['count: 1'], ['count: 1']])
  clock.ms += 1_000
  assert.deepEqual(await shown(), ['count: 1'])
  clock.ms += 1
  assert.deepEqual(await shown(), ['count: 2'])
})

test('a check that hangs or throws is a reason without internals', async () => {
  const lines: string[] = []
  const log = openLog({ level: 'warn', format: 'json', write: (line) => lines.push(line) })
  const checks = {
    fine: async () => undefined,
    thrown: () => Promise.reject(new Error('password=hunter22')),
    hung: () => new Promise<string>(() => {}),
  }
  const health = openHealth(checks, log)
  const asked = Promise.all([health.readiness(), health.readiness()])
  assert.deepEqual((await asked)[1], { isReady: false, reasons: ['thrown: failed', 'hung: no answer within 3000 ms'] })
  assert.match(lines.join(), /"check":"thrown","error":"Error: password=…"/)
})

test('a client that disconnects is counted, and leaves no request in flight', async () => {
  await using w = await world()
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = Object(w.app.server.addresses()[0])
  const ending = new AbortController()
  const query = `http://127.0.0.1:${port}/api/account/fact/all?waitSeconds=25&name=places.place.viewed`
  const asked = fetch(query, { headers: { 'x-service-api-key': w.account.secretKey }, signal: ending.signal })
  asked.catch(() => {})
  const shown = async () => (await w.app.server.inject({ method: 'GET', url: '/metrics' })).payload
  await until(async () => (await shown()).includes('fairground_http_in_flight 2'))
  ending.abort()
  await until(async () => (await shown()).includes('fairground_http_aborted_total 1'))
  assert.match(await shown(), /^fairground_http_in_flight 1$/m)
  assert.match(await shown(), /^fairground_http_aborted_total 1$/m)
})
