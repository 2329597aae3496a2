import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { linkOf, payAt, startOf } from './checkouts.ts'
import { plain, scriptlessBrowser } from './scriptlessBrowser.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('an attempt id gives its payment to the same payer with the same choice alone', async () => {
  const link = await linkOf(w)
  const first = { attemptId: 'attempt-0001', email: 'ada@example.com', name: 'Ada', quantities: [2] }
  const started = await startOf(w, link, first)
  await payAt(w, started, '4242424242424242')
  const again = await startOf(w, link, first)
  assert.deepEqual([again.id, again.proof], [started.id, started.proof])
  for (const other of [{ email: 'eve@example.com' }, { name: 'Eve' }, { quantities: [3] }]) {
    const taken = await startOf(w, link, { ...first, ...other })
    assert.notEqual(taken.id, started.id, JSON.stringify(other))
    assert.equal(taken.status, 'created')
  }
})

test('a typed address gives no price that is for the contact of the address alone', async () => {
  await w.call('marketing.contact.create', { email: 'lisboa@example.com', country: 'PT' })
  const filter = { field: 'country', is: 'eq', value: 'PT' } as const
  const half = [{ type: 'orderPercent', percentOff: 50 }] as const
  const { id: promotionId } = await w.call('loyalty.promotion.create', {
    name: 'For Portugal',
    status: 'active',
    filter,
    effects: [...half],
  })
  const discount = { type: 'percent', percentOff: 20 } as const
  await w.call('loyalty.coupon.create', { name: 'Twenty', code: 'PORTO20', discount, audience: { filter } })
  const link = await linkOf(w, { allowCoupons: true })
  const of = { slug: String(link.slug), email: 'lisboa@example.com' }
  const quote = await w.call('payments.checkout.quote', { slug: of.slug }, { key: null })
  for (const [attemptId, more] of Object.entries({ 'plain-0001': {}, 'hashed-0001': { quoteHash: quote.quoteHash } })) {
    const { amount } = await w.call('payments.checkout.start', { ...of, attemptId, ...more }, { key: null })
    assert.equal(amount, 2_500, attemptId)
  }
  const coded = { ...of, attemptId: 'coded-0001', codes: ['PORTO20'] }
  await w.refused('payments.checkout.start', coded, { code: 'conflict', mention: 'quote_changed' })
  await w.call('loyalty.promotion.delete', { promotionId })
})

test('a limit that the typed address has reached changes the price of the page, which then pays', async () => {
  await w.call('loyalty.promotion.create', {
    name: 'Once',
    status: 'active',
    limits: { perContact: 1 },
    effects: [{ type: 'orderPercent', percentOff: 10 }],
  })
  const link = await linkOf(w)
  const path = `/pay/${link.slug}`
  const submitted = async (typed: Record<string, string>, body: string) => {
    const reply = await payer.submit(path, body, typed)
    return { status: reply.statusCode, body: plain(reply.body) }
  }
  const payer = scriptlessBrowser(w, 'en')
  const typed = { email: 'twice@example.com' }
  assert.equal((await submitted(typed, (await payer.open(path)).body)).status, 303)
  const second = await payer.open(path)
  assert.match(plain(second.body), /Pay €22\.50/)
  const refused = await payer.submit(path, second.body, typed)
  assert.equal(refused.statusCode, 409)
  assert.match(plain(refused.body), /Pay €25\.00/)
  assert.equal((await payer.submit(path, refused.body, typed)).statusCode, 303)
})

test('the address of a link to one person shows no tokens of the person', async () => {
  const contact = await w.call('marketing.contact.create', { email: 'rich@example.com' })
  await w.call('loyalty.reward.create', { name: 'Welcome', contactId: contact.id, amount: 777, token: 'GOLD' })
  const acceptTokens = { token: 'GOLD', rate: 1, maxPercent: 100 }
  const link = await linkOf(w, { contactId: contact.id, acceptTokens })
  const { body } = await scriptlessBrowser(w, 'en').open(`/pay/${link.slug}`)
  assert.ok(!body.includes('777') && !body.includes('rich@example.com'), plain(body))
  const quote = await w.call('payments.checkout.quote', { slug: String(link.slug) }, { key: null })
  assert.equal(quote.tokens, null)
})
