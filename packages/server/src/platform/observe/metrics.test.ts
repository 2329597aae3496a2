import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { openMetrics } from './metrics.ts'

test('the text equals that of the library for the same numbers', async () => {
  const metrics = openMetrics('1')
  const registry = new Registry()
  const of = { registers: [registry], help: 'About it.' }
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
  const times = new Histogram({
    ...of,
    name: 'fairground_http_request_duration_seconds',
    help: 'Time to answer, by operation.',
    labelNames: ['operation'],
    buckets,
  })
  const answers = new Counter({
    ...of,
    name: 'fairground_http_requests_total',
    labelNames: ['operation', 'status'],
    help: 'Requests answered, by operation and class of status.',
  })
  for (const operation of ['a.b.get', 'a.b.all']) {
    for (const seconds of [0, 0.001, 0.0011, 0.3, 10, 11, 0.3]) {
      const status = seconds > 5 ? 503 : 200
      metrics.finished(operation, status, seconds)
      times.observe({ operation }, seconds)
      answers.inc({ operation, status: status > 500 ? '5xx' : '2xx' })
    }
  }
  metrics.gauge('level', 'About it.', () => 1.5)
  new Gauge({ ...of, name: 'fairground_level' }).set(1.5)
  const odd = 'a "b"\\c\nd'
  metrics.counter('by_name_total', 'About it.', async () => ({ label: 'name', values: { [odd]: 2, plain: 0 } }))
  const byName = new Counter({ ...of, name: 'fairground_by_name_total', labelNames: ['name'] })
  byName.inc({ name: odd }, 2)
  byName.inc({ name: 'plain' }, 0)
  metrics.gauge('broken', 'About it.', () => Promise.reject(new Error('down')))
  void new Gauge({ ...of, name: 'fairground_broken', labelNames: ['none'] })

  const [own, wanted] = [families(await metrics.text()), families(await registry.metrics())]
  for (const [name, lines] of wanted) assert.deepEqual(own.get(name), lines)
  assert.equal(wanted.size, 5)
  assert.equal(metrics.contentType, registry.contentType)
})

/** The lines of each metric, by its name. */
function families(text: string): Map<string, string> {
  const parts = text.split(/^(?=# HELP )/m)
  return new Map(parts.map((part) => [part.split(' ')[2] ?? '', part.trim()]))
}

test('no two metrics share a name', () => {
  const metrics = openMetrics('1')
  metrics.gauge('level', 'About it.', () => 1)
  for (const name of ['level', 'http_requests_total', 'http_request_duration_seconds', 'build_info']) {
    assert.throws(() => metrics.counter(name, 'About it.', () => 1), /two metrics are named/)
  }
})
