import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { sandboxSecretOf } from '#platform/pay/sandbox/sandboxSecret.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import { sandboxIdOf } from '#products/payments/provider/payConnection.ts'
import { openStage, type Scene, type Stage } from '#test/conformance/stage.ts'
import type { Json } from '#test/world/world.ts'

let stage: Stage
let own: Scene
let other: Scene

before(async () => {
  stage = await openStage()
  own = await stage.scene()
  other = await stage.scene()
})
after(() => stage[Symbol.asyncDispose]())

/** Place of an id within an input, beside those that the rules of all operations try. */
/** `expects: 200`: a name that is compared alone, which may name nothing. */
type Nested = { of: string; noun: string; prefix: string; input: (id: string) => Json; expects?: number }

const discount = { type: 'percent', percentOff: 10 }
const cart = { currency: 'EUR', items: [{ quantity: 1, unitAmount: 100 }] }
const promotionWith = (effect: Json) => ({ name: 'Offer', effects: [effect] })

const nested: Nested[] = [
  ...['loyalty.coupon.create'].flatMap((of): Nested[] => [
    {
      ...{ of, noun: 'payments.paymentLink', prefix: 'pln', expects: 200 },
      input: (id) => ({ name: 'Offer', discount, appliesTo: { paymentLinkIds: [id] } }),
    },
    {
      ...{ of, noun: 'places.place', prefix: 'plc', expects: 200 },
      input: (id) => ({ name: 'Offer', discount, appliesTo: { placeIds: [id] } }),
    },
    {
      ...{ of, noun: 'marketing.contact', prefix: 'con' },
      input: (id) => ({ name: 'Offer', discount, audience: { contactId: id } }),
    },
    {
      ...{ of, noun: 'marketing.segment', prefix: 'seg' },
      input: (id) => ({ name: 'Offer', discount, audience: { segmentId: id } }),
    },
    {
      ...{ of, noun: 'marketing.segment', prefix: 'seg' },
      input: (id) => ({ name: 'Offer', discount, audience: { filter: { segment: id } } }),
    },
  ]),
  {
    ...{ of: 'loyalty.promotion.create', noun: 'marketing.segment', prefix: 'seg' },
    input: (id) => ({ ...promotionWith({ type: 'orderPercent', percentOff: 10 }), filter: { segment: id } }),
  },
  {
    ...{ of: 'loyalty.promotion.create', noun: 'loyalty.coupon', prefix: 'cpn' },
    input: (id) => promotionWith({ type: 'issueCoupon', couponId: id }),
  },
  {
    ...{ of: 'loyalty.promotion.create', noun: 'loyalty.reward', prefix: 'rwd' },
    input: (id) => promotionWith({ type: 'grantTokens', rewardId: id, amount: 5 }),
  },
  {
    ...{ of: 'loyalty.promotion.create', noun: 'payments.paymentLink', prefix: 'pln' },
    input: (id) => promotionWith({ type: 'itemPercent', percentOff: 10, target: { paymentLinkIds: [id] } }),
  },
  {
    ...{ of: 'loyalty.promotion.evaluate', noun: 'loyalty.promotion', prefix: 'prm' },
    input: (id) => ({ cart, tryPromotionIds: [id] }),
  },
  {
    ...{ of: 'loyalty.promotion.evaluate', noun: 'payments.paymentLink', prefix: 'pln', expects: 200 },
    input: (id) => ({ cart: { ...cart, about: { paymentLinkId: id } } }),
  },
  {
    ...{ of: 'loyalty.reward.create', noun: 'marketing.segment', prefix: 'seg' },
    input: (id) => ({ name: 'Rule', on: 'stream.watched', amount: 1, filter: { segment: id } }),
  },
]

