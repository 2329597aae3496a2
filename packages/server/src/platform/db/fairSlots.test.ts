import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '#kit/call/problem.ts'
import { FairSlots, type Party, type Slot } from './fairSlots.ts'

const patient = { waitingMax: 1_000, waitMaxMs: 600_000 }

/** The party of an account, a key and a network prefix; without a prefix, of a secret key. */
function partyOf([account = '', key = '', prefix]: readonly string[]): Party {
  const path = key === '' ? [account] : [account, key]
  return prefix === undefined ? { path } : { path, network: [prefix] }
}

/** Slots with a log of their grants by party, in order. The third name of a path is a network prefix. */
function watched(slotsMax: number, bounds = patient) {
  const slots = new FairSlots({ slotsMax, ...bounds })
  const taken: { name: string; slot: Slot }[] = []
  const take = async (names: readonly string[], name = names.join(' ')) => {
    const slot = await slots.take(partyOf(names))
    taken.push({ name, slot })
  }
  const release = async (name: string) => {
    const at = taken.findIndex((each) => each.name === name)
    const [found] = taken.splice(at, 1)
    assert.ok(found, name)
    slots.release(found.slot)
    await new Promise((done) => setImmediate(done))
  }
  return { slots, take, release, names: () => taken.map((each) => each.name) }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'unavailable' && error.retryAfterSeconds !== undefined
}

test('an account holds at most half of the slots, a public key half of that', async () => {
  const { slots, take, names } = watched(8)
  for (let at = 0; at < 9; at++) void take(['a'])
  for (let at = 0; at < 9; at++) void take(['b', 'key', `prefix ${at}`], 'b')
  await new Promise((done) => setImmediate(done))
  assert.deepEqual(names(), ['a', 'a', 'a', 'a', 'b', 'b'])
  assert.deepEqual(slots.figures(), { inUse: 6, waiting: 12 })
  await take(['b'])
  await take(['b', 'other key', 'prefix'], 'b')
  assert.deepEqual(slots.figures(), { inUse: 8, waiting: 12 })
})

test('a freed slot goes to accounts in rotation, and within an account to its keys in rotation', async () => {
  const { take, release, names } = watched(1)
  await take(['x'])
  for (let at = 0; at < 3; at++) void take(['a', 'flood', '1'], `flood ${at}`)
  void take(['a', 'flood', '2'], 'neighbour')
  void take(['a'], 'owner')
  void take(['b'], 'b 0')
  void take(['b'], 'b 1')
  const order: string[] = []
  for (let last = 'x'; ; last = order.at(-1) ?? '') {
    await release(last)
    const [next] = names()
    if (next === undefined) break
    order.push(next)
  }
  assert.deepEqual(order, ['flood 0', 'b 0', 'owner', 'b 1', 'neighbour', 'flood 1', 'flood 2'])
})

test('a full queue refuses its own party at once and no other', async () => {
  const { slots, take } = watched(1, { waitingMax: 8, waitMaxMs: 600_000 })
  await take(['x'])
  for (let at = 0; at < 4; at++) void take(['a'])
  assert.throws(() => slots.take({ path: ['a'] }), isUnavailable)
  void take(['b'])
  assert.deepEqual(slots.figures(), { inUse: 1, waiting: 5 })
})

test('a wait beyond the limit is refused and frees its place in the queue', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { slots, take, release, names } = watched(1, { waitingMax: 8, waitMaxMs: 20 })
  await take(['x'])
  const refused = assert.rejects(Promise.resolve(slots.take({ path: ['a'] })), isUnavailable)
  t.mock.timers.tick(20)
  await refused
  assert.deepEqual(slots.figures(), { inUse: 1, waiting: 0 })
  await release('x')
  await take(['b'])
  assert.deepEqual(names(), ['b'])
})

test('a network prefix holds half of the slots and of the places to wait, over all accounts', async () => {
  const { slots, take, names } = watched(8, { waitingMax: 16, waitMaxMs: 600_000 })
  const of = (account: number) => [`account ${account}`, 'key', 'network']
  for (let at = 0; at < 12; at++) void take(of(at), 'network')
  await take(['account 0', 'key', 'other network'], 'other')
  assert.deepEqual(names(), [...Array.from({ length: 4 }, () => 'network'), 'other'])
  assert.deepEqual(slots.figures(), { inUse: 5, waiting: 8 })
  assert.throws(() => slots.take(partyOf(of(12))), isUnavailable)
  for (let at = 0; at < 3; at++) await take(['account 12'], 'owner')
  assert.deepEqual(slots.figures(), { inUse: 8, waiting: 8 })
})

