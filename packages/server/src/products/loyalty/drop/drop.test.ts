import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dropsPort } from '#kit/call/drops.ts'
import { until } from '#test/world/until.ts'
import { world, type Input, type Json, type World } from '#test/world/world.ts'

let w: World
let streamId = ''
let couponId = ''

before(async () => {
  w = await world()
  streamId = String((await w.call('livestream.stream.create', { title: 'Concert', record: false })).id)
  couponId = await makeCoupon()
})
after(() => w[Symbol.asyncDispose]())

async function makeCoupon(terms: Json = {}): Promise<string> {
  const draft = { name: 'Drink', discount: { type: 'percent', percentOff: 50 } } as const
  return String((await w.call('loyalty.coupon.create', { ...draft, ...terms })).id)
}

async function makeDrop(terms: Partial<Input<'loyalty.drop.create'>> = {}): Promise<string> {
  const draft = { name: 'First viewers', streamId, couponId, quantity: 3, seconds: 60 }
  return String((await w.call('loyalty.drop.create', { ...draft, ...terms })).id)
}

const later = (ms: number) => new Date(w.clock.now().getTime() + ms).toISOString()
const accountId = () => w.account.account.publicId
const dropOf = (dropId: string) => w.call('loyalty.drop.get', { dropId })

/** A signed-in member of the audience. */
async function viewer(name: string): Promise<{ contactId: string; viewerToken: string }> {
  const { contactId, token } = await w.call('account.viewer.createToken', { email: `${name}@example.com` })
  return { contactId, viewerToken: token }
}

async function viewers(name: string, count: number) {
  const people = []
  for (let at = 0; at < count; at++) people.push(await viewer(`${name}${at}`))
  return people
}

/** A claim, as a browser sends it: once more while the server has too much to do. */
const claim = (dropId: string, { viewerToken }: { viewerToken: string }) =>
  until(
    () => w.send('loyalty.wallet.claimDrop', { accountId: accountId(), dropId, viewerToken }, { key: null }),
    ({ status }) => status !== 503,
  )

/** Result of a claim: `claimed`, `repeated`, or the reason of its refusal. */
async function outcome(dropId: string, by: { viewerToken: string }): Promise<string> {
  const { body } = await claim(dropId, by)
  if (body['error'] !== undefined) return String(Object(body['error']).reason)
  return Object(body['data']).isRepeat === true ? 'repeated' : 'claimed'
}

const count = (results: readonly string[], of: string) => results.filter((each) => each === of).length

const facts = async (dropId: string) =>
  (await w.emitted()).flatMap(({ name, subject }) => (subject === dropId ? [name.replace('loyalty.drop.', '')] : []))

test('exactly as many of 200 parallel viewers get the coupon as the drop has coupons', async () => {
  const dropId = await makeDrop({ quantity: 100 })
  const people = await viewers('crowd', 200)
  const results = await Promise.all(people.map((each) => outcome(dropId, each)))
  assert.deepEqual([count(results, 'claimed'), count(results, 'drop_full')], [100, 100])
  const { claimed, status, closedAt } = await dropOf(dropId)
  assert.deepEqual([claimed, status, closedAt], [100, 'full', later(0)])
  const copies = []
  for (const { contactId } of people) copies.push(await w.call('loyalty.coupon.all', { contactId, limit: 10 }))
  assert.deepEqual(
    copies.map(({ items }) => items.length),
    results.map((each) => (each === 'claimed' ? 1 : 0)),
  )
  const told = await facts(dropId)
  assert.deepEqual([count(told, 'claimed'), count(told, 'full'), count(told, 'opened')], [100, 1, 1])
})

test('taps of one viewer are one claim, and repeats answer its coupon, also when the drop is full', async () => {
  const dropId = await makeDrop({ quantity: 2 })
  const [mira, other] = [await viewer('mira'), await viewer('other')]
  const results = await Promise.all(Array.from({ length: 12 }, () => outcome(dropId, mira)))
  assert.deepEqual([count(results, 'claimed'), count(results, 'repeated')], [1, 11])
  assert.equal((await dropOf(dropId)).claimed, 1)
  assert.equal(await outcome(dropId, other), 'claimed')
  const again = Object((await claim(dropId, mira)).body['data'])
  const { items } = await w.call('loyalty.coupon.all', { contactId: mira.contactId })
  assert.deepEqual(
    items.map(({ id, code, name, maxRedemptions }) => [id, code, name, maxRedemptions]),
    [[again.couponId, again.code, 'Drink', 1]],
  )
})

