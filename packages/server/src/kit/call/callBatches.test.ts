import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBatches } from './callBatches.ts'
import type { Ctx } from './context.ts'
import { Problem, problem, reasons } from './problem.ts'

// cast: batches read nothing but the account of a context.
const ctxOf = (id: number) => ({ account: { id } }) as Ctx

/** Batches of numbers, which double them, with the batches that ran. */
function doubling(refuse: (batch: readonly number[]) => Error | undefined = () => undefined) {
  const ran: (readonly number[])[] = []
  const batches = openBatches<number, number>({
    keysOf: (what) => [`${what % 1_000}`],
    async together(_, batch) {
      ran.push(batch)
      const error = refuse(batch)
      if (error !== undefined) throw error
      return batch.map((each) => each * 2)
    },
  })
  const run = (...numbers: number[]) => Promise.allSettled(numbers.map((each) => batches.run(ctxOf(1), each)))
  return { ran, run, batches }
}

test('calls of one turn share a statement, calls with one key do not', async () => {
  const { ran, run } = doubling()
  const results = await run(1, 2, 1_001)
  assert.deepEqual(
    results.map((each) => each.status === 'fulfilled' && each.value),
    [2, 4, 2_002],
  )
  assert.deepEqual(ran, [[1, 2], [1_001]])
})

test('accounts share no statement', async () => {
  const { ran, batches } = doubling()
  await Promise.all([batches.run(ctxOf(1), 1), batches.run(ctxOf(2), 2)])
  assert.deepEqual(ran, [[1], [2]])
})

test('an error of one call fails that call alone', async () => {
  const { ran, run } = doubling((batch) => (batch.includes(2) ? new Error('two') : undefined))
  const results = await run(1, 2, 3)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(ran, [[1, 2, 3], [1], [2], [3]])
})

test('a batch of unknown outcome is not sent again', async () => {
  const { ran, run } = doubling(() => problem(reasons.unavailable))
  const results = await run(1, 2, 3)
  assert.ok(results.every((each) => each.status === 'rejected' && each.reason instanceof Problem))
  assert.deepEqual(ran, [[1, 2, 3]])
})

test('contention of one call after a failed batch rejects those behind it', async () => {
  const { ran, run } = doubling(() => problem(reasons.writeContended))
  const results = await run(1, 2, 3)
  assert.ok(results.every(({ status }) => status === 'rejected'))
  assert.deepEqual(ran, [[1, 2, 3], [1]])
})

test('more calls than a queue holds are refused as unavailable', async () => {
  const { run } = doubling()
  const results = await run(...Array.from({ length: 10_001 }, (_, n) => n))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10_000)
  const last = results.at(-1)
  assert.ok(last?.status === 'rejected' && last.reason instanceof Problem && last.reason.reason === 'unavailable')
})
