import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { openMetrics } from './metrics.ts'

test('times are the histogram that the library makes of the same times', async () => {
  const metrics = openMetrics('1')
  const registry = new Registry()
  const name = 'fairground_http_request_duration_seconds'
  const help = 'Time to answer, by operation.'
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
  const library = new Histogram({ registers: [registry], name, help, labelNames: ['operation'], buckets })
  for (const operation of ['a.b.get', 'a.b.all']) {
    for (const seconds of [0, 0.001, 0.0011, 0.3, 10, 11, 0.3]) {
      metrics.finished(operation, 200, seconds)
      library.observe({ operation }, seconds)
    }
  }
  const own = (await metrics.text()).split('\n').filter((line) => line.includes(name))
  const wanted = (await registry.metrics()).split('\n').filter((line) => line.includes(name))
  assert.deepEqual(own.toSorted(), wanted.toSorted())
})
