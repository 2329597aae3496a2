import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

const contextOf = (w: World): Ctx => w.app.operatorCtx(w.account.account, 'test')

/** A transaction that has acquired a lock and keeps it until `end` is called. */
async function holding(ctx: Ctx, name: string) {
  const acquired = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const done = ctx.atomic(async (inner) => {
    await inner.lock(name)
    acquired.resolve()
    await ending.promise
  })
  await Promise.race([acquired.promise, done])
  return { end: () => (ending.resolve(), done) }
}

const waitingLocks = "select 1 from pg_locks where locktype = 'advisory' and not granted"

test('lock() lets one transaction of an account pass at a time; other names and accounts do not wait', async () => {
  await using w = await world()
  const ctx = contextOf(w)
  const first = await holding(ctx, 'test.press')
  let hasPassed = false
  const second = ctx.atomic(async (inner) => {
    await inner.lock('test.press')
    hasPassed = true
  })
  await until(async () => (await w.app.pools.work.query(waitingLocks)).rows.length > 0)
  await ctx.atomic((inner) => inner.lock('test.other'))
  const { account } = await w.another()
  await ctx.as(account).atomic((inner) => inner.lock('test.press'))
  assert.equal(hasPassed, false)
  await first.end()
  await second
  assert.equal(hasPassed, true)
})

test('lock() throws outside a transaction', async () => {
  await using w = await world()
  await assert.rejects(contextOf(w).lock('test.press'), /outside a transaction/)
})

test('audit() writes a row with the actor and the request, in the transaction of the call', async () => {
  await using w = await world()
  const ctx = contextOf(w)
  const entry = { action: 'test.button.pressed', target: 'btn_1' }
  await ctx.atomic((inner) => inner.audit({ ...entry, changes: { count: [1, 2] } }))
  const undone = ctx.atomic(async (inner) => {
    await inner.audit(entry)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  const { items } = await w.call('account.audit.all', { target: 'btn_1' })
  const [row] = items
  assert.ok(row !== undefined && items.length === 1)
  const { action, actor, requestId, changes } = row
  const expected = { action: entry.action, actor: 'test', requestId: ctx.requestId, changes: { count: [1, 2] } }
  assert.deepEqual({ action, actor, requestId, changes }, expected)
})

test('memory() is one per process, inside and outside of a transaction', async () => {
  await using w = await world()
  await using other = await world()
  const memoryOf = (ctx: Ctx) => ctx.memory('test.memory', () => ({}))
  const kept = memoryOf(contextOf(w))
  assert.equal(memoryOf(contextOf(w)), kept)
  await contextOf(w).atomic(async (inner) => assert.equal(memoryOf(inner), kept))
  assert.notEqual(memoryOf(contextOf(other)), kept)
})