test('an id of another account within an input is like an unknown one, and moves nothing', async () => {
  const found: string[] = []
  for (const { of: name, noun, prefix, input, expects = 400 } of nested) {
    const of = stage.operation(name) ?? assert.fail(name)
    const foreign = String((await other.make(noun))['id'])
    const missing = encodeId(prefix, own.account.id, randomUUID())
    const before = [await stage.snapshot(own.account), await stage.snapshot(other.account)]
    const answers: string[] = []
    for (const id of [missing, foreign]) {
      const reply = await own.send(of, input(id))
      if (reply.status !== expects)
        found.push(`${name} ${prefix} ${JSON.stringify(input(id))}: ${reply.status} ${reply.text.slice(0, 200)}`)
      answers.push(reply.text.replaceAll(id, 'ID').replace(/"requestId":"\w+"/, ''))
    }
    if (expects === 400 && answers[0] !== answers[1]) found.push(`${name} ${prefix}: differ: ${answers.join(' ')}`)
    if (expects === 400) await stage.unchanged(own.account, before[0] ?? [], name)
    await stage.unchanged(other.account, before[1] ?? [], name)
  }
  assert.deepEqual(found, [])
})

test('codes, slugs, proofs, sessions and viewer tokens of another account open nothing', async () => {
  const of = (name: string) => stage.operation(name) ?? assert.fail(name)
  const coupon = await other.make('loyalty.coupon')
  const code = String(coupon['code'])
  const [unknownCode] = ['ZZZZZZ9999']
  const same = async (name: string, input: (each: string) => Json, [theirs, unknown]: readonly [string, string]) => {
    const seen: string[] = []
    for (const each of [theirs, unknown]) {
      const { text } = await own.send(of(name), input(each))
      seen.push(text.replaceAll(each, 'X').replace(/"requestId":"\w+"/, ''))
    }
    assert.equal(seen[0], seen[1], name)
  }
  const codes = [code, unknownCode] as const
  await same('loyalty.coupon.get', (each) => ({ code: each }), codes)
  await same('loyalty.redemption.create', (each) => ({ code: each, clientReference: 'door-1' }), codes)
  await same('loyalty.coupon.validate', (each) => ({ codes: [each], order: { currency: 'EUR', subtotal: 100 } }), codes)
  await same('loyalty.promotion.evaluate', (each) => ({ cart: { ...cart, codes: [each] } }), codes)

  const mine = await own.make('payments.paymentLink', { acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 100 } })
  const slug = String(mine['slug'])
  const contactId = String((await other.make('marketing.contact'))['id'])
  const ctx = stage.world.app.operatorCtx(other.account, 'test')
  const expiresAt = Math.floor(ctx.now().getTime() / 1_000) + 600
  const viewerToken = await ctx
    .port(viewerTokensPort)
    .signViewer({ accountId: other.account.publicId, contactId, expiresAt })
  for (const name of ['payments.checkout.quote', 'payments.checkout.start']) {
    const attempt = name.endsWith('start') ? { attemptId: randomUUID(), email: 'eve@example.com' } : {}
    const reply = await stage.send(of(name), { slug, tokens: 5, viewerToken, ...attempt }, { key: null })
    assert.equal(reply.status, 400, reply.text)
  }
  const started = await stage.send(
    of('payments.checkout.start'),
    { slug, attemptId: randomUUID(), email: 'a@example.com' },
    { key: null },
  )
  const theirs = await other.make('payments.paymentLink')
  const taken = await stage.send(
    of('payments.checkout.start'),
    { slug: theirs['slug'], attemptId: randomUUID(), email: 'b@example.com' },
    { key: null },
  )
  const [a, b] = [Object(started.body['data']), Object(taken.body['data'])]
  for (const name of ['payments.checkout.get', 'payments.checkout.refresh', 'payments.checkout.cancel']) {
    for (const proof of [b.proof, 'x', `${a.proof}x`, a.proof.slice(0, -1)]) {
      const reply = await stage.send(of(name), { paymentId: a.id, proof }, { key: null })
      assert.equal(reply.status, 404, `${name}: ${reply.text}`)
    }
  }
  for (const path of ['return', 'receipt']) {
    const reply = await stage.world.app.server.inject({ method: 'GET', url: `/pay/${path}/${a.id}?proof=${b.proof}` })
    assert.equal(reply.statusCode, 404, path)
  }
})

