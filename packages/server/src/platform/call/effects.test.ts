import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { cataloguePort } from '#kit/call/catalogue.ts'
import { port, provide, type Port, type Where } from '#kit/call/port.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { factSignalsPort } from '#platform/facts/factSignalsPort.ts'
import { inputCheckPort } from './inputCheckPort.ts'
import { incomingFilesPort } from '#platform/files/incoming/incomingFilesPort.ts'
import { imageStorePort } from '#platform/images/imageStorePort.ts'
import { textRecordsPort } from '#platform/net/textRecordsPort.ts'
import { transportPort } from '#platform/mail/transportPort.ts'
import { mailboxPort } from '#platform/mail/imap/mailboxPort.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { templatesPort } from '#platform/templates/templatesPort.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import { deadJobsPort } from '#platform/tasks/deadJobsPort.ts'
import { serverHealthPort } from '#platform/observe/serverHealthPort.ts'
import { deliveriesPort } from '#platform/webhooks/deliveriesPort.ts'
import { openCallPorts } from './callPorts.ts'
import type { Product } from '#kit/nouns/product.ts'
import { Type } from '#kit/values/schema.ts'
import { outboundTask, type Task } from '#kit/nouns/task.ts'
import { openCall, systemActor } from './callContext.ts'
import { payProviderPort } from '#platform/pay/payProviderPort.ts'
import { loopbackPort } from '#platform/net/loopbackPort.ts'
import { openEffects } from './effects.ts'
import { webhookEndpoint } from '#products/account/webhookEndpoint.ts'
import { factory, later, lit, seen } from '#test/world/factory.ts'
import { world, type World } from '#test/world/world.ts'

type Step = { step: number }
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const headStartMs = 15_000

/** An outbound task whose handler a test gives, beside the products of a factory. */
function calling(handle: (ctx: Ctx, payload: Step) => Promise<void>): { call: Task<Step>; products: Product[] } {
  const call = outboundTask('factory.phone.call', 'Calls.', Type.Object({ step: Type.Integer() }), handle)
  const products = factory().products.map((each) =>
    each.name === 'factory' ? { ...each, tasks: [...each.tasks, call] } : each,
  )
  return { call, products }
}

function open(w: World) {
  const about = { actor: systemActor('test'), requestId: 'req_test', cause: 'test' }
  return openCall(w.app.kernel, { account: w.account.account, ...about })
}

/** Runs pending jobs, then those that are due after the head start of effects. */
async function settleLater(w: World): Promise<void> {
  await w.settle()
  w.clock.advance(headStartMs)
  await w.settle()
}

test('an effect runs once, right after the commit and outside of the transaction', async () => {
  const ran: unknown[] = []
  const { call, products } = calling(async (ctx, { step }) => {
    const { rows } = await w.app.pools.work.query("select name from account_outbox where name = 'factory.phone.call'")
    ran.push([step, ctx.isAtomic, rows.length])
  })
  await using w = await world({ products })
  await open(w).ctx.atomic(async (inner) => inner.effect(call, { step: 1 }))
  assert.deepEqual(ran, [[1, false, 1]])
  await settleLater(w)
  assert.equal(ran.length, 1)
})

test('an effect that fails is repeated by a worker until it is done', async () => {
  let attempts = 0
  const { call, products } = calling(async () => {
    attempts += 1
    if (attempts < 3) throw new Error('busy')
  })
  await using w = await world({ products, log: quiet })
  await open(w).ctx.atomic(async (inner) => inner.effect(call, { step: 1 }))
  assert.equal(attempts, 1)
  await settleLater(w)
  for (let minute = 0; minute < 3; minute += 1) {
    w.clock.advance(60_000)
    await w.settle()
  }
  assert.equal(attempts, 3)
})

test('an effect that fails each time is reported as a dead job, and runs no more', async () => {
  let attempts = 0
  const errors: string[] = []
  const { call, products } = calling(async () => {
    attempts += 1
    throw new Error('refused')
  })
  await using w = await world({ products, log: { ...quiet, error: (message) => errors.push(message) } })
  await open(w).ctx.atomic(async (inner) => inner.effect(call, { step: 1 }))
  const dayMs = 86_400_000
  const ends = async () => {
    const { rows } = await w.app.pools.work.query(
      "select status, last_error from ops_job where name = 'factory.phone.call'",
    )
    return rows
  }
  for (let day = 0; day < 12; day += 1) {
    w.clock.advance(dayMs)
    await w.settle()
  }
  const [job, ...others] = await ends()
  assert.deepEqual([job.status, others], ['dead', []])
  assert.match(job.last_error, /refused/)
  assert.deepEqual(errors, ['a job is dead'])
  // The process tries once, the workers ten times.
  assert.equal(attempts, 1 + 10)
})