test('an IPv6 host holds half of the bound of its site, over all accounts', async () => {
  const { slots } = watched(8)
  const take = (account: number, host: string) =>
    slots.take({ path: [`account ${account}`], network: ['site', host] }) instanceof Promise
  const waits = [0, 1, 2].map((account) => take(account, 'host'))
  assert.deepEqual(waits, [false, false, true])
  assert.deepEqual(
    [3, 4, 5].map((account) => take(account, `host ${account}`)),
    [false, false, true],
  )
})

test('a slot that a network prefix frees goes to its next request in another account', async () => {
  const { take, release, names } = watched(4)
  await take(['a', 'key', 'network'])
  await take(['b', 'key', 'network'])
  void take(['c', 'key', 'network'])
  await release('a key network')
  assert.deepEqual(names(), ['b key network', 'c key network'])
})

test('one freed slot lets in a request of its account and one of its network prefix', async () => {
  const { slots, take, release, names } = watched(8)
  await take(['a', '', 'n'], 'both')
  for (const prefix of ['1', '2', '3']) await take(['a', '', prefix])
  for (const account of ['b', 'c', 'd']) await take([account, '', 'n'])
  void take(['a'], 'of the account')
  void take(['e', '', 'n'], 'of the network')
  assert.equal(slots.figures().waiting, 2)
  await release('both')
  assert.deepEqual(names().slice(-2), ['of the account', 'of the network'])
})

type Request = { account: string; prefix: string | undefined; slot: Slot | undefined }

/** A model of the bounds: requests counted again each time, and accounts in the order of their rotation. */
function requestsOf(slotsMax: number) {
  const half = (bound: number) => Math.max(1, Math.min(bound - 1, Math.ceil(bound / 2)))
  const inUse: Request[] = []
  const waiting: Request[] = []
  const rotation: string[] = []
  const isFree = ({ account, prefix }: Request) => {
    const ofAccount = inUse.filter((each) => each.account === account)
    const ofPrefix = prefix === undefined ? [] : inUse.filter((each) => each.prefix === prefix)
    const ofBoth = ofPrefix.filter((each) => each.account === account)
    return (
      inUse.length < slotsMax &&
      ofAccount.length < half(slotsMax) &&
      ofPrefix.length < half(slotsMax) &&
      ofBoth.length < half(half(slotsMax))
    )
  }
  return {
    inUse,
    waiting,
    isFree,
    wait(request: Request) {
      waiting.push(request)
      if (!rotation.includes(request.account)) rotation.push(request.account)
    },
    granted(request: Request) {
      const { account } = request
      assert.ok(isFree(request), 'a granted request is below its bounds')
      const first = rotation.find((account) => waiting.some((each) => each.account === account && isFree(each)))
      assert.equal(account, first, 'the slot goes to the account whose turn it is')
      waiting.splice(waiting.indexOf(request), 1)
      inUse.push(request)
      rotation.splice(rotation.indexOf(account), 1)
      if (waiting.some((each) => each.account === account)) rotation.push(account)
    },
  }
}

const steps = fc.array(
  fc.record({ isTake: fc.boolean(), account: fc.nat(4), prefix: fc.option(fc.nat(4), { nil: undefined }) }),
  { minLength: 20, maxLength: 150 },
)

test('requests stay within every bound, none below its bounds waits, and accounts alternate', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), steps, async (slotsMax, all) => {
      const slots = new FairSlots({ slotsMax, ...patient })
      const { inUse, waiting, isFree, wait, granted } = requestsOf(slotsMax)
      for (const { isTake, account, prefix } of all) {
        if (isTake) {
          const request: Request = { account: `a${account}`, prefix: prefix?.toString(), slot: undefined }
          const taken = slots.take(partyOf([request.account, '', ...(prefix === undefined ? [] : [`${prefix}`])]))
          assert.equal(taken instanceof Promise, !isFree(request), 'a request at a bound waits, no other')
          if (taken instanceof Promise) {
            wait(request)
            void taken.then((slot) => {
              request.slot = slot
              granted(request)
            })
          } else inUse.push(Object.assign(request, { slot: taken }))
        } else {
          const [freed] = inUse.splice(account % Math.max(1, inUse.length), 1)
          if (freed?.slot !== undefined) slots.release(freed.slot)
          await new Promise((done) => setImmediate(done))
        }
        assert.deepEqual(waiting.filter(isFree), [])
        assert.deepEqual(slots.figures(), { inUse: inUse.length, waiting: waiting.length })
      }
    }),
    { numRuns: 300 },
  )
})
