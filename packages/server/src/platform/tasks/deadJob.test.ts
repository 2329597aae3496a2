import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '#kit/values/schema.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { factory, seen } from '#test/world/factory.ts'
import { world, type World } from '#test/world/world.ts'
import { crashesMax } from './jobBackOff.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const step = Type.Object({ step: Type.Integer() })

/** A task whose runs fail, with the payloads of its failure function. */
function failing() {
  const ended: unknown[] = []
  let failures = 0
  const call = outboundTask('factory.phone.call', 'Calls.', step, {
    handle: () => Promise.reject(new Error('busy')),
    async failed(ctx, payload) {
      failures += 1
      ctx.emit(seen, payload, { id: 'phone', status: '', version: 1 })
      ended.push([payload, ctx.isAtomic, ctx.account.id])
      if (failures === 1) throw new Error('the first run fails as well')
    },
  })
  const products = factory().products.map((each) => (each.name === 'factory' ? { ...each, tasks: [call] } : each))
  const request = async (w: World) => {
    const ctx = w.app.operatorCtx(w.account.account, 'factory')
    await ctx.atomic(async (inner) => inner.later(call, { step: 7 }, w.clock.now()))
  }
  return { request, products, ended }
}

test('the failure function of a task runs in a transaction once its job has used up its attempts', async () => {
  const f = failing()
  await using w = await world({ products: f.products, log: quiet })
  await f.request(w)
  for (let attempt = 0; attempt < 9; attempt++) {
    await w.settle()
    w.clock.advance(800_000)
  }
  assert.deepEqual(f.ended, [])
  await w.settle()
  w.clock.advance(800_000)
  await w.settle()
  const once = [{ step: 7 }, true, w.account.account.id]
  assert.deepEqual(f.ended, [once, once], 'a run that fails is repeated')
  assert.equal((await w.emitted('factory.lamp.seen')).length, 1)
})

test('the failure function of a task runs when the process of its job died each time', async () => {
  const f = failing()
  await using w = await world({ products: f.products, log: quiet })
  await f.request(w)
  await w.settle()
  await w.app.pools.work.query(
    `update ops_job set status = 'running', attempts = 1, outages = $1, lease_token = gen_random_uuid(),
       lease_until = now() - interval '1 second'`,
    [crashesMax - 1],
  )
  await w.settle()
  w.clock.advance(10_000)
  await w.settle()
  assert.equal(f.ended.length, 2)
  const { rows } = await w.app.pools.work.query('select name, status from ops_job order by name')
  assert.deepEqual(rows, [
    { name: 'factory.phone.call', status: 'dead' },
    { name: 'factory.phone.call.failed', status: 'done' },
  ])
})
