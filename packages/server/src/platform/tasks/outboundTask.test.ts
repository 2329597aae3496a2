import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '#kit/values/schema.ts'
import type { Account, Ctx } from '#kit/call/context.ts'
import type { Product } from '#kit/nouns/product.ts'
import { outboundTask, task, type Task } from '#kit/nouns/task.ts'
import { factory, seen } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

const step = Type.Object({ step: Type.Integer() })
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

type Going = { send: Task<{ step: number }>; mend: Task<{ step: number }>; products: readonly Product[] }

/** An outbound and a quick task, beside those of the factory. */
function going(onSend: (ctx: Ctx, step: number) => Promise<void>, onMend = () => {}): Going {
  const send = outboundTask('factory.errand.send', 'Sends.', step, (ctx, payload) => onSend(ctx, payload.step))
  const mend = task('factory.lamp.mend', 'Mends.', step, async () => onMend())
  const { products } = factory()
  return {
    send,
    mend,
    products: products.map((each) => (each.name === 'factory' ? { ...each, tasks: [send, mend] } : each)),
  }
}

async function send(
  w: World,
  task: Task<{ step: number }>,
  { steps, account = w.account.account }: { steps: readonly number[]; account?: Account },
): Promise<void> {
  const ctx = w.app.operatorCtx(account, 'factory')
  await ctx.atomic(async (inner) => steps.forEach((each) => inner.later(task, { step: each }, w.clock.now())))
}

test('an outbound task holds no transaction; its facts and tasks are committed at its end', async () => {
  const went: unknown[] = []
  const g = going(async (ctx, at) => {
    went.push([ctx.isAtomic, ctx.cause, ctx.account.id])
    ctx.emit(seen, { step: at }, { id: 'lamp', status: '', version: at })
    if (at < 2) ctx.later(g.send, { step: at + 1 }, ctx.now())
  })
  await using w = await world({ products: g.products })
  await send(w, g.send, { steps: [1] })
  await w.settle()
  const once = [false, 'factory.errand.send', w.account.account.id]
  assert.deepEqual(went, [once, once])
  assert.equal((await w.emitted('factory.lamp.seen')).length, 2)
})

test('a failed outbound task runs again as a whole', async () => {
  let attempts = 0
  const g = going(async () => {
    attempts += 1
    if (attempts < 3) throw new Error('no response')
  })
  await using w = await world({ products: g.products, log: quiet })
  await send(w, g.send, { steps: [1] })
  for (let minute = 0; minute < 3; minute += 1) {
    await w.settle()
    w.clock.advance(60_000)
  }
  await w.settle()
  assert.equal(attempts, 3)
})

test('waiting errands delay no other task', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let mended = 0
  const g = going(
    () => released,
    () => (mended += 1),
  )
  await using w = await world({ products: g.products })
  await send(w, g.send, { steps: [1, 2, 3, 4, 5, 6, 7, 8] })
  await send(w, g.mend, { steps: [1, 2, 3] })
  const settled = w.settle()
  await until(() => mended === 3)
  release()
  await settled
})

test('errands of one account leave a slot for the errand of another', async () => {
  const [released, mine] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
  let waiting = 0
  const g = going(async (ctx, step) => {
    if (step === 100) return mine.resolve(ctx.account.id)
    waiting += 1
    await released.promise
  })
  await using w = await world({ products: g.products })
  await send(w, g.send, { steps: Array.from({ length: 40 }, (_, index) => index) })
  const settled = w.settle()
  await until(() => waiting === 12)
  const { account } = await w.another()
  await send(w, g.send, { steps: [100], account })
  const another = w.settle()
  assert.equal(await mine.promise, account.id)
  assert.equal(waiting, 12)
  released.resolve()
  await Promise.all([settled, another])
  assert.equal(waiting, 40)
})

test('errands of an account and its test account share one bound, the test account half of it', async () => {
  const released = Promise.withResolvers<void>()
  const waiting: number[] = []
  const g = going(async (ctx) => {
    waiting.push(ctx.account.id)
    await released.promise
  })
  await using w = await world({ products: g.products })
  const { account: live, twin: tests } = w.account
  const steps = Array.from({ length: 20 }, (_, index) => index)
  await send(w, g.send, { steps, account: tests })
  await send(w, g.send, { steps, account: live })
  const settled = w.settle()
  await until(() => waiting.length === 12)
  const mended = w.another().then(({ account }) => send(w, g.send, { steps: [1], account }))
  const another = mended.then(() => w.settle())
  await until(() => waiting.length === 13)
  assert.equal(waiting.filter((id) => id === tests.id).length, 6)
  assert.equal(waiting.filter((id) => id === live.id).length, 6)
  released.resolve()
  await Promise.all([settled, another])
  assert.equal(waiting.length, 41)
})
