import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { operation } from '#kit/nouns/operation.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import type { Product } from '#kit/nouns/product.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { factory } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { pruneBatchMax, pruneResponses } from './idempotency.ts'

const wrongCode = reason('not_found', 'wrong_code', 'The code is wrong.')
type Handle = (ctx: Ctx, input: { step: number }) => Promise<{ step: number }>

/** One write whose handler a test gives, beside the products of a factory. */
function pressing(handle: Handle): readonly Product[] {
  const press = operation('factory.button.press', {
    route: 'POST /api/factory/button/press',
    title: 'Press',
    scope: 'factory.button:write',
    input: closed({ step: Type.Integer() }),
    output: closed({ step: Type.Integer() }),
    reasons: [wrongCode],
    wrongGuesses: [wrongCode],
    example: { step: 1 },
    handle,
  })
  return factory().products.map((each) => (each.name === 'factory' ? { ...each, operations: [press] } : each))
}

const press = (w: World, key: string, step = 1) =>
  w.send('factory.button.press', { step }, { headers: { 'idempotency-key': key } })

/** Writes an audit row, as a write of a record does. */
async function write(ctx: Ctx, target: string): Promise<void> {
  await ctx.audit({ action: 'factory.button.pressed', target })
}

async function rows(w: World, sql: string): Promise<Json[]> {
  return (await w.app.pools.work.query(sql)).rows
}

const pressed = (w: World) => rows(w, "select target from account_audit where action = 'factory.button.pressed'")
const expire = (w: World) => rows(w, "update account_idempotency set lease_until = now() - interval '1 second'")

function reasonOf(reply: { body: Json }): unknown {
  return Object(reply.body['error']).reason
}

/** A gate that blocks handlers until it is opened. */
function gate() {
  let open = () => {}
  let arrivals = 0
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, arrivals: () => arrivals, pass: () => ((arrivals += 1), opened) }
}

test('a second request with a key is refused at once while the first one runs, and replays it afterwards', async () => {
  const held = gate()
  const products = pressing(async (ctx, { step }) => {
    await held.pass()
    return ctx.once(async (inner) => (await write(inner, 'one'), { step }))
  })
  await using w = await world({ products })
  const first = press(w, 'same')
  await until(() => held.arrivals() === 1)
  const second = await press(w, 'same')
  assert.deepEqual([second.status, reasonOf(second)], [409, 'idempotency_in_flight'])
  assert.equal(second.headers['retry-after'], '1')
  const other = await press(w, 'same', 2)
  assert.equal(reasonOf(other), 'idempotency_key_reused')
  held.open()
  const { text } = await first
  const replay = await press(w, 'same')
  assert.deepEqual([replay.text, replay.headers['idempotent-replayed']], [text, 'true'])
  assert.equal((await pressed(w)).length, 1)
})

test('requests that hang under their keys hold no connection, so other accounts are served', async () => {
  const held = gate()
  const products = pressing(async (ctx, { step }) => {
    await held.pass()
    return ctx.once(async () => ({ step }))
  })
  await using w = await world({ products })
  const hanging = Array.from({ length: 8 }, (_, index) => press(w, `hanging-${index}`))
  await until(() => held.arrivals() === 8)
  const other = await w.another()
  assert.equal((await w.send('account.key.all', {}, { key: other.secretKey })).status, 200)
  const ready = await w.app.server.inject({ method: 'GET', url: '/health/ready' })
  assert.equal(ready.statusCode, 200)
  held.open()
  for (const reply of await Promise.all(hanging)) assert.equal(reply.status, 200, reply.text)
})

test('a refused handler leaves its key free, for another payload too', async () => {
  const products = pressing(async (ctx, { step }) => {
    if (step === 1) throw problem(wrongCode)
    return ctx.once(async () => ({ step }))
  })
  await using w = await world({ products })
  assert.equal((await press(w, 'free')).status, 404)
  assert.deepEqual(await rows(w, 'select key from account_idempotency'), [])
  assert.equal((await press(w, 'free', 2)).status, 200)
})

/** Reserves a key as a process did whose lease has run out. */
async function reserveExpired(w: World, key: string): Promise<void> {
  await rows(
    w,
    `insert into account_idempotency
       (account_id, key, operation, request_hash, request_id, lease_token, lease_until, created_at)
     values (${w.account.account.id}, '${key}', 'factory.button.press', '\\x00', 'req_${key}', gen_random_uuid(),
       now() - interval '1 second', '${w.clock.now().toISOString()}')`,
  )
}

test('a reservation of a process that died before any change is run again', async () => {
  const products = pressing((ctx, { step }) => ctx.once(async (inner) => (await write(inner, 'one'), { step })))
  await using w = await world({ products })
  await reserveExpired(w, 'dead')
  const reply = await press(w, 'dead')
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await pressed(w)).length, 1)
})

