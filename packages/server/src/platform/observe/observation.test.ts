import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf, world } from '#test/world.ts'

test('metrics count requests by operation, show the backlog, and are not for other machines', async () => {
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
  ]) {
    assert.ok(payload.includes(`${line}\n`), `${line} is missing in\n${payload.slice(0, 9000)}`)
  }
  assert.match(payload, /^fairground_outbox_waiting \d+$/m)
  assert.match(payload, /^process_resident_memory_bytes \d+$/m)
  assert.match(payload, /^nodejs_eventloop_lag_p99_seconds /m)

  const proxied = await w.app.server.inject({
    method: 'GET',
    url: '/metrics',
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })
  assert.equal(proxied.statusCode, 403)
  const far = await w.app.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
  assert.equal(objectOf(far.json()['error'])['reason'], 'metrics_token')
})

test('readiness tells of a missing migration and of a database that is gone; live stays live', async () => {
  await using w = await world()
  const ready = () => w.app.server.inject({ method: 'GET', url: '/health/ready' })
  const first = await ready()
  assert.deepEqual([first.statusCode, first.json()], [200, { status: 'ready', reasons: [] }])
  w.app.observation.health.startStopping()
  const stopping = await ready()
  assert.deepEqual([stopping.statusCode, stopping.json()], [503, { status: 'unready', reasons: ['shutting down'] }])
  const live = await w.app.server.inject({ method: 'GET', url: '/health/live' })
  assert.equal(live.statusCode, 200)
})
