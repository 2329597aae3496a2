import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
let streamId = ''
let couponId = ''

before(async () => {
  w = await world()
  streamId = String((await w.call('livestream.stream.create', { title: 'Concert', record: false })).id)
  const discount = { type: 'percent', percentOff: 50 } as const
  couponId = String((await w.call('loyalty.coupon.create', { name: 'Drink', discount })).id)
})
after(() => w[Symbol.asyncDispose]())

async function makeDrop(): Promise<string> {
  const draft = { name: 'First viewers', streamId, couponId, quantity: 9, seconds: 60 }
  return String((await w.call('loyalty.drop.create', draft)).id)
}

type Person = { contactId: string; viewerToken: string }

/** A signed-in member of the audience. */
async function viewer(name: string): Promise<Person> {
  const { contactId, token } = await w.call('account.viewer.createToken', { email: `${name}@example.com` })
  return { contactId, viewerToken: token }
}

const send = (dropId: string, { viewerToken }: Person) =>
  w.send('loyalty.wallet.claimDrop', { accountId: w.account.account.publicId, dropId, viewerToken }, { key: null })

/** Result of a claim: `claimed`, `repeated`, or the reason of its refusal. */
async function outcome(dropId: string, by: Person): Promise<string> {
  const { body } = await send(dropId, by)
  if (body['error'] !== undefined) return String(Object(body['error']).reason)
  return Object(body['data']).isRepeat === true ? 'repeated' : 'claimed'
}

const merge = (into: Person, from: Person) =>
  w.call('marketing.contact.update', { contactId: into.contactId, mergeFrom: from.contactId })

const copiesOf = async ({ contactId }: Person) => (await w.call('loyalty.coupon.all', { contactId })).items.length
const claimedOf = async (dropId: string) => (await w.call('loyalty.drop.get', { dropId })).claimed

test('a claim right after a merge finds that of the merged contact, before reactions have moved it', async () => {
  const dropId = await makeDrop()
  const [into, from, first] = [await viewer('into'), await viewer('from'), await viewer('first')]
  assert.equal(await outcome(dropId, first), 'claimed')
  await merge(from, first)
  await merge(into, from)
  assert.equal(await outcome(dropId, into), 'repeated')
  await w.settle()
  assert.equal(await outcome(dropId, into), 'repeated')
  assert.deepEqual([await claimedOf(dropId), await copiesOf(into)], [1, 1])
})

test('a merge during a claim waits for it, and the contact that remains has one copy', async () => {
  const dropId = await makeDrop()
  const [into, from] = [await viewer('staying'), await viewer('going')]
  const client = await w.app.pools.work.connect()
  const waiting = async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()
       and wait_event_type = 'Lock'`,
    )
    return Number(rows[0]?.count)
  }
  await client.query('begin')
  await client.query('select 1 from loyalty_drop for update')
  const claim = outcome(dropId, from)
  await until(waiting, (count) => count === 1)
  let isMerged = false
  const merging = merge(into, from).then(() => (isMerged = true))
  await until(async () => isMerged || (await waiting()) === 2)
  // The reaction of a merge that did not wait would move nothing here.
  if (isMerged) await w.settle()
  await client.query('commit')
  client.release()
  assert.equal(await claim, 'claimed')
  await merging
  await w.settle()
  assert.equal(await outcome(dropId, into), 'repeated')
  assert.deepEqual([await claimedOf(dropId), await copiesOf(into)], [1, 1])
})

test('300 taps of one viewer at once are one claim and answer its copy, none of them 503', async () => {
  const dropId = await makeDrop()
  const mira = await viewer('mira')
  const taps = await Promise.all(Array.from({ length: 300 }, () => send(dropId, mira)))
  assert.deepEqual(new Set(taps.map(({ status }) => status)), new Set([200]))
  const results = taps.map(({ body }) => Object(body['data']))
  assert.equal(results.filter(({ isRepeat }) => isRepeat === false).length, 1)
  assert.equal(new Set(results.map(({ code }) => code)).size, 1)
  assert.deepEqual([await claimedOf(dropId), await copiesOf(mira)], [1, 1])
})
