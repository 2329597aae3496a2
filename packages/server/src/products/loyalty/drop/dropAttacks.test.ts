import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dropsPort } from '#kit/call/drops.ts'
import { world, type Input, type Json, type World } from '#test/world/world.ts'

let w: World
let streamId = ''
let couponId = ''

before(async () => {
  w = await world()
  streamId = await makeStream()
  couponId = await makeCoupon()
})
after(() => w[Symbol.asyncDispose]())

const later = (ms: number) => new Date(w.clock.now().getTime() + ms).toISOString()
const accountId = () => w.account.account.publicId
const context = () => w.app.operatorCtx(w.account.account, 'test')
const dropOf = (dropId: string) => w.call('loyalty.drop.get', { dropId })

async function makeStream(): Promise<string> {
  return String((await w.call('livestream.stream.create', { title: 'Concert', record: false })).id)
}

async function makeCoupon(terms: Json = {}): Promise<string> {
  const draft = { name: 'Drink', discount: { type: 'percent', percentOff: 50 } } as const
  return String((await w.call('loyalty.coupon.create', { ...draft, ...terms })).id)
}

async function makeDrop(terms: Partial<Input<'loyalty.drop.create'>> = {}): Promise<string> {
  const draft = { name: 'First viewers', streamId, couponId, quantity: 9, seconds: 60 }
  return String((await w.call('loyalty.drop.create', { ...draft, ...terms })).id)
}

/** A signed-in member of the audience. */
async function viewer(name: string): Promise<{ contactId: string; viewerToken: string }> {
  const { contactId, token } = await w.call('account.viewer.createToken', { email: `${name}@example.com` })
  return { contactId, viewerToken: token }
}

/** Result of a claim: `claimed`, `repeated`, or the reason of its refusal. */
async function outcome(dropId: string, { viewerToken }: { viewerToken: string }): Promise<string> {
  const input = { accountId: accountId(), dropId, viewerToken }
  const { body } = await w.send('loyalty.wallet.claimDrop', input, { key: null })
  if (body['error'] !== undefined) return String(Object(body['error']).reason)
  return Object(body['data']).isRepeat === true ? 'repeated' : 'claimed'
}

const copiesOf = async (contactId: string) => (await w.call('loyalty.coupon.all', { contactId })).items

test('a drop that a node with a faster clock has opened is open at a node with a slower one', async () => {
  const dropId = await makeDrop({ opensAt: later(2_000), quantity: 2 })
  const [first, second] = [await viewer('first'), await viewer('second')]
  w.clock.advance(3_000)
  assert.equal(await outcome(dropId, first), 'claimed')
  w.clock.advance(-3_000)
  assert.deepEqual([await outcome(dropId, first), await outcome(dropId, second)], ['repeated', 'claimed'])
  const { status, opensAt, closedAt, claimed } = await dropOf(dropId)
  assert.deepEqual([status, closedAt, claimed], ['full', opensAt, 2])
  const shown = await context().port(dropsPort).shownOf(context(), streamId)
  assert.deepEqual(
    shown.filter((each) => each.dropId === dropId).map((each) => each.status),
    ['full'],
  )
  const ended = await makeDrop({ opensAt: later(2_000) })
  w.clock.advance(3_000)
  assert.equal(await outcome(ended, first), 'claimed')
  w.clock.advance(-3_000)
  const { closedAt: endedAt, opensAt: openedAt } = await w.call('loyalty.drop.end', { dropId: ended })
  assert.equal(endedAt, openedAt)
  w.clock.advance(10_000)
  await w.settle()
})

test('the page of a stream shows an open drop before those that are over or planned', async () => {
  const own = await makeStream()
  for (let n = 0; n < 3; n += 1) await makeDrop({ streamId: own, seconds: 5 })
  w.clock.advance(6_000)
  for (let n = 0; n < 3; n += 1) await makeDrop({ streamId: own, seconds: 5, opensAt: later(9_000) })
  const open = await makeDrop({ streamId: own, seconds: 3_600 })
  const shown = await context().port(dropsPort).shownOf(context(), own)
  assert.equal(shown[0]?.dropId, open)
  assert.deepEqual(
    shown.map(({ status }) => status),
    ['open', 'scheduled', 'scheduled'],
  )
})

test('a viewer token of a merged contact claims for the one that remains, one of an erased contact fails', async () => {
  const dropId = await makeDrop()
  const [into, from] = [await viewer('into'), await viewer('from')]
  assert.equal(await outcome(dropId, from), 'claimed')
  await w.call('marketing.contact.update', { contactId: into.contactId, mergeFrom: from.contactId })
  await w.settle()
  assert.deepEqual([await outcome(dropId, from), await outcome(dropId, into)], ['repeated', 'repeated'])
  const other = await makeDrop()
  assert.deepEqual([await outcome(other, from), await outcome(other, into)], ['claimed', 'repeated'])
  assert.deepEqual([(await copiesOf(into.contactId)).length, (await dropOf(dropId)).claimed], [2, 1])
  await w.call('marketing.contact.delete', { contactId: into.contactId, mode: 'erase' })
  await w.settle()
  for (const each of [into, from]) assert.equal(await outcome(await makeDrop(), each), 'viewer_needed')
})

test('the copy of a coupon begins with its coupon', async () => {
  const startsAt = later(86_400_000)
  const dropId = await makeDrop({ couponId: await makeCoupon({ startsAt }) })
  const early = await viewer('early')
  assert.equal(await outcome(dropId, early), 'claimed')
  const [copy] = await copiesOf(early.contactId)
  assert.deepEqual([copy?.startsAt, copy?.status], [startsAt, 'scheduled'])
  const order = { subtotal: 100, currency: 'EUR' }
  const use = { code: String(copy?.code), contactId: early.contactId, clientReference: 'early', order }
  await w.refused('loyalty.redemption.create', use, { code: 'conflict', mention: 'coupon_not_started' })
})

test('a drop gives no coupon of a promotion that does not run', async () => {
  const effects = [{ type: 'orderPercent' as const, percentOff: 10 }]
  const draft = { name: 'Code', trigger: 'code', status: 'active', effects } as const
  const promotionId = String((await w.call('loyalty.promotion.create', draft)).id)
  const made = await w.call('loyalty.coupon.create', { name: 'Of the promotion', promotionId })
  const dropId = await makeDrop({ couponId: String(made.id) })
  const [first, second] = [await viewer('bird'), await viewer('late')]
  assert.equal(await outcome(dropId, first), 'claimed')
  for (const action of ['pause', 'end'] as const) {
    await w.call('loyalty.promotion.update', { promotionId, action })
    assert.equal(await outcome(dropId, second), 'promotion_not_running')
  }
  assert.deepEqual([(await dropOf(dropId)).claimed, (await copiesOf(second.contactId)).length], [1, 0])
})

test('claims beside the deletion of a drop or its coupon leave as many copies as claims', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, at) => viewer(`race${at}`)))
  const own = await makeCoupon()
  const [first, second] = [await makeDrop(), await makeDrop({ couponId: own })]
  const claims = (dropId: string) => Promise.all(people.map((each) => outcome(dropId, each)))
  const [one, two] = await Promise.all([
    claims(first),
    claims(second),
    w.call('loyalty.drop.delete', { dropId: first }),
    w.call('loyalty.coupon.delete', { couponId: own }),
  ])
  const taken = [...one, ...two].filter((each) => each === 'claimed').length
  const copies = await Promise.all(people.map(async ({ contactId }) => (await copiesOf(contactId)).length))
  assert.equal(
    copies.reduce((sum, each) => sum + each, 0),
    taken,
  )
})