test('a claim needs a viewer of the account of the drop, and a drop that exists', async () => {
  const dropId = await makeDrop()
  await w.refused(
    'loyalty.wallet.claimDrop',
    { accountId: accountId(), dropId },
    { code: 'not_authorized', mention: 'viewer_needed', key: null },
  )
  const stranger = await w.another()
  const made = await w.call('account.viewer.createToken', { email: 'mira@example.com' }, { key: stranger.secretKey })
  assert.equal(await outcome(dropId, { viewerToken: made.token }), 'viewer_needed')
  const gone = `drp_${dropId.slice(4, 12)}${'0'.repeat(26)}`
  const { viewerToken } = await viewer('mira')
  const refusal = { code: 'invalid_request', mention: '/dropId', key: null } as const
  await w.refused('loyalty.wallet.claimDrop', { accountId: accountId(), dropId: gone, viewerToken }, refusal)
  assert.equal((await dropOf(dropId)).claimed, 0)
})

test('a drop opens at its moment and ends with its time, before its tasks have run', async () => {
  const dropId = await makeDrop({ opensAt: later(30_000), seconds: 10, quantity: 5 })
  const [early, first, second, late] = await viewers('time', 4)
  assert.ok(early && first && second && late)
  assert.equal((await dropOf(dropId)).status, 'scheduled')
  w.clock.advance(29_999)
  assert.equal(await outcome(dropId, early), 'drop_not_open')
  w.clock.advance(1)
  assert.deepEqual(await Promise.all([first, second].map((each) => outcome(dropId, each))), ['claimed', 'claimed'])
  assert.equal((await dropOf(dropId)).status, 'open')
  w.clock.advance(9_999)
  assert.equal(await outcome(dropId, early), 'claimed')
  w.clock.advance(1)
  assert.equal(await outcome(dropId, late), 'drop_ended')
  const { status, closedAt, endsAt, claimed } = await dropOf(dropId)
  assert.deepEqual([status, closedAt, claimed], ['ended', endsAt, 3])
  const told = await facts(dropId)
  assert.deepEqual([count(told, 'opened'), count(told, 'claimed'), count(told, 'ended')], [1, 3, 1])
})

test('tasks open a drop and end it without any viewer', async () => {
  const dropId = await makeDrop({ opensAt: later(30_000), seconds: 10 })
  w.clock.advance(30_000)
  await w.settle()
  assert.equal((await dropOf(dropId)).status, 'open')
  w.clock.advance(10_000)
  await w.settle()
  assert.equal((await dropOf(dropId)).status, 'ended')
  const missed = await makeDrop({ opensAt: later(30_000), seconds: 10 })
  w.clock.advance(60_000)
  await w.settle()
  assert.deepEqual(await facts(missed), ['created', 'updated', 'ended'])
})

test('a drop that its owner ends takes no further viewer, and keeps those it has', async () => {
  const dropId = await makeDrop({ quantity: 50 })
  const people = await viewers('ending', 20)
  const [results] = await Promise.all([
    Promise.all(people.map((each) => outcome(dropId, each))),
    w.call('loyalty.drop.end', { dropId }),
  ])
  const taken = count(results, 'claimed')
  assert.equal(taken + count(results, 'drop_ended'), 20, results.join())
  const { claimed, status, closedAt } = await dropOf(dropId)
  assert.deepEqual([claimed, status, closedAt], [taken, 'ended', later(0)])
  assert.equal(await outcome(dropId, await viewer('after')), 'drop_ended')
  await w.refused('loyalty.drop.end', { dropId }, { code: 'conflict', mention: 'invalid_transition' })
  const planned = await makeDrop({ opensAt: later(30_000) })
  assert.equal((await w.call('loyalty.drop.end', { dropId: planned })).status, 'ended')
  const removed = await makeDrop()
  await w.call('loyalty.drop.delete', { dropId: removed })
  await w.refused(
    'loyalty.wallet.claimDrop',
    { accountId: accountId(), dropId: removed, ...(await viewer('after')) },
    'invalid_request',
  )
})

