import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseId, uuidv7 } from '#kit/values/ids.ts'
import { Problem } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { key } from '#products/account/key.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { place } from '#products/places/place/place.ts'
import { world } from '#test/world/world.ts'

test('a batch returns each read its own row, also for equal ids of two accounts and for equal reads', async () => {
  await using w = await world()
  const at = { latitude: 53.5, longitude: 9.9 }
  const names = ['One', 'Two', 'Three']
  const made = await Promise.all(
    names.map((name) => w.call('places.place.create', { name, type: 'venue', location: at, duplicateCheck: 'off' })),
  )
  const ids = made.map((each) => parseId(place.prefix, String(each.id))?.uuid ?? '')
  const { lane } = w.app.kernel
  const [mine, other] = [w.account.account.id, w.account.account.id + 1]
  const reads = ids.flatMap((id): [number, string][] => [
    [mine, id],
    [other, id],
    [other, id],
    [mine, id],
  ])
  const found = await Promise.all(reads.map(([account, id]) => lane.find(place, account, id)))
  assert.deepEqual(
    found.map((row) => row?.['name']),
    names.flatMap((name) => [name, undefined, undefined, name]),
  )
  assert.equal(lane.figures().waiting, 0)
})

test('a read waits for earlier reads alone, however many later ones are of other resources', async () => {
  await using w = await world()
  const { lane } = w.app.kernel
  let isOver = false
  let finished = 0
  const readOn = async (of: Resource) => {
    while (!isOver && finished < 50_000) {
      await lane.find(of, 1, uuidv7(Date.now()))
      finished += 1
    }
  }
  const readers = Array.from({ length: 1200 }, (_, at) => readOn(at % 2 === 0 ? place : channel))
  while (finished < 2_000) await sleep(1)
  finished = 0
  await lane.find(key, 1, uuidv7(Date.now()))
  isOver = true
  await Promise.all(readers)
  assert.ok(finished < 5_000, `${finished} others came first`)
})

test('the lane refuses thousands of waiting reads of one account, and serves another account', async () => {
  await using w = await world()
  const { lane } = w.app.kernel
  const flood = Array.from({ length: 6_000 }, () => lane.find(place, 1, uuidv7(Date.now())))
  const other = lane.find(place, 2, uuidv7(Date.now()))
  const results = await Promise.allSettled(flood)
  const refused = results.filter((each) => each.status === 'rejected')
  assert.equal(refused.length, 1_000)
  assert.ok(refused.every(({ reason }) => reason instanceof Problem && reason.reason === 'unavailable'))
  assert.equal(await other, undefined)
  assert.equal(lane.figures().waiting, 0)
})