test('an effect of a transaction that is rolled back does not run', async () => {
  let attempts = 0
  const { call, products } = calling(async () => void (attempts += 1))
  await using w = await world({ products })
  const { ctx, finish } = open(w)
  const failing = ctx.atomic(async (inner) => {
    inner.effect(call, { step: 1 })
    throw new Error('no')
  })
  await assert.rejects(failing)
  await finish()
  await settleLater(w)
  assert.equal(attempts, 0)
})

test('an effect of a job is left to a worker, which waits for no head start', async () => {
  let attempts = 0
  const { call, products } = calling(async () => void (attempts += 1))
  const ring = products.flatMap((each) => each.tasks).find((each) => each.name === 'factory.bell.ring')
  assert.ok(ring)
  ring.handle = async (ctx) => ctx.effect(call, { step: 1 })
  await using w = await world({ products })
  await later(w, w.clock.now(), 1)
  await w.settle()
  assert.equal(attempts, 1)
})

test('an account tries 8 effects at once, and callers do not wait for those that hang', async () => {
  let started = 0
  const { call, products } = calling(() => ((started += 1), new Promise(() => {})))
  await using w = await world({ products, log: quiet })
  const kernel = { ...w.app.kernel, effects: openEffects(1) }
  const about = { actor: systemActor('test'), requestId: 'req_test', cause: 'test' }
  const { ctx } = openCall(kernel, { account: w.account.account, ...about })
  for (let step = 0; step < 10; step++) await ctx.atomic(async (inner) => inner.effect(call, { step }))
  assert.equal(started, 8)
  const other = await w.another()
  const beside = openCall(kernel, { account: other.account, ...about })
  await beside.ctx.atomic(async (inner) => inner.effect(call, { step: 0 }))
  assert.equal(started, 9)
})

test('effects of a test account count within those of its live account', async () => {
  const started: number[] = []
  const { call, products } = calling((ctx) => (started.push(ctx.account.id), new Promise(() => {})))
  await using w = await world({ products, log: quiet })
  const kernel = { ...w.app.kernel, effects: openEffects(1) }
  const about = { actor: systemActor('test'), requestId: 'req_test', cause: 'test' }
  for (const account of [w.account.twin, w.account.account]) {
    const { ctx } = openCall(kernel, { account, ...about })
    for (let step = 0; step < 10; step++) await ctx.atomic(async (inner) => inner.effect(call, { step }))
  }
  assert.equal(started.filter((id) => id === w.account.twin.id).length, 4)
  assert.equal(started.length, 8)
})

type MethodOf<P> = { [Name in keyof P]-?: P[Name] extends (...values: never[]) => unknown ? Name : never }[keyof P]

/** A port with every method that a handler reaches: a new method without an entry does not compile. */
function methodsOf<T>(port: Port<T>, methods: Record<MethodOf<T>, Where>) {
  return { port, methods: Object.entries<Where>(methods) }
}

const all = [
  methodsOf(outboundPort, { text: 'leaves', request: 'leaves', refusalOf: 'stays' }),
  methodsOf(sealingPort, { seal: 'stays', open: 'stays' }),
  methodsOf(deliveriesPort, {
    list: 'leaves',
    find: 'leaves',
    countExhausted: 'leaves',
    silentEndpoints: 'leaves',
    resend: 'leaves',
  }),
  methodsOf(deadJobsPort, { list: 'leaves', find: 'leaves', count: 'leaves', runAgain: 'leaves' }),
  methodsOf(factSignalsPort, { watch: 'stays' }),
  methodsOf(liveVideoPort, {
    ingest: 'stays',
    encoderKey: 'stays',
    end: 'leaves',
    goLive: 'leaves',
    dropPublisher: 'leaves',
    setTargets: 'leaves',
    dismiss: 'leaves',
    report: 'leaves',
  }),
  methodsOf(servedViewersPort, {
    add: 'stays',
    has: 'leaves',
    claim: 'leaves',
    isClaimed: 'stays',
    servedHere: 'stays',
  }),
  methodsOf(viewerTokensPort, { sign: 'stays', verify: 'stays', signViewer: 'stays', verifyViewer: 'stays' }),
  methodsOf(videoWorkPort, {
    window: 'leaves',
    positions: 'leaves',
    cutClip: 'leaves',
    finishRecording: 'leaves',
    importVideo: 'leaves',
    receiveUpload: 'leaves',
    removeUpload: 'leaves',
    takeFrames: 'leaves',
    keepPoster: 'leaves',
    remove: 'leaves',
  }),
  methodsOf(inputCheckPort, { check: 'stays' }),
  methodsOf(incomingFilesPort, { receive: 'leaves', fetch: 'leaves', read: 'stays', remove: 'leaves' }),
  methodsOf(imageStorePort, {
    receive: 'leaves',
    put: 'leaves',
    remove: 'leaves',
    nameOf: 'stays',
    pathOf: 'stays',
  }),
  methodsOf(mailPort, { send: 'leaves', deliver: 'leaves', isCaught: 'stays', operatorAddress: 'stays' }),
  methodsOf(textRecordsPort, { read: 'leaves', alias: 'leaves', receivesMail: 'leaves' }),
  methodsOf(transportPort, { deliver: 'leaves', verify: 'leaves' }),
  methodsOf(mailboxPort, { read: 'leaves' }),
  methodsOf(loopbackPort, { post: 'leaves' }),
  methodsOf(payProviderPort, {
    open: 'leaves',
    retrieve: 'leaves',
    expire: 'leaves',
    refund: 'leaves',
    totals: 'leaves',
    check: 'leaves',
    registerHook: 'leaves',
    removeHook: 'leaves',
    oldestDay: 'stays',
    readEvent: 'stays',
  }),
  methodsOf(templatesPort, { compile: 'leaves', render: 'leaves' }),
  methodsOf(serverHealthPort, { examine: 'leaves', lookAtDisk: 'leaves', isOperator: 'leaves' }),
]
const methodless = [cataloguePort, keyHashPort]

