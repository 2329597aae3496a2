import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#kit/nouns/product.ts'
import { batchReaction } from '#kit/nouns/reaction.ts'
import { Type } from '#kit/values/schema.ts'
import { batchTask } from '#kit/nouns/task.ts'
import { factory, light, lit, looped } from '#test/world/factory.ts'
import { world, type World } from '#test/world/world.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** The factory with a batch reaction and a batch task. `batches` has the input of each call. */
function batching(poison?: number) {
  const batches: number[][] = []
  const count = batchReaction('factory.eye.count', lit, async (ctx, facts) => {
    const steps = facts.map(({ payload }) => payload.step)
    batches.push(steps)
    for (const { payload, subject } of facts) ctx.emit(looped, payload, { id: subject, status: '', version: 1 })
    if (poison !== undefined && steps.includes(poison)) throw new Error('poison')
  })
  const sum = batchTask('factory.bell.sum', 'Sums.', Type.Object({ step: Type.Integer() }), async (_ctx, payloads) => {
    batches.push(payloads.map(({ step }) => step))
  })
  const { products } = factory()
  const own = (product: Product) => ({ ...product, reactions: [count], tasks: [sum] })
  return { sum, batches, products: products.map((each) => (each.name === 'factory' ? own(each) : each)) }
}

const ownSubject = { subject: (step: number) => `lamp ${step}` }
const many = Array.from({ length: 40 }, (_, index) => index)

async function emittedSteps(w: World): Promise<unknown[]> {
  return (await w.emitted('factory.lamp.looped')).map(({ payload }) => payload['step'])
}

async function inboxCount(w: World): Promise<number> {
  const { rows } = await w.app.pools.work.query('select count(*)::integer as count from account_inbox')
  return rows[0].count
}

test('a batch reaction gets facts of several subjects in one call, each fact once', async () => {
  const b = batching()
  await using w = await world({ products: b.products })
  await light(w, many, ownSubject)
  await w.settle()
  assert.deepEqual(
    b.batches.map((batch) => batch.toSorted((one, two) => one - two)),
    [many],
  )
  assert.equal((await emittedSteps(w)).length, many.length)
  assert.equal(await inboxCount(w), many.length)
})

test('a repeated batch leaves out facts with committed effects', async () => {
  const b = batching()
  await using w = await world({ products: b.products })
  await light(w, [1, 2, 3], ownSubject)
  await w.settle()
  await light(w, [4], ownSubject)
  await w.app.pools.work.query("update ops_job set status = 'queued', payload = '{\"step\":0}'")
  await w.settle()
  assert.deepEqual(b.batches.at(-1), [4])
  assert.deepEqual(await emittedSteps(w), [1, 2, 3, 4])
})

test('a poison fact fails alone: the others of its batch have their effects once', async () => {
  const b = batching(7)
  await using w = await world({ products: b.products, log: quiet })
  await light(w, many, ownSubject)
  await w.settle()
  const others = many.filter((step) => step !== 7)
  assert.equal(b.batches[0]?.length, many.length)
  assert.deepEqual(new Set(await emittedSteps(w)), new Set(others))
  assert.equal((await emittedSteps(w)).length, others.length)
  const { rows } = await w.app.pools.work.query("select attempts, last_error from ops_job where status = 'queued'")
  assert.deepEqual(rows, [{ attempts: 1, last_error: 'poison' }])
})

test('batches hold facts of one account, and silent facts apart', async () => {
  const b = batching()
  await using w = await world({ products: b.products })
  const { account } = await w.another()
  await light(w, [1, 2], ownSubject)
  await light(w, [3, 4], { ...ownSubject, isSilent: true })
  await light(w, [5, 6], { ...ownSubject, account })
  await w.settle()
  assert.deepEqual(
    b.batches.toSorted(([one = 0], [two = 0]) => one - two),
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  )
})

test('a batch task gets payloads that are due together', async () => {
  const b = batching()
  await using w = await world({ products: b.products })
  const ctx = w.app.operatorCtx(w.account.account, 'factory')
  await ctx.atomic(async (inner) => many.forEach((step) => inner.later(b.sum, { step }, w.clock.now())))
  await w.settle()
  assert.deepEqual(b.batches, [many])
})
