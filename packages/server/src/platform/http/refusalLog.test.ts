import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRefusalLog } from './refusalLog.ts'

test('add() writes one line in 10 s for each reason, with the number of refusals', () => {
  const lines: unknown[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (_: string, more?: object) => void lines.push(more) }
  let nowMs = 0
  const refusals = openRefusalLog(log, () => nowMs)
  const full = { reason: 'unavailable', cause: undefined, requestId: 'req_1', operation: 'places.place.all' }
  const outage = { ...full, cause: 'Error: connection refused' }
  for (nowMs = 0; nowMs < 25_000; nowMs++) refusals.add(full)
  assert.deepEqual(lines, [
    { ...full, refusals: 1 },
    { ...full, refusals: 10_000 },
    { ...full, refusals: 10_000 },
  ])
  refusals.add(outage)
  refusals.add(outage)
  assert.deepEqual(lines.slice(3), [{ ...outage, refusals: 1 }])
})
