import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestEvents, type ServerEvent } from './latestEvents.ts'

test('LatestEvents keeps the newest event of each name, in the order of the names', async () => {
  let ends = 0
  const events = latestEvents<ServerEvent>(() => (ends += 1))
  for (let count = 1; count <= 1_000; count++) events.push({ event: 'viewers', data: count })
  events.push({ event: 'state', data: 'live' })
  events.push({ event: 'viewers', data: 1_001 })
  events.end()
  events.push({ event: 'state', data: 'too late' })
  const seen: ServerEvent[] = []
  for await (const each of events) seen.push(each)
  assert.deepEqual(seen, [
    { event: 'viewers', data: 1_001 },
    { event: 'state', data: 'live' },
  ])
  assert.equal(ends, 1)
})

test('return() of the reader ends the stream at once, also during a wait', async () => {
  let ends = 0
  const iterator = latestEvents<ServerEvent>(() => (ends += 1))[Symbol.asyncIterator]()
  const waiting = iterator.next()
  await iterator.return?.()
  assert.deepEqual(await waiting, { done: true, value: undefined })
  assert.equal(ends, 1)
})