test('a call of a provider counts for the account and the secret of its address alone', async () => {
  const of = (name: string) => stage.operation(name) ?? assert.fail(name)
  const link = await own.make('payments.paymentLink')
  const start = { slug: link['slug'], attemptId: randomUUID(), email: 'hook@example.com' }
  const { id, redirectUrl } = Object(
    (await stage.send(of('payments.checkout.start'), start, { key: null })).body['data'],
  )
  await stage.world.settle()
  const [mine, theirs] = [own, other].map(({ account }) => stage.world.app.operatorCtx(account, 'test'))
  if (mine === undefined || theirs === undefined) assert.fail()
  const at = stage.world.clock.now().toISOString()
  const reference = String(redirectUrl).split('/').at(-1)
  const report = {
    about: 'payment',
    paymentId: id,
    reference,
    state: 'succeeded',
    at,
    currency: 'EUR',
    captured: '2500',
    fee: '0',
    chargeReference: 'ch',
  }
  const payload = JSON.stringify({ id: `evt-${id}`, type: 'sandbox.payment.succeeded', at, report })
  const signed = (ctx: typeof mine, body = payload) =>
    signWebhook({ id: 'call', sentAt: stage.world.clock.now(), payload: body }, [
      sandboxSecretOf(ctx, sandboxIdOf(ctx)),
    ])
  const json = { 'content-type': 'application/json' }
  const many = Array.from({ length: 400 }, (_, index) => `v1,${Buffer.alloc(32, index).toString('base64')}`).join(' ')
  const at10 = Buffer.alloc(10 * 1_048_576, 0x20)
  const path = `/hooks/payment/sandbox/${sandboxIdOf(mine)}`
  const calls: [what: string, url: string, headers: Record<string, string>, body: string | Buffer, status: number[]][] =
    [
      ['secret of another account', path, { ...signed(theirs), ...json }, payload, [400]],
      ['altered body', path, { ...signed(mine), ...json }, payload.replace('2500', '9900'), [400]],
      ['no signature', path, json, payload, [400]],
      ['many signatures', path, { ...signed(mine), 'webhook-signature': many, ...json }, payload, [400]],
      ['10 MB', path, { ...signed(mine), ...json }, at10, [400, 413]],
      ['not JSON', path, { ...signed(mine, 'x{'), ...json }, 'x{', [400]],
      ['JSON of another shape', path, { ...signed(mine, '[]'), ...json }, '[]', [400]],
      ['no values', path, { ...signed(mine, 'null'), ...json }, 'null', [400]],
      ['another kind of provider', path.replace('sandbox', 'stripe'), { ...signed(mine), ...json }, payload, [400]],
      [
        'unknown provider',
        `/hooks/payment/sandbox/${encodeId('ppr', own.account.id, randomUUID())}`,
        { ...signed(mine), ...json },
        payload,
        [404],
      ],
      [
        'payment of another account',
        `/hooks/payment/sandbox/${sandboxIdOf(theirs)}`,
        { ...signed(theirs), ...json },
        payload,
        [200],
      ],
    ]
  const wrong: string[] = []
  for (const [what, url, headers, body, status] of calls) {
    const reply = await stage.world.app.server.inject({ method: 'POST', url, headers, payload: body })
    if (!status.includes(reply.statusCode)) wrong.push(`${what}: ${reply.statusCode} ${reply.body.slice(0, 150)}`)
  }
  assert.deepEqual(wrong, [])
  await stage.world.settle()
  const stored = await stage.rows('select status from payments_payment where id = $1', [parseId('pay', id)?.uuid])
  assert.deepEqual(stored, [{ status: 'created' }])
})
