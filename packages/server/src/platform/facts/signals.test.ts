import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignals } from './signals.ts'

test('a wait for an account wakes for it alone; a signal between two waits is not lost', async () => {
  const signals = openSignals()
  const one = signals.watch(1)
  const two = signals.watch(2)
  const waiting = Promise.all([one.next(1_000), two.next(10)])
  signals.wake([1])
  assert.deepEqual(await waiting, ['facts', 'over'])
  signals.wake(undefined)
  assert.deepEqual(await Promise.all([one.next(0), two.next(0)]), ['facts', 'facts'])
  assert.equal(await one.next(0), 'over')
})

test('too many watches of one account are refused, and close() ends all waits', async () => {
  const signals = openSignals()
  const watches = Array.from({ length: 50 }, () => signals.watch(1))
  assert.equal(await signals.watch(1).next(1_000), 'refused')
  watches[0]?.close()
  const late = signals.watch(1)
  const waiting = late.next(10_000)
  signals.close()
  assert.equal(await waiting, 'refused')
  assert.equal(await signals.watch(2).next(10_000), 'refused')
})