test('a reservation of a process that died after a change is refused, and names the changed records', async () => {
  const held = gate()
  const products = pressing(async (ctx, { step }) => {
    await ctx.atomic((inner) => write(inner, 'half'))
    await held.pass()
    return { step }
  })
  await using w = await world({ products })
  const first = press(w, 'half')
  await until(() => held.arrivals() === 1)
  await expire(w)
  const again = await press(w, 'half')
  held.open()
  assert.deepEqual([again.status, reasonOf(again)], [409, 'idempotency_interrupted'])
  assert.deepEqual(Object(Object(again.body['error']).details).targets, ['half'])
  assert.equal((await first).status, 200)
  assert.equal((await pressed(w)).length, 1)
})

test('a handler whose key was taken over commits nothing', async () => {
  const held = gate()
  const products = pressing(async (ctx, { step }) =>
    ctx.once(async (inner) => {
      await write(inner, ctx.requestId)
      if (held.arrivals() === 0) await held.pass()
      return { step }
    }),
  )
  await using w = await world({ products })
  const first = press(w, 'stalled')
  await until(() => held.arrivals() === 1)
  await expire(w)
  const second = await press(w, 'stalled')
  assert.equal(second.status, 200, second.text)
  held.open()
  assert.equal(reasonOf(await first), 'idempotency_in_flight')
  assert.deepEqual(await pressed(w), [{ target: second.body['requestId'] }])
  assert.equal((await press(w, 'stalled')).text, second.text)
})

test('a lease is renewed while its request runs', async () => {
  const held = gate()
  const products = pressing(async (_ctx, { step }) => (await held.pass(), { step }))
  await using w = await world({ products })
  const first = press(w, 'long')
  await until(() => held.arrivals() === 1)
  const lease = async () =>
    String((await rows(w, 'select lease_until::text as at from account_idempotency'))[0]?.['at'])
  const before = await lease()
  await until(async () => (await lease()) > before)
  held.open()
  assert.equal((await first).status, 200)
})

test('a write under a key that loses a race to another write runs again, in its own transaction', async () => {
  let runs = 0
  const products = pressing((ctx, { step }) =>
    ctx.once(async (inner) => {
      runs += 1
      await write(inner, `run ${runs}`)
      if (runs === 1) throw problem(reasons.writeContended)
      return { step }
    }),
  )
  await using w = await world({ products })
  const reply = await press(w, 'contended')
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(await pressed(w), [{ target: 'run 2' }])
})

test('a key whose response is being committed is in flight, and a repeat does not wait for it', async () => {
  const products = pressing((ctx, { step }) => ctx.once(async () => ({ step })))
  await using w = await world({ products })
  await reserveExpired(w, 'stopped')
  const stopped = await w.app.pools.work.connect()
  await stopped.query('begin')
  await stopped.query('select key from account_idempotency for update')
  const reply = await press(w, 'stopped')
  await stopped.query('rollback')
  stopped.release()
  assert.deepEqual([reply.status, reasonOf(reply)], [409, 'idempotency_in_flight'])
  assert.equal((await press(w, 'stopped')).status, 200)
})

test('a response with a secret is not replayed under its key to a credential with other rights', async () => {
  await using w = await world()
  const create = 'account.key.create'
  const low = String((await w.call(create, { name: 'Low', kind: 'restricted', scopes: ['account.key:write'] })).secret)
  const input = { name: 'Deploy', kind: 'secret' }
  const headers = { 'idempotency-key': 'deploy' }
  const first = await w.send(create, input, { headers })
  assert.equal(first.status, 200, first.text)
  const stolen = await w.send(create, input, { headers, key: low })
  assert.deepEqual([stolen.status, reasonOf(stolen)], [409, 'idempotency_key_reused'])
  assert.equal((await w.send(create, input, { headers })).text, first.text)
})

test('an Idempotency-Key does not hide wrong guesses from their limit', async () => {
  const products = pressing(() => Promise.reject(problem(wrongCode)))
  const failedAuthentication = { name: 'failed-authentication', perSecond: 0.0001, burst: 3 }
  await using w = await world({ products, rates: { failedAuthentication } })
  const statuses: number[] = []
  for (let guess = 1; guess <= 4; guess++) statuses.push((await press(w, `guess-${guess}`, guess)).status)
  assert.deepEqual(statuses, [404, 404, 404, 429])
})

test('pruneResponses.run() deletes all stored responses older than a day, and keeps newer ones', async () => {
  await using w = await world()
  const count = 2 * pruneBatchMax + 1
  const at = (hours: number) => new Date(w.clock.now().getTime() - hours * 3_600_000).toISOString()
  await w.app.pools.work.query(
    `insert into account_idempotency (account_id, key, operation, request_hash, created_at)
     select $1, 'key-' || n, 'x', '\\x00', case when n = 0 then $2::timestamptz else $3::timestamptz end
     from generate_series(0, $4::integer) n`,
    [w.account.account.id, at(23), at(25), count],
  )
  await pruneResponses.run(w.app.operatorCtx(w.account.account, 'test'))
  const { rows } = await w.app.pools.work.query('select key from account_idempotency')
  assert.deepEqual(rows, [{ key: 'key-0' }])
})