test('a coupon that cannot be given is no claim', async () => {
  const [paused, archived, used] = [await makeCoupon(), await makeCoupon(), await makeCoupon({ maxRedemptions: 1 })]
  const drops = await Promise.all([paused, archived, used].map((each) => makeDrop({ couponId: each })))
  const expiring = await makeDrop({ couponId: await makeCoupon({ expiresAt: later(5_000) }) })
  await w.call('loyalty.coupon.update', { couponId: paused, action: 'pause' })
  await w.call('loyalty.coupon.delete', { couponId: archived })
  const order = { subtotal: 100, currency: 'EUR' }
  await w.call('loyalty.redemption.create', { couponId: used, clientReference: 'last', order })
  w.clock.advance(5_000)
  const mira = await viewer('mira')
  const reasons = await Promise.all([...drops, expiring].map((each) => outcome(each, mira)))
  assert.deepEqual(reasons, ['coupon_not_active', 'coupon_expired', 'coupon_exhausted', 'coupon_expired'])
  for (const dropId of [...drops, expiring]) assert.equal((await dropOf(dropId)).claimed, 0)
  await w.call('loyalty.coupon.update', { couponId: paused, action: 'resume' })
  assert.equal(await outcome(drops[0] ?? '', mira), 'claimed')
})

test('a draft names every wrong field, and a repeat answers the first drop, also when it is over', async () => {
  const [foreign, code] = [`str_${'0'.repeat(34)}`, `cpn_${'0'.repeat(34)}`]
  const draft = { name: 'Late', streamId: foreign, couponId: code, quantity: 1, seconds: 60, opensAt: later(-1) }
  const error = await w.refused('loyalty.drop.create', draft, 'invalid_request')
  assert.deepEqual(
    Object(error['fields']).map(({ path }: { path: string }) => path),
    ['/streamId', '/couponId', '/opensAt'],
  )
  const far = { ...draft, streamId, couponId, opensAt: later(367 * 86_400_000) }
  await w.refused('loyalty.drop.create', far, { code: 'invalid_request', mention: '/opensAt' })
  const good = { name: 'Once', streamId, couponId, quantity: 1, seconds: 60, opensAt: later(1_000) }
  const first = await w.call('loyalty.drop.create', { ...good, clientReference: 'once' })
  w.clock.advance(120_000)
  const again = await w.call('loyalty.drop.create', { ...good, clientReference: 'once' })
  assert.deepEqual([again.id, again.created], [first.id, false])
  assert.equal(first.endsAt, later(-59_000))
  const { items } = await w.call('loyalty.drop.all', { streamId, limit: 1 })
  assert.equal(items[0]?.id, first.id)
})

test('claims follow a merged contact, and those of an erased one still count', async () => {
  const [shared, single] = [await makeDrop({ quantity: 5 }), await makeDrop({ quantity: 5 })]
  const [into, from] = [await viewer('into'), await viewer('from')]
  for (const each of [into, from]) assert.equal(await outcome(shared, each), 'claimed')
  assert.equal(await outcome(single, from), 'claimed')
  await w.call('marketing.contact.update', { contactId: into.contactId, mergeFrom: from.contactId })
  await w.settle()
  assert.deepEqual(await Promise.all([shared, single].map((each) => outcome(each, into))), ['repeated', 'repeated'])
  assert.equal((await w.call('loyalty.coupon.all', { contactId: into.contactId })).items.length, 3)
  await w.call('marketing.contact.delete', { contactId: into.contactId, mode: 'erase' })
  await w.settle()
  assert.deepEqual([(await dropOf(shared)).claimed, (await dropOf(single)).claimed], [2, 1])
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const own = await ctx.port(dropsPort).claimedBy(ctx, into.contactId, [shared, single])
  assert.deepEqual([...own], [])
})