type PortMethod = { port: Port<unknown>; method: string }

const named = (where: Where): PortMethod[] =>
  all.flatMap(({ port, methods }) => methods.flatMap(([method, at]) => (at === where ? [{ port, method }] : [])))

test('every port method that leaves the database throws within a transaction, from the outer call too', async () => {
  await using w = await world()
  const ofProducts = w.app.products.flatMap(({ ports }) => ports)
  assert.deepEqual(
    w.app.kernel.ports.names().toSorted(),
    [...[...all, ...ofProducts].map(({ port }) => port), ...methodless].map(({ name }) => name).toSorted(),
  )
  const { ctx } = open(w)
  const within = (from: Ctx, { port, method }: PortMethod) => Reflect.get(Object(from.port(port)), method)
  const pathOf = ({ port, method }: PortMethod) => `${port.name}.${method}`
  const checkUsable = (from: Ctx, found: PortMethod[]) => {
    for (const each of found) assert.equal(typeof within(from, each), 'function', pathOf(each))
  }
  checkUsable(ctx, [...named('leaves'), ...named('stays')])
  await ctx.atomic(async (inner) => {
    for (const from of [inner, ctx]) {
      for (const each of named('leaves')) assert.throws(() => within(from, each), /leaves the database/, pathOf(each))
      checkUsable(from, named('stays'))
    }
    assert.equal(inner.port(liveVideoPort).nodeId, ctx.port(liveVideoPort).nodeId)
    const grant = { playbackId: 'x', by: 'owner', expiresAt: 1 } as const
    assert.equal(typeof (await inner.port(viewerTokensPort).sign(grant)), 'string')
  })
  checkUsable(ctx, named('leaves'))
})

test('a port is provided once and by something', () => {
  const lamp = port<{ on(): void }>('lamp', {})
  const twice = [provide(lamp, { on() {} }), provide(lamp, { on() {} })]
  assert.throws(() => openCallPorts(twice), /the port lamp is provided twice/)
  assert.throws(() => openCallPorts([]).get(lamp), /the port lamp is provided by nothing/)
})

test('ctx.as(other) keeps facts and tasks in the outbox of the other account', async () => {
  const { products } = calling(async () => {})
  const ring = products.flatMap((each) => each.tasks).find((each) => each.name === 'factory.bell.ring')
  assert.ok(ring)
  await using w = await world({ products })
  const other = await w.another()
  const names = async () => {
    const sql = 'select name from account_outbox where account_id = $1 and name like $2 order by name'
    const { rows } = await w.app.pools.work.query(sql, [other.account.id, 'factory.%'])
    return rows.map((row) => row.name)
  }
  const { ctx, finish } = open(w)
  ctx.as(other.account).later(ring, { step: 1 }, ctx.now())
  await finish()
  assert.deepEqual(await names(), ['factory.bell.ring'])
  await ctx.atomic(async (inner) => {
    inner.as(other.account).emit(lit, { step: 1 }, { id: 'lamp', status: '', version: 1 })
  })
  assert.deepEqual(await names(), ['factory.bell.ring', 'factory.lamp.lit'])
})

test('facts emitted before a replayed create, and before a transaction that fails, are kept', async () => {
  const { products } = calling(async () => {})
  await using w = await world({ products })
  const draft = { url: 'https://hooks.example/in' }
  const { ctx, finish } = open(w)
  const options = { clientReference: 'the same' }
  assert.equal((await ctx.store.create(webhookEndpoint, draft, options)).created, true)
  ctx.emit(lit, { step: 1 }, { id: 'lamp', status: '', version: 1 })
  assert.equal((await ctx.store.create(webhookEndpoint, draft, options)).created, false)
  ctx.emit(seen, { step: 1 }, { id: 'lamp', status: '', version: 1 })
  await assert.rejects(ctx.atomic(() => Promise.reject(new Error('no'))))
  await finish()
  assert.equal((await w.emitted('factory.lamp.lit')).length, 1)
  assert.equal((await w.emitted('factory.lamp.seen')).length, 1)
})
