import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/problem.ts'
import { FairSlots, type Party, type Slot } from './fairSlots.ts'

const patient = { waitingMax: 1_000, waitMaxMs: 600_000 }

/** Slots whose grants are noted by the first letter of their party, in order. */
function watched(slotsMax: number, bounds = patient) {
  const slots = new FairSlots({ slotsMax, ...bounds })
  const held: { name: string; slot: Slot }[] = []
  const take = async (party: Party, name = party.join(' ')) => {
    const slot = await slots.take(party)
    held.push({ name, slot })
  }
  const release = async (name: string) => {
    const at = held.findIndex((each) => each.name === name)
    const [found] = held.splice(at, 1)
    assert.ok(found, name)
    slots.release(found.slot)
    await new Promise((done) => setImmediate(done))
  }
  return { slots, take, release, names: () => held.map((each) => each.name) }
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

test('a slot that becomes free goes to the accounts in turns, within an account to its keys in turns', async () => {
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
  assert.throws(() => slots.take(['a']), isUnavailable)
  void take(['b'])
  assert.deepEqual(slots.figures(), { inUse: 1, waiting: 5 })
})

test('a wait that is too long ends in a refusal and leaves its place', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { slots, take, release, names } = watched(1, { waitingMax: 8, waitMaxMs: 20 })
  await take(['x'])
  const refused = assert.rejects(Promise.resolve(slots.take(['a'])), isUnavailable)
  t.mock.timers.tick(20)
  await refused
  assert.deepEqual(slots.figures(), { inUse: 1, waiting: 0 })
  await release('x')
  await take(['b'])
  assert.deepEqual(names(), ['b'])
})
